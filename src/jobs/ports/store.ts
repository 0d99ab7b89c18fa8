import type { Balances, SearchFlow, SourceReport } from '../../contract/answers.ts';
import type { Pool } from '../../contract/credits.ts';
import type { ChargeState } from '../../contract/errors.ts';
import type { Note } from '../../contract/notes.ts';
import type { Operation } from '../../contract/operations.ts';
import type { WirePaper } from '../../contract/paper.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { LookUpRecord } from './paper-finder.ts';
import type { RelatedRecord } from './related.ts';
import type { AttemptOutcome, Mode } from './service.ts';

/**
 * The life of a job as this installation sees it. Before the service answered: `submitting`, then `refused` (nothing
 * was charged) or `unknown` (it may have been). Afterwards: the service's own words; `success` and `error` are final.
 */
export type JobRecord = {
  /** The n of the reference Jn: unique on this machine, never used twice. */
  number: number;
  /** The service's id; null until it has answered. */
  jobId: string | null;
  mode: Mode;
  /** Which account at which service; jobs of another one cannot be asked about. */
  account: string;
  /** Null for a job that was created elsewhere and is only read here. */
  operation: Operation | 'relatedPapers' | 'lookupPapers' | null;
  /** The request as sent, without the scraper key; null for a job created elsewhere. */
  request: JobRequest | null;
  /** The request for related papers; null for a search. */
  related: RelatedRecord | null;
  /** What was asked for and found, for a look-up of known papers; absent for other jobs. */
  lookUp?: LookUpRecord;
  status: string;
  cost: number;
  pool: Pool;
  charged: ChargeState;
  createdAt: string;
  finishedAt: string | null;
  /** Notes of the service on the search (the embedded service only). */
  notes: Note[];
  /** What each source gave, where the service says so (the embedded service only). */
  sources: SourceReport[];
  /** What became of the records that were found, where the service says so (the embedded service only). */
  flow?: SearchFlow;
  /** How many papers are stored; null before the job succeeded. */
  papers: number | null;
  /** The version of paperqueue that asked; null where none was recorded. */
  software: string | null;
  /** The store could not record the outcome of its creation yet: only this process knows it. */
  isInMemoryOnly?: true;
};

/** SHA-256 (hexadecimal) of a job's results as they were stored, and whether they still are what was stored. */
export type ResultsDigest = { sha256: string; isIntact: boolean };

/** From the request to the answer (ISO 8601): the balance is of some moment in between. */
export type Interval = { from: string; to: string };

/** A measured balance of a pool, in credits. */
export type MeasuredBalance = {
  balance: number;
  /** All credits ever granted; null where the service does not say. */
  total: number | null;
  /** All credits ever spent; null or absent where the service does not say. */
  spent?: number | null;
  /** All that the pool was ever given back; null or absent where the service does not tell. */
  refunded?: number | null;
  measured: Interval;
};

export type NewJob = Pick<JobRecord, 'mode' | 'account' | 'request' | 'cost' | 'pool'> & {
  operation: Operation;
  /** Equal for equal requests of one account. */
  fingerprint: string;
  /** The fingerprints that earlier versions gave the request; a job recorded under one of them is equal, too. */
  formerFingerprints?: readonly string[];
  /** The pool's balance before; undefined when the service did not say. */
  balanceBefore: MeasuredBalance | undefined;
  /** The key that is sent with the creation. Default: none. */
  idempotencyKey?: string;
  /** Until when the service keeps the key (ISO 8601). Default: it is not known to keep keys. */
  keyUntil?: string | undefined;
  /** As the fingerprint, but without the token: equal for equal requests to the same service. */
  serviceFingerprint?: string;
};

/** A job that is finished and free when it is recorded; `record` is kept in place of a request. */
export type FreeJob<Record> = Pick<JobRecord, 'mode' | 'account' | 'notes' | 'sources'> & {
  fingerprint: string;
  record: Record;
  papers: readonly FoundPaper[];
};

/**
 * A search that somebody wants made again: each job of its series is a run. A run stands until its end was told, and is
 * what every call of the series gets meanwhile.
 */
export type Run = {
  /** Equal for calls that want the same: those of a watch, or of one search. */
  series: string;
  /** The last run that the caller knew when it began: a later one was begun beside it, and is what it wants. */
  after: number;
  /** When the caller began (ISO 8601): a run that was told since was under way then. Default: not known. */
  since?: string | undefined;
  /** Somebody accepted that it may be paid twice: a new job, unless one that was accepted before stands. */
  isForced?: boolean | undefined;
  /**
   * A run of another series of this search (its fingerprints) that stands, and was begun since this moment (ISO 8601),
   * is a run of this series, too. Default: none is.
   */
  shared?: { fingerprints: readonly string[]; begunSince: string } | undefined;
};

/** The series of a watch. */
export function watchSeries(watch: number): string {
  return `W${watch}`;
}

/** The series of a search that a person or program wants made again. */
export function againSeries(fingerprint: string): string {
  return `again ${fingerprint}`;
}

/** Who is told the end of a run: whoever asked for a search again, but no watch; or everybody. */
export const CALLERS = 'again %';
export const EVERYBODY = '%';

export type BeginCreationOptions = {
  /** Return an equal job that was created since (ISO 8601) and not refused, instead of a new one; undefined: never. */
  reuseSince: string | undefined;
  /** Of equal jobs and runs only those with a greater number. Default: all. */
  newerThan?: number | undefined;
  /** Of which series the job is a run, so that one that stands is returned instead. Default: none. */
  run?: Run | undefined;
  /** Called in the transaction before a new job is recorded; throws to forbid it. */
  allow: () => void;
};

/** A failed creation may still be charged for so long; by then every hop on its way has timed out. */
export const SETTLED_MS = 60_000;

/** Evidence of whether an unknown creation was charged. */
export type BalanceEvidence = {
  balanceBefore: number;
  totalBefore: number | null;
  spentBefore: number | null;
  refundedBefore: number | null;
  /** When the creation's failure was known. */
  answeredAt: string | null;
  /** Credits of the same pool that others of our jobs took between the two measurements. */
  othersCharged: number;
  /** Credits of the same pool that others of our jobs may have taken since the first. */
  othersUnknown: number;
  /** Another creation could be charged while a balance was measured, so that the numbers prove nothing. */
  isBlurred: boolean;
};

/** A new job, or an equal one that is reused. */
export type CreationAttempt = { job: JobRecord; reused: boolean };

/** What a stored paper is known by, as it came. */
export type PaperNames = Partial<
  Record<'id' | 'title' | 'doi' | 'arxivId' | 'pmid' | 'pmcid' | 'openAlexId', string | null | undefined>
>;

/** What is read of recorded jobs and their papers, also beside who records them. Throws STORE_UNAVAILABLE. */
export type StoredJobs = {
  /** When a former store of this folder was found missing or empty (ISO 8601), and when that one was begun. */
  loss?(): { lostAt: string; begunAt: string | undefined } | undefined;
  byNumber(number: number): JobRecord | undefined;
  byJobId(jobId: string, account: string): JobRecord | undefined;
  /** Jobs, newest first. */
  list(page: { offset: number; count: number; status: string | undefined }): { jobs: JobRecord[]; total: number };
  /** The papers of a finished job, in the service's order; `isWanted` says of which only they are read. */
  papers(number: number, isWanted?: (names: PaperNames) => boolean): FoundPaper[];
  /** Undefined before the job succeeded. */
  digest(number: number): ResultsDigest | undefined;
};

/** The record of jobs and of their papers. Throws STORE_UNAVAILABLE. */
export type JobStore = StoredJobs & {
  /**
   * Records the intent to create a job and holds its credits, durably, before anything is sent. Look-up of an equal
   * job, permission and record are one transaction, so that two equal requests at the same moment make one job.
   */
  beginCreation(job: NewJob, options: BeginCreationOptions): CreationAttempt;
  /** The equal job that `beginCreation` would reuse; records nothing. */
  findEqual(fingerprint: string, since: string, former?: readonly string[], newerThan?: number): JobRecord | undefined;
  /** The newest equal job since a moment, where it was charged by a hosted service that ended it in error. */
  findFailed(fingerprint: string, since: string, former?: readonly string[]): JobRecord | undefined;
  /** The run that `beginCreation` would return; records nothing. */
  findRun(run: Run, newerThan?: number): JobRecord | undefined;
  /** The number of the last run of a series; 0 where there is none. */
  lastRun(series: string): number;
  /**
   * Records that the end of a job was told to a series, or all that are like it (CALLERS, EVERYBODY). What cannot be
   * written now is not recorded: the end is told once more.
   */
  toldRun(job: number, series: string): void;
  /**
   * Records, immediately before a creation is sent, that it may leave; without this stamp it counts as never sent.
   * False when it was given up in the meantime, perhaps by another process: then it must not be sent.
   */
  stampDial(number: number): boolean;
  /** Records the outcome of an attempt; one that certainly cost nothing removes the stamp. */
  recordAttempt(number: number, outcome: AttemptOutcome): void;
  /**
   * The service has created the job: the hold becomes a charge. An outcome that the store cannot take now is kept in
   * memory, shown to readers of this process, and written as soon as the store takes it; the call throws nevertheless.
   * The same holds for `settle`.
   */
  confirm(number: number, jobId: string): JobRecord;
  /**
   * The creation is over without a job id. `no`: the hold is released and the job counts as refused. `unknown`: the
   * hold stays. `yes`: the hold becomes a charge; the job exists, but its id never arrived.
   */
  settle(number: number, charged: ChargeState): JobRecord;
  /** Records a job that was created elsewhere. */
  adopt(job: Pick<JobRecord, 'mode' | 'account'> & { jobId: string }): JobRecord;
  /** Records what followed from a stored paper, finished and free. */
  recordRelated(job: FreeJob<RelatedRecord>): JobRecord;
  /** Records a look-up of known papers, finished and free. */
  recordLookUp(job: FreeJob<LookUpRecord>): JobRecord;
  /** A state that is not final. */
  setStatus(number: number, status: string): JobRecord;
  /** A final state; papers with `success`. */
  finish(
    number: number,
    outcome: { status: string; papers: WirePaper[]; notes: Note[]; sources?: SourceReport[]; flow?: SearchFlow },
  ): JobRecord;
  /** Credits charged or held for jobs that began since a moment (ISO 8601), all accounts and pools together. */
  committedSince(since: string): number;
  /** Credits of a pool that our jobs, begun at or after a moment (ISO 8601), took. */
  chargedSince(account: string, pool: Pool, since: string): number;
  /** Undefined when no balance was recorded before the creation. `now` is when the second balance was measured. */
  evidence(number: number, now: Interval): BalanceEvidence | undefined;
  /** The key under which a creation was sent; undefined unless the service keeps it still. */
  keptKey(number: number, now: string): string | undefined;
  /** Whether the service gave or showed any job to this account. */
  hasJobOfService(account: string): boolean;
  /** A creation of unknown outcome with the same `serviceFingerprint` under another token. */
  findUnderOtherToken(question: string, account: string, former?: readonly string[]): JobRecord | undefined;
  /** The balances that the service told last. */
  balances(account: string): { balances: Balances; measured: Interval } | undefined;
  saveBalances(account: string, balances: Balances, measured: Interval): void;
};
