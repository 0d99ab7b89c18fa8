import { join } from 'node:path';
import type { WirePaper } from '../contract/paper.ts';
import type { JobRecord, StoredJobs } from '../jobs/ports/store.ts';
import { type Database, openDatabase } from '../sqlite/database.ts';
import * as rows from './job-rows.ts';
import { JOB_STORE_MIGRATIONS } from './migrations.ts';
import { readJob } from './read-job.ts';

const BUSY_MS = 2_000;

/**
 * The recorded jobs, read beside the store of this process, for one reading of many: it judges no intents, writes
 * nothing, and gives equal papers of different jobs as one object, so that what is found out of one holds for all.
 */
export function openStoredJobs(dataDir: string): StoredJobs & { close(): void } {
  const database = openDatabase(join(dataDir, 'jobs.sqlite'), JOB_STORE_MIGRATIONS, BUSY_MS);
  const lists = new Map<string, WirePaper[]>();
  const papersByText = new Map<string, WirePaper>();
  const one = (paper: WirePaper): WirePaper => {
    const text = JSON.stringify(paper);
    const known = papersByText.get(text);
    if (!known) papersByText.set(text, paper);
    return known ?? paper;
  };
  const readPapers = (number: number): WirePaper[] => {
    const hash = selectHash(database, number);
    const papers = (hash && lists.get(hash)) || rows.selectPapers(database, number).map(one);
    if (hash) lists.set(hash, papers);
    return [...papers];
  };
  return {
    byNumber: (number) => readJob(rows.selectByNumber(database, number)),
    byJobId: (jobId, account) => readJob(rows.selectByJobId(database, jobId, account)),
    list: ({ offset, count, status }) => {
      const { rows: page, total } = rows.selectJobs(database, offset, count, status);
      return { jobs: page.map((row) => readJob(row) as JobRecord), total };
    },
    papers: readPapers,
    digest: (number) => rows.selectDigest(database, number),
    close: () => database.close(),
  };
}

/** The hash of a job's stored results as it was recorded: equal for equal results. */
function selectHash(database: Database, number: number): string | undefined {
  const row = database.get<{ sha256: string | null }>('SELECT sha256 FROM results WHERE job = ?', number);
  return row?.sha256 ?? undefined;
}
