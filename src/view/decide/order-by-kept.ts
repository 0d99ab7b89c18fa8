import type { ViewPaper } from '../../papers/report/report-data.ts';
import type { Decisions } from './person-decisions.ts';

/** Fewer decisions say too little about what is sought. */
export const MIN_DECISIONS = 10;

/**
 * How near each undecided paper is to what was kept, less how near to what was put out: by the words of title and
 * abstract, weighed by how few papers have them (TF-IDF; Rocchio's formula). Undefined for the decided ones.
 */
export function scoreByKept(papers: readonly ViewPaper[], decisions: Decisions): (number | undefined)[] {
  const vectors = weigh(papers);
  const sum = (decision: string) => {
    const own = vectors.filter((_, index) => decisions.of(index)?.decision === decision);
    const mean = new Map<string, number>();
    for (const vector of own)
      for (const [word, weight] of vector) mean.set(word, (mean.get(word) ?? 0) + weight / own.length);
    return mean;
  };
  const [kept, out] = [sum('include'), sum('exclude')];
  return vectors.map((vector, index) => {
    if (decisions.of(index)?.decision) return undefined;
    let score = 0;
    for (const [word, weight] of vector) score += weight * ((kept.get(word) ?? 0) - (out.get(word) ?? 0));
    return score;
  });
}

/** The words of each paper with their weights, as a vector of length 1. */
function weigh(papers: readonly ViewPaper[]): Map<string, number>[] {
  const counts = papers.map(({ title, abstract, summary = '' }) => {
    const words = new Map<string, number>();
    for (const [word] of `${title} ${abstract || summary}`.toLowerCase().matchAll(/\p{L}[\p{L}\p{N}]{2,}/gu)) {
      const stem = word.replace(/s$/, '');
      words.set(stem, (words.get(stem) ?? 0) + 1);
    }
    return words;
  });
  const having = new Map<string, number>();
  for (const words of counts) for (const word of words.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  return counts.map((words) => {
    const weights = new Map<string, number>();
    let square = 0;
    for (const [word, count] of words) {
      const weight = (1 + Math.log(count)) * Math.log(papers.length / (having.get(word) ?? 1));
      weights.set(word, weight);
      square += weight * weight;
    }
    const length = Math.sqrt(square) || 1;
    for (const [word, weight] of weights) weights.set(word, weight / length);
    return weights;
  });
}
