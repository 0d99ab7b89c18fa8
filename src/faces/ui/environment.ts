import type { Features } from '../../jobs/features.ts';
import type { Zotero } from '../../library/ports/zotero.ts';
import type { Log } from '../../platform/log.ts';
import type { AsreviewFiles } from '../../review/exchange/asreview-port.ts';
import type { Errands } from './errands.ts';
import type { Follow } from './follow.ts';
import type { Html } from './pages/html.ts';
import type { Page } from './pages/layout.ts';
import type { PreparedSearches } from './prepared-searches.ts';
import type { PageKeys } from './screening/page-keys.ts';

/** What the routes of the local page depend on. All parts are opened by the first request that needs them. */
export type UiDeps = {
  /** The path that all pages stand below. */
  root: string;
  features: Features;
  asreviewFiles: () => Promise<AsreviewFiles>;
  /** The secret of the data folder. */
  folderKey: string;
  /** Who screens, where a page does not say it. */
  reader?: string | undefined;
  /** The user's Zotero; absent where none is configured. */
  zotero?: (() => Promise<Zotero>) | undefined;
  log: Log;
  /** Aborted when the server stops: waits end, jobs continue. */
  drainSignal: AbortSignal;
};

export type RouteDeps = UiDeps & {
  searches: PreparedSearches;
  pageKeys: PageKeys;
  follow: Follow;
  errands: Errands;
  /** A page with what stands on all of them. */
  show(page: Page): Promise<Html>;
};
