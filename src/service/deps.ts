import type { Secret } from '../contract/secret.ts';
import type { PaperLookUp } from '../jobs/ports/search-engine.ts';
import type { Worker } from './queue/worker.ts';
import type { Sealer } from './scraping/sealer.ts';
import type { ServiceStore } from './store/port.ts';

/** Why the scraping service rejects a key; undefined if it accepts it. Throws if it cannot be reached. */
type ScraperKeyCheck = (key: Secret, signal: AbortSignal) => Promise<string | undefined>;

/** Dependencies of the routes. */
export type ServiceDeps = {
  store: ServiceStore;
  worker: Worker;
  /** The account of a bearer token; undefined for a wrong token. */
  accountOfToken: (token: string) => number | undefined | Promise<number | undefined>;
  papers: PaperLookUp;
  /** Undefined: this service does no web scraping and rejects every key. */
  checkScraperKey: ScraperKeyCheck | undefined;
  /** Encrypts scraper keys for the store. Undefined: they stay in the memory of this process. */
  sealer?: Sealer | undefined;
  /** Why callbacks to this address are refused; undefined if they are allowed. */
  callbackUrlProblem: (url: string) => string | undefined;
  /** Maximum requests per account and minute. Undefined: no limit, as in embedded mode. */
  requestsPerMinute: number | undefined;
  /** Whether another process runs jobs. Undefined: this one does. */
  isAnyWorkerRunning?: (() => Promise<boolean>) | undefined;
  /** Above this number of open jobs, creations are refused with 503. */
  maxOpenJobs: number;
  onError: (event: string, error: unknown) => void;
  /** Called after each answered request. */
  onRequest?: (request: AnsweredRequest) => void;
};

export type AnsweredRequest = {
  id: string;
  method: string;
  /** The route, not the path: paths contain ids. */
  route: string;
  status: number;
  seconds: number;
  account: number | undefined;
};

/** Values that routes find in the context of an authenticated request. */
export type ServiceEnvironment = { Variables: { account: number; requestId: string } };
