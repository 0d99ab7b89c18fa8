import type { KeyStatements } from '../core/creation-keys.ts';

/** Places follow the order in which keys were closed and jobs were created. */
export const KEYS: KeyStatements = {
  close: `INSERT INTO creation_keys (account, key) VALUES ($1, $2)
     ON CONFLICT (account, key) DO UPDATE SET place = DEFAULT WHERE creation_keys.job IS NULL RETURNING key`,
  newestFirst: 'jobs.place DESC',
};
