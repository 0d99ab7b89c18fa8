import type { ViewPaper } from '../../data/report-data.ts';
import type { Decisions } from './person-decisions.ts';

/** Fewer decisions do not show well enough what is relevant. */
export const MIN_DECISIONS = 10;

/**
 * Scores each undecided paper by its similarity to the kept papers minus that to the excluded ones, using TF-IDF over
 * titles and abstracts (Rocchio's formula). Undefined for decided papers. Yields, so that the page stays responsive.
 */
export async function scoreByKept(papers: readonly ViewPaper[], decisions: Decisions): Promise<(number | undefined)[]> {
  const vectors = await weigh(papers);
  const average = (decision: string) => {
    const decided = vectors.filter((_, index) => decisions.of(index)?.decision === decision);
    const mean = new Map<string, number>();
    for (const vector of decided)
      for (const [word, weight] of vector) mean.set(word, (mean.get(word) ?? 0) + weight / decided.length);
    return mean;
  };
  const [kept, out] = [average('include'), average('exclude')];
  return mapInBatches(vectors, (vector, index) => {
    if (decisions.of(index)?.decision) return undefined;
    let score = 0;
    for (const [word, weight] of vector) score += weight * ((kept.get(word) ?? 0) - (out.get(word) ?? 0));
    return score;
  });
}

/** The words of each paper with their weights, as a vector of length 1. */
async function weigh(papers: readonly ViewPaper[]): Promise<Map<string, number>[]> {
  const having = new Map<string, number>();
  const vectors = await mapInBatches(papers, ({ title, abstract, summary = '' }) => {
    const words = new Map<string, number>();
    for (const word of `${title} ${abstract || summary}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
      const stem = word.endsWith('s') ? word.slice(0, -1) : word;
      if (word.length > 2) words.set(stem, (words.get(stem) ?? 0) + 1);
    }
    for (const word of words.keys()) having.set(word, (having.get(word) ?? 0) + 1);
    return words;
  });
  return mapInBatches(vectors, (words) => {
    for (const [word, count] of words)
      words.set(word, (1 + Math.log(count)) * Math.log(papers.length / (having.get(word) ?? 1)));
    const length = Math.hypot(...words.values()) || 1;
    for (const [word, weight] of words) words.set(word, weight / length);
    return words;
  });
}

/** This many items take about ten milliseconds. */
const PER_TURN = 99;

/** Maps items in order, yielding after each hundred or so to keep the page responsive. */
async function mapInBatches<T, R>(items: readonly T[], change: (item: T, at: number) => R): Promise<R[]> {
  const changed: R[] = [];
  for (const [at, item] of items.entries())
    if (changed.push(change(item, at)) % PER_TURN === 0) await new Promise((go) => setTimeout(go));
  return changed;
}
