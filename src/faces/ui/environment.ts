import type { Context, Hono } from 'hono';
import type { Features, OperatorFeatures } from '../../jobs/features.ts';
import type { Log } from '../../platform/log.ts';
import type { GivenFile, TakenFile } from './attach-file.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { FactsCache } from './facts-cache.ts';
import type { Notices, Removals } from './notices.ts';
import type { Home } from './pages/home.ts';
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
  facts: FactsCache;
  notices: Notices;
  removals: Removals;
  /** A page together with what every page shows. */
  show(page: Page): Promise<Html>;
  /** The desk, from the search that the query asks for, with what a form had. */
  showDesk(context: Context, form?: Pick<Home, 'values' | 'invalid' | 'asked'>): Promise<Html>;
  /** Imports a file that belongs to one feature, such as decisions; undefined for any other file. */
  takeOwnFile(context: Context, file: GivenFile): Promise<TakenFile | undefined>;
};

/** The pages of a feature below the path prefix. */
type Routes = (deps: RouteDeps) => Hono;

/** What the features add to the local page. */
export type UiPages = {
  routes: readonly Routes[];
  /** The parts of the desk below the search box, in order. */
  desk: readonly ((deps: RouteDeps, context: Context) => Promise<Html | ''>)[];
  takeOwnFile(deps: RouteDeps, context: Context, file: GivenFile): Promise<TakenFile | undefined>;
};
