import type { Secret } from '../contract/secret.ts';
import type { PaperLookUp } from '../jobs/ports/search-engine.ts';
import type { Database } from '../sqlite/database.ts';
import type { Worker } from './queue/worker.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Whether the scraping service takes a key: why not, or undefined. Throws when it cannot be asked. */
export type ScraperKeyCheck = (key: Secret, signal: AbortSignal) => Promise<string | undefined>;

/** What the routes work with. */
export type ServiceDeps = {
  database: Database;
  worker: Worker;
  /** The account that a bearer token stands for; undefined for a wrong one. */
  accountOfToken: (token: string) => number | undefined;
  papers: PaperLookUp;
  /** Undefined: this service does no web scraping, and refuses every key. */
  checkScraperKey: ScraperKeyCheck | undefined;
  /** Why an address can certainly not be called back; undefined when it may be. */
  callbackUrlProblem: (url: string) => string | undefined;
  /** Undefined: no limit, as in the same process. */
  rateLimiter: RateLimiter | undefined;
  /** Open jobs from which on creations are put off with 503. */
  maxOpenJobs: number;
  onError: (event: string, error: unknown) => void;
  /** A request was answered. */
  onRequest?: (request: AnsweredRequest) => void;
};

export type AnsweredRequest = {
  id: string;
  method: string;
  /** The route, not the path: paths hold ids. */
  route: string;
  status: number;
  seconds: number;
  account: number | undefined;
};

/** What the routes find in a request's context once it is authenticated. */
export type ServiceEnvironment = { Variables: { account: number; requestId: string } };
