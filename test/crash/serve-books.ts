import type { Database } from '../../src/platform/sqlite/database.ts';
import type { Creation } from './serve-load.ts';
import type { Received } from './serve-peers.ts';

/** What is in the store of the service, held against what its clients and receivers saw. */

export type BookedJob = {
  id: string;
  account: string;
  query: string;
  state: string;
  attempts: number;
  /** Rows and credits of the ledger. */
  charges: number;
  charged: number;
  pool: string | null;
  refunds: number;
  refunded: number;
  deliveries: number;
  delivery: string | null;
  webhookId: string | null;
};

export type Balance = { account: string; pool: string; granted: number; booked: number; told: number };

export type ServeFacts = {
  creations: readonly Creation[];
  jobs: readonly BookedJob[];
  received: readonly Received[];
  balances: readonly Balance[];
};

const JOBS = `SELECT jobs.id, accounts.name AS account, json_extract(body, '$.query') AS query, jobs.state, jobs.attempts,
    (SELECT count(*) FROM ledger WHERE job = jobs.id AND kind = 'charge') AS charges,
    (SELECT coalesce(sum(credits), 0) FROM ledger WHERE job = jobs.id AND kind = 'charge') AS charged,
    (SELECT max(pool) FROM ledger WHERE job = jobs.id AND kind = 'charge') AS pool,
    (SELECT count(*) FROM ledger WHERE job = jobs.id AND kind = 'refund') AS refunds,
    (SELECT coalesce(sum(credits), 0) FROM ledger WHERE job = jobs.id AND kind = 'refund') AS refunded,
    (SELECT count(*) FROM deliveries WHERE job = jobs.id) AS deliveries,
    (SELECT state FROM deliveries WHERE job = jobs.id) AS delivery,
    (SELECT id FROM deliveries WHERE job = jobs.id) AS webhookId
  FROM jobs JOIN accounts ON accounts.id = jobs.account ORDER BY jobs.rowid`;

const BALANCES = `SELECT name AS account, pool, sum(iif(kind = 'grant', credits, 0)) AS granted,
    sum(iif(kind = 'charge', -credits, credits)) AS booked
  FROM ledger JOIN accounts ON accounts.id = ledger.account GROUP BY name, pool ORDER BY name, pool`;

export function bookedJobs(database: Database): BookedJob[] {
  return database.all<BookedJob>(JOBS);
}

/** What the ledger sums up to, per account and pool. `told` is what the service told the account itself. */
export function balancesIn(database: Database, told: (account: string, pool: string) => number): Balance[] {
  return database
    .all<Omit<Balance, 'told'>>(BALANCES)
    .map((balance) => ({ ...balance, told: told(balance.account, balance.pool) }));
}

const MAX_ATTEMPTS = 3;

/** Everything that is wrong after the last restart, when all is done; empty when nothing is. */
export function violationsOf({ creations, jobs, received, balances }: ServeFacts): string[] {
  return [
    ...creations.flatMap((creation) => wrongInCreation(creation, jobs)),
    ...jobs.flatMap((job) => wrongInJob(job, creations, received)),
    ...received
      .filter(({ job }) => !jobs.some(({ id }) => id === job))
      .map(({ job }) => `a callback for a job that nobody knows: ${job}`),
    ...balances
      .filter(({ booked, told }) => booked !== told)
      .map(({ account, pool, booked, told }) => `${account}, ${pool}: the ledger has ${booked}, the account ${told}`),
  ];
}

function wrongInCreation({ query, outcome, jobId, account }: Creation, jobs: readonly BookedJob[]): string[] {
  const own = jobs.filter((job) => job.query === query);
  const wrong: string[] = [];
  if (own.length > 1) wrong.push(`one creation made ${own.length} jobs: ${query}`);
  if (outcome === 'answered' && own[0]?.id !== jobId) wrong.push(`a job is lost: ${jobId}`);
  if ((outcome === 'refused' || outcome === 'not sent') && own.length > 0)
    wrong.push(`${outcome}, but there is a job: ${query}`);
  if (own.some((job) => job.account !== account)) wrong.push(`another account has the job: ${query}`);
  return wrong;
}

function wrongInJob(job: BookedJob, creations: readonly Creation[], received: readonly Received[]): string[] {
  const { id, state, charges, charged, refunds, refunded } = job;
  const creation = creations.find(({ query }) => query === job.query);
  if (!creation) return [`${id}: nobody asked for it`];
  const wrong: string[] = [];
  const isError = state === 'error';
  if (job.attempts > MAX_ATTEMPTS) wrong.push(`${id} was at work ${job.attempts} times`);
  if (!isError && state !== 'success') wrong.push(`${id} has not ended: ${state}`);
  if (charges !== 1) wrong.push(`${id} was charged ${charges} times`);
  if (charged !== creation.credits || job.pool !== creation.pool)
    wrong.push(`${id} costs ${creation.credits} of ${creation.pool}, and was charged ${charged} of ${job.pool}`);
  if (refunds !== (isError ? 1 : 0)) wrong.push(`${id} (${state}) was refunded ${refunds} times`);
  if (refunds > 0 && refunded !== charged) wrong.push(`${id} was charged ${charged} and refunded ${refunded}`);
  const calls = received.filter((call) => call.job === id);
  return [...wrong, ...wrongInCallback(job, creation.callsBack && !isError, calls)];
}

function wrongInCallback(job: BookedJob, isDue: boolean, calls: readonly Received[]): string[] {
  const { id, deliveries, delivery, webhookId } = job;
  if (!isDue) return deliveries + calls.length > 0 ? [`${id} was called back and should not have been`] : [];
  const wrong: string[] = [];
  if (deliveries !== 1 || delivery !== 'delivered') wrong.push(`${id}: ${deliveries} callbacks, ${delivery}`);
  if (!calls.some(({ answered }) => answered)) wrong.push(`${id}: its callback never arrived`);
  if (calls.some((call) => call.id !== webhookId)) wrong.push(`${id}: its callback came under another webhook-id`);
  if (calls.some(({ account }) => account !== job.account)) wrong.push(`${id}: its callback went to another account`);
  if (new Set(calls.map(({ body }) => body)).size > 1) wrong.push(`${id}: its callback had several bodies`);
  return wrong;
}
