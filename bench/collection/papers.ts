import type { Paper } from '../../src/papers/paper.ts';
import type { PoolPaper } from '../retrieval/collection.ts';
import { papersOf, recordOf } from '../search/papers.ts';

const BATCH = 2_000;

/** So many papers, as `bench/search.ts` multiplies the pool: those of the pool first, under their own ids. */
export function* paperRecords(pool: readonly PoolPaper[], count: number): Generator<Paper> {
  for (const each of papersOf(pool, count)) {
    const paper = recordOf(each);
    if (paper) yield { ...paper, key: each.id };
  }
}

/** The same in lists. */
export function* paperBatches(pool: readonly PoolPaper[], count: number): Generator<Paper[]> {
  let batch: Paper[] = [];
  for (const paper of paperRecords(pool, count)) {
    batch.push(paper);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
