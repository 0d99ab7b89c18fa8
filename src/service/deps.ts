import type { Database } from '../sqlite/database.ts';
import type { Worker } from './worker.ts';

/** What the routes work with. */
export type ServiceDeps = {
  database: Database;
  worker: Worker;
  /** The account that a bearer token stands for; undefined for a wrong one. */
  accountOfToken: (token: string) => number | undefined;
  onError: (event: string, error: unknown) => void;
};

/** What the routes find in a request's context once it is authenticated. */
export type ServiceEnvironment = { Variables: { account: number } };
