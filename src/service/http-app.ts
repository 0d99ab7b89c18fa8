import { randomUUID } from 'node:crypto';
import { type Context, type Handler, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { matchedRoutes } from 'hono/route';
import { POOLS } from '../contract/credits.ts';
import { isStoreUnavailable } from '../contract/errors.ts';
import {
  CLOSE_KEY_PATH,
  CREDITS_PATH,
  JOBS_PATH,
  KEYED_JOBS_PATH,
  OPERATION_NAMES,
  OPERATIONS,
  PAPERS_PATH,
  REVIEWS_PATH,
} from '../contract/operations.ts';
import { KEY_DAYS } from '../contract/rules.ts';
import { once } from '../lib/once.ts';
import { VERSION } from '../platform/version.ts';
import type { ServiceDeps, ServiceEnvironment } from './deps.ts';
import { openApiDocument } from './openapi.ts';
import { closeKeyRoute, keyedJobsRoute } from './routes/close-creation-key.ts';
import { createJobRoute } from './routes/create-job.ts';
import { jobStatusRoute } from './routes/job-status.ts';
import { paperByIdRoute, papersByTitleRoute } from './routes/papers.ts';
import { MAX_REVIEW_BODY_BYTES } from './routes/review-bodies.ts';
import { addReviewRoutes } from './routes/reviews-of-members.ts';
import type { ServiceStore } from './store/port.ts';

/** A valid body is far smaller: at most 5,000 characters of query and ten keywords. */
const MAX_BODY_BYTES = 256 * 1024;

/** Factor for requests about reviews: deciding on a batch takes several, and a long review arrives in parts. */
const REVIEW_REQUESTS = 30;

/** The service contract as an HTTP application, the same in process and behind a socket. */
export function createServiceApp(deps: ServiceDeps): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  app.use(observed(deps));
  app.use('/v1/*', authenticated(deps.accountOfToken));
  const { requestsPerMinute } = deps;
  if (requestsPerMinute !== undefined) app.use('/v1/*', rateLimitMiddleware(deps.store, requestsPerMinute));

  for (const operation of OPERATION_NAMES) {
    const { path } = OPERATIONS[operation];
    app.use(path, limitedBody());
    app.post(path, createJobRoute(deps, operation));
  }
  app.post(CLOSE_KEY_PATH, closeKeyRoute(deps));
  app.get(KEYED_JOBS_PATH, keyedJobsRoute(deps));
  app.get(`${JOBS_PATH}/:jobId`, jobStatusRoute(deps));
  app.get(CREDITS_PATH, creditsRoute(deps));
  app.get(`${PAPERS_PATH}/search`, papersByTitleRoute(deps));
  app.get(`${PAPERS_PATH}/:id`, paperByIdRoute(deps));
  app.use(`${REVIEWS_PATH}/*`, limitedBody(MAX_REVIEW_BODY_BYTES));
  addReviewRoutes(app, deps);
  const document = once(() => openApiDocument(VERSION));
  app.get('/openapi.json', (context) => context.json(document()));
  app.get('/healthz', healthRoute());
  app.get('/readyz', readinessRoute(deps));

  const allowed = allowedMethods(app);
  for (const [path, methods] of allowed) app.all(path, otherMethods(methods));
  app.notFound((context) => context.json({ error: 'Not found' }, 404));
  app.onError((error, context) => {
    deps.onError('request failed', error);
    if (isStoreUnavailable(error)) return context.json({ error: STORE_UNAVAILABLE }, 503, { 'Retry-After': '30' });
    return context.json({ error: 'Internal error' }, 500);
  });
  return app;
}

/** A job and its charge are one transaction: if the store fails, neither exists. */
const STORE_UNAVAILABLE =
  'The service cannot read or write its store now (a full disk?); no job was created and nothing was charged';

/** Refuses POST requests with a large body. No other bodies are read. */
function limitedBody(maxSize = MAX_BODY_BYTES): MiddlewareHandler<ServiceEnvironment> {
  const limit = bodyLimit({
    maxSize,
    onError: (context) => context.json({ error: `Body larger than ${maxSize} bytes` }, 413),
  });
  return (context, next) => {
    const { method } = context.req;
    return method === 'POST' && !claimsToFit(context, maxSize) ? limit(context, next) : next();
  };
}

/** Whether Content-Length states a small body. Measuring the body itself takes a tenth of the time of a creation. */
function claimsToFit({ req }: Context, maxSize: number): boolean {
  const length = req.header('content-length');
  return length !== undefined && req.header('transfer-encoding') === undefined && Number(length) <= maxSize;
}

/** The paths of the app, each with the methods that it answers. */
function allowedMethods(app: Hono<ServiceEnvironment>): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { path, method } of app.routes.filter((route) => route.method !== 'ALL')) {
    const also = method === 'GET' ? ['GET', 'HEAD'] : [method];
    paths.set(path, [...(paths.get(path) ?? []), ...also]);
  }
  return paths;
}

/** Answers OPTIONS with the methods of a path, and refuses all other methods. */
function otherMethods(methods: readonly string[]): MiddlewareHandler<ServiceEnvironment> {
  const allow = [...methods, 'OPTIONS'].join(', ');
  return async (context) => {
    context.header('Allow', allow);
    if (context.req.method === 'OPTIONS') return context.body(null, 204);
    return context.json({ error: `Method not allowed; this path takes ${allow}` }, 405);
  };
}

/** Gives each request an id for the answer and the log, and reports the outcome. */
function observed({ onRequest }: Pick<ServiceDeps, 'onRequest'>): MiddlewareHandler<ServiceEnvironment> {
  return async (context, next) => {
    const id = randomUUID();
    const started = performance.now();
    context.set('requestId', id);
    // Set before the answer is made: adding a header to an answer turns its body into a stream.
    context.header('X-Request-Id', id);
    await next();
    onRequest?.({
      id,
      method: context.req.method,
      route: matchedRoutes(context).find(({ method }) => method !== 'ALL')?.path ?? 'other',
      status: context.res.status,
      seconds: (performance.now() - started) / 1000,
      account: context.get('account'),
    });
  };
}

/** Requires `Authorization: Bearer <token>` and puts the account behind the token into the context. */
function authenticated(
  accountOfToken: (token: string) => number | undefined | Promise<number | undefined>,
): MiddlewareHandler<ServiceEnvironment> {
  return async (context, next) => {
    const [, token] = /^Bearer ([\x21-\x7e]+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    if (token === undefined) return context.json({ error: 'API key is required' }, 401);
    const account = await accountOfToken(token);
    if (account === undefined) return context.json({ error: 'Invalid API key' }, 401);
    context.set('account', account);
    return next();
  };
}

/**
 * Counts requests per account, those about reviews separately, and refuses those over the limit. Answers carry the
 * RateLimit fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers) and, for a refusal, Retry-After.
 */
function rateLimitMiddleware(store: ServiceStore, perMinute: number): MiddlewareHandler<ServiceEnvironment> {
  return async (context, next) => {
    const account = context.get('account');
    const isAboutReviews = context.req.path === REVIEWS_PATH || context.req.path.startsWith(`${REVIEWS_PATH}/`);
    const { allowed, limit, remaining, resetSeconds } = await (isAboutReviews
      ? store.takeRequest(account, perMinute * REVIEW_REQUESTS, 'reviews')
      : store.takeRequest(account, perMinute));
    context.header('RateLimit-Policy', `"requests";q=${limit};w=60`);
    context.header('RateLimit', `"requests";r=${remaining};t=${resetSeconds}`);
    if (allowed) return next();
    return context.json({ error: 'Too many requests' }, 429, { 'Retry-After': String(resetSeconds) });
  };
}

/** `GET /healthz`: the process answers. */
function healthRoute(): Handler<ServiceEnvironment> {
  return (context) => context.json({ status: 'ok' });
}

type Deps = Pick<ServiceDeps, 'store' | 'onError'>;

/** `GET /readyz`: whether the store can be read and written. */
function readinessRoute({ store, onError }: Deps): Handler<ServiceEnvironment> {
  return async (context) => {
    try {
      await store.ping();
      return context.json({ status: 'ready' });
    } catch (error) {
      onError('not ready', error);
      return context.json({ status: 'not ready' }, 503);
    }
  };
}

/**
 * `GET /v1/user/getCredits`: balance and total per pool (null without a ceiling), the sums of spent and refunded
 * credits, which only grow, the monthly credits (null without a monthly allowance) and when the next month begins.
 * `idempotencyKeyDays` says that creations accept an `Idempotency-Key`; `takesStrategies` that searches accept
 * strategies; `keepsReviews` that members can share reviews here.
 */
function creditsRoute({ store }: Pick<ServiceDeps, 'store'>): Handler<ServiceEnvironment> {
  return async (context) => {
    const flows = await store.accounts.flows(context.get('account'));
    const pools = POOLS.flatMap((pool) => {
      const { granted, spent, refunded, monthly } = flows[pool];
      return [
        [`${pool}CreditsBalance`, granted === null ? null : granted - spent + refunded],
        [`${pool}CreditsTotal`, granted],
        [`${pool}CreditsSpent`, spent],
        [`${pool}CreditsRefunded`, refunded],
        [`${pool}CreditsMonthly`, monthly],
      ];
    });
    const renewsAt = POOLS.map((pool) => flows[pool].renewsAt).find((moment) => moment !== null);
    return context.json({
      ...Object.fromEntries(pools),
      creditsRenewAt: renewsAt ?? null,
      plan: 'embedded',
      idempotencyKeyDays: KEY_DAYS,
      takesStrategies: true,
      keepsReviews: true,
    });
  };
}
