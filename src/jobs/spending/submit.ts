import { randomUUID } from 'node:crypto';
import { creditCost, creditPool } from '../../contract/credits.ts';
import { freeFailure, type PaperqueueError } from '../../contract/errors.ts';
import type { JobRequest } from '../../contract/requests.ts';
import { type Deadline, startDeadline } from '../../lib/deadline.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import type { Note } from '../../wording/notes.ts';
import { jobRef } from '../job-refs.ts';
import {
  againSeries,
  type CreationAttempt,
  type JobLabel,
  type JobRecord,
  type NewJob,
  type OlderStore,
  type Run,
} from '../ports/store.ts';
import { freshBalances, isKnownAddress, keyUntil, type Measured, measuredBalance } from './balances.ts';
import { noAnswerInTime } from './call.ts';
import { type CapDeps, capProblem, olderStoreNote } from './charges.ts';
import { formerFingerprints, requestFingerprint } from './fingerprint.ts';
import { isDoubtLasting, reconcileJob } from './reconcile.ts';
import { recordCreated, recordFailure } from './record-creation.ts';
import { isRefunded } from './refund.ts';
import { checkStrategy, type SentDeps, sentPool, withScraperKey } from './sent-request.ts';

export type SubmitDeps = SentDeps &
  CapDeps & {
    /** Identifies the service, whatever the token. */
    serviceIdentity: string;
    /** Changes with the embedded library, so that a search after an import is a new one. */
    edition: () => string;
    /** How long an equal request re-attaches to its job. */
    reuseMinutes: number;
    /** Creations in flight, so that a stopping process can give them a moment to be recorded. */
    inFlight: Set<Promise<unknown>>;
  };

export type SubmitOptions = {
  /** Creates a new job despite an equal one, unless a run is open (`Run`). */
  fresh?: boolean | undefined;
  /** Only equal jobs and runs with a greater number count. Default: all. */
  newerThan?: number | undefined;
  /** With `fresh`: the series that the job is a run of. Default: the search's own. */
  series?: string | undefined;
  /** The last run of the series that the caller knew when it started. Default: the current last one. */
  after?: number | undefined;
  /** When the caller started (ISO 8601), if before this call. */
  startedAt?: string | undefined;
  /**
   * Creates a new job although an equal one may have been charged, or was paid for and failed; not if an equal one is
   * certain.
   */
  acceptPossibleDoubleCharge?: boolean | undefined;
  /** Set on the job, new or reused. */
  label?: JobLabel | undefined;
  /** A person has agreed that this job may exceed the daily cap. */
  overCap?: boolean | undefined;
  /** Maximum time for the creation's slot in the pace and its retries, in milliseconds. */
  creationMs: number;
  /** The call's deadline: nothing starts after it, no retry either. */
  deadline?: Deadline;
  /** The call's signal: nothing starts once it is aborted. What has started continues. */
  signal?: AbortSignal;
  /** Called with the new job as soon as its intent is recorded. */
  onIntent?: (job: JobRecord) => void;
};

/**
 * The only place that spends. It checks for an equal job and the cap, records intent and hold before anything is sent,
 * and the outcome after. An equal job within the reuse window is re-attached at no cost. The creation ignores the
 * caller's signal: once on the wire it must be recorded, whoever still listens. Throws PaperqueueError, or the signal's
 * reason before anything is recorded. A failure that may have been charged stays in the store as `unknown`.
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
  // The pool of the request's first form; dialling another form changes it.
  const pool = sentPool(deps, request);
  const { mode } = deps;
  const { scope, fingerprint, former, since, run, existing } = findExisting(deps, request, options);
  const { newerThan } = options;
  // A call that will re-attach needs no evidence and should not wait for any.
  const willReattach = existing !== undefined && !(run?.isForced && existing.status === 'unknown');
  const anyToken = { ...scope, account: deps.serviceIdentity };
  const serviceFingerprint = requestFingerprint(anyToken, request);
  const formerOfService = formerFingerprints(anyToken, request);
  // This call records at most one intent.
  const sentWith: SentWith = { idempotencyKey: randomUUID(), isKnownAddress: false, balances: undefined };
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
      // Credits of the user's own service are not money.
      const older = mode === 'hosted' ? deps.store.missing?.() : undefined;
      if (older) throw unknownEarlierCharges(older);
      const failed = findFailed();
      if (failed && failed.number !== refunded?.number) throw paidForNothing(failed);
      const other = deps.store.findUnderOtherToken(serviceFingerprint, deps.account, formerOfService);
      if (other) throw uncertainEarlierCharge(other, 'account');
    }
    const problem = options.overCap ? undefined : capProblem(deps, newJob.cost);
    if (problem) throw problem;
  };
  const begin = async (isNew: boolean): Promise<CreationAttempt> => {
    sentWith.balances = isNew ? await freshBalances(deps) : undefined;
    const balanceBefore = measuredBalance(sentWith.balances, pool);
    const keyFields = { idempotencyKey: sentWith.idempotencyKey, keyUntil: keyUntil(deps) };
    const begun = await whenStoreIsFree(() => {
      options.signal?.throwIfAborted();
      if (options.deadline?.signal.aborted) throw noAnswerInTime();
      sentWith.isKnownAddress = isKnownAddress(deps);
      const reuse = { reuseSince: since, newerThan, run, label: options.label };
      return deps.store.beginCreation({ ...newJob, ...keyFields, balanceBefore }, { ...reuse, allow });
    });
    if (!begun.reused) options.onIntent?.(begun.job);
    return begun;
  };

  if (!willReattach && !options.acceptPossibleDoubleCharge) {
    const failed = findFailed();
    if (failed && (await isRefunded(deps, failed))) refunded = failed;
  }
  if (run && !run.isForced && !willReattach) await refuseUncertain(deps, fingerprint, former);
  let begun = await begin(!willReattach);
  for (let judged: number | undefined; begun.reused && begun.job.status === 'unknown'; begun = await begin(true)) {
    if (begun.job.number === judged) throw uncertainEarlierCharge(begun.job);
    judged = begun.job.number;
    // The evidence may be conclusive by now. If nothing was charged, a new job may be created.
    await reconcileJob(deps, begun.job);
    await refuseUncertain(deps, fingerprint, former);
  }
  if (begun.reused) return begun;
  return { ...(await create(deps, request, begun.job, { ...options, ...sentWith })), reused: false };
}

/** The job that a request would re-attach to, and what identifies the request; records nothing. */
function findExisting(deps: SubmitDeps, request: JobRequest, options: Identifying) {
  const scope = { mode: deps.mode, account: deps.account, edition: deps.edition() };
  const fingerprint = requestFingerprint(scope, request);
  const former = formerFingerprints(scope, request);
  const since = reuseSince(deps, options);
  const { newerThan } = options;
  const run = toRun(deps, [fingerprint, ...former], options);
  const existing =
    (run && deps.store.findRun(run, newerThan)) ??
    (since === undefined ? undefined : deps.store.findEqual(fingerprint, since, former, newerThan));
  return { scope, fingerprint, former, since, run, existing };
}

/** The options that decide which jobs count as equal to a request. */
export type Identifying = Pick<
  SubmitOptions,
  'fresh' | 'newerThan' | 'series' | 'after' | 'startedAt' | 'acceptPossibleDoubleCharge'
>;

/** The equal job that `submitJob` would re-attach to at no cost; records nothing. */
export function findReusable(deps: SubmitDeps, request: JobRequest, options: Identifying): JobRecord | undefined {
  return findExisting(deps, withScraperKey(request, deps.scraperKey), options).existing;
}

/** After every timestamp: only creations that may still be in progress count as equal. */
const NEVER = '9999';

/** Throws if the charge of an equal job stays uncertain: then a new job requires explicit acceptance, fresh or not. */
async function refuseUncertain(deps: SubmitDeps, fingerprint: string, former: readonly string[]): Promise<void> {
  let judged: JobRecord | undefined;
  let note: Note | undefined;
  for (;;) {
    // Read again each time: another call may have settled it meanwhile, and there may be an older one.
    const equal = deps.store.findEqual(fingerprint, NEVER, former);
    if (equal?.status !== 'unknown') return;
    if (equal.number === judged?.number) throw uncertainEarlierCharge(equal, 'here', note);
    judged = equal;
    ({ note } = await reconcileJob(deps, equal));
  }
}

/** The run for a call that does not accept just any equal job; undefined for other calls. */
function toRun(deps: SubmitDeps, fingerprints: [string, ...string[]], options: Identifying): Run | undefined {
  const { fresh, newerThan, acceptPossibleDoubleCharge: isForced, startedAt: since } = options;
  if (!fresh && !isForced && newerThan === undefined) return undefined;
  const series = options.series ?? againSeries(fingerprints[0]);
  const shared = { fingerprints, begunSince: reuseLimit(deps) };
  return { series, after: options.after ?? deps.store.lastRun(series), since, isForced, shared };
}

/** From when on equal jobs are reused; undefined if the caller insists on a new one. */
function reuseSince(deps: SubmitDeps, options: Identifying): string | undefined {
  return options.fresh ? undefined : reuseLimit(deps);
}

function reuseLimit({ reuseMinutes }: SubmitDeps): string {
  return new Date(Date.now() - reuseMinutes * 60_000).toISOString();
}

type SentWith = { idempotencyKey: string; isKnownAddress: boolean; balances: Measured | undefined };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * From when on equal failed jobs count: the reuse window, but at least a day. So an assistant in a loop pays once, and
 * a weekly search still runs.
 */
function failedSince({ reuseMinutes }: SubmitDeps): string {
  return new Date(Date.now() - Math.max(reuseMinutes * 60_000, DAY_MS)).toISOString();
}

async function create(
  { service, store }: SubmitDeps,
  request: JobRequest,
  intent: JobRecord,
  { creationMs, deadline, idempotencyKey, isKnownAddress, balances }: SubmitOptions & SentWith,
): Promise<Omit<CreationAttempt, 'reused'>> {
  let { pool } = intent;
  const waitLimit = Math.min(creationMs, deadline?.remainingMs() ?? creationMs);
  const creationDeadline = startDeadline(waitLimit, deadline?.signal);
  try {
    const created = await service.create(request, {
      idempotencyKey,
      deadline: creationDeadline,
      beforeDial: async (sent) => {
        const sentTo = creditPool(sent.body);
        const charge = sentTo === pool ? undefined : { pool: sentTo, balanceBefore: measuredBalance(balances, sentTo) };
        if (!(await whenStoreIsFree(() => store.stampDial(intent.number, idempotencyKey, charge))))
          throw abandonedBeforeDial(intent);
        pool = sentTo;
      },
      isKnownAddress,
      onAttempt: (outcome) => store.recordAttempt(intent.number, outcome, idempotencyKey),
    });
    return {
      job: await recordCreated(store, { ...intent, pool }, created),
      ...(created.without && { without: created.without }),
    };
  } catch (error) {
    // A call that has run out of time has already returned the number.
    throw recordFailure(store, intent, error, deadline?.signal.aborted !== true);
  } finally {
    creationDeadline.dispose();
  }
}

/** The creation paused for so long that it was abandoned, and perhaps replaced, before it was sent. */
function abandonedBeforeDial({ number }: JobRecord): PaperqueueError {
  return freeFailure({
    code: 'RATE_LIMITED',
    problem: [{ kind: 'given-up-before-sent', job: jobRef(number) }],
    retryable: true,
    advice: [{ kind: 'again' }],
  });
}

/** An equal request of unknown outcome, or paid for and failed, is not sent again automatically. */
function uncertainEarlierCharge(earlier: JobRecord, by: 'here' | 'account' = 'here', note?: Note): PaperqueueError {
  const { createdAt, charged } = earlier;
  const job = jobRef(earlier.number);
  return freeFailure({
    code: 'CHARGE_UNKNOWN',
    problem: [{ kind: 'equal-search-uncertain', job, createdAt, by, isCharged: charged === 'yes' }],
    advice: [{ kind: isDoubtLasting(earlier, [note]) ? 'ask-elsewhere' : 'ask-about', job }],
  });
}

/** The store is an older copy: the same search may be among the paid ones it lacks. */
function unknownEarlierCharges(older: OlderStore): PaperqueueError {
  return freeFailure({
    code: 'CHARGE_UNKNOWN',
    problem: [olderStoreNote(older), { kind: 'nothing-sent' }],
    advice: [{ kind: 'restore-newest', file: older.file }],
  });
}

/** An equal search was paid for and ended in error. A caller that does not know would pay each time it fails. */
function paidForNothing({ number, createdAt }: JobRecord): PaperqueueError {
  const job = jobRef(number);
  return freeFailure({
    code: 'CHARGE_UNKNOWN',
    problem: [{ kind: 'equal-search-paid-in-vain', job, createdAt }],
    advice: [{ kind: 'ask-about-refund', job, isOwn: false }],
  });
}
