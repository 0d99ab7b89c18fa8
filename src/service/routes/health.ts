import type { Handler } from 'hono';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';

/** `GET /healthz`: the process answers. */
export function healthRoute(): Handler<ServiceEnvironment> {
  return (context) => context.json({ status: 'ok' });
}

type Deps = Pick<ServiceDeps, 'store' | 'onError'>;

/** `GET /readyz`: whether the store can be read and written. */
export function readinessRoute({ store, onError }: Deps): Handler<ServiceEnvironment> {
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
