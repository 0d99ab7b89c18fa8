import type { Handler } from 'hono';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';

/** `GET /healthz`: the process answers. */
export function healthRoute(): Handler<ServiceEnvironment> {
  return (context) => context.json({ status: 'ok' });
}

/** `GET /readyz`: the store can be read, so that requests make sense. */
export function readinessRoute({
  database,
  onError,
}: Pick<ServiceDeps, 'database' | 'onError'>): Handler<ServiceEnvironment> {
  return (context) => {
    try {
      database.get('SELECT count(*) FROM accounts');
      return context.json({ status: 'ready' });
    } catch (error) {
      onError('not ready', error);
      return context.json({ status: 'not ready' }, 503);
    }
  };
}
