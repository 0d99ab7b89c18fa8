import { createHash } from 'node:crypto';
import type { Context, Handler } from 'hono';
import { isDeeperThan, MAX_LEVELS } from '../../contract/answers.ts';
import { fromQueryString } from '../../contract/filters.ts';
import type { InvalidField } from '../../contract/invalid.ts';
import { invalidField } from '../../contract/invalid.ts';
import { isIdempotencyKey, KEY_HEADER, KEY_RULE, type Operation } from '../../contract/operations.ts';
import { type JobRequest, parseBody } from '../../contract/requests.ts';
import { SCRAPER_CREDITS_NEEDED } from '../../contract/rules.ts';
import { Secret } from '../../contract/secret.ts';
import { strategyProblems } from '../../papers/query/query.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import type { Answer } from '../answer-schemas.ts';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';
import type { Creation, CreationKey } from '../store/port.ts';

type Deps = Pick<
  ServiceDeps,
  'store' | 'worker' | 'checkScraperKey' | 'sealer' | 'callbackUrlProblem' | 'maxOpenJobs' | 'onError'
>;

/** The Retry-After, in seconds, of a creation refused with 503. */
const TRY_AGAIN_SECONDS = '5';

/** `POST /v1/job/...Search`: validates body and query string completely, charges, queues, and answers `{ jobId }`. */
export function createJobRoute(deps: Deps, operation: Operation): Handler<ServiceEnvironment> {
  return async (context) => {
    if (!isJson(context.req.header('content-type')))
      return context.json({ error: 'The body is JSON: Content-Type: application/json' }, 415);
    const body = parseBody(operation, await readJson(context.req.raw));
    const query = fromQueryString(new URL(context.req.url).search.slice(1));
    const keyText = context.req.header(KEY_HEADER);
    const isKey = keyText !== undefined && isIdempotencyKey(keyText);
    const invalid = [
      ...listInvalid(body),
      ...listInvalid(query),
      ...('value' in body ? strategyProblems(body.value) : []),
    ];
    if (keyText !== undefined && !isKey) invalid.push(keyProblem(KEY_RULE));
    const request =
      'value' in body && 'filters' in query ? { operation, body: body.value, filters: query.filters } : undefined;
    const key = request && isKey ? creationKey(keyText, request) : undefined;
    // A repeated creation gets the first answer, even if the checks below would now fail.
    const earlier = key && (await deps.store.jobs.repeated(context.get('account'), key));
    if (earlier) return answerCreation(context, earlier);
    const { callbackUrl, scraperKey } = request?.body ?? {};
    const callbackProblem = callbackUrl && deps.callbackUrlProblem(callbackUrl);
    if (callbackProblem) invalid.push(invalidField('callbackUrl', `${callbackProblem}`));
    if (invalid.length > 0 || !request) return badRequest(context, invalid);
    const secret = scraperKey === undefined ? undefined : new Secret(scraperKey);
    if (secret) {
      const refusal = await checkKey(deps, context, secret);
      if (refusal) return refusal;
    }
    return create(deps, context, request, secret, key);
  };
}

async function create(
  { store, worker, sealer, maxOpenJobs }: Deps,
  context: Context<ServiceEnvironment>,
  request: JobRequest,
  scraperKey: Secret | undefined,
  key: CreationKey | undefined,
): Promise<Response> {
  const { signal } = context.req.raw;
  const account = context.get('account');
  const sealed = scraperKey && sealer?.seal(scraperKey, account);
  const create = () => store.jobs.create(account, request, maxOpenJobs, key, sealed);
  const created = await whenStoreIsFree(create, { signal });
  if ('id' in created && !created.isRepeated) {
    if (scraperKey && !sealed) worker.keepKey(created.id, scraperKey);
    worker.wake();
  }
  return answerCreation(context, created);
}

function answerCreation(context: Context<ServiceEnvironment>, created: Creation): Response {
  if ('id' in created) return context.json({ jobId: created.id } satisfies Answer<'Created'>, 200);
  if (created.refused === 'credits') return context.json({ error: 'Insufficient credits' }, 403);
  if (created.refused === 'queue') return tryAgain(context, 'Too many jobs are waiting; nothing was charged');
  return badRequest(context, [keyProblem('it was closed, or used for another creation; nothing was charged')]);
}

function keyProblem(rule: string): InvalidField {
  return { field: KEY_HEADER, message: `${KEY_HEADER}: ${rule}` };
}

/** The answer that rejects a scraper key; undefined if the key is accepted. */
async function checkKey(
  { checkScraperKey, onError }: Deps,
  context: Context<ServiceEnvironment>,
  key: Secret,
): Promise<Response | undefined> {
  const rule = `scraperKey: a valid key with at least ${SCRAPER_CREDITS_NEEDED} credits left`;
  const refuse = (why: string) => badRequest(context, [{ field: 'scraperKey', message: `${rule}; ${why}` }]);
  // Without web scraping, a job would be charged to a key that is never used.
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
  const error = invalid.map(({ field, message }) => ({ message, path: field }));
  return context.json({ error } satisfies Answer<'InvalidFields'>, 400);
}

function tryAgain(context: Context<ServiceEnvironment>, error: string): Response {
  return context.json({ error } satisfies Answer<'Error'>, 503, { 'Retry-After': TRY_AGAIN_SECONDS });
}

function listInvalid(parsed: object): InvalidField[] {
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

/** The key of a creation with the hash of its request. */
export function creationKey(key: string, { operation, body, filters }: JobRequest): CreationKey {
  const canonical = JSON.stringify([operation, sorted(body), sorted(filters)]);
  return { key, digest: createHash('sha256').update(canonical).digest('hex') };
}

function sorted(fields: object): [string, unknown][] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
