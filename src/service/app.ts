import { Hono } from 'hono';
import { CREDITS_PATH, JOBS_PATH, OPERATION_NAMES, OPERATIONS } from '../contract/operations.ts';
import { authenticated } from './authentication.ts';
import type { ServiceDeps, ServiceEnvironment } from './deps.ts';
import { createJobRoute } from './routes/create-job.ts';
import { creditsRoute } from './routes/credits.ts';
import { jobStatusRoute } from './routes/job-status.ts';

/** The service contract as an HTTP application: one file per route, the same app in process and behind a socket. */
export function createServiceApp(deps: ServiceDeps): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  app.use('/v1/*', authenticated(deps.accountOfToken));
  for (const operation of OPERATION_NAMES) app.post(OPERATIONS[operation].path, createJobRoute(deps, operation));
  app.get(`${JOBS_PATH}/:jobId`, jobStatusRoute(deps));
  app.get(CREDITS_PATH, creditsRoute(deps));
  app.notFound((context) => context.json({ error: 'Not found' }, 404));
  app.onError((error, context) => {
    deps.onError('request failed', error);
    return context.json({ error: 'Internal error' }, 500);
  });
  return app;
}
