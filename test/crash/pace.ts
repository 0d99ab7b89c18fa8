/**
 * Soak of the shared pace, by real time: 25 jobs wait at once in two servers on one data folder, against a service that
 * refuses the 11th request of any minute; beside it single jobs, each alone at a service of its own, to see how soon
 * after its end a job is noticed. Usage: npm run test:long soak. Takes about six minutes; exits 1 when a request was
 * refused by the service, a job did not finish, or a call failed otherwise.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RawServer } from '../helpers/built-server.ts';
import { LimitedService } from './limited-service.ts';

const PER_MINUTE = 10;
const JOBS = 25;
const SERVERS = 2;
/** Longest wait of one call, and how often a caller goes on asking before it gives up. */
const WAIT_SECONDS = 50;
const MAX_CALLS = 20;
/** How long the single jobs take. */
const ALONE_SECONDS = [3, 7, 13, 19, 26, 33, 41, 47, 75];

type Answer = { job?: { ref: string; status: string }; error?: { code: string; charged: string } };
type Caller = { isDone: boolean; calls: number; putOff: number; errors: string[] };

const root = mkdtempSync(join(tmpdir(), 'paperqueue-soak-'));
const servers: RawServer[] = [];
let lastId = 0;

async function open(folder: string, service: LimitedService): Promise<RawServer> {
  const server = new RawServer({
    PAPERQUEUE_DATA_DIR: join(root, folder),
    PAPERQUEUE_BASE_URL: service.scripted.baseUrl,
    PAPERQUEUE_TOKEN: service.scripted.token,
  });
  servers.push(server);
  await server.initialize();
  return server;
}

async function call(server: RawServer, name: string, args: object): Promise<Answer> {
  lastId += 1;
  const { result } = await server.request(lastId, 'tools/call', { name, arguments: args }, 90_000);
  const [content] = (result?.content ?? []) as { text: string }[];
  return JSON.parse(content?.text ?? '{}') as Answer;
}

/** What an assistant does: search, again when the answer says that nothing was sent, then wait with get_job. */
async function untilDone(server: RawServer, query: string): Promise<Caller> {
  const caller: Caller = { isDone: false, calls: 0, putOff: 0, errors: [] };
  let ref: string | undefined;
  while (!caller.isDone && caller.calls < MAX_CALLS) {
    caller.calls += 1;
    const answer = ref
      ? await call(server, 'get_job', { jobId: ref, waitSeconds: WAIT_SECONDS })
      : await call(server, 'query_search', { query, waitSeconds: WAIT_SECONDS });
    if (answer.error?.code === 'RATE_LIMITED' && answer.error.charged === 'no') caller.putOff += 1;
    else if (answer.error) caller.errors.push(`${JSON.stringify(answer.error)} ${server.stderr}`);
    ref ??= answer.job?.ref;
    caller.isDone = answer.job?.status === 'success';
  }
  return caller;
}

function queryOf(name: string): string {
  return `How do owls that are fitted with reading glasses fare at night? Case ${name} of the soak.`;
}

function seconds(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1);
  return `least ${at(0)}, median ${at(0.5)}, most ${at(1)} seconds`;
}

async function manyAtOnce(): Promise<boolean> {
  const service = new LimitedService(PER_MINUTE, (job) => 15 + ((job * 7) % 46));
  await service.scripted.start();
  const pair = await Promise.all(Array.from({ length: SERVERS }, () => open('many', service)));
  const started = Date.now();
  const callers = await Promise.all(
    Array.from({ length: JOBS }, (_, job) => untilDone(pair[job % SERVERS] as RawServer, queryOf(`${job}`))),
  );
  const total = (Date.now() - started) / 1000;
  const done = callers.filter((caller) => caller.isDone).length;
  const putOff = callers.reduce((sum, caller) => sum + caller.putOff, 0);
  const calls = callers.reduce((sum, caller) => sum + caller.calls, 0);
  const errors = callers.flatMap((caller) => caller.errors);
  const noticed = service.delays.filter((delay) => delay !== undefined);
  process.stdout.write(
    `${JOBS} jobs at once, ${SERVERS} servers on one data folder, ${PER_MINUTE} requests a minute:\n` +
      `  finished ${done} of ${JOBS} in ${total.toFixed(0)} seconds, ${service.created} jobs created\n` +
      `  requests ${service.requests}, most in any minute ${service.mostInAMinute}, answered 429: ${service.refused}\n` +
      `  calls ${calls}, of which ${putOff} were put off unsent (RATE_LIMITED) and repeated\n` +
      `  other errors: ${errors.length}\n${errors.map((error) => `    ${error}\n`).join('')}` +
      `  noticed after finishing: ${seconds(noticed)}\n` +
      `    ${noticed.map((delay) => delay.toFixed(0)).join(' ')}\n`,
  );
  await service.scripted.stop();
  return done === JOBS && service.created === JOBS && service.refused === 0 && errors.length === 0;
}

async function alone(takes: number): Promise<{ line: string; isFine: boolean }> {
  const service = new LimitedService(PER_MINUTE, () => takes);
  await service.scripted.start();
  const server = await open(`alone-${takes}`, service);
  const { isDone, calls, errors } = await untilDone(server, queryOf(`alone ${takes}`));
  await service.scripted.stop();
  const [delay = Number.NaN] = service.delays;
  const line = `  takes ${takes} s: noticed after ${delay.toFixed(1)} s, ${service.requests} requests, ${calls} calls, 429: ${service.refused}, errors: ${errors.length}\n`;
  return { line, isFine: isDone && service.refused === 0 && errors.length === 0 };
}

try {
  const [many, singles] = await Promise.all([manyAtOnce(), Promise.all(ALONE_SECONDS.map(alone))]);
  process.stdout.write(
    `one job alone at ${PER_MINUTE} requests a minute:\n${singles.map(({ line }) => line).join('')}`,
  );
  if (!many || !singles.every(({ isFine }) => isFine)) process.exitCode = 1;
} finally {
  for (const { child } of servers) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
}
