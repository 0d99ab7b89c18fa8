import { addTo } from '../../lib/groups.ts';
import { FUNCTION_WORDS, STOP_STEMS } from '../analysis/stop-words.ts';
import { readQueryTokens } from '../query/terms.ts';

/** The most characteristic terms of a text among others, with weights of length 1. */
export type TermVector = Map<string, number>;

export type TermVectors = {
  vectors: TermVector[];
  /** The most frequent spelling of a stemmed term. */
  showTerm: (term: string) => string;
};

/** Maximum terms of a vector. */
const MAX_TERMS = 12;
/** A word of the title counts as this many of the abstract. */
const TITLE_WEIGHT = 3;
/** A term in more than this share of the texts does not distinguish them. */
const MAX_SHARE = 0.6;
const MIN_LETTERS = 3;

/** tf-idf vectors of texts, by their own statistics. */
export function termVectors(texts: readonly { title: string; text: string }[]): TermVectors {
  const words = new Map<string, Map<string, number>>();
  const frequencies = texts.map(({ title, text }) => {
    const terms = new Map<string, number>();
    countTerms(terms, words, title, TITLE_WEIGHT);
    countTerms(terms, words, text, 1);
    return terms;
  });
  const papersWith = new Map<string, number>();
  for (const terms of frequencies) for (const term of terms.keys()) addTo(papersWith, term);
  const weightOf = (term: string, frequency: number) => {
    const papers = papersWith.get(term) as number;
    const isTelling = papers > 1 && papers <= Math.max(MAX_SHARE * texts.length, 2);
    return isTelling ? (1 + Math.log(frequency)) * Math.log(texts.length / papers) : 0;
  };
  return {
    vectors: frequencies.map((terms) => heaviest(terms, weightOf)),
    showTerm: (term) => [...(words.get(term) ?? [])].sort(byWeight)[0]?.[0] ?? term,
  };
}

/** The similarity of two vectors, from 0 to 1. */
export function cosine(a: TermVector, b: TermVector): number {
  let sum = 0;
  for (const [term, weight] of a) sum += weight * (b.get(term) ?? 0);
  return sum;
}

function countTerms(
  terms: Map<string, number>,
  words: Map<string, Map<string, number>>,
  text: string,
  by: number,
): void {
  for (const { word, term, isJoined } of readQueryTokens(text)) {
    if (isJoined || word.length < MIN_LETTERS || /^\d/.test(word) || FUNCTION_WORDS.has(word) || STOP_STEMS.has(term))
      continue;
    addTo(terms, term, by);
    const forms = words.get(term) ?? new Map<string, number>();
    words.set(term, forms);
    addTo(forms, word);
  }
}

function heaviest(
  terms: ReadonlyMap<string, number>,
  weightOf: (term: string, frequency: number) => number,
): TermVector {
  const weighed = [...terms].map(([term, frequency]): [string, number] => [term, weightOf(term, frequency)]);
  const top = weighed
    .filter(([, weight]) => weight > 0)
    .sort(byWeight)
    .slice(0, MAX_TERMS);
  const length = Math.sqrt(top.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
  return new Map(top.map(([term, weight]) => [term, weight / length]));
}

function byWeight([a, m]: readonly [string, number], [b, n]: readonly [string, number]): number {
  return n - m || (a < b ? -1 : 1);
}
