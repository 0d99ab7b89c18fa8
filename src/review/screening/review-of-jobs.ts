import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { Decision, Reader, Stage } from '../protocol.ts';
import { readerKey } from '../review-state.ts';
import type { OpenReview } from './review-log.ts';
import type { Reviews } from './reviewing.ts';

/** The newest local review that contains all of these jobs (`J1,J2`); undefined if there is none. */
export async function findReviewOf(reviews: Reviews, jobs: string): Promise<OpenReview | undefined> {
  const requested = namesOf(jobs);
  for (const { ref } of (await reviews.list('here')).reviews.reverse()) {
    const review = await reviews.read(ref);
    const taken = review.state.imports.map(({ source }) => (source.from === 'file' ? undefined : source.job));
    if (requested.every((job) => taken.includes(job))) return review;
  }
  return undefined;
}

/** Without `decision` it is only a note. */
export type JobDecision = { decision?: Decision; stage?: Stage; reasons?: string[]; note?: string; tags?: string[] };

/**
 * A reader's decisions on the papers of jobs, by the jobs' references: those at the last stage that the reader has
 * reached. A paper represented by another record has that record's decision.
 */
export function decisionsOnJobs({ state }: OpenReview, who: Reader, jobs: string): Record<string, JobDecision> {
  const key = readerKey(who);
  const requested = new Set(namesOf(jobs));
  const records = [...state.records.keys()].map((ref) => [ref, ref] as const);
  const found: Record<string, JobDecision> = {};
  for (const [ref, recordRef] of [...records, ...state.duplicates]) {
    if (!requested.has(ref.split('-', 1)[0] ?? ref)) continue;
    const { readings, notes } = state.records.get(recordRef) ?? {};
    const reading = state.protocol.stages.map((stage) => readings?.[stage].get(key)).findLast(Boolean);
    const { decision, stage, reasons, note, tags }: JobDecision = reading ?? notes?.get(key) ?? {};
    if (decision || note || tags) found[ref] = omitUndefined({ decision, stage, reasons, note, tags });
  }
  return found;
}

function namesOf(jobs: string): string[] {
  return jobs.toUpperCase().split(',');
}
