import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { PaperqueueError } from '../../contract/errors.ts';
import assets from './assets.json' with { type: 'json' };
import { createBackgroundTasks } from './background-tasks.ts';
import type { RouteDeps, UiDeps, UiPages } from './environment.ts';
import { createFactsCache } from './facts-cache.ts';
import { createLibrarySize } from './library-size.ts';
import { createNotices, type Removals } from './notices.ts';
import { homePage } from './pages/home.ts';
import { layout } from './pages/layout.ts';
import { messagePage } from './pages/message.ts';
import { createPreparedSearches } from './prepared-searches.ts';
import { withRequestDeadline } from './request-deadline.ts';

/** Enough for an encoded Boolean strategy of 50,000 characters and the rest of the form. */
const MAX_BODY_BYTES = 512 * 1024;

/** The scripts and styles of the pages, by name. */
const ASSETS: Readonly<Record<string, string>> = assets;

/** Maximum total size of files dropped on the page. */
const MAX_FILES_BYTES = 128 * 1024 * 1024;
const TAKES_FILES = /^\/[^/]+\/(?:find|papers\/[^/]+\/text|review\/[^/]+\/import)$/;

/** No external content, no inline script or style, and no framing of the page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // A stricter policy would remove the origin from form posts.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'private, no-cache',
};

/** The local page as an HTTP application; `guard` decides who may use it. */
export function createUiApp(
  deps: UiDeps & { removals: Removals },
  { routes: pages, desk, takeOwnFile }: UiPages,
  guard: MiddlewareHandler,
): Hono {
  const app = new Hono();
  const { root, features } = deps;
  const searches = createPreparedSearches(async ({ request, parts }, consent) => {
    const jobs = await features.jobs();
    // Independent of the browser's request: a creation that was sent must be recorded even if the browser disconnects.
    const call = { ...consent, parts, waitSeconds: 0, signal: deps.drainSignal };
    const { job } = await jobs.search(request, { count: 1, facets: false }, call);
    return { ref: job.ref, reused: job.reused };
  });
  const librarySize = createLibrarySize(features);
  const [notices, facts] = [createNotices(), createFactsCache(features)];
  const show: RouteDeps['show'] = async (page) =>
    layout(page, root, { notice: notices.take(), libraryPapers: await librarySize() });
  const routes: RouteDeps = {
    ...deps,
    searches,
    facts,
    notices,
    show,
    tasks: createBackgroundTasks(),
    async showDesk(context, form) {
      const { mode } = (await features.jobs()).listJobs({ count: 0 });
      return show(
        homePage({ root, mode, below: html`${await Promise.all(desk.map((draw) => draw(routes, context)))}`, ...form }),
      );
    },
    takeOwnFile: (context, file) => takeOwnFile(routes, context, file),
  };
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    await next();
  });
  app.use(guard);
  app.use(withRequestDeadline);
  const limit = (maxSize: number) =>
    bodyLimit({ maxSize, onError: (context) => context.text('The form is too long.', 413) });
  const [forms, files] = [limit(MAX_BODY_BYTES), limit(MAX_FILES_BYTES)];
  app.use((context, next) => (TAKES_FILES.test(context.req.path) ? files : forms)(context, next));
  app.get(`${root}/assets/:name`, (context) => {
    const name = context.req.param('name');
    const text = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
    if (text === undefined) return context.notFound();
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
    return context.body(text, 200, { 'Content-Type': `${type}; charset=utf-8` });
  });
  for (const createRoutes of pages) app.route(root, createRoutes(routes));
  app.notFound(async (context) =>
    context.html(await show(messagePage({ root, title: 'Not found', details: NOT_FOUND })), 404),
  );
  app.onError(async (error, context) => {
    if (error instanceof PaperqueueError) {
      const { code } = error.details;
      const status = code === 'JOB_NOT_FOUND' ? 404 : code === 'INVALID_INPUT' ? 400 : 503;
      return context.html(
        await show(messagePage({ root, title: 'That did not work', details: error.details })),
        status,
      );
    }
    deps.log.error('request failed', { error });
    const charged = context.req.method === 'POST' ? 'unknown' : 'no';
    const details = { ...INTERNAL, charged } as const;
    return context.html(await show(messagePage({ root, title: 'That did not work', details })), 500);
  });
  return app;
}

const NOT_FOUND = { code: 'JOB_NOT_FOUND', message: 'There is no such page.', charged: 'no' } as const;
const INTERNAL = {
  code: 'INTERNAL',
  message: 'An error inside paperqueue. The list of jobs shows which searches were made.',
} as const;
