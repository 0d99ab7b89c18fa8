import { creditCost, creditPool } from '../contract/credits.ts';
import { type Charged, PaperqueueError } from '../contract/errors.ts';
import { takes } from '../contract/operations.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { Secret } from '../contract/secret.ts';
import { fingerprint } from './fingerprint.ts';
import type { Beginning, JobRecord, JobStore, Mode, SearchService } from './ports.ts';
import { jobRef } from './references.ts';

export type SubmitDeps = {
  service: SearchService;
  store: JobStore;
  mode: Mode;
  account: string;
  /** The user's key at the scraping service; sent unless a request says `enrich: false`. */
  scraperKey: Secret | undefined;
  /** Changes when the embedded library does, so that a search after an import is a new one. */
  edition: () => string;
  /** How long an equal request re-attaches to its job. */
  reuseMinutes: number;
  /** Creations in flight, so that a stopping process can give them a moment to be recorded. */
  inFlight: Set<Promise<unknown>>;
};

/** What the caller says about an equal request made before. */
export type SubmitOptions = {
  /** A new job although an equal one exists. */
  fresh?: boolean | undefined;
  /** A new job although an equal one may have been charged already. */
  acceptPossibleDoubleCharge?: boolean | undefined;
};

/**
 * Creates a job, or re-attaches to an equal one within the reuse window at no cost: the intent is recorded before anything is sent, the outcome after. The creation itself is not tied to the
 * caller's signal: once it is on the wire it has to be recorded, whoever still listens. Throws PaperqueueError; a
 * failure that may have been charged stays in the store as `unknown`.
 */
export function submitJob(deps: SubmitDeps, asked: JobRequest, options: SubmitOptions): Promise<Beginning> {
  const work = createAndRecord(deps, asked, options);
  deps.inFlight.add(work);
  const done = () => deps.inFlight.delete(work);
  work.then(done, done);
  return work;
}

async function createAndRecord(deps: SubmitDeps, asked: JobRequest, options: SubmitOptions): Promise<Beginning> {
  const { service, store, mode, account } = deps;
  const request = withScraperKey(asked, deps.scraperKey);
  const { body, filters } = request;
  const newJob = {
    fingerprint: fingerprint(account, deps.edition(), request),
    mode,
    account,
    operation: request.operation,
    request: asked,
    cost: creditCost(filters.limit),
    pool: creditPool(body),
  };
  const { job: intent, reused } = store.begin(newJob, reuseSince(deps, options));
  if (reused) return { job: attachable(intent), reused };
  try {
    const { jobId } = await service.create(request);
    return { job: confirmed(store, intent, jobId), reused };
  } catch (error) {
    throw recordFailure(store, intent, error);
  }
}

function reuseSince({ reuseMinutes }: SubmitDeps, options: SubmitOptions): string | undefined {
  if (options.fresh || options.acceptPossibleDoubleCharge) return undefined;
  return new Date(Date.now() - reuseMinutes * 60_000).toISOString();
}

/** An equal request whose outcome nobody knows is not sent again: that could be the second charge. */
function attachable(job: JobRecord): JobRecord {
  if (job.status !== 'unknown') return job;
  const ref = jobRef(job.number);
  throw new PaperqueueError({
    code: 'CHARGE_UNKNOWN',
    message: `An equal search (${ref}, ${job.createdAt}) was sent, but nobody can say whether it was created and charged.`,
    charged: 'no',
    retryable: false,
    next: `This call sent nothing. Compare the balance (estimate_credits is free) with the one before; to search again at the risk of a second charge, set acceptPossibleDoubleCharge: true.`,
  });
}

/** The request with the configured key where the operation takes one and the caller did not decline enrichment. */
function withScraperKey(request: JobRequest, key: Secret | undefined): JobRequest {
  if (!key || request.body.enrich === false || !takes(request.operation, 'scraperKey')) return request;
  return { ...request, body: { ...request.body, scraperKey: key.reveal() } };
}

/** A job that was created and paid must reach the caller even when the store has just broken. */
function confirmed(store: JobStore, intent: JobRecord, jobId: string): JobRecord {
  try {
    return store.confirm(intent.number, jobId);
  } catch {
    const note = `The job was created, but could not be recorded on this machine; keep its id: ${jobId}.`;
    return { ...intent, jobId, status: 'queued', charged: 'yes', notes: [note] };
  }
}

function recordFailure(store: JobStore, intent: JobRecord, error: unknown): unknown {
  // Anything but our own error is a bug somewhere in the client: what became of the request is not known.
  const charged = error instanceof PaperqueueError ? error.facts.charged : 'unknown';
  const recorded = isRecorded(store, intent.number, charged);
  if (!(error instanceof PaperqueueError) || charged !== 'unknown') return error;
  const where = recorded ? ` It is recorded as ${jobRef(intent.number)}.` : '';
  return new PaperqueueError({ ...error.facts, message: error.facts.message + where }, { cause: error.cause });
}

/** The caller has to hear of the failure itself, even when the store has just broken too. */
function isRecorded(store: JobStore, number: number, charged: Charged): boolean {
  try {
    store.fail(number, charged);
    return true;
  } catch {
    return false;
  }
}
