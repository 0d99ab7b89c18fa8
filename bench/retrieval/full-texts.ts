import { randomOf } from '../merge/random.ts';
import type { PoolPaper } from './collection.ts';
import type { IndexedBenchPaper } from './own-index.ts';

/** The number of other papers' abstracts in a text, which give it at least 2,000 words. */
const OTHERS = 20;
/** Neighbours in the data mostly belong to one collection. */
const NEAR = 50;

/**
 * Full texts from abstracts, because no collection with judged papers has open texts: every third paper has one.
 * `long`: its abstract and those of other papers, half of them of the same collection, to show whether long texts
 * displace others. `abstracts`: papers are only titles, and the abstract is the full text of every third.
 */
export function withFullTexts(papers: readonly PoolPaper[], kind: string, seed: number): Iterable<IndexedBenchPaper> {
  if (kind === 'titles') return papers.map((paper) => ({ ...paper, abstract: '' }));
  if (kind !== 'long' && kind !== 'abstracts') return papers;
  const { next: random } = randomOf(seed);
  return papers.map((paper, index) => {
    const isChosen = random() < 1 / 3;
    if (kind === 'abstracts') return { ...paper, abstract: '', ...(isChosen && { fullText: paper.abstract }) };
    const others = Array.from({ length: OTHERS }, (_, nth) => {
      const at = nth % 2 === 0 ? random() * papers.length : index + (random() - 0.5) * 2 * NEAR;
      return papers[Math.floor(at)]?.abstract ?? '';
    });
    return isChosen ? { ...paper, fullText: [paper.abstract, ...others].join(' ') } : paper;
  });
}
