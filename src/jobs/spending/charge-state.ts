import type { Pool } from '../../contract/credits.ts';
import type { ChargeState } from '../../contract/errors.ts';
import type { Note } from '../../wording/notes.ts';
import { jobRef } from '../job-refs.ts';
import type { JobRecord, OlderStore } from '../ports/store.ts';

export type Credits = { cost: number; pool: Pool; charged: ChargeState; balance?: number };

/** Whether a job cost its credits in the end: the embedded service refunds jobs that failed through its own fault. */
export function finalCharge({ mode, status, charged }: JobRecord): ChargeState {
  return mode === 'embedded' && status === 'error' ? 'no' : charged;
}

/** A note on the jobs that a store lacks. */
export function olderStoreNote({ file, number, at, credits }: OlderStore): Note {
  return { kind: 'older-store', file, credits, ...(number !== undefined && { job: jobRef(number), at }) };
}
