import type { UseCases } from '../jobs/use-cases.ts';
import type { Log } from '../log.ts';
import type { Follow } from './follow.ts';
import type { Reviews } from './reviews.ts';

/** What the routes of the local page depend on. */
export type UiDeps = {
  /** The path that all pages stand below. */
  root: string;
  /** Opened by the first request that needs them. */
  useCases: () => Promise<UseCases>;
  log: Log;
  /** Aborted when the server stops: waits end, jobs continue. */
  drainSignal: AbortSignal;
};

export type RouteDeps = UiDeps & { reviews: Reviews; follow: Follow };
