import type { Context, Handler } from 'hono';
import { isDeeperThan, MAX_LEVELS } from '../../contract/answers.ts';
import { fromQueryString } from '../../contract/filters.ts';
import type { InvalidField } from '../../contract/invalid.ts';
import type { Operation } from '../../contract/operations.ts';
import { type JobRequest, parseBody } from '../../contract/requests.ts';
import { SCRAPER_CREDITS_NEEDED } from '../../contract/rules.ts';
import { Secret } from '../../contract/secret.ts';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';
import { createJob } from '../job-queue.ts';

type Deps = Pick<
  ServiceDeps,
  'database' | 'worker' | 'checkScraperKey' | 'callbackUrlProblem' | 'mostOpenJobs' | 'onError'
>;

/** Seconds after which a creation that was put off may be tried again. */
const TRY_AGAIN_SECONDS = '5';

/** `POST /v1/job/...Search`: checks body and query string whole, charges, queues, answers `{ jobId }`. */
export function createJobRoute(deps: Deps, operation: Operation): Handler<ServiceEnvironment> {
  return async (context) => {
    if (!isJson(context.req.header('content-type')))
      return context.json({ error: 'The body is JSON: Content-Type: application/json' }, 415);
    const body = parseBody(operation, await readJson(context.req.raw));
    const query = fromQueryString(new URL(context.req.url).search.slice(1));
    const invalid = [...invalidOf(body), ...invalidOf(query)];
    const callbackProblem =
      'value' in body && body.value.callbackUrl && deps.callbackUrlProblem(body.value.callbackUrl);
    if (callbackProblem) invalid.push({ field: 'callbackUrl', message: `callbackUrl: ${callbackProblem}` });
    if (invalid.length > 0 || !('value' in body) || !('filters' in query)) return badRequest(context, invalid);
    const { scraperKey } = body.value;
    const key = scraperKey === undefined ? undefined : new Secret(scraperKey);
    if (key) {
      const refusal = await checkKey(deps, context, key);
      if (refusal) return refusal;
    }
    return create(deps, context, { operation, body: body.value, filters: query.filters }, key);
  };
}

function create(
  { database, worker, mostOpenJobs }: Deps,
  context: Context<ServiceEnvironment>,
  request: JobRequest,
  key: Secret | undefined,
): Response {
  const created = createJob(database, context.get('account'), request, mostOpenJobs);
  if ('refused' in created) {
    if (created.refused === 'credits') return context.json({ error: 'Insufficient credits' }, 403);
    return tryAgain(context, 'Too many jobs are waiting; nothing was charged');
  }
  if (key) worker.keepKey(created.id, key);
  worker.wake();
  return context.json({ jobId: created.id }, 200);
}

/** The answer that refuses a scraper key; undefined when the key is good. */
async function checkKey(
  { checkScraperKey, onError }: Deps,
  context: Context<ServiceEnvironment>,
  key: Secret,
): Promise<Response | undefined> {
  const rule = `scraperKey: a valid key with at least ${SCRAPER_CREDITS_NEEDED} credits left`;
  const refuse = (why: string) => badRequest(context, [{ field: 'scraperKey', message: `${rule}; ${why}` }]);
  // A key that cannot be checked cannot be valid, and a job charged to it would get nothing for it.
  if (!checkScraperKey) return refuse('this service does no web scraping and can use none');
  try {
    const problem = await checkScraperKey(key, context.req.raw.signal);
    return problem === undefined ? undefined : refuse(problem);
  } catch (error) {
    onError('the scraping service could not be asked', error);
    return tryAgain(context, 'The scraping service could not be asked about scraperKey; nothing was charged');
  }
}

function badRequest(context: Context<ServiceEnvironment>, invalid: readonly InvalidField[]): Response {
  return context.json({ error: invalid.map(({ field, message }) => ({ message, path: field })) }, 400);
}

function tryAgain(context: Context<ServiceEnvironment>, error: string): Response {
  return context.json({ error }, 503, { 'Retry-After': TRY_AGAIN_SECONDS });
}

function invalidOf(parsed: object): InvalidField[] {
  return 'invalid' in parsed ? [...(parsed.invalid as InvalidField[])] : [];
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '');
}

async function readJson(request: Request): Promise<unknown> {
  try {
    const json: unknown = await request.json();
    return isDeeperThan(json, MAX_LEVELS) ? undefined : json;
  } catch {
    return undefined;
  }
}
