import type { Charged } from '../../contract/errors.ts';
import type { JobRecord } from '../ports/ports.ts';

/**
 * Whether a job has cost its credits: the embedded service gives back those of a job that ended through its own fault.
 */
export function chargedInTheEnd({ mode, status, charged }: JobRecord): Charged {
  return mode === 'embedded' && status === 'error' ? 'no' : charged;
}
