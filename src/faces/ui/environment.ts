import type { Hono } from 'hono';
import type { Features, OperatorFeatures } from '../../jobs/features.ts';
import type { Log } from '../../platform/log.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { Html } from './pages/html.ts';
import type { Page } from './pages/layout.ts';
import type { PreparedSearches } from './prepared-searches.ts';

/** The dependencies of the local page's routes. The first request that needs a feature opens it. */
export type UiDeps = {
  /** The path prefix of all pages. */
  root: string;
  features: Features;
  asreviewFiles: OperatorFeatures['asreviewFiles'];
  /** The secret of the data folder. */
  folderKey: string;
  /** The person who screens, unless a page names another. */
  reader?: string | undefined;
  /** The user's Zotero; absent if it is not configured. */
  zotero?: OperatorFeatures['zotero'] | undefined;
  log: Log;
  /** Aborted when the server stops: waits end, jobs continue. */
  drainSignal: AbortSignal;
};

export type RouteDeps = UiDeps & {
  searches: PreparedSearches;
  tasks: BackgroundTasks;
  /** A page together with what every page shows. */
  show(page: Page): Promise<Html>;
};

/** The pages of a feature below the path prefix. */
export type Routes = (deps: RouteDeps) => Hono;
