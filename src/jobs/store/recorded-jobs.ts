import { isStoreUnavailable } from '../../contract/errors.ts';
import type { Database } from '../../platform/sqlite/database.ts';
import { ALL_SERIES, type JobRecord, type JobStore, type Run } from '../ports/store.ts';
import { hasSharedBalance, readEvidence, selectBalances, upsertBalances } from './balance-evidence.ts';
import { citationJobs } from './citation-jobs.ts';
import { noticeClock, type Uptime } from './clock.ts';
import * as creations from './creations.ts';
import * as rows from './job-rows.ts';
import type { Outcome, Outcomes } from './outcomes.ts';
import type { Reached } from './reached.ts';
import { addRun, markTold, selectLastRun, selectStandingRun } from './runs.ts';
import { addHold, chargedSince, committedSince } from './spending-ledger.ts';
import { createPaperReader, insertFound } from './stored-papers.ts';

/** The jobs of a store, and what they cost. */

type Finished = Parameters<typeof rows.insertFinished> extends [unknown, ...infer Given, string] ? Given : never;

type Parts = { process: number; uptime: Uptime; reached: Reached; outcomes: Outcomes };

export function recordedJobs(
  database: Database,
  { process, uptime, reached, outcomes }: Parts,
): Omit<JobStore, 'loss' | 'missing' | 'watchOf'> {
  const mustFind = (number: number) => findStored(database, number);
  const change = (number: number, work: (at: string) => void): JobRecord =>
    database.transaction(() => {
      work(now());
      return mustFind(number);
    });
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
      if (creations.selectUnanswered(database).length > 0)
        database.transaction(() => creations.giveUpAbandoned(database, process));
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
        creations.giveUpAbandoned(database, process);
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
        creations.giveUpAbandoned(database, process);
        if (!creations.stampDial(database, number, { process, key }, now())) return false;
        if (charge) rows.updateCharge(database, number, charge);
        return true;
      }),
    recordAttempt: (number, outcome, key) =>
      database.transaction(() => creations.recordAttempt(database, number, { outcome, key }, now())),
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
      outcomes.after(number, () =>
        change(number, (at) => creations.writeResult(database, mustFind(number), result, at)),
      ),
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
    ...createPaperReader(database, { kept: outcomes.papersOf }),
    digest: (number) => rows.selectDigest(database, number),
    textBytes: (number) => rows.selectTextBytes(database, number),
    label: (numbers, label) =>
      database.transaction(() => {
        for (const number of numbers) rows.updateLabel(database, number, label);
      }),
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
    hasJobOfService: (account) => creations.hasJobOfService(database, account),
    keptKey: (number, now) => creations.keptKey(database, number, now),
    findUnderOtherToken: (question, account, former) => {
      const number = creations.findUnderOtherToken(database, question, account, former);
      return number === undefined ? undefined : rows.selectByNumber(database, number);
    },
    evidence: (number, second) => readEvidence(database, number, second, noticedTurn()),
    balances: (account) => selectBalances(database, account),
    saveBalances: (...measured) =>
      whereItCanBeWritten(() => {
        database.transaction(() => upsertBalances(database, ...measured, noticeClock(database, uptime)));
      }),
  };
}

/** Records what became of a creation. */
export function writeOutcome(database: Database, uptime: Uptime, number: number, outcome: Outcome): JobRecord {
  return database.transaction(() => {
    const at = now();
    noticeClock(database, uptime);
    creations.writeOutcome(database, findStored(database, number), outcome, at);
    return findStored(database, number);
  });
}

function findStored(database: Database, number: number): JobRecord {
  const job = rows.selectByNumber(database, number);
  if (!job) throw new Error(`job ${number} is not in the store`);
  return job;
}

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
