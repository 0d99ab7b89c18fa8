import { counted } from '../../lib/counted.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** What a database that several processes share reports about itself. */
export type DatabaseFacts = {
  version: string;
  /** Version of its schema; undefined if it has none yet. */
  schema: number | undefined;
  knownSchema: number;
  openJobs: number;
  oldestJobSeconds: number;
  /** Processes that run jobs; undefined if unknown. */
  workers: number | undefined;
  connections: number;
  maxConnections: number;
  /** Accounts whose balance differs from the sum of their ledger. */
  wrongBalances: number;
  /** The workers' numbers of imported papers, if they differ. */
  differentLibraries: number[];
};

const NAME = 'database';
const OLDEST_VERSION = 14;
/** Workers take a job within seconds, but may work on it for minutes. */
const MAX_WAIT_SECONDS = 600;
const MIN_FREE_CONNECTIONS = 10;

/** Findings about the shared database; none if there is no database. */
export async function checkDatabase(state: () => Promise<DatabaseFacts | undefined>): Promise<Finding[]> {
  const facts = await state();
  if (!facts) return [];
  const { version, schema, knownSchema, openJobs, workers, connections, maxConnections } = facts;
  const tables = schema === undefined ? 'no tables yet; the first process makes them' : `tables of version ${schema}`;
  const used = `${connections} of ${maxConnections} connections`;
  const faults = listFaults(facts);
  if (faults.length > 0) return faults;
  const running = workers === undefined ? '' : `, ${counted(workers, 'worker')}`;
  const upgrade = schema !== undefined && schema < knownSchema ? ` (the next start makes them ${knownSchema})` : '';
  return [ok(NAME, `PostgreSQL ${version}, ${tables}${upgrade}, ${counted(openJobs, 'open job')}${running}, ${used}`)];
}

/** Findings about the accounts of a service with SQLite; none if there is no such service. */
export async function checkServedBooks(wrongBalances: () => Promise<number | undefined>): Promise<Finding[]> {
  const wrong = await wrongBalances();
  if (wrong === undefined) return [];
  return [wrong > 0 ? wrongBooks('accounts', wrong) : ok('accounts', 'all balances are the sums of their ledger')];
}

function wrongBooks(name: string, accounts: number): Finding {
  const message = `the balances of ${counted(accounts, 'account')} are not the sums of their ledger`;
  return problem(name, message, 'Somebody changed rows by hand: the ledger is right. Report it otherwise.');
}

function listFaults(facts: DatabaseFacts): Finding[] {
  const { version, schema = 0, knownSchema, wrongBalances, oldestJobSeconds, connections, maxConnections } = facts;
  const { differentLibraries, openJobs, workers } = facts;
  const faults: Finding[] = [];
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    faults.push(problem(NAME, `PostgreSQL ${version} is too old`, `Use PostgreSQL ${OLDEST_VERSION} or later.`));
  if (schema > knownSchema) {
    const message = `its tables are of version ${schema}, this paperqueue knows ${knownSchema}`;
    faults.push(problem(NAME, message, 'Install the version of paperqueue that the other processes run.'));
  }
  if (wrongBalances > 0) faults.push(wrongBooks(NAME, wrongBalances));
  if (workers === 0) {
    const message =
      openJobs > 0 ? `${counted(openJobs, 'job waits', 'jobs wait')}, and no worker runs` : 'no worker runs';
    const todo = 'Start `paperqueue work` with this database, or `paperqueue serve` without --concurrency 0.';
    faults.push(openJobs > 0 ? problem(NAME, message, todo) : warning(NAME, message, todo));
  } else if (oldestJobSeconds > MAX_WAIT_SECONDS) {
    const message = `a job has been open for ${Math.round(oldestJobSeconds / 60)} minutes`;
    faults.push(
      warning(NAME, message, 'See that a `paperqueue work` runs and reaches the database; start another one.'),
    );
  }
  if (differentLibraries.length > 0) {
    const message = `the libraries of the workers have ${differentLibraries.join(' and ')} imported papers: what a job finds depends on its worker`;
    faults.push(
      warning(NAME, message, 'Import the same files on each machine, or use a collection (docs/lab/operations.md).'),
    );
  }
  if (maxConnections - connections < MIN_FREE_CONNECTIONS) {
    const message = `${connections} of ${maxConnections} connections are taken`;
    faults.push(
      warning(NAME, message, 'Raise max_connections of PostgreSQL, or run fewer processes: each takes up to ten.'),
    );
  }
  return faults;
}
