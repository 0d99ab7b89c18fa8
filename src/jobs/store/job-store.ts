import { uptime as systemSeconds } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace } from '../../platform/net/pacer.ts';
import { type Loss, openNoticing, readLoss } from '../../platform/sqlite/begun.ts';
import type { JobStore, OlderStore } from '../ports/store.ts';
import type { WatchStore } from '../ports/watches.ts';
import type { Uptime } from './clock.ts';
import { giveUpAbandoned } from './creations.ts';
import { type LoggedStore, loggedStore } from './event-logs.ts';
import { type FormerAccounts, formerAccounts } from './former-accounts.ts';
import { JOB_STORE_MIGRATIONS } from './migrations.ts';
import { describeOutcome, openOutcomes } from './outcomes.ts';
import { openReached } from './reached.ts';
import { recordedJobs, writeOutcome } from './recorded-jobs.ts';
import { watchStore } from './runs.ts';
import { openPace } from './stored-pace.ts';

/** The store's file in the data folder. */
const STORE_FILE = 'jobs.sqlite';

/** How long an access may block the whole process. Longer waits do not block it: see `whenStoreIsFree`. */
const BUSY_MS = 50;

/** How long closing keeps trying to write outcomes that only this process knows; hosts kill a server that lingers. */
const CLOSING_MS = 2_000;

export type OpenedJobStore = JobStore &
  WatchStore &
  LoggedStore &
  FormerAccounts & {
    /** The pace of an account, shared with all other processes on this store. */
    paceOf(account: string): Pace;
    /** Returns, for the log, the outcomes of creations that the store could not write to the end, by job number. */
    close(): Promise<ReadonlyMap<number, object>>;
  };

/** Events of a store, for the log. */
export type StoreEvents = {
  /** The store's file existed before, and is gone. */
  onLoss?: (loss: Loss) => void;
  /** Jobs are known to exist that this file lacks. */
  onOlder?: (older: OlderStore) => void;
  /** The outcome of a creation could not be written; this process keeps it. */
  onKept?: (number: number, outcome: object, error: unknown) => void;
};

/** The job store in a SQLite file of the data folder, shared by all processes of the user. */
export function openJobStore(
  dataDir: string,
  process: number,
  uptime: Uptime = systemUptime,
  { onLoss = () => {}, onOlder = () => {}, onKept }: StoreEvents = {},
): OpenedJobStore {
  const path = join(dataDir, STORE_FILE);
  const database = openNoticing(path, JOB_STORE_MIGRATIONS, BUSY_MS, onLoss);
  // A new process has created nothing yet: a row with its process id belongs to a dead process.
  const reached = openReached(database, path);
  const missing = (): OlderStore | undefined => {
    const older = reached.missing();
    const isLoss = older !== undefined && (older.at ?? '') < (readLoss(path)?.lostAt ?? '');
    return isLoss ? { ...older, isLoss } : older;
  };
  try {
    const older = missing();
    if (older && !older.isLoss) onOlder(older);
    if (!database.isReadOnly) database.transaction(() => giveUpAbandoned(database, process, true));
  } catch (error) {
    database.close();
    throw error;
  }

  const outcomes = openOutcomes((number, outcome) => writeOutcome(database, uptime, number, outcome), onKept);
  const watches = watchStore(database);
  return {
    ...recordedJobs(database, { process, uptime, reached, outcomes }),
    loss: () => readLoss(path),
    missing,
    watchOf: (number) => watches.watches().find(({ jobs }) => jobs.includes(number))?.number,
    ...watches,
    ...loggedStore(database),
    paceOf: (account) => openPace(database, account),
    ...formerAccounts(database),
    async close() {
      const deadline = performance.now() + CLOSING_MS;
      outcomes.writePending();
      while (outcomes.pending().size > 0 && performance.now() < deadline) {
        await sleep(BUSY_MS);
        outcomes.writePending();
      }
      outcomes.stop();
      database.close();
      return new Map([...outcomes.pending()].map(([number, outcome]) => [number, describeOutcome(outcome)]));
    },
  };
}

const systemUptime = (): number => systemSeconds() * 1000;
