import { LIMITS, QUERY } from '../../contract/rules.ts';
import type { RelatedOutcome } from '../../jobs/ports/related.ts';
import { countCharacters } from '../../lib/visible-text.ts';
import type { Library } from '../../library/library.ts';
import { stem } from '../../papers/analysis/stem.ts';
import { forEachToken } from '../../papers/analysis/tokenizer.ts';
import type { Paper } from '../../papers/paper.ts';
import { readQueryText } from '../../papers/query/query.ts';
import { estimateRarity } from '../../papers/relevance/rarity.ts';
import { mapInTurns } from '../../platform/turns.ts';
import { isStarterOnly, searchLibrary } from './library-search.ts';
import { reportLibrary } from './source-reports.ts';

const MAX_PAPERS = LIMITS[2];
/** Longer texts add nothing about a paper's topic. */
const MAX_QUERY_CHARACTERS = 5_000;

/**
 * The library's papers most similar to a record, without the record itself and without dissimilar ones. They are
 * compared in steps, between which other work runs.
 */
export async function findSimilar(
  library: Library,
  record: Paper,
  limit: number,
  isHosted: boolean,
): Promise<RelatedOutcome> {
  const text = [record.title, record.abstract].filter(Boolean).join('. ').slice(0, MAX_QUERY_CHARACTERS);
  const itself = new Set(library.findSameWorks(record).map((same) => same.record.key));
  const vector = toVector(record);
  const query = { keywords: [], text: readQueryText(text), filters: { limit: MAX_PAPERS } };
  // As in a search, which the answer recommends for finding the papers not shown.
  const isStarter = isStarterOnly(library);
  const others = searchLibrary(library, query, { withStarter: isStarter }).filter(({ key }) => !itself.has(key));
  const areNear = await mapInTurns(others, (paper) => likeness(vector, toVector(paper)) >= MIN_LIKENESS);
  const near = others.filter((_, at) => areNear[at]);
  const papers = near.slice(0, limit);
  const hidden = others.length - near.length;
  const report = reportLibrary(library, papers.length);
  const isOutOfReach = isHosted || countCharacters(text) < QUERY.min;
  const kind = papers.length > 0 ? ('similar-in-library' as const) : ('nothing-similar' as const);
  const beside = hidden > 0 && { hidden, of: others.length, ...(isOutOfReach && { isOutOfReach }) };
  return { papers, notes: [{ kind, isStarter, ...beside }], sources: [report] };
}

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
