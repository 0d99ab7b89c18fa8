import type { Paper } from '../../src/papers/paper.ts';
import type { PoolPaper } from '../retrieval/collection.ts';
import { papersOf, toRecord } from '../search/papers.ts';

const BATCH = 2_000;

/** This many papers: first those of the pool, with their ids, then copies as in `bench/search.ts`. */
export function* paperRecords(pool: readonly PoolPaper[], count: number): Generator<Paper> {
  for (const each of papersOf(pool, count)) {
    const paper = toRecord(each);
    if (paper) yield { ...paper, key: each.id };
  }
}

/** The same papers, in batches. */
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
