import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import type { ServiceStore } from '../../src/service/store/port.ts';
import { openPostgresStore } from '../../src/service/store/postgres/store.ts';
import { SERVE_FILE, SERVICE_MIGRATIONS } from '../../src/service/store/sqlite/schema.ts';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';
import { zippedAnswer } from '../../src/service/store/zipped-answer.ts';
import { startPostgres } from '../../test/helpers/postgres.ts';
import { realRecords } from '../../test/helpers/real-papers.ts';

/** A store to measure, with the bench's ways around its port. */
export type BenchStore = {
  store: ServiceStore;
  /** Settings that show it to the service's processes. */
  settings: Record<string, string>;
  /** Ends all jobs in success with this answer, as a worker would. */
  endAll(answer: Uint8Array): void;
  /** Postpones queued jobs beyond any measurement. */
  postponeAll(): void;
  /** Ends open jobs: the service does not postpone a job of its file for a day. */
  endOpen(): void;
  count(sql: string): number;
  /** Processor time of the store's own processes, in milliseconds. */
  cpu(): number;
  close(): Promise<void>;
};

const END_OPEN = `UPDATE jobs SET state = 'error', finished_at = created_at WHERE state IN ('queued', 'running')`;
const END_ALL = `UPDATE jobs SET state = 'success', attempts = 1, finished_at = created_at, answer =`;

export function benchInFile(dataDir: string): BenchStore {
  const database = openDatabase(join(dataDir, SERVE_FILE), SERVICE_MIGRATIONS);
  return {
    store: sqliteStore(database),
    settings: {},
    endAll(answer) {
      database.run(`${END_ALL} ?`, answer);
      // Writes the log back into the file, as a service that has run for long has done.
      database.all('PRAGMA wal_checkpoint (TRUNCATE)');
    },
    postponeAll: () => void database.run(`UPDATE jobs SET not_before = ? WHERE state = 'queued'`, Date.now() + 864e5),
    endOpen: () => void database.run(END_OPEN),
    count: (sql) => (database.get<{ n: number }>(sql) as { n: number }).n,
    cpu: () => 0,
    close: async () => database.close(),
  };
}

/** Opens a PostgreSQL of its own that waits for the disk, like one in use. */
export async function benchInPostgres(): Promise<BenchStore> {
  const server = await startPostgres({ isDurable: true });
  const url = server.database();
  const store = await openPostgresStore(url);
  const oldest = server.run(url, `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`).trim();
  const parent = readStat(oldest)[1] as number;
  return {
    store,
    settings: { PAPERQUEUE_DATABASE_URL: url.reveal() },
    endAll(answer) {
      // Too long for a command line: the database joins the hexadecimal digits.
      server.run(url, 'CREATE TABLE parts (place int, digits text)');
      const digits = Buffer.from(answer).toString('hex');
      for (let at = 0; at < digits.length; at += 50_000)
        server.run(url, `INSERT INTO parts VALUES (${at}, '${digits.slice(at, at + 50_000)}')`);
      server.run(
        url,
        `${END_ALL} (SELECT decode(string_agg(digits, '' ORDER BY place), 'hex') FROM parts), ended_by = id`,
      );
      server.run(url, 'VACUUM FULL ANALYZE jobs');
    },
    postponeAll: () =>
      void server.run(url, `UPDATE jobs SET not_before = now() + interval '1 day' WHERE state = 'queued'`),
    endOpen: () => void server.run(url, END_OPEN),
    count: (sql) => Number(server.run(url, sql)),
    cpu: () => readFamilyCpuTime(parent),
    async close() {
      await store.close();
      server.stop();
    },
  };
}

/** /proc/PID/stat from the state on: [1] is the parent, [11] and [12] are times in hundredths of a second. */
function readStat(pid: string | number): number[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/** Processor time of a process, in milliseconds. */
export function readCpuTime(pid: string | number): number {
  const [user = 0, system = 0] = readStat(pid).slice(11);
  return (user + system) * 10;
}

/** Processor time of a process with its children, including ended ones. */
function readFamilyCpuTime(pid: number): number {
  const [, , ofEndedUser = 0, ofEndedSystem = 0] = readStat(pid).slice(11);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const living = children.map((child) => {
    try {
      return readCpuTime(child);
    } catch {
      return 0;
    }
  });
  return readCpuTime(pid) + (ofEndedUser + ofEndedSystem) * 10 + living.reduce((sum, time) => sum + time, 0);
}

export type Account = { id: number; token: string; ended: string[]; waiting: string[] };

const CREDITS = { basic: 10_000_000, pro: 0, privateKey: 0 };

/** Adds finished jobs of these accounts, as the worker leaves them, and one waiting job for each account. */
export async function fill(bench: BenchStore, accounts: number, jobs: number, query: string): Promise<Account[]> {
  const { store } = bench;
  const request = { operation: 'querySearch', body: { query }, filters: { limit: 100 } } as const;
  const add = async ({ id }: Account) => {
    const created = await store.jobs.create(id, request, Number.POSITIVE_INFINITY);
    if (!('id' in created)) throw new Error(`refused: ${created.refused}`);
    return created.id;
  };
  const made: Account[] = [];
  for (let nth = 0; nth < accounts; nth += 1) {
    const id = (await store.accounts.create(`member-${nth}`, CREDITS)) as number;
    made.push({ id, token: (await store.tokens.create(id)).reveal(), ended: [], waiting: [] });
  }
  // As many at a time as the process has connections.
  const addSome = async (_: unknown, first: number) => {
    for (let nth = first; nth < jobs; nth += 10) {
      const account = made[nth % accounts] as Account;
      account.ended.push(await add(account));
    }
  };
  await Promise.all(Array.from({ length: 10 }, addSome));
  bench.endAll(zippedAnswer({ papers: realRecords().slice(0, 100), notes: [] }));
  for (const account of made) account.waiting.push(await add(account));
  bench.postponeAll();
  return made;
}
