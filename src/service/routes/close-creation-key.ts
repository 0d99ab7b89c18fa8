import type { Context, Handler } from 'hono';
import { isIdempotencyKey, KEY_HEADER, KEY_RULE } from '../../contract/operations.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import type { Answer } from '../answer-schemas.ts';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'store'>;

const MAX_JOBS = 100;

/** `GET /v1/user/getJobs?idempotencyKey=`: the account's latest jobs with a key, or the job of this key. */
export function keyedJobsRoute({ store }: Deps): Handler<ServiceEnvironment> {
  return async (context) => {
    const parameters = new URL(context.req.url).searchParams;
    const unknown = [...parameters.keys()].find((name) => name !== 'idempotencyKey');
    if (unknown !== undefined) return badRequest(context, unknown.slice(0, 60), 'unknown; known is idempotencyKey');
    const [key, ...others] = parameters.getAll('idempotencyKey');
    if (others.length > 0) return badRequest(context, 'idempotencyKey', 'given more than once');
    if (key !== undefined && !isIdempotencyKey(key)) return badRequest(context, 'idempotencyKey', KEY_RULE);
    const jobs = await store.jobs.keyed(context.get('account'), key, MAX_JOBS);
    return context.json({ jobs } satisfies Answer<'KeyedJobs'>);
  };
}

/**
 * `POST /v1/job/closeKey` with `Idempotency-Key`: the job created under the key. `jobId: null` promises that there is
 * none and never will be: a later creation under this key is refused.
 */
export function closeKeyRoute({ store }: Deps): Handler<ServiceEnvironment> {
  return async (context) => {
    const key = context.req.header(KEY_HEADER);
    if (key === undefined || !isIdempotencyKey(key)) return badRequest(context, KEY_HEADER, KEY_RULE);
    const { signal } = context.req.raw;
    const job = await whenStoreIsFree(() => store.jobs.closeKey(context.get('account'), key), { signal });
    return context.json({ jobId: job ?? null } satisfies Answer<'ClosedKey'>);
  };
}

function badRequest(context: Context<ServiceEnvironment>, path: string, rule: string): Response {
  return context.json({ error: [{ message: `${path}: ${rule}`, path }] } satisfies Answer<'InvalidFields'>, 400);
}
