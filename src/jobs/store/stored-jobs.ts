import { join } from 'node:path';
import type { ReceivedPaper } from '../../contract/answers.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { fromWire, readRank } from '../../papers/wire.ts';
import { openOrRead } from '../../platform/sqlite/database.ts';
import type { ReviewStore } from '../ports/reviews.ts';
import type { StoredJobs } from '../ports/store.ts';
import { reviewStore } from './event-logs.ts';
import * as rows from './job-rows.ts';
import { JOB_STORE_MIGRATIONS } from './migrations.ts';
import { createPaperReader } from './stored-papers.ts';

const BUSY_MS = 2_000;

/**
 * Reads the recorded jobs independently of this process's store, for one large read: it abandons no intents, writes
 * nothing, and returns equal papers of different jobs as one object, so that what is computed for one holds for all.
 */
export function openStoredJobs(dataDir: string): StoredJobs & ReviewStore & { close(): void } {
  const database = openOrRead(join(dataDir, 'jobs.sqlite'), JOB_STORE_MIGRATIONS, BUSY_MS);
  const papersByText = new Map<string, FoundPaper>();
  /** Keyed without the fields that differ between searches: most of the time goes into reading the rest. */
  const records = new Map<string, FoundPaper>();
  const readOnce = (wire: ReceivedPaper) => {
    const text = JSON.stringify(wire);
    const cached = papersByText.get(text);
    if (cached) return cached;
    const { score: _, explanation: __, ...lasting } = wire;
    const key = JSON.stringify(lasting);
    const record = records.get(key) ?? fromWire(lasting);
    records.set(key, record);
    const paper = { ...record, search: { ...record.search, ...readRank(wire) } };
    papersByText.set(text, paper);
    return paper;
  };
  return {
    ...reviewStore(database),
    byNumber: (number) => rows.selectTold(database, number),
    byJobId: (jobId, account) => rows.selectByJobId(database, jobId, account),
    list: ({ offset, count, status }) => rows.selectJobs(database, offset, count, status),
    ...createPaperReader(database, { read: readOnce, maxKept: Number.POSITIVE_INFINITY }),
    digest: (number) => rows.selectDigest(database, number),
    textBytes: (number) => rows.selectTextBytes(database, number),
    close: () => database.close(),
  };
}
