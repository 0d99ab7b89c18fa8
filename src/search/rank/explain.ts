import type { IndexPart, IndexSnapshot } from '../index/port.ts';
import type { Hit } from './best.ts';
import type { Question, WeightedTerm } from './question.ts';
import type { Ranking } from './ranker.ts';
import { impactOf } from './score.ts';
import type { CollectionStatistics } from './statistics.ts';

/** Why a paper has its score. Shares are parts of the score, in percent; what is below one is left out. */
export type Explanation = {
  /** Asked words that the paper holds. */
  words: Record<string, number>;
  /** Keywords of which it holds every word. */
  keywords: string[];
  /** Stems of words that were not asked for, but that the best papers have in common, and this one with them. */
  related: Record<string, number>;
};

const MOST_WORDS = 8;
const MOST_RELATED = 5;

/** Takes the score of a hit apart by its terms, all of which are added up in it. */
export function explain(
  { parts }: IndexSnapshot,
  question: Question,
  { related, scales }: Ranking,
  statistics: CollectionStatistics,
  hit: Hit,
): Explanation {
  const part = parts[hit.part] as IndexPart;
  const impacts = readImpacts(part, hit.slot, statistics);
  const impactIn = (term: string) => impacts.get(statistics.find(term).numbers[hit.part] as number) ?? 0;
  const norm = statistics.inverseNorms(hit.part)[hit.slot] as number;
  const first = question.terms.map((term) => ({ ...term, value: term.weight * impactIn(term.term) * scales.first }));
  const second = related.map((term) => ({ ...term, value: term.weight * impactIn(term.term) * norm * scales.second }));
  const asked = new Map(first.map((term) => [term.term, term]));
  for (const { term, value } of second) {
    const known = asked.get(term);
    if (known) known.value += value;
  }
  const others = second.filter(({ term }) => !asked.has(term));
  return {
    words: shares([...asked.values()], hit.score, MOST_WORDS),
    keywords: question.keywords
      .filter(({ phrase }) => phrase.length > 0 && phrase.every(({ term }) => impactIn(term) > 0))
      .map(({ keyword }) => keyword),
    related: shares(others, hit.score, MOST_RELATED),
  };
}

function readImpacts(part: IndexPart, slot: number, { lengthFactors }: CollectionStatistics): Map<number, number> {
  const { count, terms, frequencies } = part.vector(slot);
  const impacts = new Map<number, number>();
  for (let at = 0; at < count; at += 1) {
    impacts.set(terms[at] as number, impactOf(frequencies[at] as number, slot, part, lengthFactors));
  }
  return impacts;
}

function shares(
  terms: readonly (WeightedTerm & { value: number })[],
  score: number,
  most: number,
): Record<string, number> {
  const told = terms
    .map(({ word, value }) => ({ word, percent: Math.round((100 * value) / score) }))
    .filter(({ percent }) => percent >= 1)
    .sort((a, b) => b.percent - a.percent || (a.word < b.word ? -1 : 1))
    .slice(0, most);
  return Object.fromEntries(told.map(({ word, percent }) => [word, percent]));
}
