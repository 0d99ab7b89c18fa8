import { uptime as systemSeconds } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreUnavailable } from '../../contract/errors.ts';
import type { Pace } from '../../platform/net/pace.ts';
import { type Loss, openNoticing, readLoss } from '../../platform/sqlite/begun.ts';
import { ALL_SERIES, type JobRecord, type JobStore, type OlderStore, type Run } from '../ports/store.ts';
import type { WatchStore } from '../ports/watches.ts';
import { hasSharedBalance, readEvidence, selectBalances, upsertBalances } from './balance-evidence.ts';
import { citationJobs } from './citation-jobs.ts';
import { noticeClock, type Uptime } from './clock.ts';
import {
  findUnderOtherToken,
  giveUpAbandoned,
  hasJobOfService,
  keptKey,
  recordAttempt,
  selectUnanswered,
  stampDial,
  writeOutcome,
  writeResult,
} from './creations.ts';
import { type LoggedStore, loggedStore } from './event-logs.ts';
import { type FormerAccounts, formerAccounts } from './former-accounts.ts';
import * as rows from './job-rows.ts';
import { JOB_STORE_MIGRATIONS } from './migrations.ts';
import { describeOutcome, type Outcome, openOutcomes } from './outcomes.ts';
import { openReached } from './reached.ts';
import { addRun, markTold, selectLastRun, selectStandingRun, watchStore } from './runs.ts';
import { addHold, chargedSince, committedSince } from './spending-ledger.ts';
import { openPace } from './stored-pace.ts';
import { createPaperReader, insertFound } from './stored-papers.ts';

/** The store's file in the data folder. */
const STORE_FILE = 'jobs.sqlite';

/** How long an access may block the whole process. Longer waits do not block it: see `whenStoreIsFree`. */
const BUSY_MS = 50;

/** How long closing keeps trying to write outcomes that only this process knows; hosts kill a server that lingers. */
const CLOSING_MS = 2_000;

type Finished = Parameters<typeof rows.insertFinished> extends [unknown, ...infer Given, string] ? Given : never;

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

  const byNumber = (number: number) => rows.selectByNumber(database, number);
  const mustFind = (number: number): JobRecord => {
    const job = byNumber(number);
    if (!job) throw new Error(`job ${number} is not in the store`);
    return job;
  };
  const change = (number: number, work: (at: string) => void): JobRecord =>
    database.transaction(() => {
      work(now());
      return mustFind(number);
    });
  const write = (number: number, outcome: Outcome) =>
    change(number, (at) => {
      noticeClock(database, uptime);
      writeOutcome(database, mustFind(number), outcome, at);
    });
  const outcomes = openOutcomes(write, onKept);
  /** If the file cannot be written, the turn is unknown, and no balance proves anything. */
  const noticedTurn = (): number => {
    try {
      return database.transaction(() => noticeClock(database, uptime));
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      return Number.NaN;
    }
  };
  /** First abandons intents of dead processes, so that no call waits for them. */
  const reading = <T>(read: () => T): T => {
    outcomes.writePending();
    try {
      if (selectUnanswered(database).length > 0) database.transaction(() => giveUpAbandoned(database, process));
    } catch (error) {
      // They can be read as they are; the next look abandons them.
      if (!isStoreUnavailable(error)) throw error;
    }
    return read();
  };
  const withPending = (job: JobRecord | undefined) => job && outcomes.over(job);
  /** Whoever sees a creation in progress has seen its number. */
  const markSeen = (job: JobRecord): JobRecord => {
    if (job.status === 'submitting') whereItCanBeWritten(() => rows.updateTold(database, job.number));
    return outcomes.over(job);
  };
  const findEqual = (
    fingerprint: string,
    since: string,
    former: readonly string[] = [],
    newerThan?: number,
  ): JobRecord | undefined => {
    const equal = withPending(rows.selectEqual(database, [fingerprint, ...former], since, newerThan));
    // The collection may find now what it could not search then. A paid job is shown as it is.
    const isOurs = equal?.mode === 'embedded';
    const lacks = isOurs && equal.sources.some(({ source, failed }) => source === 'collection' && failed !== undefined);
    return equal?.status === 'refused' || lacks ? undefined : equal;
  };
  const findRun = (run: Run, newerThan = 0): JobRecord | undefined => {
    const number = selectStandingRun(database, run, newerThan, now());
    const job = number === undefined ? undefined : withPending(rows.selectByNumber(database, number));
    return job?.status === 'refused' ? undefined : job;
  };
  const watches = watchStore(database);
  const recordFinished = (...[operation, job]: Finished) =>
    database.transaction(() => {
      const number = rows.insertFinished(database, operation, job, now());
      insertFound(database, number, job.papers);
      return mustFind(number);
    });

  return {
    beginCreation: (job, { reuseSince, newerThan, run, label = {}, allow }) => {
      outcomes.writePending();
      const findStanding = () => run && findRun(run, newerThan);
      const findReusable = () =>
        reuseSince ? findEqual(job.fingerprint, reuseSince, job.formerFingerprints, newerThan) : undefined;
      const stored = database.isReadOnly ? (findStanding() ?? findReusable()) : undefined;
      if (stored?.finishedAt && stored.removedAt === undefined) return { job: stored, reused: true };
      return database.transaction(() => {
        giveUpAbandoned(database, process);
        const standing = findStanding();
        const equal = standing ?? findReusable();
        const isAccepted = run?.isForced && equal && equal.status === 'unknown';
        const at = now();
        if (run && standing) addRun(database, run, standing.number, at);
        if (equal && !isAccepted) {
          rows.updateTold(database, equal.number);
          rows.updateLabel(database, equal.number, label);
          if (equal.removedAt === undefined) return { job: equal, reused: true };
          rows.updateRestored(database, equal.number);
          return { job: mustFind(equal.number), reused: true };
        }
        allow();
        const number = rows.insertIntent(database, job, process, at, noticeClock(database, uptime));
        addHold(database, number, job.cost, at);
        if (run) addRun(database, run, number, at);
        rows.updateLabel(database, number, label);
        return { job: mustFind(number), reused: false };
      });
    },
    findEqual: (...args) => reading(() => findEqual(...args)),
    findFailed: (fingerprint, since, former = []) =>
      reading(() => {
        const newest = withPending(rows.selectNewestEqual(database, [fingerprint, ...former], since));
        const isPaid = newest?.mode === 'hosted' && newest.charged === 'yes';
        return isPaid && newest.status === 'error' ? newest : undefined;
      }),
    findRun: (...args) => reading(() => findRun(...args)),
    lastRun: (series) => selectLastRun(database, series),
    markRunReported: (job, series) => whereItCanBeWritten(() => markTold(database, job, series, now())),
    stampDial: (number, key, charge) =>
      database.transaction(() => {
        reached.record();
        giveUpAbandoned(database, process);
        if (!stampDial(database, number, { process, key }, now())) return false;
        if (charge) rows.updateCharge(database, number, charge);
        return true;
      }),
    recordAttempt: (number, outcome, key) =>
      database.transaction(() => recordAttempt(database, number, { outcome, key }, now())),
    confirm: (number, jobId, result) => outcomes.record(number, { jobId, result }),
    settle: (number, charged, details = {}) => outcomes.record(number, { charged, ...details }),
    adopt: ({ mode, account, jobId }) =>
      database.transaction(() => {
        // Another process may have recorded it in the meantime.
        const existing = rows.selectByJobId(database, jobId, account);
        if (existing?.removedAt !== undefined) rows.updateRestored(database, existing.number);
        return mustFind(existing?.number ?? rows.insertAdopted(database, mode, account, jobId, now()));
      }),
    recordRelated: (job) => recordFinished('relatedPapers', job),
    recordLookUp: (job) => recordFinished('lookupPapers', job),
    citations: citationJobs(database, mustFind),
    setStatus: (number, status) =>
      outcomes.after(number, () => change(number, () => rows.updateStatus(database, number, status))),
    finish: (number, result) =>
      outcomes.after(number, () => change(number, (at) => writeResult(database, mustFind(number), result, at))),
    byNumber: (number) =>
      reading(() => {
        const job = rows.selectTold(database, number);
        return job && markSeen(job);
      }),
    byJobId: (jobId, account) =>
      reading(() => {
        const number = outcomes.numberOf(jobId);
        const pending = number === undefined ? undefined : withPending(rows.selectByNumber(database, number));
        return pending?.account === account ? pending : withPending(rows.selectByJobId(database, jobId, account));
      }),
    list: ({ offset, count, status }) =>
      reading(() => {
        const { jobs, total } = rows.selectJobs(database, offset, count, status);
        return { jobs: jobs.map(markSeen), total };
      }),
    loss: () => readLoss(path),
    missing,
    ...createPaperReader(database, { kept: outcomes.papersOf }),
    digest: (number) => rows.selectDigest(database, number),
    textBytes: (number) => rows.selectTextBytes(database, number),
    label: (numbers, label) =>
      database.transaction(() => {
        for (const number of numbers) rows.updateLabel(database, number, label);
      }),
    watchOf: (number) => watches.watches().find(({ jobs }) => jobs.includes(number))?.number,
    remove: (numbers, allow) =>
      database.transaction(() => {
        for (const number of numbers) {
          allow(mustFind(number));
          rows.updateRemoved(database, number, now());
          markTold(database, number, ALL_SERIES, now());
        }
      }),
    committedSince: (since) => committedSince(database, since) + reached.missingSince(since),
    chargedSince: (account, pool, since) =>
      chargedSince(database, account, hasSharedBalance(database, account) ? undefined : pool, since),
    hasJobOfService: (account) => hasJobOfService(database, account),
    keptKey: (number, now) => keptKey(database, number, now),
    findUnderOtherToken: (question, account, former) => {
      const number = findUnderOtherToken(database, question, account, former);
      return number === undefined ? undefined : byNumber(number);
    },
    evidence: (number, second) => readEvidence(database, number, second, noticedTurn()),
    balances: (account) => selectBalances(database, account),
    saveBalances: (...measured) =>
      whereItCanBeWritten(() => {
        database.transaction(() => upsertBalances(database, ...measured, noticeClock(database, uptime)));
      }),
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
/** For optional records: a store that cannot be written now does without them. */
function whereItCanBeWritten(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
  }
}

function now(): string {
  return new Date().toISOString();
}
