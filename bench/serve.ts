/**
 * Measures `paperqueue serve` with 10,000 stored jobs of 20 accounts, 100 real papers each: polls and creations per
 * second, latency, memory, and what it does when it gets more than it can do. Load by autocannon on the same machine.
 * Exits 1 when anything is lost. Usage: npx tsx bench/serve.ts [seconds of each measurement, 10], after npm run build
 */
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { zippedAnswer } from '../src/service/store/answer.ts';
import { createAccount } from '../src/service/store/sqlite/accounts.ts';
import { countOpenJobs, createJob } from '../src/service/store/sqlite/job-queue.ts';
import { SERVE_FILE, SERVICE_MIGRATIONS } from '../src/service/store/sqlite/schema.ts';
import { createToken } from '../src/service/store/sqlite/tokens.ts';
import { openDatabase } from '../src/sqlite/database.ts';
import { ServedProcess } from '../test/crash/serve-process.ts';
import { realPapers } from '../test/helpers/answer-sizes.ts';

const seconds = Number(process.argv[2] ?? 10);
const JOBS = 10_000;
const ACCOUNTS = 20;
const QUERY = 'How do graphs and databases help to learn about networks of proteins in cells?';
const LATER = 24 * 60 * 60 * 1_000;

type Account = { id: number; token: string; ended: string[]; waiting: string[] };

const dataDir = await mkdtemp(join(tmpdir(), 'paperqueue-bench-'));
const path = join(dataDir, SERVE_FILE);
const database = openDatabase(path, SERVICE_MIGRATIONS);

/** Stored jobs, as the worker leaves them, and of each account one that waits for longer than the measurement. */
function fill(): Account[] {
  const answer = zippedAnswer({ papers: realPapers().slice(0, 100), notes: [] });
  const pools = { basic: 10_000_000, pro: 0, privateKey: 0 };
  const accounts = Array.from({ length: ACCOUNTS }, (_, nth): Account => {
    const id = createAccount(database, `member-${nth}`, pools) as number;
    return { id, token: createToken(database, id).reveal(), ended: [], waiting: [] };
  });
  const request = { operation: 'querySearch', body: { query: QUERY }, filters: { limit: 100 } } as const;
  const add = ({ id }: Account) => (createJob(database, id, request) as { id: string }).id;
  for (let nth = 0; nth < JOBS; nth += 1) {
    const account = accounts[nth % ACCOUNTS] as Account;
    account.ended.push(add(account));
  }
  database.run(`UPDATE jobs SET state = 'success', answer = ?, attempts = 1, finished_at = created_at`, answer);
  for (const account of accounts) account.waiting.push(add(account));
  database.run(`UPDATE jobs SET not_before = ? WHERE state = 'queued'`, Date.now() + LATER);
  // A service that has run for long has written its log back into the file.
  database.all('PRAGMA wal_checkpoint (TRUNCATE)');
  return accounts;
}

async function serve(...flags: string[]): Promise<{ address: string; served: ServedProcess }> {
  const args = ['--requests-per-minute', '1000000', ...flags];
  const served = new ServedProcess(args, { PAPERQUEUE_DATA_DIR: dataDir });
  return { served, address: (await served.address) as string };
}

type Row = [what: string, rate: string, cpu: string, p50: string, p99: string, max: string, memory: string];
const rows: Row[] = [];

/** Resident memory of the service, in MB. */
function memoryOf({ child }: ServedProcess, what: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] = new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}

/** Processor time that the service has used, in milliseconds: what it needs, however busy the machine is. */
function cpuOf({ child }: ServedProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // utime and stime, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

type Load = Pick<autocannon.Options, 'requests' | 'connections'>;

async function measure(what: string, { address, served }: Awaited<ReturnType<typeof serve>>, load: Load) {
  const cpuBefore = cpuOf(served);
  const result = await autocannon({ url: address, duration: seconds, connections: 10, ...load });
  const { latency, requests, statusCodeStats = {} } = result;
  const cpu = (cpuOf(served) - cpuBefore) / Math.max(requests.total, 1);
  const ms = (value: number) => `${value} ms`;
  rows.push([
    what,
    requests.average.toFixed(0),
    `${cpu.toFixed(2)} ms`,
    ms(latency.p50),
    ms(latency.p99),
    ms(latency.max),
    `${memoryOf(served, 'VmRSS')} MB`,
  ]);
  const statuses = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} x ${status}`);
  console.error(`${what}: ${statuses.join(', ')}, ${result.errors} errors`);
  return result;
}

function polls(accounts: readonly Account[], which: 'ended' | 'waiting', coding = 'gzip'): Load {
  const requests = accounts.flatMap((account) =>
    account[which].slice(0, 10).map((job) => ({
      method: 'GET' as const,
      path: `/v1/job/${job}`,
      headers: { authorization: `Bearer ${account.token}`, 'accept-encoding': coding },
    })),
  );
  return { requests };
}

function creations(accounts: readonly Account[], onResponse?: autocannon.Request['onResponse']): Load {
  const requests = accounts.map(({ token }) => ({
    method: 'POST' as const,
    path: '/v1/job/querySearch?limit=100',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUERY }),
    ...(onResponse ? { onResponse } : {}),
  }));
  return { requests };
}

/** Waits until the worker has done what was created; the jobs of the measurement of polls stay. */
async function drained(): Promise<number> {
  const started = performance.now();
  while (countOpenJobs(database) > ACCOUNTS) await sleep(100);
  return (performance.now() - started) / 1_000;
}

const chargesOf = () =>
  (database.get<{ n: number }>(`SELECT count(*) AS n FROM ledger WHERE kind = 'charge'`) as { n: number }).n;

try {
  const accounts = fill();
  const megabytes = Math.round((statSync(path).size + statSync(`${path}-wal`).size) / 1e6);
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}; ${JOBS} jobs, ${megabytes} MB\n`);

  const first = await serve('--most-open-jobs', '1000000');
  const idle = memoryOf(first.served, 'VmRSS');
  await measure('poll, job waiting', first, polls(accounts, 'waiting'));
  await measure('poll, job ended (100 papers)', first, polls(accounts, 'ended'));
  await measure('the same, without gzip', first, polls(accounts, 'ended', 'identity'));
  const before = chargesOf();
  const created = await measure('creation, jobs run beside it', first, creations(accounts));
  const left = countOpenJobs(database) - ACCOUNTS;
  const drainSeconds = await drained();
  const lost = created['2xx'] - (chargesOf() - before);
  const peak = memoryOf(first.served, 'VmHWM');
  await first.served.stop();

  const second = await serve('--most-open-jobs', '200');
  const answers: { status: number; job: string | undefined; retryAfter: unknown }[] = [];
  const chargesBefore = chargesOf();
  await measure('creation, 100 connections, 200 open jobs at most', second, {
    ...creations(accounts, (status, body, _context, headers) => {
      const names = headers as Record<string, unknown>;
      const job = status === 200 ? (JSON.parse(body) as { jobId: string }).jobId : undefined;
      answers.push({ status, job, retryAfter: names['Retry-After'] ?? names['retry-after'] });
    }),
    connections: 100,
  });
  await drained();
  await second.served.stop();
  const accepted = answers.filter(({ status }) => status === 200);
  const putOff = answers.filter(({ status }) => status === 503);
  const ended = accepted.filter(
    ({ job }) => database.get(`SELECT 1 FROM jobs WHERE id = ? AND state = 'success'`, job as string) !== undefined,
  );
  const charges = chargesOf() - chargesBefore;

  const table = [
    ['', 'per second', 'CPU each', 'p50', 'p99', 'max', 'memory after'],
    ['---', '---', '---', '---', '---', '---', '---'],
    ...rows,
  ];
  for (const row of table) console.log(`| ${row.join(' | ')} |`);
  console.log(`\nMemory: ${idle} MB idle, ${peak} MB at most.`);
  console.log(`After the creations ${left} jobs were open and done in ${drainSeconds.toFixed(1)} s.`);
  console.log(`Overload: ${answers.length} answers, ${accepted.length} x 200, ${putOff.length} x 503.`);
  console.log(`Of the 503, ${putOff.filter(({ retryAfter }) => Number(retryAfter) > 0).length} had Retry-After.`);
  console.log(`Of the 200, ${ended.length} ended in success; ${charges} charges.`);
  // What was on the wire when autocannon broke off may have been created without an answer that counts: at most one a
  // connection.
  const isSound =
    lost <= 0 &&
    lost >= -10 &&
    accepted.length + putOff.length === answers.length &&
    putOff.every(({ retryAfter }) => Number(retryAfter) > 0) &&
    ended.length === accepted.length &&
    charges >= accepted.length &&
    charges <= accepted.length + 100;
  console.log(isSound ? 'Nothing was lost.' : 'SOMETHING WAS LOST.');
  if (!isSound) process.exitCode = 1;
} finally {
  database.close();
  await rm(dataDir, { recursive: true, force: true });
}
