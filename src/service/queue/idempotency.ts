import { createHash } from 'node:crypto';
import type { JobRequest } from '../../contract/requests.ts';
import type { CreationKey } from '../store/port.ts';

/** The key of a creation with the hash of its request. */
export function creationKey(key: string, { operation, body, filters }: JobRequest): CreationKey {
  const canonical = JSON.stringify([operation, sorted(body), sorted(filters)]);
  return { key, digest: createHash('sha256').update(canonical).digest('hex') };
}

function sorted(fields: object): [string, unknown][] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
