import { setTimeout as sleep } from 'node:timers/promises';
import { SCRAPER_KEY } from '../helpers/secrets.ts';
import type { Points } from './serve-points.ts';
import type { ServedAccount } from './serve-process.ts';

/** Clients that create jobs and ask for them, while the service comes and goes. */

type Pool = 'basic' | 'pro' | 'privateKey';

/** A creation as its client knows it. The query of each is its own, so that its job can be found in the store. */
export type Creation = {
  query: string;
  account: string;
  pool: Pool;
  credits: number;
  callsBack: boolean;
  /** `lost`: the request went out and no answer came. `not sent`: nothing listened. */
  outcome: 'answered' | 'refused' | 'not sent' | 'lost';
  jobId?: string;
};

type LoadOptions = {
  accounts: readonly ServedAccount[];
  /** Address of the receiver, to which the account's name is added. */
  callbackUrl: string;
  points: Points;
  random: () => number;
  /** Told apart in the queries. */
  run: string;
};

const KEYWORDS = ['graph', 'database', 'learning', 'network', 'algorithm', 'theory', 'cell', 'climate'];
/** A client looks so often after a job before it makes the next one. */
const MAX_LOOKS = 4;
const PAUSE_MS = 15;
/** Node's own fetch was seen to wait for ever for a server that died while the connection was made. */
const ANSWER_MS = 10_000;

export class Load {
  readonly creations: Creation[] = [];
  readonly violations: string[] = [];
  polls = 0;
  /** Where the service is; undefined while it is down. */
  address: string | undefined;
  #isOver = false;
  readonly #options: LoadOptions;
  readonly #clients: Promise<void>[];

  constructor(options: LoadOptions) {
    this.#options = options;
    // Of each account one client that is quick, and one whose jobs take long because they read landing pages.
    this.#clients = options.accounts.flatMap((account) => [this.#client(account, false), this.#client(account, true)]);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #client(account: ServedAccount, scrapes: boolean): Promise<void> {
    while (!this.#isOver) {
      await sleep(PAUSE_MS);
      if (this.address === undefined) continue;
      const creation = await this.#create(this.address, account, scrapes);
      this.creations.push(creation);
      if (creation.jobId === undefined) continue;
      this.#options.points.reach('answered');
      for (let looks = 0; looks < MAX_LOOKS && !this.#isOver; looks += 1) {
        await sleep(PAUSE_MS);
        if (await this.#isFinal(account, creation.jobId)) break;
      }
    }
  }

  async #create(address: string, account: ServedAccount, scrapes: boolean): Promise<Creation> {
    const { callbackUrl, points, random, run } = this.#options;
    const credits = 1 + Math.floor(random() * 3);
    const enrich = random() < 0.3;
    const callsBack = random() < 0.75;
    const query = `Run ${run}, ${account.name}, creation ${this.creations.length}-${random()}: what is known of graphs and data?`;
    const start = Math.floor(random() * (KEYWORDS.length - 3));
    const creation: Creation = {
      query,
      account: account.name,
      pool: scrapes ? 'privateKey' : enrich ? 'pro' : 'basic',
      credits,
      callsBack,
      outcome: 'lost',
    };
    const body = {
      query,
      keywords: KEYWORDS.slice(start, start + 3),
      enrich,
      ...(scrapes ? { scraperKey: SCRAPER_KEY } : {}),
      ...(callsBack ? { callbackUrl: `${callbackUrl}/${account.name}` } : {}),
    };
    setTimeout(() => points.reach('creating'), random() * 6);
    try {
      const asked = fetch(`${address}/v1/job/combinedSearch?limit=${credits * 100}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${account.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      // A creation with a key is committed only after the key has been checked.
      if (!scrapes) points.reach('committing');
      const answer = await asked;
      const json = (await answer.json()) as { jobId?: string };
      if (answer.status === 200) return { ...creation, outcome: 'answered', jobId: json.jobId as string };
      if (answer.status !== 503) this.violations.push(`a creation: ${answer.status} ${JSON.stringify(json)}`);
      return { ...creation, outcome: 'refused' };
    } catch (error) {
      const { code, syscall } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
      return { ...creation, outcome: code === 'ECONNREFUSED' && syscall === 'connect' ? 'not sent' : 'lost' };
    }
  }

  async #isFinal(account: ServedAccount, jobId: string): Promise<boolean> {
    if (this.address === undefined) return true;
    try {
      const status = await statusOf(this.address, account, jobId);
      this.polls += 1;
      return status !== 'queued';
    } catch (error) {
      if (!isUnanswered(error)) this.violations.push(`a poll: ${error}`);
      return true;
    }
  }
}

/** Whether the service was gone: what it answered is all that counts. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError || (error as Error).name === 'TimeoutError';
}

/** What the service says of a job. Throws when that is none of the documented states. */
export async function statusOf(address: string, account: ServedAccount, jobId: string): Promise<string> {
  const answer = await fetch(`${address}/v1/job/${jobId}`, {
    headers: { Authorization: `Bearer ${account.token}` },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const { status, results } = (await answer.json()) as { status?: string; results?: unknown };
  const isFine = status === 'queued' || status === 'error' || (status === 'success' && Array.isArray(results));
  if (answer.status !== 200 || !isFine) throw new RangeError(`job ${jobId}: ${answer.status} ${status}`);
  return status;
}
