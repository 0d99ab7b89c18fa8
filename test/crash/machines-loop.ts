import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret } from '../../src/contract/secret.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy.ts';
import { makeCertificates } from '../service/callbacks/certificates.ts';
import { startLoad } from './machines-load.ts';
import { type Machine, startMachine } from './machines-processes.ts';
import {
  AT_WORK,
  BALANCES,
  JOBS,
  LET_TIME_PASS,
  OPEN,
  WATCH,
  WATCHED,
  type Watched,
  wrongInWatched,
} from './machines-store.ts';
import { seededRandom } from './scripts.ts';
import { type Balance, type BookedJob, violationsOf } from './serve-books.ts';
import { ownHost } from './serve-host.ts';
import { toldBalances, unseenEnds } from './serve-members.ts';
import { CallbackReceiver } from './serve-peers.ts';
import { Points } from './serve-points.ts';
import { makeAccount, type ServedAccount } from './serve-process.ts';
import { startSlowEngine, UNWELCOME } from './slow-engine.ts';

export type MachinesSummary = {
  kills: number;
  /** Open at the kills, all together. */
  atKills: { queued: number; running: number; sending: number };
  faults: { crashes: number; terminations: number; stalls: number };
  /** Processes that ended because the database was away when they started. */
  startedInVain: number;
  creations: number;
  answered: number;
  lost: number;
  /** Answers to polls while processes were killed. */
  polls: number;
  jobs: number;
  successes: number;
  errors: number;
  takenOver: number;
  callbacks: number;
  requests: number;
  violations: string[];
};

type Options = {
  /** A folder for the data of the machines. */
  folder: string;
  kills: number;
  seed: number;
  /** Told how many kills there were, after each hundred. */
  onProgress?: (kills: number) => void;
  /** Whether leases of killed processes are waited for at the end, half a minute, or turned back by hand. */
  isPatient: boolean;
};

const ACCOUNTS = ['alice', 'bob', 'carol'];
const CREDITS = 1_000_000;
/** More than five minutes, after which a callback that failed twice is sent again. */
const DRAIN_LOOKS = 2_400;
const DRAIN_PAUSE_MS = 250;
/** Longer than a lease. */
const LONG_STALL_MS = 40_000;

/**
 * Kills (SIGKILL) two API and two worker processes of one PostgreSQL again and again while members create jobs with
 * callbacks; ends all connections, crashes the database, and stalls the ways to it. Then holds the books against what
 * clients and receivers saw.
 */
export async function machinesKillLoop({
  folder,
  kills,
  seed,
  isPatient,
  onProgress,
}: Options): Promise<MachinesSummary> {
  const random = seededRandom(seed);
  const closers: (() => unknown)[] = [];
  try {
    const server = await startPostgres();
    closers.push(server.stop);
    const direct = server.database();
    const run = (sql: string) => server.run(direct, sql);
    const lab = await openLab(direct, { folder, random, closers });
    run(WATCH);
    const violations: string[] = [];
    let startedInVain = 0;
    const onOwnEnd = (stderr: string) => {
      if (stderr.includes('STORE_UNAVAILABLE')) startedInVain += 1;
      else violations.push(`a process ended by itself: ${stderr.slice(-500)}`);
    };
    const machines = lab.machines.map((options) => startMachine({ ...options, onOwnEnd }));
    closers.push(() => Promise.all(machines.map((machine) => machine.stop())));
    const load = startLoad({
      ...lab,
      addresses: () => machines.flatMap((machine) => machine.address() ?? []),
      random,
      run: String(seed),
    });
    closers.push(load.end);

    const { atKills, faults } = await disturb({
      machines,
      proxies: lab.proxies,
      server,
      run,
      kills,
      random,
      onProgress,
    });
    await load.end();
    if (!isPatient) await sleep(1_000).then(() => run(LET_TIME_PASS));
    if (!(await drained(run, machines))) violations.push(`still open: ${run(AT_WORK)}`);
    const jobs = JSON.parse(run(JOBS)) as BookedJob[];
    const { creations } = load;
    const balances = JSON.parse(run(BALANCES)) as Balance[];
    const states = new Map(jobs.map(({ id, state }) => [id, state]));
    for (const address of machines.flatMap((machine) => machine.address() ?? [])) {
      const endOf = (id: string) => load.ends.get(id) ?? states.get(id);
      violations.push(...(await unseenEnds(address, lab.accounts, creations, endOf)));
      violations.push(...wrongInTold(balances, await toldBalances(address, lab.accounts)));
    }
    for (const machine of machines) {
      const code = await machine.stop();
      if (code !== 0) violations.push(`${machine.kind} did not end in order: ${code}`);
    }
    const { received } = lab.receiver;
    violations.push(...load.violations, ...lab.receiver.violations);
    violations.push(...violationsOf({ creations, jobs, received, balances }));
    violations.push(...wrongInWatched(JSON.parse(run(WATCHED)) as Watched[], jobs));
    const unrefused = jobs.filter(({ query, state }) => query.includes(UNWELCOME) && state !== 'error');
    violations.push(...unrefused.map(({ id, state }) => `${id} found no source and is a ${state}`));
    return {
      kills,
      atKills,
      faults,
      startedInVain,
      creations: creations.length,
      answered: creations.filter(({ outcome }) => outcome === 'answered').length,
      lost: creations.filter(({ outcome }) => outcome === 'lost').length,
      polls: load.polls(),
      jobs: jobs.length,
      successes: jobs.filter(({ state }) => state === 'success').length,
      errors: jobs.filter(({ state }) => state === 'error').length,
      takenOver: jobs.filter(({ attempts }) => attempts > 1).length,
      callbacks: jobs.filter(({ delivery }) => delivery === 'delivered').length,
      requests: received.length,
      violations: [...new Set(violations)],
    };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

function wrongInTold(balances: readonly Balance[], told: ReadonlyMap<string, number>): string[] {
  return balances.flatMap(({ account, pool, booked }) => {
    const balance = told.get(`${account} ${pool}`);
    return balance === booked ? [] : [`${account}, ${pool}: the ledger has ${booked}, the member is told ${balance}`];
  });
}

type LabOptions = { folder: string; random: () => number; closers: (() => unknown)[] };

/** The accounts, a receiver, a slow collection, and two machines with an own way to the database each. */
async function openLab(direct: Secret, { folder, random, closers }: LabOptions) {
  const host = await ownHost();
  const certificates = await makeCertificates(host.certified);
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, certificates.ca);
  const engine = await startSlowEngine(random);
  closers.push(engine.stop);
  const settingsAt = (name: string, url: Secret) => ({
    PAPERQUEUE_DATA_DIR: join(folder, name),
    PAPERQUEUE_DATABASE_URL: url.reveal(),
    PAPERQUEUE_SOURCES: 'collection',
    PAPERQUEUE_COLLECTION_URL: engine.address,
  });
  const accounts: ServedAccount[] = ACCOUNTS.map((name) => makeAccount(name, CREDITS, settingsAt('admin', direct)));
  const secrets = new Map(accounts.map(({ name, callbackSecret }) => [name, callbackSecret]));
  const receiver = new CallbackReceiver(certificates, { points: new Points(), secrets, random });
  const port = await receiver.start(host.address);
  closers.push(() => receiver.stop());
  const callbacks = ['--callback-port', String(port), '--callback-ca', caFile, '--callback-network', ...host.networks];
  const proxies: TcpProxy[] = [];
  const machines: Pick<Parameters<typeof startMachine>[0], 'kind' | 'args' | 'settings'>[] = [];
  for (const name of ['one', 'two']) {
    const address = new URL(direct.reveal());
    const proxy = await startTcpProxy(Number(address.port));
    closers.push(proxy.stop);
    proxies.push(proxy);
    address.port = String(proxy.port);
    const url = new Secret(address.href);
    const api = ['--port', '0', '--concurrency', '0', '--requests-per-minute', '1000000', ...callbacks];
    machines.push({ kind: 'serve', args: api, settings: settingsAt(`${name}-api`, url) });
    // Workers take from the store what `serve` was told about callbacks.
    machines.push({ kind: 'work', args: ['--concurrency', '4'], settings: settingsAt(name, url) });
  }
  return { accounts, receiver, callbackUrl: `https://${host.host}:${port}`, proxies, machines };
}

type Disturbing = {
  machines: readonly Machine[];
  proxies: readonly TcpProxy[];
  server: TestPostgres;
  run: (sql: string) => string;
  kills: number;
  random: () => number;
  onProgress: Options['onProgress'];
};

async function disturb({ machines, proxies, server, run, kills, random, onProgress }: Disturbing) {
  const atKills = { queued: 0, running: 0, sending: 0 };
  const faults = { crashes: 0, terminations: 0, stalls: 0 };
  const stalls = new Map<TcpProxy, Promise<void>>();
  const stall = (ms: number) => {
    const proxy = proxies[Math.floor(random() * proxies.length)] as TcpProxy;
    if (stalls.has(proxy)) return;
    faults.stalls += 1;
    proxy.stall();
    const over = sleep(ms).then(() => {
      proxy.resume();
      stalls.delete(proxy);
    });
    stalls.set(proxy, over);
  };
  for (let made = 0; made < kills; ) {
    await sleep(400 + random() * 1_400);
    const machine = machines[Math.floor(random() * machines.length)] as Machine;
    // One in ten is killed while it starts.
    if (!machine.isUp() && random() > 0.1) continue;
    const open = JSON.parse(run(AT_WORK)) as typeof atKills;
    if (!machine.kill()) continue;
    made += 1;
    if (made % 100 === 0) onProgress?.(made);
    for (const name of ['queued', 'running', 'sending'] as const) atKills[name] += open[name];
    if (made % 11 === 5) stall(200 + random() * 6_000);
    if (made % 50 === 40) stall(LONG_STALL_MS);
    if (made % 17 === 6) {
      run('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
      faults.terminations += 1;
    }
    if (made % 40 === 9) {
      server.crash();
      faults.crashes += 1;
    }
  }
  await Promise.all(stalls.values());
  return { atKills, faults };
}

/** Nobody asks for jobs meanwhile: the workers come upon everything by themselves. All processes have started then. */
async function drained(run: (sql: string) => string, machines: readonly Machine[]): Promise<boolean> {
  for (let looks = 0; looks < DRAIN_LOOKS; looks += 1) {
    if (Number(run(OPEN)) === 0 && machines.every((machine) => machine.isUp())) return true;
    await sleep(DRAIN_PAUSE_MS);
  }
  return false;
}
