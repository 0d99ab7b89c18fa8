import { addTo } from '../../lib/groups.ts';
import { stem } from '../../papers/analysis/stem.ts';
import { ACADEMIC_WORDS, FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';
import { withoutAddresses } from './query-phrases.ts';

/** The number of papers in a collection, and of those that contain a stem. */
export type TermStats = {
  papers: number;
  documentFrequency(stem: string): number;
};

/** A word in lower case and its stem. */
type Word = { text: string; term: string };
type Candidate = { phrase: string; weight: number };

const MAX_PHRASE_WORDS = 3;
/** BM25's k: larger values let repetition count for more. */
const SATURATION = 3;
/** Weight of a word in the first characters of a text, which contain its title or topic. */
const BEGINNING_WEIGHT = 3;
const BEGINNING_CHARACTERS = 200;
/** Single words per phrase: words make a ranking source find more, phrases put the best matches on top. */
const WORDS_PER_PHRASE = 2;

/**
 * The words and phrases that best describe a text's topic, best first, in lower case. Words are weighted by tf-idf with
 * BM25's saturation. Phrases are two or three adjacent words without function words, academic boilerplate or
 * punctuation between them (as in RAKE: Rose et al. 2010).
 */
export function keyPhrases(text: string, statistics: TermStats, maxPhrases: number): string[] {
  const runs = contentRuns(withoutAddresses(text));
  const weights = weighTerms(runs, statistics);
  const words = bestWords(runs, weights);
  const phrases = bestPhrases(runs, weights);
  const best: string[] = [];
  while (best.length < maxPhrases && (words.length > 0 || phrases.length > 0)) {
    best.push(...words.splice(0, WORDS_PER_PHRASE), ...phrases.splice(0, 1));
  }
  return best.slice(0, maxPhrases);
}

/** Adjacent words, and the weight of each occurrence. */
type Run = { words: Word[]; counts: number };

const PARTS = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*|[^\p{L}\p{N}]+/gu;

function contentRuns(text: string): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    const word = part.toLowerCase();
    if (/^[\p{L}\p{N}]/u.test(part) && !isBoilerplate(word)) {
      if (!run) {
        run = { words: [], counts: index < BEGINNING_CHARACTERS ? BEGINNING_WEIGHT : 1 };
        runs.push(run);
      }
      run.words.push({ text: word, term: stem(word) });
    } else if (part.trim() !== '') run = undefined;
  }
  return runs;
}

function isBoilerplate(word: string): boolean {
  return FUNCTION_WORDS.has(word) || ACADEMIC_WORDS.has(word) || /^[\d.-]+$/.test(word) || word.length < 2;
}

function weighTerms(runs: readonly Run[], { papers, documentFrequency }: TermStats): Map<string, number> {
  const counts = new Map<string, number>();
  for (const run of runs) for (const { term } of run.words) addTo(counts, term, run.counts);
  return new Map(
    [...counts].map(([term, count]) => {
      const frequency = documentFrequency(term);
      const idf = Math.log(1 + (papers - frequency + 0.5) / (frequency + 0.5));
      return [term, (idf * count) / (count + SATURATION)];
    }),
  );
}

function bestWords(runs: readonly Run[], weights: ReadonlyMap<string, number>): string[] {
  const forms = new Map<string, string>();
  for (const { words } of runs) for (const { text, term } of words) if (!forms.has(term)) forms.set(term, text);
  return heaviest([...forms].map(([term, phrase]) => ({ phrase, weight: weights.get(term) ?? 0 })));
}

function bestPhrases(runs: readonly Run[], weights: ReadonlyMap<string, number>): string[] {
  const candidates = new Map<string, Candidate>();
  for (const { words, counts } of runs) {
    for (const part of partsOf(words)) {
      const phrase = part.map(({ text }) => text).join(' ');
      const phraseWeight = part.reduce((sum, { term }) => sum + (weights.get(term) ?? 0), 0) / Math.sqrt(part.length);
      const weight = (candidates.get(phrase)?.weight ?? 0) + phraseWeight * counts;
      candidates.set(phrase, { phrase, weight });
    }
  }
  // A phrase that overlaps with a heavier one adds nothing.
  const best: string[] = [];
  for (const phrase of heaviest([...candidates.values()])) {
    if (!best.some((other) => other.includes(phrase) || phrase.includes(other))) best.push(phrase);
  }
  return best;
}

function heaviest(candidates: Candidate[]): string[] {
  return candidates.sort((a, b) => b.weight - a.weight || (a.phrase < b.phrase ? -1 : 1)).map(({ phrase }) => phrase);
}

function partsOf(words: readonly Word[]): Word[][] {
  return words.flatMap((_, from) => {
    const maxWords = Math.min(MAX_PHRASE_WORDS, words.length - from);
    return Array.from({ length: Math.max(maxWords - 1, 0) }, (__, more) => words.slice(from, from + more + 2));
  });
}
