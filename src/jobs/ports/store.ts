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
  /** The n of the reference Jn: unique on this machine, and never reused once a caller has seen it. */
  number: number;
  /** The service's id; null until the service has answered, and if it answered at once and named none. */
  jobId: string | null;
  mode: Mode;
  /** The account at its service. Jobs of another account cannot be queried. */
  account: string;
  /** Null for a job that was created elsewhere and only read here. */
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
  /** What happened to the records found, if the service reports it (embedded service only). */
  flow?: SearchFlow;
  /** How many papers are stored; null before the job succeeded. */
  papers: number | null;
  /** The version of paperqueue that sent the request; null if not recorded. */
  software: string | null;
  /** The user's name for it. */
  name?: string;
  /** The user's project it belongs to. */
  group?: string;
  /** The user has starred it. */
  isStarred?: true;
  /** When the user removed the job with its papers. */
  removedAt?: string;
  /** The progress of a running job at this look. Not stored: it may be outdated at the next look. */
  serviceProgress?: ServiceProgress;
  /** The store could not record the outcome of the creation yet, so only this process knows it. */
  isInMemoryOnly?: true;
};

/** SHA-256 (hexadecimal) of a job's results as stored, and whether they still match. */
export type ResultsDigest = { sha256: string; isIntact: boolean };

/** From the request to the answer (ISO 8601): the balance was measured at some moment in between. */
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
  /** When the service will drop the key (ISO 8601). Default: it is not known to keep keys. */
  keyUntil?: string | undefined;
  /** The fingerprint without the token: equal for equal requests to the same service. */
  serviceFingerprint?: string;
};

/** A job that is free and already finished; `record` replaces the request. */
export type FreeJob<Record> = Pick<JobRecord, 'mode' | 'account' | 'notes' | 'sources'> & {
  fingerprint: string;
  record: Record;
  papers: readonly FoundPaper[];
};

/** The jobs of citation searches: free, and unfinished until a call completes them. */
export type CitationJobs = CitationAnswers & {
  begin(job: Omit<FreeJob<JobRecord['related']>, 'papers'>): JobRecord;
  /** Records the state after a call that did not complete the search. */
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
 * A search to be repeated: each of its jobs is a run of its series. A run is open until its end has been reported;
 * until then every call of the series gets it.
 */
export type Run = {
  /** Shared by calls that want the same run: those of one watch, or repeats of one search. */
  series: string;
  /**
   * The last run that the caller knew when it started. A later one started concurrently, and is the one the caller
   * gets.
   */
  after: number;
  /** When the caller started (ISO 8601): a run whose end was reported later was open then. Default: unknown. */
  since?: string | undefined;
  /** Somebody accepted a possible double payment: creates a new job, unless an accepted one is still open. */
  isForced?: boolean | undefined;
  /**
   * An open run of another series of this search (its fingerprints), begun since this moment (ISO 8601), also counts.
   * Default: none does.
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

/** Series patterns for `markRunReported`: everyone who repeated the search, except watches; or everybody. */
export const REPEATED_SEARCHES = 'again %';
export const ALL_SERIES = '%';

/** A user's name for a job, its project (null removes either), and whether it is starred. */
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
  /** The series that the job is a run of, so that an open run is returned instead. Default: none. */
  run?: Run | undefined;
  /** Set on the job, new or reused. */
  label?: JobLabel | undefined;
  /** Called in the transaction before a new job is recorded; throws to forbid it. */
  allow: () => void;
};

/** A failed creation may still be charged for this long; after that every hop has timed out. */
export const SETTLED_MS = 60_000;

/** Evidence about whether an unknown creation was charged. */
export type BalanceEvidence = {
  balanceBefore: number;
  totalBefore: number | null;
  spentBefore: number | null;
  refundedBefore: number | null;
  /** When the creation became known to have failed. */
  answeredAt: string | null;
  /** Credits that our other jobs took from the pool between the two measurements. */
  othersCharged: number;
  /** Credits that our other jobs may have taken from the pool since the first measurement. */
  othersUnknown: number;
  /** Another creation could have been charged during a measurement, so the numbers prove nothing. */
  isBlurred: boolean;
};

/** A new job, or an equal one that is reused; `without`: a field that the service does not support. */
export type CreationAttempt = { job: JobRecord; reused: boolean; without?: Created['without'] };

/** A stored paper's names, as received. */
export type PaperNames = Partial<
  Record<'id' | 'title' | 'doi' | 'arxivId' | 'pmid' | 'pmcid' | 'openAlexId', string | null | undefined>
>;

/**
 * Describes a store that is an older copy, or was created anew: jobs known to have been recorded are missing. `number`
 * and `at` (ISO 8601) belong to the last such job; both are absent if the file that says so cannot be read. `isLoss`:
 * the store was found missing or empty after that (`loss`).
 */
export type OlderStore = { file: string; number?: number; at?: string; credits: number; isLoss?: true };

/** How many jobs a store holds, and what it lacks. */
export type RecordedJobs = { total: number; missing: OlderStore | undefined };

/** Reads recorded jobs and their papers, even while another process writes. Throws STORE_UNAVAILABLE. */
export type StoredJobs = {
  /** When the folder's previous store was found missing or empty (ISO 8601), and when that store had begun. */
  loss?(): { lostAt: string; begunAt: string | undefined } | undefined;
  /** Undefined if the store has every creation that was recorded before it was sent. */
  missing?(): OlderStore | undefined;
  /**
   * Also undefined if the creation was refused before its number was returned to a caller; the number is then reused.
   */
  byNumber(number: number): JobRecord | undefined;
  byJobId(jobId: string, account: string): JobRecord | undefined;
  /** Jobs, newest first, without removed ones, which have the status `removed`. */
  list(page: { offset: number; count: number; status: string | undefined }): { jobs: JobRecord[]; total: number };
  /** The papers of a finished job, in the service's order. Only those that `isWanted` accepts are read. */
  papers(number: number, isWanted?: (names: PaperNames) => boolean): FoundPaper[];
  /** Reads the papers of a finished job in steps, so that `papers` has them at once. */
  readAhead(number: number): Promise<void>;
  /** How many bytes of text the papers of a job are; 0 before it succeeded. */
  textBytes(number: number): number;
  /** The paper of the library with this reference or identifier, and its reference. Absent: there is no library. */
  libraryPaper?(name: string): { ref: string; paper: FoundPaper } | undefined;
  /** Undefined before the job succeeded. */
  digest(number: number): ResultsDigest | undefined;
};

/**
 * `isUntold`: the number of a creation was not returned to a caller, so the next one reuses it if this one was refused
 * and no reader saw it. `namedId`: the id of a job that an answer named although it reports an error.
 */
export type SettleDetails = { isUntold?: boolean; namedId?: string };

/** The final state of a job, with its papers. */
export type JobResult = {
  status: string;
  papers: readonly ReceivedPaper[];
  notes: Note[];
  sources?: SourceReport[];
  flow?: SearchFlow;
};

/** What the service answered to a creation. */
export type Confirmed = { jobId: string | null; result?: JobResult | undefined };

/** A job that the service has created, before the store has recorded it. */
export function asConfirmed(job: JobRecord, { jobId, result }: Confirmed): JobRecord {
  const confirmed: JobRecord = { ...job, jobId, status: 'queued', charged: 'yes', isInMemoryOnly: true };
  if (!result) return confirmed;
  const { papers, ...outcome } = result;
  return { ...confirmed, ...outcome, finishedAt: new Date().toISOString(), papers: papers.length };
}

/** The record of jobs and of their papers. Throws STORE_UNAVAILABLE. */
export type JobStore = StoredJobs & {
  /**
   * Durably records the intent to create a job and holds its credits, before anything is sent. Looking up an equal job,
   * the permission and the record are one transaction, so two simultaneous equal requests create one job.
   */
  beginCreation(job: NewJob, options: BeginCreationOptions): CreationAttempt;
  /** The equal job that `beginCreation` would reuse; records nothing. */
  findEqual(fingerprint: string, since: string, former?: readonly string[], newerThan?: number): JobRecord | undefined;
  /** The newest equal job since a moment that a hosted service charged for and that ended in error. */
  findFailed(fingerprint: string, since: string, former?: readonly string[]): JobRecord | undefined;
  /** The run that `beginCreation` would return; records nothing. */
  findRun(run: Run, newerThan?: number): JobRecord | undefined;
  /** The number of a series' last run; 0 if there is none. */
  lastRun(series: string): number;
  /**
   * Records that the end of a job was reported to a series, or to all matching series (CALLERS, EVERYBODY). If this
   * cannot be written, the end is reported once more.
   */
  markRunReported(job: number, series: string): void;
  /**
   * Records, immediately before a creation is sent, that it may leave; without this stamp it counts as never sent.
   * Returns false if it has been abandoned, perhaps by another process: then it must not be sent. `idempotencyKey`
   * distinguishes it from a later creation with the same number. `charge`: the actual pool and balance, if other than
   * intended.
   */
  stampDial(number: number, idempotencyKey?: string, charge?: Pick<NewJob, 'pool' | 'balanceBefore'>): boolean;
  /** Records the outcome of an attempt. If it certainly cost nothing, the stamp is removed. */
  recordAttempt(number: number, outcome: AttemptOutcome, idempotencyKey?: string): void;
  /**
   * The service has created the job: the hold becomes a charge. With a `result`, the job is also finished: the answer
   * had its papers, and no id if `jobId` is null. It may be called again with the result. If the store cannot record
   * this now, it is kept in memory, shown to readers in this process, and written as soon as possible; the call still
   * throws. The same holds for `settle`.
   */
  confirm(number: number, jobId: string | null, result?: JobResult): JobRecord;
  /**
   * The creation ended without a job id. `no`: the hold is released and the job counts as refused. `unknown`: the hold
   * stays. `yes`: the hold becomes a charge; the job exists, but its id never arrived.
   */
  settle(number: number, charged: ChargeState, details?: SettleDetails): JobRecord;
  /** Records a job that was created elsewhere. */
  adopt(job: Pick<JobRecord, 'mode' | 'account'> & { jobId: string }): JobRecord;
  /** Records papers related to a stored one, finished and free. */
  recordRelated(job: FreeJob<RelatedRecord>): JobRecord;
  /** Records a look-up of known papers, finished and free. */
  recordLookUp(job: FreeJob<LookUpRecord>): JobRecord;
  /** Citation searches, which continue over several calls, and the answers they received. */
  readonly citations: CitationJobs;
  /** Records a state that is not final. */
  setStatus(number: number, status: string): JobRecord;
  /** Records a final state, with papers for `success`. */
  finish(number: number, result: JobResult): JobRecord;
  /** Names jobs, or puts them into a project. */
  label(numbers: readonly number[], label: JobLabel): void;
  /** The number of the watch that the job belongs to. */
  watchOf(number: number): number | undefined;
  /**
   * Removes jobs with their papers, all or none: `allow` is called with each in the transaction, and throws to forbid
   * it. Their records and costs stay. An equal search of a hosted service (`beginCreation`) or its id (`adopt`)
   * restores the job; its papers are then read from the service again.
   */
  remove(numbers: readonly number[], allow: (job: JobRecord) => void): void;
  /**
   * Credits charged or held for jobs that began since a moment (ISO 8601), in all accounts and pools; including jobs
   * that this store lacks.
   */
  committedSince(since: string): number;
  /** Credits that our jobs took from a pool's balance, begun at or after a moment (ISO 8601). */
  chargedSince(account: string, pool: Pool, since: string): number;
  /** Undefined if no balance was recorded before the creation. `now`: when the second balance was measured. */
  evidence(number: number, now: Interval): BalanceEvidence | undefined;
  /** The key sent with a creation; undefined unless the service still keeps it. */
  keptKey(number: number, now: string): string | undefined;
  /** Whether the service has created or shown any job for this account. */
  hasJobOfService(account: string): boolean;
  /** The number of a creation of unknown outcome with the same `serviceFingerprint` under another token. */
  findUnderOtherToken(question: string, account: string, former?: readonly string[]): JobRecord | undefined;
  /** The balances that the service reported last. */
  balances(account: string): { balances: Balances; measured: Interval } | undefined;
  saveBalances(account: string, balances: Balances, measured: Interval): void;
};
