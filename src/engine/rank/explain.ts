import type { IndexPart, IndexSnapshot } from '../index/index-reader.ts';
import type { Question } from './parsed-query.ts';
import type { Ranking } from './ranker.ts';
import { impactOf } from './score.ts';
import type { CollectionStatistics } from './statistics.ts';
import { createTermMarks, type TermMarks } from './term-ordinals.ts';
import type { Hit } from './top-k.ts';

/** Why a paper has its score. Shares are parts of the score, in percent; what is below one is left out. */
export type Explanation = {
  /** Asked words that the paper holds. */
  words: Record<string, number>;
  /** Keywords of which it holds every word. */
  keywords: string[];
  /** Stems of words that were not asked for, but that the best papers have in common, and this one with them. */
  related: Record<string, number>;
  /** What of the score came from papers of the list that are like this one; only texts are ranked so. */
  similarPapers?: number;
};

const MAX_EXPLAINED_WORDS = 8;
const MAX_RELATED_TERMS = 5;

/** A term of the ranking by its place among all of them: what it adds to each score, and how it is called. */
type ScoredTerm = { word: string; isAsked: boolean; first: number; second: number };

/** Takes the scores of hits apart by the terms that were added up in them. */
export function explain(
  { parts }: IndexSnapshot,
  question: Question,
  ranking: Ranking,
  statistics: CollectionStatistics,
  hits: readonly Hit[],
): Explanation[] {
  const marks = createTermMarks(parts, statistics);
  const terms = numberTerms(question, ranking, marks);
  const keywords = question.keywords
    .filter(({ terms }) => terms.length > 0)
    .map(({ keyword, terms }) => ({ keyword, places: terms.map(marks.placeOfTerm) }));
  const values = new Float64Array(marks.facts.length);
  const isHeld = new Uint8Array(marks.facts.length);
  const explanations = hits.map((hit): Explanation => {
    const found = readValues(parts, hit, terms, marks, statistics, values);
    for (const place of found) isHeld[place] = 1;
    const explanation = {
      ...shareOut(found, terms, values, hit.score),
      keywords: keywords
        .filter(({ places }) => places.every((place) => isHeld[place] === 1))
        .map(({ keyword }) => keyword),
    };
    let own = 0;
    for (const place of found) {
      own += values[place] as number;
      isHeld[place] = 0;
    }
    const similarPapers = Math.round(100 * (1 - own / hit.score));
    const isSpread = question.keywords.length === 0 && similarPapers >= 1;
    return isSpread ? { ...explanation, similarPapers } : explanation;
  });
  marks.clear();
  return explanations;
}

function numberTerms(
  { terms: asked, keywords }: Question,
  { related, scales }: Ranking,
  marks: TermMarks,
): ScoredTerm[] {
  const terms: ScoredTerm[] = [];
  const at = (term: string, word: string, isAsked: boolean): ScoredTerm => {
    const place = marks.placeOfTerm(term);
    terms[place] ??= { word, isAsked, first: 0, second: 0 };
    return terms[place];
  };
  for (const { term, word, weight } of asked) at(term, word, true).first = weight * scales.first;
  for (const { term, word, weight } of related) at(term, word, false).second = weight * scales.second;
  // A keyword's word that weighs nothing still has to be there for the keyword to be covered.
  for (const { terms } of keywords) for (const term of terms) at(term, term, true);
  return terms;
}

/** What each term adds to the score of the hit, into `values`; gives the places of the terms that the paper holds. */
function readValues(
  parts: readonly IndexPart[],
  { part: place, slot }: Hit,
  terms: readonly ScoredTerm[],
  marks: TermMarks,
  statistics: CollectionStatistics,
  values: Float64Array,
): number[] {
  const part = parts[place] as IndexPart;
  const norm = statistics.inverseNorms(place)[slot] as number;
  const { count, terms: numbers, frequencies } = part.vector(slot);
  const found: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const term = marks.findPlace(place, numbers[at] as number);
    if (term < 0) continue;
    const { first, second } = terms[term] as ScoredTerm;
    values[term] = (first + second * norm) * impactOf(frequencies[at] as number, slot, part, statistics.lengthFactors);
    found.push(term);
  }
  return found;
}

/** The terms that make at least half a percent of the score, the asked ones apart from the others. */
function shareOut(
  found: readonly number[],
  terms: readonly ScoredTerm[],
  values: Float64Array,
  score: number,
): Pick<Explanation, 'words' | 'related'> {
  const asked: Share[] = [];
  const related: Share[] = [];
  for (const place of found) {
    const percent = Math.round((100 * (values[place] as number)) / score);
    if (percent < 1) continue;
    const { word, isAsked } = terms[place] as ScoredTerm;
    (isAsked ? asked : related).push({ word, percent });
  }
  return { words: mostOf(asked, MAX_EXPLAINED_WORDS), related: mostOf(related, MAX_RELATED_TERMS) };
}

type Share = { word: string; percent: number };

function mostOf(shares: Share[], most: number): Record<string, number> {
  const told: Record<string, number> = {};
  shares.sort((a, b) => b.percent - a.percent || (a.word < b.word ? -1 : 1));
  for (const { word, percent } of shares.slice(0, most)) told[word] = percent;
  return told;
}
