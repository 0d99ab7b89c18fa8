/**
 * Measures `paperqueue serve` with stored jobs of 400 accounts, 100 real papers each: polls, creations, leases, and
 * polls while searches run, and searches of one and two worker processes (PostgreSQL only). Exits 1 when anything is
 * lost. Usage, after npm run build:
 *   npx tsx bench/serve.ts [--store postgres] [--seconds 10] [--jobs 10000] [--library FOLDER]
 * FOLDER has a library.sqlite with its index, which is searched.
 */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ServedProcess } from '../test/crash/serve-process.ts';
import { realRecords } from '../test/helpers/real-papers.ts';
import { type Answer, type LoadResult, load, type WireRequest, wireRequest } from './serve/load.ts';
import { pollWhileSearching } from './serve/searching.ts';
import { type Account, type BenchStore, benchInFile, benchInPostgres, fill, readCpuTime } from './serve/stores.ts';
import { endedByWorkers } from './serve/workers.ts';

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    seconds: { type: 'string', default: '10' },
    jobs: { type: 'string', default: '10000' },
    library: { type: 'string' },
  },
});
const seconds = Number(flags.seconds);
const ACCOUNTS = 400;
const CONNECTIONS = 10;
const QUERY = 'How do graphs and databases help to learn about networks of proteins in cells?';

type Served = { address: string; served: ServedProcess };

async function serve(dataDir: string, settings: Record<string, string>, ...more: string[]): Promise<Served> {
  const args = ['--requests-per-minute', '1000000', '--most-open-jobs', '1000000', ...more];
  const served = new ServedProcess(args, { PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_SOURCES: 'library', ...settings });
  return { served, address: (await served.address) as string };
}

/** Resident memory of the service, in MB. */
function readMemory({ child }: ServedProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}

const ms = (value: number, digits = 1) => `${value.toFixed(digits)} ms`;

/** Processor time in milliseconds, which does not depend on the load of the machine. */
type Needed = { service: number; database: number };

function needed({ served }: Served): Needed {
  return { service: readCpuTime(served.child.pid as number), database: bench.cpu() };
}

function row(
  what: string,
  { perSecond, p50, p99, max }: LoadResult,
  cpu: Needed | undefined,
  { served }: Served,
): void {
  const load = loadavg()[0]?.toFixed(1);
  const each = cpu ? [ms(cpu.service, 2), ms(cpu.database, 2)] : ['', ''];
  const cells = [what, perSecond.toFixed(0), ...each, ms(p50), ms(p99), ms(max, 0), `${readMemory(served)} MB`, load];
  console.log(`| ${cells.join(' | ')} |`);
}

async function measure(what: string, target: Served, requests: readonly WireRequest[], connections = CONNECTIONS) {
  const before = needed(target);
  const result = await load({ address: target.address, connections, seconds, requests });
  const after = needed(target);
  const each = (of: keyof Needed) => (after[of] - before[of]) / Math.max(result.total, 1);
  row(what, result, { service: each('service'), database: each('database') }, target);
  const odd = [...result.statuses].filter(([status]) => status !== 200).map(([status, n]) => `${n} x ${status}`);
  if (odd.length > 0) console.log(`(${odd.join(', ')})`);
  return result;
}

type Polled = { coding?: string; ofEach?: number };

function polls(
  accounts: readonly Account[],
  which: 'ended' | 'waiting',
  { coding = 'gzip', ofEach = 5 }: Polled = {},
): WireRequest[] {
  return accounts.flatMap(({ token, [which]: jobs }) =>
    jobs.slice(0, ofEach).map((job) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': coding };
      return { bytes: wireRequest('GET', `/v1/job/${job}`, headers) };
    }),
  );
}

function creations(accounts: readonly Account[], onAnswer: (answer: Answer) => void): WireRequest[] {
  return accounts.map(({ token }) => ({
    bytes: wireRequest('POST', '/v1/job/querySearch?limit=100', { authorization: `Bearer ${token}` }, { query: QUERY }),
    onAnswer,
  }));
}

/** Leases jobs and ends them with 100 papers, eight at a time, as workers do, in this process. */
async function leases({ store }: BenchStore): Promise<number> {
  const outcome = { papers: realRecords().slice(0, 100), notes: [] };
  const end = performance.now() + seconds * 1_000;
  let ended = 0;
  const work = async () => {
    while (performance.now() < end) {
      const job = await store.jobs.lease();
      if (!job) return;
      if (await store.jobs.finish(job, outcome)) ended += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return ended / seconds;
}

async function measureWorkers({ id: account }: Account): Promise<void> {
  console.log('\n| Searches a second | 1 worker process | 2 | load |\n| - | - | - | - |');
  for (const concurrency of [1, 2]) {
    const ended = [];
    for (const workers of [1, 2])
      ended.push((await endedByWorkers(bench, { account, dataDir, workers, concurrency, seconds })).toFixed(1));
    console.log(`| ${concurrency} at a time in each | ${ended.join(' | ')} | ${loadavg()[0]?.toFixed(1)} |`);
  }
}

/** Replaces the library that the service made of the starter catalogue. */
function takeLibrary(folder: string): void {
  for (const name of ['library.sqlite', 'library.sqlite-wal', 'library.sqlite-shm', 'library-index'])
    rmSync(join(dataDir, name), { recursive: true, force: true });
  for (const name of ['library.sqlite', 'library-index'])
    cpSync(join(folder, name), join(dataDir, name), { recursive: true });
}

const dataDir = await mkdtemp(join(tmpdir(), 'paperqueue-bench-'));
const bench = flags.store === 'postgres' ? await benchInPostgres() : benchInFile(dataDir);
try {
  const accounts = await fill(bench, ACCOUNTS, Number(flags.jobs), QUERY);
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}; ${flags.store}, ${flags.jobs} jobs\n`);
  console.log(
    '|  | per second | CPU of the service | of PostgreSQL | p50 | p99 | max | memory after | load |\n| - | - | - | - | - | - | - | - | - |',
  );

  // No worker runs beside the requests: the created jobs are processed below.
  const api = flags.store === 'postgres' ? ['--concurrency', '0'] : [];
  const first = await serve(dataDir, bench.settings, ...api);
  const again = { address: first.address, connections: CONNECTIONS, seconds: 3 };
  await load({ ...again, requests: polls(accounts, 'ended') });
  await measure('poll, job waiting', first, polls(accounts, 'waiting'));
  await measure('poll, job ended (100 papers)', first, polls(accounts, 'ended'));
  // With PostgreSQL, the process caches these few jobs, but not those of the row before.
  const few = { ofEach: 1 };
  await load({ ...again, requests: polls(accounts, 'ended', few) });
  await measure(`the same, of ${ACCOUNTS} jobs`, first, polls(accounts, 'ended', few));
  await measure('the same, without gzip', first, polls(accounts, 'ended', { coding: 'identity' }));
  const charges = () => bench.count(`SELECT count(*) AS n FROM ledger WHERE kind = 'charge'`);
  const before = charges();
  const jobs = new Set<string>();
  const created = await measure(
    api.length > 0 ? 'creation' : 'creation, jobs run beside it',
    first,
    creations(
      accounts,
      ({ status, body }) => status === 200 && jobs.add((JSON.parse(body) as { jobId: string }).jobId),
    ),
    api.length > 0 ? 32 : CONNECTIONS,
  );
  const lost = (created.statuses.get(200) ?? 0) !== jobs.size || charges() - before !== jobs.size;
  await first.served.stop();
  if (api.length > 0) console.log(`\nLeases and ends: ${(await leases(bench)).toFixed(0)} a second.`);

  if (flags.library) {
    bench.endOpen();
    takeLibrary(flags.library);
    const second = await serve(dataDir, bench.settings, '--concurrency', '8');
    for (const atOnce of [1, 8]) {
      const searchers = accounts.slice(0, 8).map(({ token }) => token);
      const few = polls(accounts.slice(8), 'ended', { ofEach: 1 });
      const options = { address: second.address, polls: few, seconds };
      // The first search of a thread opens the index.
      await pollWhileSearching({ ...options, searchers: searchers.slice(0, 2), seconds: 5 });
      const measured = { ...options, searchers: searchers.slice(0, atOnce) };
      const { searches, polls: result } = await pollWhileSearching(measured);
      row(`poll, ${atOnce} searching: ${(searches / seconds).toFixed(1)} searches a second`, result, undefined, second);
    }
    await second.served.stop();
    if (flags.store === 'postgres') await measureWorkers(accounts[0] as Account);
  }
  console.log(lost ? 'SOMETHING WAS LOST.' : `Nothing was lost: ${jobs.size} created, each charged once.`);
  if (lost) process.exitCode = 1;
} finally {
  await bench.close();
  await rm(dataDir, { recursive: true, force: true });
}
