import { readStatistics } from '../engine/rank/statistics.ts';
import type { Library } from '../library/library.ts';
import type { TermStats } from '../sources/key-phrases.ts';

/** How many papers of the library have a word, which tells the words of a question that say most. */
export function wordStatistics(library: Library): TermStats {
  return library.search((snapshot) => {
    const { papers, find } = readStatistics(snapshot);
    return { papers, papersWith: (stem) => find(stem).documentFrequency };
  });
}
