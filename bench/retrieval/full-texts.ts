import { randomOf } from '../merge/random.ts';
import type { PoolPaper } from './collection.ts';
import type { IndexedBenchPaper } from './own-index.ts';

/** Abstracts of other papers in a text: it has 2,000 words and more. */
const OTHERS = 20;
/** Papers beside each other in the data are of one collection as a rule. */
const NEAR = 50;

/**
 * Full texts made of abstracts, because no collection with judged papers has open texts: every third paper has one.
 * `long`: its own abstract and those of other papers, half of them of the same collection, to show whether long texts
 * push others aside. `abstracts`: papers are titles alone, and the abstract is the full text of every third.
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
