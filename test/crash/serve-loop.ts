import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Database } from '../../src/platform/sqlite/database.ts';
import { SCRAPER_KEY } from '../helpers/secrets.ts';
import { makeCertificates } from '../service/callbacks/certificates.ts';
import { seededRandom } from './scripts.ts';
import { balancesIn, bookedJobs, violationsOf } from './serve-books.ts';
import { ownHost } from './serve-host.ts';
import { Load } from './serve-load.ts';
import { toldBalances, unseenEnds } from './serve-members.ts';
import { CallbackReceiver, SlowScraper } from './serve-peers.ts';
import { Points, SERVE_POINTS, type ServePoint } from './serve-points.ts';
import { makeAccount, type ServedAccount, ServedProcess } from './serve-process.ts';
import { countOpen, foundInFiles, leftOpen, letTimePass, withServeFile } from './serve-store.ts';
import { emptyServeSummary, type ServeSummary } from './serve-summary.ts';

type LoopOptions = {
  dataDir: string;
  kills: number;
  seed: number;
  /** Whether the leases of the last kill are waited for, half a minute, or turned back by hand. */
  isPatient: boolean;
};

const ACCOUNTS = ['alice', 'bob', 'carol'];
const CREDITS = 1_000_000;
/** A search of a busy machine takes its time: only there to end what hangs. */
const POINT_MS = 300_000;
const DRAIN_MS = 300_000;

/**
 * Kills `paperqueue serve` (SIGKILL) again and again on one data folder while the members of a lab create jobs with
 * callbacks, and holds its store against what they and their receivers saw.
 */
export async function serveKillLoop(options: LoopOptions): Promise<ServeSummary> {
  const loop = await ServeLoop.open(options);
  try {
    for (let round = 0; round < options.kills; round += 1) await loop.round(round);
    await loop.finish();
    return loop.summary;
  } finally {
    await loop.end();
  }
}

class ServeLoop {
  readonly summary = emptyServeSummary();
  readonly #options: LoopOptions;
  readonly #random: () => number;
  readonly #points = new Points();
  readonly #scraper = new SlowScraper(this.#points);
  #settings: Record<string, string> = {};
  #args: string[] = [];
  #accounts: ServedAccount[] = [];
  #watcher!: Worker;
  #receiver!: CallbackReceiver;
  #load!: Load;
  #process!: ServedProcess;

  private constructor(options: LoopOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
  }

  static async open(options: LoopOptions): Promise<ServeLoop> {
    const loop = new ServeLoop(options);
    await loop.#begin(options.dataDir);
    return loop;
  }

  async #begin(dataDir: string): Promise<void> {
    this.#watcher = new Worker(new URL('./serve-watch.mjs', import.meta.url), { workerData: dataDir });
    await once(this.#watcher, 'message');
    const host = await ownHost();
    const certificates = await makeCertificates(host.certified);
    const caFile = join(dataDir, 'ca.pem');
    this.#settings = {
      PAPERQUEUE_DATA_DIR: dataDir,
      PAPERQUEUE_SCRAPER_BASE_URL: await this.#scraper.start(),
    };
    this.#accounts = ACCOUNTS.map((name) => makeAccount(name, CREDITS, this.#settings));
    const secrets = new Map(this.#accounts.map(({ name, callbackSecret }) => [name, callbackSecret]));
    this.#receiver = new CallbackReceiver(certificates, { points: this.#points, secrets, random: this.#random });
    const port = await this.#receiver.start(host.address);
    writeFileSync(caFile, certificates.ca);
    this.#args = [
      ...['--requests-per-minute', '1000000', '--concurrency', '4'],
      ...['--callback-port', String(port), '--callback-ca', caFile, '--callback-network', ...host.networks],
    ];
    this.#load = new Load({
      accounts: this.#accounts,
      callbackUrl: `https://${host.host}:${port}`,
      points: this.#points,
      random: this.#random,
      run: String(this.#options.seed),
    });
    this.#start();
  }

  async round(round: number): Promise<void> {
    const point = SERVE_POINTS[round % SERVE_POINTS.length] as ServePoint;
    if (point === 'starting') await sleep(this.#random() * 300);
    else await this.#killingMoment(point);
    this.#load.address = undefined;
    await this.#process.kill();
    this.#noteLog();
    const open = leftOpen(this.#options.dataDir);
    const sums = this.summary.table[point];
    sums.kills += 1;
    this.summary.kills += 1;
    for (const name of ['queued', 'running', 'callbacks', 'leased'] as const) sums[name] += open[name];
    // Every other start comes too early for the leases of the dead one. So does the last one, where they are waited
    // for.
    const isLast = round === this.#options.kills - 1;
    if (round % 2 === 1 && !(isLast && this.#options.isPatient)) letTimePass(this.#options.dataDir);
    this.#start();
  }

  /** Resolves when the server is to be killed. */
  async #killingMoment(point: ServePoint): Promise<void> {
    await this.#served();
    await sleep(this.#random() * 400);
    if (point === 'random') {
      await sleep(this.#random() * 500);
      return;
    }
    const reached = new Promise<boolean>((resolve) => {
      this.#points.await(point, () => {
        // At once, and not a turn later, when the answer may have gone out or come in.
        if (point === 'committing') this.#watcher.postMessage(this.#process.child.pid);
        else this.#process.child.kill('SIGKILL');
        this.#process.closed.then(() => resolve(true));
      });
    });
    const isReached = await Promise.race([reached, sleep(POINT_MS, false, { ref: false })]);
    if (!isReached) this.#violate(`${point}: the point was not reached`);
  }

  /** The load ends, the service is left alone until nothing is open, and everything is compared. */
  async finish(): Promise<void> {
    await this.#load.end();
    if (!this.#options.isPatient) await this.#restartLater();
    const address = await this.#served();
    const started = Date.now();
    await this.#drained();
    this.summary.drainSeconds = (Date.now() - started) / 1_000;
    const { creations } = this.#load;
    for (const violation of await unseenEnds(address, this.#accounts, creations)) this.#violate(violation);
    const told = await toldBalances(address, this.#accounts);
    const code = await this.#process.stop();
    this.#noteLog();
    if (code !== 0) this.#violate(`it did not end in order: ${code}`);
    withServeFile(this.#options.dataDir, (database) => this.#compare(database, told));
    const secrets = [SCRAPER_KEY, ...this.#accounts.map(({ token }) => token)];
    for (const secret of foundInFiles(this.#options.dataDir, secrets)) this.#violate(`in a file: ${secret}`);
  }

  async end(): Promise<void> {
    await this.#process.kill();
    await this.#load.end();
    await this.#receiver.stop();
    await this.#scraper.stop();
    await this.#watcher.terminate();
  }

  #start(): void {
    const started = new ServedProcess(this.#args, this.#settings);
    this.#process = started;
    started.address.then(
      (address) => {
        // It may have been killed in the same moment.
        if (this.#process === started && !started.child.killed) this.#load.address = address;
      },
      (error) => this.#violate(String(error)),
    );
  }

  async #restartLater(): Promise<void> {
    await this.#process.kill();
    letTimePass(this.#options.dataDir);
    this.#start();
  }

  async #served(): Promise<string> {
    const address = await this.#process.address;
    if (address === undefined) throw new Error(`the service ended by itself: ${this.#process.stderr}`);
    return address;
  }

  /** Nobody polls meanwhile: the service has to come upon everything by itself. */
  async #drained(): Promise<void> {
    const deadline = Date.now() + DRAIN_MS;
    for (;;) {
      const { queued, running, callbacks } = withServeFile(this.#options.dataDir, countOpen);
      if (queued + running + callbacks === 0) return;
      if (Date.now() > deadline) {
        this.#violate(`still open: ${queued} queued, ${running} running, ${callbacks} callbacks`);
        return;
      }
      await sleep(200);
    }
  }

  #compare(database: Database, told: ReadonlyMap<string, number>): void {
    const { creations } = this.#load;
    const { received, refusals } = this.#receiver;
    const jobs = bookedJobs(database);
    const balances = balancesIn(database, (account, pool) => told.get(`${account} ${pool}`) ?? Number.NaN);
    for (const violation of violationsOf({ creations, jobs, received, balances })) this.#violate(violation);
    for (const violation of [...this.#load.violations, ...this.#receiver.violations]) this.#violate(violation);
    const stored = new Set(jobs.map(({ query }) => query));
    const lost = creations.filter(({ outcome }) => outcome === 'lost');
    Object.assign(this.summary, {
      creations: creations.length,
      answered: creations.filter(({ outcome }) => outcome === 'answered').length,
      lost: lost.length,
      lostButCharged: lost.filter(({ query }) => stored.has(query)).length,
      jobs: jobs.length,
      successes: jobs.filter(({ state }) => state === 'success').length,
      takenOver: jobs.filter(({ attempts }) => attempts > 1).length,
      errors: jobs.filter(({ state }) => state === 'error').length,
      callbacks: jobs.filter(({ delivery }) => delivery === 'delivered').length,
      requests: received.length,
      refusals,
    });
  }

  /** What the process that has ended logged as errors. */
  #noteLog(): void {
    for (const line of this.#process.stderr.split('\n').filter((text) => text.startsWith('{'))) {
      const { level, event } = JSON.parse(line) as { level?: string; event?: string };
      if (level === 'error') this.summary.logged[String(event)] = (this.summary.logged[String(event)] ?? 0) + 1;
    }
  }

  #violate(violation: string): void {
    if (!this.summary.violations.includes(violation)) this.summary.violations.push(violation);
  }
}
