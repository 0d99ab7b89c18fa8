import { readStatistics } from '../../library/engine/rank/statistics.ts';
import type { Library } from '../../library/library.ts';
import type { TermStats } from '../sources/key-phrases.ts';

/** How many papers of the library contain a word, to find the most distinctive words of a query. */
export function wordStatistics(library: Library): TermStats {
  return library.search((snapshot) => {
    const { papers, find } = readStatistics(snapshot);
    return { papers, papersWith: (stem) => find(stem).documentFrequency };
  });
}
