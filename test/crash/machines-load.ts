import { setTimeout as sleep } from 'node:timers/promises';
import type { Creation } from './serve-load.ts';
import type { ServedAccount } from './serve-process.ts';

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
  /** Resolves when every creation that was begun has its answer. */
  end(): Promise<void>;
};

/** Of each account. */
const CLIENTS = 4;
const PAUSE_MS = 40;
/** Longer than the service takes to say that its database does not answer. */
const ANSWER_MS = 25_000;
/** Long enough for every restart; a key that is asked for longer is a violation. */
const MAX_SENDS = 300;

/**
 * Creates jobs until it is ended. Three of four creations have a key and are sent, to any API process, until they are
 * answered: those must be one job each. The others are sent once, as by a client without keys.
 */
export function startLoad(options: LoadOptions): MachinesLoad {
  const { accounts, callbackUrl, addresses, random, run } = options;
  const creations: Creation[] = [];
  const violations: string[] = [];
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
    const creation: Creation = {
      query: `Run ${run}, ${account.name}, creation ${nth}: what is known of graphs and data?`,
      account: account.name,
      pool,
      credits: 1 + Math.floor(random() * 3),
      callsBack: random() < 0.5,
      outcome: 'lost',
    };
    if (random() < 0.25) {
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

  const client = async (account: ServedAccount): Promise<void> => {
    while (!isOver) {
      await create(account);
      await sleep(random() * 400);
    }
  };
  const clients = accounts.flatMap((account) => Array.from({ length: CLIENTS }, () => client(account)));
  return {
    creations,
    violations,
    async end() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}
