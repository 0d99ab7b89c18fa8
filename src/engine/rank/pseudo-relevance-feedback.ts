import type { IndexPart, IndexSnapshot } from '../index/index-reader.ts';
import { FEEDBACK } from './constants.ts';
import type { Question, WeightedTerm } from './parsed-query.ts';
import { impactOf } from './score.ts';
import { type CollectionStatistics, isTelling, type TermFacts } from './statistics.ts';
import { createTermMarks, type TermMarks } from './term-ordinals.ts';
import type { Hit } from './top-k.ts';

/**
 * The terms that tell the best papers of a list from its tail, those that say most first: the weighted middle of the
 * best ones' vectors of impact times idf, less some of the middle of the tail's (Rocchio 1971). Weights are ready to be
 * scored with: they hold the second idf that a product of two vectors has; a term that speaks against a paper has one
 * below 0.
 */
export function feedBack(
  { parts }: IndexSnapshot,
  question: Question,
  list: readonly Hit[],
  statistics: CollectionStatistics,
): WeightedTerm[] {
  const marks = createTermMarks(parts, statistics);
  const middle: number[] = [];
  const normRatio = addBest(middle, marks, parts, list.slice(0, FEEDBACK.papers), statistics);
  const tail = list.slice(FEEDBACK.negativesFrom, FEEDBACK.negativesTo);
  if (tail.length > FEEDBACK.leastNegatives) subtractTail(middle, marks, parts, tail, statistics, normRatio);
  marks.clear();
  const asked = new Set(question.terms.map(({ term }) => term));
  return marks.facts
    .map((facts, place) => ({ facts, value: middle[place] as number }))
    .filter(({ facts }) => asked.has(facts.term) || isTelling(facts, statistics.papers))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.facts.term < b.facts.term ? -1 : 1))
    .slice(0, FEEDBACK.terms)
    .map(({ facts: { term, idf }, value }) => ({ term, word: term, weight: value * idf }));
}

/**
 * The weighted middle of the best papers; gives how much longer their vectors are than `expectedNorm` says, which
 * leaves the idf out.
 */
function addBest(
  middle: number[],
  marks: TermMarks,
  parts: readonly IndexPart[],
  best: readonly Hit[],
  statistics: CollectionStatistics,
): number {
  const top = best[0]?.score ?? 1;
  const powers = best.map(({ score }) => (score / top) ** FEEDBACK.sharpness);
  const sum = powers.reduce((total, power) => total + power, 0);
  let ratios = 0;
  for (const [nth, { part: place, slot }] of best.entries()) {
    const part = parts[place] as IndexPart;
    const { count, terms, frequencies } = part.vector(slot);
    const values: [place: number, value: number][] = [];
    let squares = 0;
    for (let at = 0; at < count; at += 1) {
      const term = marks.placeOf(place, terms[at] as number);
      const { idf } = marks.facts[term] as TermFacts;
      const value = idf * impactOf(frequencies[at] as number, slot, part, statistics.lengthFactors);
      squares += value * value;
      values.push([term, value]);
    }
    const norm = Math.sqrt(squares) || 1;
    ratios += norm * (statistics.inverseNorms(place)[slot] as number);
    const share = (powers[nth] as number) / sum / norm;
    for (const [term, value] of values) middle[term] = (middle[term] ?? 0) + share * value;
  }
  return ratios / best.length || 1;
}

/** Of the tail's papers only the terms that the best ones have, too, are looked at. */
function subtractTail(
  middle: number[],
  marks: TermMarks,
  parts: readonly IndexPart[],
  tail: readonly Hit[],
  statistics: CollectionStatistics,
  normRatio: number,
): void {
  const factor = FEEDBACK.negativeWeight / tail.length / normRatio;
  for (const { part: place, slot } of tail) {
    const part = parts[place] as IndexPart;
    const share = factor * (statistics.inverseNorms(place)[slot] as number);
    const { count, terms, frequencies } = part.vector(slot);
    for (let at = 0; at < count; at += 1) {
      const term = marks.findPlace(place, terms[at] as number);
      if (term < 0) continue;
      const impact = impactOf(frequencies[at] as number, slot, part, statistics.lengthFactors);
      middle[term] = (middle[term] as number) - share * (marks.facts[term] as TermFacts).idf * impact;
    }
  }
}
