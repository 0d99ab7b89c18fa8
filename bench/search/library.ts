import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Library, openLibrary } from '../../src/library/library.ts';
import type { Paper } from '../../src/papers/paper.ts';
import { type PoolPaper, readPool } from '../retrieval/collection.ts';
import { type AddOne, addOneToLibrary } from './add-one.ts';
import type { Limit } from './engines.ts';
import { papersOf, sizeOf, toRecord } from './papers.ts';
import { timed } from './timing.ts';

export type LibraryFigures = {
  /** How many papers the library has in the end: records of one work are one paper. */
  papers: number;
  records: number;
  megabytes: number;
  indexMegabytes: number;
  addSeconds: number;
  /** The time to build the index after the import. */
  settleSeconds: number;
  /** Records a second, the index included. */
  importPerSecond: number;
  /** The time to rebuild the index from the library, and its papers a second. */
  rebuildSeconds: number;
  rebuildPerSecond: number;
  addOne: AddOne;
};

const BATCH = 2_000;

/**
 * Imports a collection into a library, removes the index and has it rebuilt, and adds single papers.
 */
export async function importAndRebuild(input: {
  folder: string;
  data: string;
  size: number;
  limit: Limit;
}): Promise<LibraryFigures> {
  const { folder, data, limit } = input;
  const pool = await readPool(data);
  const dataDir = join(folder, 'library');
  rmSync(dataDir, { recursive: true, force: true });
  const library = openLibrary(dataDir);
  const { records, seconds: addSeconds } = addAll(library, papersOf(pool, sizeOf(pool, input.size)));
  const settleSeconds = await settle(library);
  library.close();

  rmSync(join(dataDir, 'library-index'), { recursive: true });
  const again = openLibrary(dataDir);
  const rebuildSeconds = await settle(again);
  const { papers, index } = again.summary();
  const addOne = addOneToLibrary(again, limit);
  again.close();
  return {
    papers,
    records,
    // Closes the library, so that nothing waits in the write-ahead log.
    megabytes: statSync(join(dataDir, 'library.sqlite')).size / 1e6,
    indexMegabytes: index.bytes / 1e6,
    addSeconds,
    settleSeconds,
    importPerSecond: records / (addSeconds + settleSeconds),
    rebuildSeconds,
    rebuildPerSecond: papers / rebuildSeconds,
    addOne,
  };
}

function addAll(library: Library, papers: Iterable<PoolPaper>): { records: number; seconds: number } {
  let [records, ms] = [0, 0];
  let batch: Paper[] = [];
  const add = () => {
    ms += timed(() => library.add(batch)).ms;
    records += batch.length;
    batch = [];
    if (records % (50 * BATCH) === 0) console.error(`  library: ${records} records`);
  };
  for (const paper of papers) {
    const record = toRecord(paper);
    if (record) batch.push(record);
    if (batch.length === BATCH) add();
  }
  if (batch.length > 0) add();
  return { records, seconds: ms / 1_000 };
}

async function settle(library: Library): Promise<number> {
  const started = performance.now();
  await library.settle();
  return (performance.now() - started) / 1_000;
}
