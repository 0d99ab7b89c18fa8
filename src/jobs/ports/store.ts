import type { Balances, ReceivedPaper, SearchFlow, SourceReport } from '../../contract/answers.ts';
import type { Pool } from '../../contract/credits.ts';
import type { ChargeState } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operations.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { ServiceProgress } from '../../contract/service-progress.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { Note } from '../../wording/notes.ts';
import type { CitationAnswers } from './citations.ts';
import type { LookUpRecord } from './paper-finder.ts';
import type { RelatedRecord } from './related.ts';
import type { AttemptOutcome, Created, Mode } from './service.ts';

/**
 * The states of a job in this installation. Before the service answers: `submitting`, then `refused` (nothing was
 * charged) or `unknown` (it may have been). Afterwards the service's own words; `success` and `error` are final.
 */
export type JobRecord = {
  /** The n of the reference Jn: unique on this machine, never used twice where anybody was told it. */
  number: number;
  /** The service's id; null until it has answered. */
  jobId: string | null;
  mode: Mode;
  /** The account and service. Jobs of another account cannot be queried. */
  account: string;
  /** Null for a job that was created elsewhere and is only read here. */
  operation: Operation | 'relatedPapers' | 'lookupPapers' | null;
  /** The request as sent, without the scraper key; null for a job created elsewhere. */
  request: JobRequest | null;
  /** The request for related papers; null for a search. */
  related: RelatedRecord | null;
  /** The look-up's request and result; absent for other jobs. */
  lookUp?: LookUpRecord;
  status: string;
  cost: number;
  pool: Pool;
  charged: ChargeState;
  createdAt: string;
  finishedAt: string | null;
  /** The service's notes on the search (embedded service only). */
  notes: Note[];
  /** What each source returned, if the service reports it (embedded service only). */
  sources: SourceReport[];
  /** What happened to the found records, if the service reports it (embedded service only). */
  flow?: SearchFlow;
  /** How many papers are stored; null before the job succeeded. */
  papers: number | null;
  /** The version of paperqueue that sent the request; null if not recorded. */
  software: string | null;
  /** What the user calls it. */
  name?: string;
  /** The user's project that it belongs to. */
  group?: string;
  /** The user keeps it at hand. */
  isStarred?: true;
  /** When the user removed it, and its papers with it. */
  removedAt?: string;
  /** What the service told of the running job at this look. Not stored: at the next look it may be true no longer. */
  serviceProgress?: ServiceProgress;
  /** The store could not yet record the outcome of the creation, so only this process knows it. */
  isInMemoryOnly?: true;
};

/** SHA-256 (hexadecimal) of a job's results as stored, and whether they still match. */
export type ResultsDigest = { sha256: string; isIntact: boolean };

/** From the request to the answer (ISO 8601): the balance is of some moment in between. */
export type Interval = { from: string; to: string };

/** A measured balance of a pool, in credits. */
export type MeasuredBalance = {
  balance: number;
  /** All credits ever granted; null if the service does not say. */
  total: number | null;
  /** All credits ever spent; null or absent if the service does not say. */
  spent?: number | null;
  /** All credits ever refunded to the pool; null or absent if the service does not say. */
  refunded?: number | null;
  measured: Interval;
};

export type NewJob = Pick<JobRecord, 'mode' | 'account' | 'request' | 'cost' | 'pool'> & {
  operation: Operation;
  /** Equal for equal requests of one account. */
  fingerprint: string;
  /** Fingerprints that earlier versions gave the request. A job recorded under one of them is equal, too. */
  formerFingerprints?: readonly string[];
  /** The pool's balance before; undefined if the service did not say. */
  balanceBefore: MeasuredBalance | undefined;
  /** The idempotency key sent with the creation. Default: none. */
  idempotencyKey?: string;
  /** Until when the service keeps the key (ISO 8601). Default: it is not known to keep keys. */
  keyUntil?: string | undefined;
  /** The fingerprint without the token: equal for equal requests to the same service. */
  serviceFingerprint?: string;
};

/** A job that is already finished and free; `record` replaces the request. */
export type FreeJob<Record> = Pick<JobRecord, 'mode' | 'account' | 'notes' | 'sources'> & {
  fingerprint: string;
  record: Record;
  papers: readonly FoundPaper[];
};

/** The jobs of citation searches: free, and unfinished until a call has come to their end. */
export type CitationJobs = CitationAnswers & {
  begin(job: Omit<FreeJob<JobRecord['related']>, 'papers'>): JobRecord;
  /** Its state after a call that did not come to the end. */
  pause(number: number, state: Pick<JobRecord, 'related' | 'notes'>): JobRecord;
  finish(
    number: number,
    result: Pick<JobRecord, 'related' | 'notes' | 'sources'> & {
      fingerprint: string;
      flow: SearchFlow;
      papers: readonly FoundPaper[];
    },
  ): JobRecord;
};

/**
 * A search to be repeated: each job of its series is a run. A run stands until its end has been told; until then every
 * call of the series gets it.
 */
export type Run = {
  /** Equal for calls that want the same: those of a watch, or of one search. */
  series: string;
  /** The last run known to the caller when it began. A later one began beside it, and is the one it wants. */
  after: number;
  /** When the caller began (ISO 8601): a run whose end was told later was under way then. Default: unknown. */
  since?: string | undefined;
  /** Somebody accepted a possible double payment: a new job, unless an accepted one already stands. */
  isForced?: boolean | undefined;
  /**
   * A standing run of another series of this search (its fingerprints), begun since this moment (ISO 8601), also
   * counts. Default: none does.
   */
  shared?: { fingerprints: readonly string[]; begunSince: string } | undefined;
};

/** The series of a watch. */
export function watchSeries(watch: number): string {
  return `W${watch}`;
}

/** The series of a search that a person or program repeats. */
export function againSeries(fingerprint: string): string {
  return `again ${fingerprint}`;
}

/** Those told the end of a run: everyone who repeated the search, except watches; or everybody. */
export const CALLERS = 'again %';
export const EVERYBODY = '%';

/** A user's name for a job, and its project; null takes it away. And whether the user keeps it at hand. */
export type JobLabel = {
  name?: string | null | undefined;
  group?: string | null | undefined;
  isStarred?: boolean | undefined;
};

export type BeginCreationOptions = {
  /** Returns an equal job created since (ISO 8601) and not refused, instead of a new one; undefined: never. */
  reuseSince: string | undefined;
  /** Only equal jobs and runs with a greater number count. Default: all. */
  newerThan?: number | undefined;
  /** The series that the job is a run of, so that a standing run is returned instead. Default: none. */
  run?: Run | undefined;
  /** Given to the job, new or reused. */
  label?: JobLabel | undefined;
  /** Called in the transaction before a new job is recorded; throws to forbid it. */
  allow: () => void;
};

/** A failed creation may still be charged for this long. By then every hop on its way has timed out. */
export const SETTLED_MS = 60_000;

/** Evidence about whether an unknown creation was charged. */
export type BalanceEvidence = {
  balanceBefore: number;
  totalBefore: number | null;
  spentBefore: number | null;
  refundedBefore: number | null;
  /** When the creation was known to have failed. */
  answeredAt: string | null;
  /** Credits of the pool that our other jobs took between the two measurements. */
  othersCharged: number;
  /** Credits of the pool that our other jobs may have taken since the first measurement. */
  othersUnknown: number;
  /** Another creation could have been charged during a measurement, so the numbers prove nothing. */
  isBlurred: boolean;
};

/** A new job, or an equal one that is reused; `without`: a field that the service does not know. */
export type CreationAttempt = { job: JobRecord; reused: boolean; without?: Created['without'] };

/** A stored paper's names, as received. */
export type PaperNames = Partial<
  Record<'id' | 'title' | 'doi' | 'arxivId' | 'pmid' | 'pmcid' | 'openAlexId', string | null | undefined>
>;

/**
 * What is known to have been recorded here, and is not in the store: it is an older copy, or one begun anew. `number`
 * and `at` (ISO 8601) are of the last such job; both absent if the text about it cannot be read. `isLoss`: the store
 * was found missing or empty after that (`loss`).
 */
export type OlderStore = { file: string; number?: number; at?: string; credits: number; isLoss?: true };

/** How many jobs a store holds, and what it lacks. */
export type RecordedJobs = { total: number; missing: OlderStore | undefined };

/** Reads recorded jobs and their papers, also beside a process that records. Throws STORE_UNAVAILABLE. */
export type StoredJobs = {
  /** When this folder's former store was found missing or empty (ISO 8601), and when it had begun. */
  loss?(): { lostAt: string; begunAt: string | undefined } | undefined;
  /** Undefined if the store has all that was ever recorded before a creation was sent. */
  missing?(): OlderStore | undefined;
  /**
   * Also undefined if the creation was refused before its number was returned to a caller; the number is then reused.
   */
  byNumber(number: number): JobRecord | undefined;
  byJobId(jobId: string, account: string): JobRecord | undefined;
  /** Jobs, newest first, without removed ones: those have the status `removed`. */
  list(page: { offset: number; count: number; status: string | undefined }): { jobs: JobRecord[]; total: number };
  /** The papers of a finished job, in the service's order. Only those that `isWanted` accepts are read. */
  papers(number: number, isWanted?: (names: PaperNames) => boolean): FoundPaper[];
  /** Undefined before the job succeeded. */
  digest(number: number): ResultsDigest | undefined;
};

/** The record of jobs and of their papers. Throws STORE_UNAVAILABLE. */
export type JobStore = StoredJobs & {
  /**
   * Durably records the intent to create a job and holds its credits, before anything is sent. Look-up of an equal job,
   * permission and record are one transaction, so that two simultaneous equal requests make one job.
   */
  beginCreation(job: NewJob, options: BeginCreationOptions): CreationAttempt;
  /** The equal job that `beginCreation` would reuse; records nothing. */
  findEqual(fingerprint: string, since: string, former?: readonly string[], newerThan?: number): JobRecord | undefined;
  /** The newest equal job since a moment that a hosted service charged and ended in error. */
  findFailed(fingerprint: string, since: string, former?: readonly string[]): JobRecord | undefined;
  /** The run that `beginCreation` would return; records nothing. */
  findRun(run: Run, newerThan?: number): JobRecord | undefined;
  /** The number of a series' last run; 0 if there is none. */
  lastRun(series: string): number;
  /**
   * Records that a series was told the end of a job, or all matching series (CALLERS, EVERYBODY). If this cannot be
   * written, the end is told once more.
   */
  toldRun(job: number, series: string): void;
  /**
   * Records, immediately before a creation is sent, that it may leave; without this stamp it counts as never sent.
   * Returns false if it was given up meanwhile, perhaps by another process: then it must not be sent. `idempotencyKey`
   * tells it from a later creation of the same number. `charge`: what it will be charged to, if not what was intended.
   */
  stampDial(number: number, idempotencyKey?: string, charge?: Pick<NewJob, 'pool' | 'balanceBefore'>): boolean;
  /** Records the outcome of an attempt. If it certainly cost nothing, the stamp is removed. */
  recordAttempt(number: number, outcome: AttemptOutcome, idempotencyKey?: string): void;
  /**
   * The service has created the job: the hold becomes a charge. If the store cannot record this now, it is kept in
   * memory, shown to readers of this process, and written as soon as possible; the call still throws. The same holds
   * for `settle`.
   */
  confirm(number: number, jobId: string): JobRecord;
  /**
   * The creation ended without a job id. `no`: the hold is released and the job counts as refused. `unknown`: the hold
   * stays. `yes`: the hold becomes a charge; the job exists, but its id never arrived. `isUntold`: who made it tells
   * nobody its number, so that the next creation takes it if this one was refused, and no reader saw it.
   */
  settle(number: number, charged: ChargeState, isUntold?: boolean): JobRecord;
  /** Records a job that was created elsewhere. */
  adopt(job: Pick<JobRecord, 'mode' | 'account'> & { jobId: string }): JobRecord;
  /** Records papers related to a stored one, finished and free. */
  recordRelated(job: FreeJob<RelatedRecord>): JobRecord;
  /** Records a look-up of known papers, finished and free. */
  recordLookUp(job: FreeJob<LookUpRecord>): JobRecord;
  /** Citation searches, which go on over several calls, and what was answered to them. */
  readonly citations: CitationJobs;
  /** A state that is not final. */
  setStatus(number: number, status: string): JobRecord;
  /** A final state, with papers for `success`. */
  finish(
    number: number,
    outcome: {
      status: string;
      papers: readonly ReceivedPaper[];
      notes: Note[];
      sources?: SourceReport[];
      flow?: SearchFlow;
    },
  ): JobRecord;
  /** Names jobs, or puts them into a project. */
  label(numbers: readonly number[], label: JobLabel): void;
  /** The number of the watch whose search or run a job is. */
  watchOf(number: number): number | undefined;
  /**
   * Removes jobs with their papers, all or none: `allow` is called with each in the transaction, and throws to forbid
   * it. What is known of them and their cost stays. An equal search of a hosted service (`beginCreation`), or its id
   * (`adopt`), brings the job back, whose papers are then read from the service again.
   */
  remove(numbers: readonly number[], allow: (job: JobRecord) => void): void;
  /**
   * Credits charged or held for jobs that began since a moment (ISO 8601), all accounts and pools together; also of
   * jobs that this store lacks.
   */
  committedSince(since: string): number;
  /** Credits of a pool that our jobs took, begun at or after a moment (ISO 8601). */
  chargedSince(account: string, pool: Pool, since: string): number;
  /** Undefined if no balance was recorded before the creation. `now` is when the second balance was measured. */
  evidence(number: number, now: Interval): BalanceEvidence | undefined;
  /** The key sent with a creation; undefined unless the service still keeps it. */
  keptKey(number: number, now: string): string | undefined;
  /** Whether the service has given or shown any job to this account. */
  hasJobOfService(account: string): boolean;
  /** A creation of unknown outcome with the same `serviceFingerprint` under another token. */
  findUnderOtherToken(question: string, account: string, former?: readonly string[]): JobRecord | undefined;
  /** The balances that the service reported last. */
  balances(account: string): { balances: Balances; measured: Interval } | undefined;
  saveBalances(account: string, balances: Balances, measured: Interval): void;
};
