import { once } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RawServer } from '../helpers/built-server.ts';
import { checkBooks, copyStore, letTimePass, type StoredJob, storedJobs } from './books.ts';
import { ChargingServer, type Script } from './charging-server.ts';
import { scriptOf, seededRandom } from './scripts.ts';
import { emptySummary, type Outcome, outcomeOf, type Summary } from './summary.ts';

type LoopOptions = { dataDir: string; kills: number; seed: number };

const TOKEN = 'token-of-the-kill-loop';
const POINT_MS = 60_000;
const RANDOM_MS = 400;
/** Longer than the service thinks about a creation. */
const ARRIVED_MS = 250;
/** Every so many rounds an older copy of the store is put back. */
const OLDER_EVERY = 5;
/** How long the last server is watched for creations that nobody asked for. */
const WATCH_MS = 1_500;

/**
 * Kills the built server (SIGKILL) again and again on one data folder, each time while it creates another job at a
 * service that charges, and holds the store against what the service counted. The product has no hook for this: the
 * moments are seen from the service's side.
 */
export async function killLoop({ dataDir, kills, seed }: LoopOptions): Promise<Summary> {
  const loop = new KillLoop(dataDir, await new ChargingServer().start(), seed);
  try {
    await loop.begin();
    for (let round = 0; round < kills; round += 1) await loop.round(round);
    await loop.finish();
    return loop.summary;
  } finally {
    await loop.end();
  }
}

const STORE = 'jobs.sqlite';
const [OLDER, NEWEST] = ['older.sqlite', 'newest.sqlite'];

/** Moves a store with its log to another name of the folder, in place of what is there. */
function moveStore(dataDir: string, from: string, to: string): void {
  for (const ending of ['-wal', '-shm', '']) {
    rmSync(join(dataDir, to + ending), { force: true });
    if (existsSync(join(dataDir, from + ending))) renameSync(join(dataDir, from + ending), join(dataDir, to + ending));
  }
}

class KillLoop {
  readonly summary: Summary = emptySummary();
  readonly #dataDir: string;
  readonly #service: ChargingServer;
  readonly #seed: number;
  readonly #random: () => number;
  #client: RawServer | undefined;
  #calls = 0;
  /** Connections of the client that slept last. */
  #sleepers: Socket[] = [];

  constructor(dataDir: string, service: ChargingServer, seed: number) {
    this.#dataDir = dataDir;
    this.#service = service;
    this.#seed = seed;
    this.#random = seededRandom(seed);
  }

  /** Starts the first server and lets it learn the balance, so that a creation is the next request that it sends. */
  async begin(): Promise<void> {
    await this.#restart();
    await this.#call('estimate_credits', {});
  }

  async round(round: number): Promise<void> {
    const script = scriptOf(round, this.#random);
    const args = {
      keywords: ['owls', 'reading glasses', 'night vision'],
      query: `How do owls that are fitted with reading glasses fare at night? Round ${round} of seed ${this.#seed}.`,
      limit: 100 * (1 + (round % 3)),
    };
    const isCopied = round % OLDER_EVERY === 1;
    if (isCopied) copyStore(this.#dataDir, OLDER);
    const posts = this.#service.posts;
    if (this.#random() < 0.3) this.#service.refunded += 1;
    this.#service.tellsSums = this.#seed % 2 === 1;
    const told = await this.#killDuring(script, args);
    const drained = this.#service.drained(script.pause ? this.#sleepers : undefined);
    if (!script.pause) await this.#restart();
    await drained;
    const what = `${script.point}, round ${round}`;
    if (!script.pause && this.#service.posts > posts + 1) this.#violate(`${what}: sent again by itself`);
    const jobs = storedJobs(this.#dataDir);
    const job = jobs.findLast(({ query }) => query === args.query);
    const outcome = outcomeOf(job);
    this.summary.table[script.point][outcome] += 1;
    this.#check(jobs);
    if (told && outcome !== 'confirmed') this.#violate(`${what}: told to the caller as paid, but ${outcome}`);
    const isCharged = this.#service.charges.some(({ query }) => query === args.query);
    if (outcome === 'unknown' && isCharged) this.summary.unknownCharged += 1;
    const mayBePaid = outcome === 'confirmed' || outcome === 'unknown';
    if (isCopied && mayBePaid) await this.#putBackOlder(what, args);
    await this.#repeat(what, args, outcome);
    this.#check(storedJobs(this.#dataDir));
  }

  /** Asks about everything that is unknown, which must end in no wrong verdict, and watches for late creations. */
  async finish(): Promise<void> {
    const posts = this.#service.posts;
    for (const { number, status } of storedJobs(this.#dataDir))
      if (status === 'unknown') await this.#call('get_job', { jobId: `J${number}` });
    await sleep(WATCH_MS);
    if (this.#service.posts > posts) this.#violate('reading sent a creation');
    const books = this.#check(storedJobs(this.#dataDir));
    this.summary.lost = books.lost;
    this.summary.double = books.double;
    this.summary.charges = this.#service.charges.reduce((sum, { cost }) => sum + cost, 0);
  }

  async end(): Promise<void> {
    this.#client?.child.kill('SIGKILL');
    await this.#service.stop();
  }

  /**
   * Makes the call, kills the server at the script's point, and gives whether the caller had been told of a paid job.
   */
  async #killDuring(script: Script, args: object): Promise<boolean> {
    const client = this.#client as RawServer;
    const closed = once(client.child, 'close');
    const reached = new Promise<void>((resolve) => {
      this.#service.onPoint = () => {
        this.#service.onPoint = () => {};
        client.child.kill(script.pause ? 'SIGSTOP' : 'SIGKILL');
        resolve();
      };
    });
    this.#service.script = script;
    this.#calls += 1;
    const id = this.#calls;
    client.send({ id, method: 'tools/call', params: { name: 'combined_search', arguments: args } });
    if (script.point === 'random') setTimeout(() => this.#service.onPoint(), this.#random() * RANDOM_MS);
    const isReached = await Promise.race([reached.then(() => true), sleep(POINT_MS, false, { ref: false })]);
    if (!isReached) this.#violate(`${script.point}: the point was not reached`);
    if (script.pause) await this.#sleep(client, script.pause, args);
    client.child.kill('SIGKILL');
    await closed;
    // A server that stays has to look once at what the dead one left.
    if (script.pause) await this.#call('list_jobs', { count: 1 });
    this.#service.script = undefined;
    this.summary.kills += 1;
    const answer = client.messages.find((message) => message.id === id)?.result;
    return answer !== undefined && answer.isError !== true;
  }

  /** The client sleeps while another one does the same search on the same store; then it wakes up. */
  async #sleep(client: RawServer, { seconds, killAfterMs }: NonNullable<Script['pause']>, args: object): Promise<void> {
    this.#service.script = undefined;
    // What has arrived is dealt with: a request is not on its way for minutes.
    await sleep(ARRIVED_MS);
    this.#sleepers = this.#service.connections();
    const isAged = letTimePass(this.#dataDir, seconds);
    await this.#restart();
    const { json } = await this.#call('combined_search', { ...args, waitSeconds: 1 });
    const code = (json as { error?: { code: string } }).error?.code;
    if (code !== undefined && !(code === 'CHARGE_UNKNOWN' || (!isAged && code === 'STORE_UNAVAILABLE')))
      this.#violate(`beside a client that sleeps: ${JSON.stringify(json)}`);
    this.summary.sleeps += 1;
    client.child.kill('SIGCONT');
    await sleep(killAfterMs);
  }

  /** A copy from before the round takes the store's place, by a backup or a sync program, and later goes again. */
  async #putBackOlder(what: string, args: { keywords: string[]; query: string; limit: number }): Promise<void> {
    await this.#stop();
    moveStore(this.#dataDir, STORE, NEWEST);
    moveStore(this.#dataDir, OLDER, STORE);
    await this.#restart();
    const posts = this.#service.posts;
    for (const asked of [args, { ...args, query: `${args.query} Nobody has asked this before.` }]) {
      const { json } = await this.#call('combined_search', asked);
      const { code, charged } = (json as { error?: { code: string; charged: string } }).error ?? {};
      if (code !== 'CHARGE_UNKNOWN' || charged !== 'no')
        this.#violate(`${what}: over an older copy of the store a search said ${JSON.stringify(json)}`);
    }
    if (this.#service.posts > posts) this.#violate(`${what}: paid over an older copy of the store, and nobody knew`);
    this.summary.restores += 1;
    await this.#stop();
    moveStore(this.#dataDir, NEWEST, STORE);
    await this.#restart();
  }

  async #stop(): Promise<void> {
    const { child } = this.#client as RawServer;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }

  /** A new server on the same folder, its store opened by a call that sends nothing. */
  async #restart(): Promise<void> {
    this.#client = new RawServer({
      PAPERQUEUE_DATA_DIR: this.#dataDir,
      PAPERQUEUE_BASE_URL: this.#service.baseUrl,
      PAPERQUEUE_TOKEN: TOKEN,
      PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
    });
    await this.#client.initialize();
    await this.#call('list_jobs', { count: 1 });
  }

  /** The same search again: sends a creation only where there certainly was none. */
  async #repeat(what: string, args: object, outcome: Outcome): Promise<void> {
    const posts = this.#service.posts;
    const { isError, json } = await this.#call('combined_search', args);
    const sent = this.#service.posts - posts;
    const isNew = outcome === 'refused' || outcome === 'never recorded';
    if (sent !== (isNew ? 1 : 0))
      this.#violate(`${what}: ${outcome}, and the same search again sent ${sent} creations`);
    const said = json as { papers?: unknown[]; error?: { code: string; charged: string }; credits?: { cost: number } };
    if (outcome === 'unknown') {
      const isPlain = said.error?.code === 'CHARGE_UNKNOWN' && said.error.charged === 'no';
      if (!isPlain) this.#violate(`${what}: unknown, but the same search again said ${JSON.stringify(json)}`);
    } else if (isError || said.papers?.length !== 1 || (!isNew && said.credits?.cost !== 0)) {
      this.#violate(`${what}: ${outcome}, but the same search again said ${JSON.stringify(json)}`);
    }
  }

  #check(jobs: readonly StoredJob[]) {
    const books = checkBooks(jobs, this.#service.charges);
    for (const violation of books.violations) this.#violate(violation);
    return books;
  }

  #violate(violation: string): void {
    if (!this.summary.violations.includes(violation)) this.summary.violations.push(violation);
  }

  #call(name: string, args: object) {
    this.#calls += 1;
    return (this.#client as RawServer).call(this.#calls, name, args);
  }
}
