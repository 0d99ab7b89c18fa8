import type { Pool } from '../../contract/credits.ts';
import type { ChargeState } from '../../contract/errors.ts';
import type { JobRecord } from '../ports/store.ts';

export type Credits = { cost: number; pool: Pool; charged: ChargeState; balance?: number };

/** Whether a job cost its credits in the end: the embedded service refunds jobs that failed through its own fault. */
export function finalCharge({ mode, status, charged }: JobRecord): ChargeState {
  return mode === 'embedded' && status === 'error' ? 'no' : charged;
}
