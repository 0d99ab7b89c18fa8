import type { Handler } from 'hono';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';

/** `GET /healthz`: the process answers. */
export function healthRoute(): Handler<ServiceEnvironment> {
  return (context) => context.json({ status: 'ok' });
}

/** About what a creation writes: on a full disk there may be room for less. */
const PROBE_BYTES = 16 * 1024;

type Deps = Pick<ServiceDeps, 'database' | 'onError'>;

/** `GET /readyz`: whether the store can be read and written. */
export function readinessRoute({ database, onError }: Deps): Handler<ServiceEnvironment> {
  return (context) => {
    try {
      database.run('INSERT OR REPLACE INTO write_probe (id, filler) VALUES (1, zeroblob(?))', PROBE_BYTES);
      return context.json({ status: 'ready' });
    } catch (error) {
      onError('not ready', error);
      return context.json({ status: 'not ready' }, 503);
    }
  };
}
