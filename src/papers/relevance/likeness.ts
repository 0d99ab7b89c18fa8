import { stem } from '../analysis/stem.ts';
import { forEachToken } from '../analysis/tokenizer.ts';
import { estimateRarity } from './rarity.ts';

/** Compares two papers by their words, independent of the library around them. */

/**
 * Less similar papers are not called similar. Chosen on four of five labelled collections each time, leaving the fifth
 * out (bench/likeness.ts), with three draws of queries: .225 to .29, mostly .235 to .25.
 */
export const MIN_LIKENESS = 0.24;
/** A single shared word of two short titles would make up half of the similarity. */
const MIN_SHARED_WORDS = 2;
/** More common words occur in papers of every topic. */
const MIN_RARITY = 4;

type Text = { title?: string | null | undefined; abstract?: string | null | undefined };
export type TextVector = { weights: ReadonlyMap<string, number>; length: number };

export function toVector({ title, abstract }: Text): TextVector {
  const counts = new Map<string, number>();
  for (const text of [title, abstract])
    forEachToken(text ?? '', (word) => {
      const term = stem(word);
      counts.set(term, (counts.get(term) ?? 0) + 1);
    });
  const weights = new Map<string, number>();
  for (const [term, count] of counts) {
    const rarity = estimateRarity(term);
    // The square root keeps one shared name from outweighing a shared subject.
    if (rarity >= MIN_RARITY) weights.set(term, (1 + Math.log(count)) * Math.sqrt(rarity));
  }
  return { weights, length: Math.hypot(...weights.values()) };
}

/** The cosine similarity of two texts, from 0 to 1: shared rare words count most. A single shared word gives 0. */
export function likeness(one: TextVector, other: TextVector): number {
  const [small, large] = one.weights.size < other.weights.size ? [one, other] : [other, one];
  const products = [...small.weights].map(([term, weight]) => weight * (large.weights.get(term) ?? 0));
  const shared = products.filter((product) => product > 0);
  if (shared.length < MIN_SHARED_WORDS) return 0;
  return shared.reduce((sum, product) => sum + product) / (one.length * other.length);
}
