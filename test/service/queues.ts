import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PaperqueueError } from '../../src/contract/errors.ts';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import type { SearchContext, SearchOutcome } from '../../src/jobs/ports/search-engine.ts';
import type { Database } from '../../src/platform/sqlite/database.ts';
import { startWorker, type Worker, type WorkerOptions } from '../../src/service/queue/worker.ts';
import { createJob, findStoredJob } from '../../src/service/store/sqlite/job-queue.ts';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';
import { readNotes } from '../../src/wording/notes.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';
import { createAccount } from './file-store.ts';
import { openServiceFile } from './service.ts';

/** Queues on real files, and workers whose searches end when the test says so. */

const workers: Worker[] = [];
// Registered after the hook that closes the files, and therefore run before it.
afterEachTest(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

export const CREDITS = 1_000;

/** A service file with accounts of these names. Jobs are told apart by their query. */
export function openQueue(...names: string[]) {
  const dataDir = temporaryFolder();
  const database = openServiceFile(dataDir);
  const ids = new Map<string, number>();
  for (const name of names) {
    const id = createAccount(database, name, { basic: CREDITS, pro: CREDITS, privateKey: CREDITS });
    ids.set(name, id as number);
  }
  const accountOf = (name: string) => ids.get(name) as number;
  const add = (name: string, query: string, extra: { callbackUrl?: string } = {}): string => {
    const request = { operation: 'querySearch', body: { query, ...extra }, filters: { limit: 200 } } as const;
    const created = createJob(database, accountOf(name), request);
    if ('refused' in created) throw new Error(created.refused);
    return created.id;
  };
  return { dataDir, database, accountOf, add };
}

type Row = {
  state: string;
  attempts: number;
  not_before: number;
  lease_token: string | null;
  lease_until: number | null;
  answer: Uint8Array | null;
};

export function rowOf(database: Database, job: string): Row {
  const sql = 'SELECT state, attempts, not_before, lease_token, lease_until, answer FROM jobs WHERE id = ?';
  const row = database.get<Row>(sql, job);
  if (!row) throw new Error(`no job ${job}`);
  return row;
}

/** What the ledger says of a job. */
export function moneyOf(database: Database, job: string): { kind: string; credits: number }[] {
  return database.all('SELECT kind, credits FROM ledger WHERE job = ? ORDER BY id', job);
}

export const CHARGED = [{ kind: 'charge', credits: 2 }];
export const REFUNDED = [...CHARGED, { kind: 'refund', credits: 2 }];

/** As if so much time had passed for everything that waits in the file. */
export function age(database: Database, milliseconds: number): void {
  database.run(
    'UPDATE jobs SET not_before = not_before - ?, lease_until = lease_until - ?',
    milliseconds,
    milliseconds,
  );
}

/** A failure that may pass by itself. */
export function passing(): PaperqueueError {
  return new PaperqueueError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: 'a source is away',
    charged: 'no',
    retryable: true,
    next: 'Wait.',
  });
}

export const NOTHING: SearchOutcome = { papers: [], notes: [] };

export type Call = {
  query: string;
  context: SearchContext;
  end: (outcome?: SearchOutcome) => void;
  fail: (error: unknown) => void;
};

/** A search whose calls stay open until the test ends them. */
export function openEndedSearch() {
  const calls: Call[] = [];
  const search: WorkerOptions['search'] = ({ body }, context) =>
    new Promise((resolve, reject) => {
      calls.push({ query: body.query ?? '', context, end: (outcome = NOTHING) => resolve(outcome), fail: reject });
    });
  /** The nth call (counted from 1), when it has come. */
  const call = async (nth: number): Promise<Call> => {
    await until(() => calls.length >= nth, `search ${nth}`);
    return calls[nth - 1] as Call;
  };
  return { calls, call, search };
}

/** A worker that is stopped after the test, woken once. */
export function work(database: Database, options: Pick<WorkerOptions, 'search'> & Partial<WorkerOptions>) {
  const errors: { event: string; error: unknown }[] = [];
  const finished: { id: string; state: string }[] = [];
  const worker = startWorker({
    store: sqliteStore(database),
    onError: (event, error) => errors.push({ event, error }),
    onFinished: ({ job, state }) => finished.push({ id: job.id, state }),
    ...options,
  });
  workers.push(worker);
  worker.wake();
  return { worker, errors, finished };
}

/** Every byte of the files in a folder, the log of SQLite included. */
export function bytesIn(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

/** A job as its account sees it; of one that succeeded with the papers and reports of its answer. */
export function storedJob(database: Database, account: number, id: string) {
  const job = findStoredJob(database, account, id);
  if (!job) return undefined;
  const { answer, ...rest } = job;
  if (!answer) return { ...rest, papers: [] };
  const { status: _, results: papers, notes, noteData, ...reports } = JSON.parse(gunzipSync(answer).toString('utf8'));
  return {
    ...rest,
    papers: papers as WirePaper[],
    notes: readNotes(noteData ?? notes, notes),
    ...(reports as Pick<SearchOutcome, 'flow'>),
  };
}
