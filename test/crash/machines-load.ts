import { setTimeout as sleep } from 'node:timers/promises';
import { type Creation, isUnanswered, statusOf } from './serve-load.ts';
import type { ServedAccount } from './serve-process.ts';
import { UNWELCOME } from './slow-engine.ts';

/** Clients of several API processes, which come and go. */

type Pool = 'basic' | 'pro';

type LoadOptions = {
  accounts: readonly ServedAccount[];
  /** Address of the receiver, to which the account's name is added. */
  callbackUrl: string;
  /** Where the API processes are now. */
  addresses: () => readonly string[];
  random: () => number;
  /** Told apart in the queries. */
  run: string;
};

export type MachinesLoad = {
  creations: readonly Creation[];
  violations: readonly string[];
  /** The end of each job that a client has seen ended, as it saw it first. */
  ends: ReadonlyMap<string, string>;
  /** Answers to polls. */
  polls(): number;
  /** Resolves when every creation that was begun has its answer. */
  end(): Promise<void>;
};

/** Of each account. */
const CLIENTS = 4;
const PAUSE_MS = 40;
/** Of each account, so that the queue does not grow where the machine is slow. */
const MAX_OPEN = 30;
/** The longest pause of a client between a creation, a poll and the next creation. */
const PACE_MS = 2_000;
/** One in so many creations ends in error; it has a key, so that there is a job of it. */
const UNWELCOME_EVERY = 15;
/** Longer than the service takes to say that its database does not answer. */
const ANSWER_MS = 25_000;
/** Long enough for every restart; a key that is asked for longer is a violation. */
const MAX_SENDS = 300;

function lettersOf(random: () => number): string {
  return Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
}

/**
 * Creates jobs until it is ended. Three of four creations have a key and are sent, to any API process, until they are
 * answered: those must be one job each. The others are sent once, as by a client without keys.
 */
export function startLoad(options: LoadOptions): MachinesLoad {
  const { accounts, callbackUrl, addresses, random, run } = options;
  const creations: Creation[] = [];
  const violations: string[] = [];
  const ends = new Map<string, string>();
  let begun = 0;
  let polls = 0;
  let isOver = false;

  const anyAddress = async (): Promise<string> => {
    for (;;) {
      const known = addresses();
      const address = known[Math.floor(random() * known.length)];
      if (address !== undefined) return address;
      await sleep(PAUSE_MS);
    }
  };

  const send = async (account: ServedAccount, creation: Creation, key: string | undefined): Promise<Creation> => {
    const body = { query: creation.query, enrich: creation.pool === 'pro' };
    const asked = fetch(`${await anyAddress()}/v1/job/querySearch?limit=${creation.credits * 100}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${account.token}`,
        'Content-Type': 'application/json',
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify({ ...body, ...(creation.callsBack && { callbackUrl: `${callbackUrl}/${account.name}` }) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    try {
      const answer = await asked;
      const json = (await answer.json()) as { jobId?: string };
      if (answer.status === 200) return { ...creation, outcome: 'answered', jobId: json.jobId as string };
      if (answer.status === 503) return { ...creation, outcome: 'refused' };
      // 500 is how an uncertain commit is told.
      if (answer.status !== 500) violations.push(`a creation: ${answer.status} ${JSON.stringify(json)}`);
      return creation;
    } catch {
      return creation;
    }
  };

  const create = async (account: ServedAccount): Promise<void> => {
    const pool: Pool = random() < 0.3 ? 'pro' : 'basic';
    const nth = `${creations.length}-${random()}`;
    begun += 1;
    const isWelcome = begun % UNWELCOME_EVERY !== 5;
    const topic = (isWelcome ? 'welcome' : UNWELCOME) + lettersOf(random);
    const creation: Creation = {
      query: `Run ${run}, ${account.name}, creation ${nth}, ${topic}: what is known of graphs?`,
      account: account.name,
      pool,
      credits: 1 + Math.floor(random() * 3),
      callsBack: random() < 0.5,
      outcome: 'lost',
    };
    if (isWelcome && random() < 0.25) {
      creations.push(await send(account, creation, undefined));
      return;
    }
    for (let sends = 1; ; sends += 1) {
      const sent = await send(account, creation, nth);
      if (sent.outcome === 'answered') return void (await again(account, sent, nth));
      if (sends === MAX_SENDS) {
        violations.push(`a creation found no answer: ${creation.query}`);
        creations.push(creation);
        return;
      }
      await sleep(PAUSE_MS);
    }
  };

  /** One in ten is sent once more, as by a client that has lost the answer. */
  const again = async (account: ServedAccount, sent: Creation, key: string): Promise<void> => {
    creations.push(sent);
    if (random() > 0.1) return;
    const second = await send(account, sent, key);
    if (second.outcome === 'answered' && second.jobId !== sent.jobId)
      violations.push(`one key gave two jobs: ${sent.jobId} and ${second.jobId}`);
  };

  /** Jobs of which no client has seen an end. */
  const openOf = ({ name }: ServedAccount): string[] =>
    creations.flatMap(({ account, jobId }) => (account === name && jobId && !ends.has(jobId) ? [jobId] : []));

  /** Asks any API process for a job that it has had an answer for: an end that was seen once has to stay. */
  const poll = async (account: ServedAccount): Promise<void> => {
    const own = creations.flatMap(({ account: name, jobId }) => (name === account.name && jobId ? [jobId] : []));
    // Most of the time for one of those that should end next.
    const open = openOf(account).slice(0, CLIENTS * 2);
    const asked = random() < 0.8 && open.length > 0 ? open : own;
    const jobId = asked[Math.floor(random() * asked.length)];
    if (jobId === undefined) return;
    const status = await statusOf(await anyAddress(), account, jobId).catch((error: Error) => {
      // 503: its database was away.
      if (!isUnanswered(error) && !error.message.includes(': 503 ')) violations.push(`a poll: ${error}`);
      return undefined;
    });
    if (status === undefined) return;
    polls += 1;
    const seen = ends.get(jobId);
    if (seen !== undefined && seen !== status) violations.push(`${jobId} was ${seen}, and is ${status}`);
    if (status !== 'queued') ends.set(jobId, seen ?? status);
  };

  const client = async (account: ServedAccount): Promise<void> => {
    while (!isOver) {
      if (openOf(account).length < MAX_OPEN) await create(account);
      await poll(account);
      await sleep(random() * PACE_MS);
    }
  };
  const clients = accounts.flatMap((account) => Array.from({ length: CLIENTS }, () => client(account)));
  return {
    creations,
    violations,
    ends,
    polls: () => polls,
    async end() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}
