import { randomUUID } from 'node:crypto';
import { creditCost, creditPool } from '../../contract/credits.ts';
import { type ChargeState, freeFailure, PaperqueueError } from '../../contract/errors.ts';
import type { Advice, Note } from '../../contract/notes.ts';
import { takes } from '../../contract/operations.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Secret } from '../../contract/secret.ts';
import { type Deadline, startDeadline } from '../../lib/deadline.ts';
import { jobRef } from '../job-refs.ts';
import {
  againSeries,
  type CreationAttempt,
  type JobRecord,
  type JobStore,
  type NewJob,
  type Run,
} from '../ports/store.ts';
import { whenStoreIsFree } from '../ports/when-store-is-free.ts';
import { type BalanceDeps, freshBalances, isKnownAddress, keyUntil, measuredBalance } from './balances.ts';
import { noAnswerInTime } from './call-deadline.ts';
import { type CapDeps, capProblem } from './cap.ts';
import { checkStrategy } from './check-strategy.ts';
import { formerFingerprints, requestFingerprint } from './fingerprint.ts';
import { reconcileJob } from './reconcile.ts';
import { isRefunded } from './refund.ts';

export type SubmitDeps = BalanceDeps &
  CapDeps & {
    /** The user's key at the scraping service; sent unless a request says `enrich: false`. */
    scraperKey: Secret | undefined;
    /** Which service, whatever the token. */
    serviceIdentity: string;
    /** Changes when the embedded library does, so that a search after an import is a new one. */
    edition: () => string;
    /** How long an equal request re-attaches to its job. */
    reuseMinutes: number;
    /** Creations in flight, so that a stopping process can give them a moment to be recorded. */
    inFlight: Set<Promise<unknown>>;
  };

export type SubmitOptions = {
  /** A new job although an equal one exists; but the run that stands, where one does (`Run`). */
  fresh?: boolean | undefined;
  /** Of equal jobs and runs only those with a greater number count. Default: all. */
  newerThan?: number | undefined;
  /** With `fresh`: of which series the job is a run. Default: that of the search. */
  series?: string | undefined;
  /** The last run of the series that the caller knew when it began. Default: the last one now. */
  after?: number | undefined;
  /** When the caller began (ISO 8601), where that was before this call. */
  startedAt?: string | undefined;
  /** A new job although an equal one may have been charged, or was paid in vain; none beside one that is sure. */
  acceptPossibleDoubleCharge?: boolean | undefined;
  /** A person has agreed to go over the daily cap with this one job. */
  overCap?: boolean | undefined;
  /** How long the creation may wait for its slot in the pace and for retries, in milliseconds. */
  creationMs: number;
  /** When the call has to be answered: nothing is begun after it, and no further try. */
  deadline?: Deadline;
  /** Told of the new job as soon as its intent is recorded. */
  onIntent?: (job: JobRecord) => void;
};

/**
 * The one place that spends. It checks for an equal job, the cap, and records intent and hold before anything is sent,
 * the outcome after; an equal job within the reuse window is re-attached at no cost. The creation itself is not tied to
 * the caller's signal: once it is on the wire it has to be recorded, whoever still listens. Throws PaperqueueError; a
 * failure that may have been charged stays in the store as `unknown`.
 */
export function submitJob(deps: SubmitDeps, request: JobRequest, options: SubmitOptions): Promise<CreationAttempt> {
  const work = submit(deps, request, options);
  deps.inFlight.add(work);
  const done = () => deps.inFlight.delete(work);
  work.then(done, done);
  return work;
}

async function submit(deps: SubmitDeps, wireRequest: JobRequest, options: SubmitOptions): Promise<CreationAttempt> {
  if (wireRequest.body.strategy !== undefined) await checkStrategy(deps, wireRequest.body);
  const request = withScraperKey(wireRequest, deps.scraperKey);
  const pool = creditPool(request.body);
  const { mode } = deps;
  const ours = { mode, account: deps.account, edition: deps.edition() };
  const fingerprint = requestFingerprint(ours, request);
  const former = formerFingerprints(ours, request);
  const since = reuseSince(deps, options);
  const { newerThan } = options;
  const run = runOf(deps, [fingerprint, ...former], options);
  const there =
    (run && deps.store.findRun(run, newerThan)) ??
    (since === undefined ? undefined : deps.store.findEqual(fingerprint, since, former, newerThan));
  // A call that will re-attach needs no evidence, and should not wait for any.
  const isThere = there !== undefined && !(run?.isForced && there.status === 'unknown');
  const anyToken = { ...ours, account: deps.serviceIdentity };
  const serviceFingerprint = requestFingerprint(anyToken, request);
  const formerOfService = formerFingerprints(anyToken, request);
  // At most one intent comes of this call.
  const sentWith: SentWith = { idempotencyKey: randomUUID(), isKnownAddress: false };
  const newJob: Omit<NewJob, 'balanceBefore'> = {
    serviceFingerprint,
    fingerprint,
    formerFingerprints: former,
    mode,
    account: deps.account,
    operation: request.operation,
    request: wireRequest,
    cost: creditCost(request.filters.limit),
    pool,
  };
  const findFailed = () => deps.store.findFailed(fingerprint, failedSince(deps), former);
  let refunded: JobRecord | undefined;
  const allow = () => {
    if (!options.acceptPossibleDoubleCharge) {
      const failed = findFailed();
      if (failed && failed.number !== refunded?.number) throw paidForNothing(failed);
      const other = deps.store.findUnderOtherToken(serviceFingerprint, deps.account, formerOfService);
      if (other) throw uncertainEarlierCharge(other, 'account');
    }
    const problem = options.overCap ? undefined : capProblem(deps, newJob.cost);
    if (problem) throw problem;
  };
  const begin = async (isNew: boolean): Promise<CreationAttempt> => {
    const balanceBefore = isNew ? measuredBalance(await freshBalances(deps), pool) : undefined;
    const keyFields = { idempotencyKey: sentWith.idempotencyKey, keyUntil: keyUntil(deps) };
    const begun = await whenStoreIsFree(() => {
      if (options.deadline?.signal.aborted) throw noAnswerInTime();
      sentWith.isKnownAddress = isKnownAddress(deps);
      const reuse = { reuseSince: since, newerThan, run };
      return deps.store.beginCreation({ ...newJob, ...keyFields, balanceBefore }, { ...reuse, allow });
    });
    if (!begun.reused) options.onIntent?.(begun.job);
    return begun;
  };

  if (!isThere && !options.acceptPossibleDoubleCharge) {
    const failed = findFailed();
    if (failed && (await isRefunded(deps, failed))) refunded = failed;
  }
  if (run && !run.isForced && !isThere) await refuseUncertain(deps, fingerprint, former);
  let begun = await begin(!isThere);
  for (let judged: number | undefined; begun.reused && begun.job.status === 'unknown'; begun = await begin(true)) {
    if (begun.job.number === judged) throw uncertainEarlierCharge(begun.job);
    judged = begun.job.number;
    // Perhaps the evidence is clear by now; if nothing was charged, the way is free for a new job.
    await reconcileJob(deps, begun.job);
    await refuseUncertain(deps, fingerprint, former);
  }
  if (begun.reused) return begun;
  return { job: await create(deps, request, begun.job, { ...options, ...sentWith }), reused: false };
}

/** After every moment there is: only creations that are not known to be over count as equal. */
const NEVER = '9999';

/**
 * Throws when the charge of any equal job is uncertain and stays so: a new job needs an explicit acceptance, fresh or
 * not.
 */
async function refuseUncertain(deps: SubmitDeps, fingerprint: string, former: readonly string[]): Promise<void> {
  let judged: JobRecord | undefined;
  for (;;) {
    // Read again each time: another call may have judged it in the meantime, and there may be an older one.
    const equal = deps.store.findEqual(fingerprint, NEVER, former);
    if (equal?.status !== 'unknown') return;
    if (equal.number === judged?.number) throw uncertainEarlierCharge(equal);
    judged = equal;
    await reconcileJob(deps, equal);
  }
}

/** The run that a call wants which is not content with any equal job; undefined for any other call. */
function runOf(deps: SubmitDeps, fingerprints: [string, ...string[]], options: SubmitOptions): Run | undefined {
  const { fresh, newerThan, acceptPossibleDoubleCharge: isForced, startedAt: since } = options;
  if (!fresh && !isForced && newerThan === undefined) return undefined;
  const series = options.series ?? againSeries(fingerprints[0]);
  const shared = { fingerprints, begunSince: reuseLimit(deps) };
  return { series, after: options.after ?? deps.store.lastRun(series), since, isForced, shared };
}

/** From when on an equal job counts; undefined when the caller wants a new one whatever there is. */
function reuseSince(deps: SubmitDeps, options: SubmitOptions): string | undefined {
  return options.fresh ? undefined : reuseLimit(deps);
}

function reuseLimit({ reuseMinutes }: SubmitDeps): string {
  return new Date(Date.now() - reuseMinutes * 60_000).toISOString();
}

type SentWith = { idempotencyKey: string; isKnownAddress: boolean };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * From when on an equal job that failed counts: as long as a stored one would be shown, a day at least. An assistant in
 * a loop pays once, and a search that is run every week goes on.
 */
function failedSince({ reuseMinutes }: SubmitDeps): string {
  return new Date(Date.now() - Math.max(reuseMinutes * 60_000, DAY_MS)).toISOString();
}

async function create(
  { service, store }: SubmitDeps,
  request: JobRequest,
  intent: JobRecord,
  { creationMs, deadline, idempotencyKey, isKnownAddress }: SubmitOptions & SentWith,
): Promise<JobRecord> {
  const waitLimit = Math.min(creationMs, deadline?.remainingMs() ?? creationMs);
  const creationDeadline = startDeadline(waitLimit, deadline?.signal);
  try {
    const { jobId } = await service.create(request, {
      idempotencyKey,
      deadline: creationDeadline,
      beforeDial: async () => {
        if (!(await whenStoreIsFree(() => store.stampDial(intent.number)))) throw abandonedBeforeDial(intent);
      },
      isKnownAddress,
      onAttempt: (outcome) => store.recordAttempt(intent.number, outcome),
    });
    return confirmed(store, intent, jobId);
  } catch (error) {
    throw recordFailure(store, intent, error);
  } finally {
    creationDeadline.dispose();
  }
}

/** The creation was paused for so long that it had been given up, and perhaps replaced, before it was sent. */
function abandonedBeforeDial({ number }: JobRecord): PaperqueueError {
  return freeFailure({
    code: 'RATE_LIMITED',
    problem: [{ kind: 'given-up-before-sent', job: jobRef(number) }],
    retryable: true,
    advice: [{ do: 'again' }],
  });
}

/** The request with the configured key where the operation takes one and the caller did not decline enrichment. */
export function withScraperKey(request: JobRequest, key: Secret | undefined): JobRequest {
  if (!key || request.body.enrich === false || !takes(request.operation, 'scraperKey')) return request;
  return { ...request, body: { ...request.body, scraperKey: key.reveal() } };
}

/**
 * A job that was created and paid must reach the caller even when the store cannot take it now: it keeps it for later.
 */
function confirmed(store: JobStore, intent: JobRecord, jobId: string): JobRecord {
  try {
    return store.confirm(intent.number, jobId);
  } catch {
    return { ...intent, jobId, status: 'queued', charged: 'yes', isInMemoryOnly: true };
  }
}

function recordFailure(store: JobStore, intent: JobRecord, error: unknown): unknown {
  // Anything but our own error is a bug somewhere in the client: what became of the request is not known.
  const charged = error instanceof PaperqueueError ? error.details.charged : 'unknown';
  settle(store, intent.number, charged);
  if (!(error instanceof PaperqueueError) || charged !== 'unknown') return error;
  const ref = jobRef(intent.number);
  const problem: Note[] = [...error.details.problem, { kind: 'recorded-as', job: ref }];
  if (error.details.code === 'NOT_CONFIGURED')
    return new PaperqueueError({ ...error.details, problem }, { cause: error.cause });
  const advice: Advice[] = [{ do: 'do-not-repeat', job: ref }];
  return new PaperqueueError({ ...error.details, problem, advice }, { cause: error.cause });
}

/** The caller has to hear of the failure itself, even when the store cannot take it now: the store keeps it. */
function settle(store: JobStore, number: number, charged: ChargeState): void {
  try {
    store.settle(number, charged);
  } catch {
    // An intent without an outcome counts as unknown.
  }
}

/** An equal request whose outcome nobody knows, or that was paid for nothing, is not sent again by itself. */
function uncertainEarlierCharge(earlier: JobRecord, by: 'here' | 'account' = 'here'): PaperqueueError {
  const { createdAt, charged } = earlier;
  const job = jobRef(earlier.number);
  return freeFailure({
    code: 'CHARGE_UNKNOWN',
    problem: [{ kind: 'equal-search-uncertain', job, createdAt, by, isCharged: charged === 'yes' }],
    advice: [{ do: 'ask-about', job }],
  });
}

/** An equal search was paid and ended in error: whoever calls may not know, and would pay as often as it fails. */
function paidForNothing({ number, createdAt }: JobRecord): PaperqueueError {
  const job = jobRef(number);
  return freeFailure({
    code: 'CHARGE_UNKNOWN',
    problem: [{ kind: 'equal-search-paid-in-vain', job, createdAt }],
    advice: [{ do: 'ask-about-refund', job, isOwn: false }],
  });
}
