import { type ChargeState, PaperqueueError } from '../../contract/errors.ts';
import { rethrowBug } from '../../lib/bugs.ts';
import { type Advice, isNote, type Note } from '../../wording/notes.ts';
import { jobRef } from '../job-refs.ts';
import type { Created } from '../ports/service.ts';
import { asConfirmed, type JobRecord, type JobResult, type JobStore, type SettleDetails } from '../ports/store.ts';
import { toResult } from './wait.ts';

/** Records the outcome of a creation, whatever the state of the store. */

/**
 * A created and paid job must reach the caller even if the store cannot record it now. The store keeps it in memory and
 * writes it later, also if the reason was a bug of ours, which is then thrown.
 */
export async function recordCreated(store: JobStore, intent: JobRecord, created: Created): Promise<JobRecord> {
  const { jobId } = created;
  const record = (result?: JobResult) => {
    try {
      return store.confirm(intent.number, jobId, result);
    } catch (error) {
      rethrowBug(error);
      return asConfirmed(intent, { jobId, result });
    }
  };
  if (created.result === undefined) return record();
  // The id first: reading the papers takes a moment, in which the process may end.
  if (jobId !== null) record();
  return record(await toResult(created.result));
}

/** Records a creation that failed; returns the error for the caller. */
export function recordFailure(store: JobStore, intent: JobRecord, error: unknown, isUntold: boolean): unknown {
  // Any other error is a bug in the client: the fate of the request is unknown.
  const charged = error instanceof PaperqueueError ? error.details.charged : 'unknown';
  const named = error instanceof PaperqueueError ? error.details.problem.find(isNote('names-job')) : undefined;
  settle(store, intent.number, charged, { isUntold, namedId: named?.jobId });
  if (!(error instanceof PaperqueueError) || charged !== 'unknown') return error;
  const ref = jobRef(intent.number);
  const problem: Note[] = [...error.details.problem, { kind: 'recorded-as', job: ref }];
  if (error.details.code === 'NOT_CONFIGURED')
    return new PaperqueueError({ ...error.details, problem }, { cause: error.cause });
  const advice: Advice[] = [{ kind: 'do-not-repeat', job: ref }];
  return new PaperqueueError({ ...error.details, problem, advice }, { cause: error.cause });
}

/** The caller must see the failure itself, even if the store cannot record it now; the store writes it later. */
function settle(store: JobStore, number: number, ...outcome: [charged: ChargeState, details: SettleDetails]): void {
  try {
    store.settle(number, ...outcome);
  } catch (error) {
    rethrowBug(error);
  }
}
