import type { Secret } from '../contract/secret.ts';
import type { PaperLookUp } from '../jobs/ports/search-engine.ts';
import type { Worker } from './queue/worker.ts';
import type { Sealer } from './scraping/sealer.ts';
import type { ServiceStore } from './store/port.ts';

/** Why the scraping service refuses a key; undefined when it accepts it. Throws when it cannot be asked. */
type ScraperKeyCheck = (key: Secret, signal: AbortSignal) => Promise<string | undefined>;

/** What the routes depend on. */
export type ServiceDeps = {
  store: ServiceStore;
  worker: Worker;
  /** The account that a bearer token stands for; undefined for a wrong one. */
  accountOfToken: (token: string) => number | undefined | Promise<number | undefined>;
  papers: PaperLookUp;
  /** Undefined: this service does no web scraping and refuses every key. */
  checkScraperKey: ScraperKeyCheck | undefined;
  /** Seals scraper keys for the store. Undefined: they stay in the memory of this process. */
  sealer?: Sealer | undefined;
  /** Why callbacks to this address are refused; undefined when they are not. */
  callbackUrlProblem: (url: string) => string | undefined;
  /** Requests that an account may make in a minute. Undefined: no limit, as in embedded mode. */
  requestsPerMinute: number | undefined;
  /** With so many open jobs, creations are refused with 503. */
  maxOpenJobs: number;
  onError: (event: string, error: unknown) => void;
  /** Called when a request was answered. */
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
