import type { ReceivedPaper } from '../../contract/answers.ts';
import { type ChargeState, isStoreBusy } from '../../contract/errors.ts';
import { asConfirmed, type Confirmed, type JobRecord, type SettleDetails } from '../ports/store.ts';

/** The outcome of a creation: the service's id or result, or what is known about the charge. */
export type Outcome = Confirmed | ({ charged: ChargeState } & SettleDetails);

export type Outcomes = ReturnType<typeof openOutcomes>;

/** An outcome for the log, which gets no papers. */
export function describeOutcome(outcome: Outcome): object {
  if (!('jobId' in outcome)) return outcome;
  const { jobId, result } = outcome;
  return { jobId, ...(result && { papers: result.papers.length }) };
}

/** Interval between attempts to write outcomes that could not be written. */
const RETRY_MS = 500;

/**
 * Outcomes of creations that could not be written, for whatever reason: kept in memory, shown to readers, and written
 * as soon as possible. The id of a paid job arrives only once. `onKept` is called for each, with the reason.
 */
export function openOutcomes(
  write: (number: number, outcome: Outcome) => JobRecord,
  onKept: (number: number, outcome: object, error: unknown) => void = () => {},
) {
  const pending = new Map<number, Outcome>();
  let timer: NodeJS.Timeout | undefined;

  /** Writes as many kept outcomes as possible; does not throw. */
  const writePending = (): void => {
    for (const [number, outcome] of pending) {
      try {
        write(number, outcome);
        pending.delete(number);
      } catch (error) {
        // A locked file would make each of them wait.
        if (isStoreBusy(error)) break;
      }
    }
    clearTimeout(timer);
    timer = pending.size > 0 ? setTimeout(writePending, RETRY_MS).unref() : undefined;
  };

  return {
    /** Writes an outcome. Throws what writing throws; the outcome is then kept. */
    record(number: number, outcome: Outcome): JobRecord {
      try {
        const job = write(number, outcome);
        pending.delete(number);
        return job;
      } catch (error) {
        pending.set(number, outcome);
        timer ??= setTimeout(writePending, RETRY_MS).unref();
        onKept(number, describeOutcome(outcome), error);
        throw error;
      }
    },
    writePending,
    /** Records later news of a job, after its outcome if that is kept. Throws what writing throws. */
    after<T>(number: number, recordNews: () => T): T {
      const outcome = pending.get(number);
      if (outcome) write(number, outcome);
      pending.delete(number);
      return recordNews();
    },
    /** A job, updated with outcomes that the file does not have yet. */
    over(job: JobRecord): JobRecord {
      const outcome = pending.get(job.number);
      if (!outcome) return job;
      if ('jobId' in outcome) return asConfirmed(job, outcome);
      const status = outcome.charged === 'no' ? 'refused' : 'unknown';
      const jobId = outcome.namedId ?? job.jobId;
      return { ...job, jobId, status, charged: outcome.charged, isInMemoryOnly: true };
    },
    /** The papers that came with a creation and that the file does not have yet. */
    papersOf(number: number): readonly ReceivedPaper[] | undefined {
      const outcome = pending.get(number);
      return outcome && 'jobId' in outcome ? outcome.result?.papers : undefined;
    },
    /** The number of the job whose id only this process knows. */
    numberOf(jobId: string): number | undefined {
      for (const [number, outcome] of pending) if ('jobId' in outcome && outcome.jobId === jobId) return number;
      return undefined;
    },
    pending: (): ReadonlyMap<number, Outcome> => pending,
    stop: () => clearTimeout(timer),
  };
}
