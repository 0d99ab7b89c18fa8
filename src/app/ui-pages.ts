import { drawTables, tableRoutes } from '../evidence/table/pages/table-routes.ts';
import type { UiPages } from '../faces/ui/environment.ts';
import { searchRoutes } from '../faces/ui/search-routes.ts';
import { watchRoutes } from '../faces/ui/watch-routes.ts';
import { drawDesk } from '../report/pages/desk/draw-desk.ts';
import { goToRoutes } from '../report/pages/go-to-routes.ts';
import { jobRoutes } from '../report/pages/job-routes.ts';
import { paperRoutes } from '../report/pages/paper-routes.ts';
import { downloadRoutes } from '../review/pages/download-routes.ts';
import { newReviewRoutes } from '../review/pages/new-review-routes.ts';
import { reviewRoutes } from '../review/pages/review-routes.ts';
import { screeningRoutes } from '../review/pages/screening-routes.ts';
import { takeCopy } from '../review/pages/take-copy.ts';
import { findRoutes } from '../search/look-up/pages/find-routes.ts';

/** What the features add to the local page. */
export const PAGES: UiPages = {
  routes: [
    findRoutes,
    searchRoutes,
    watchRoutes,
    goToRoutes,
    jobRoutes,
    paperRoutes,
    screeningRoutes,
    newReviewRoutes,
    reviewRoutes,
    downloadRoutes,
    tableRoutes,
  ],
  desk: [drawDesk, drawTables],
  takeOwnFile: takeCopy,
};
