import type { Handler } from 'hono';
import { fromQueryString } from '../../contract/filters.ts';
import type { InvalidField } from '../../contract/invalid.ts';
import type { Operation } from '../../contract/operations.ts';
import { parseBody } from '../../contract/requests.ts';
import { SCRAPER_CREDITS_NEEDED } from '../../contract/rules.ts';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';
import { createJob } from '../job-queue.ts';

/** `POST /v1/job/...Search`: checks body and query string whole, charges, queues, answers `{ jobId }`. */
export function createJobRoute(
  { database, worker }: Pick<ServiceDeps, 'database' | 'worker'>,
  operation: Operation,
): Handler<ServiceEnvironment> {
  return async (context) => {
    const body = parseBody(operation, await readJson(context.req.raw));
    const query = fromQueryString(new URL(context.req.url).search.slice(1));
    const invalid = [...invalidOf(body), ...invalidOf(query)];
    if ('value' in body && body.value.scraperKey !== undefined) invalid.push(NO_SCRAPING);
    if (invalid.length > 0 || !('value' in body) || !('filters' in query)) {
      return context.json({ error: invalid.map(({ field, message }) => ({ message, path: field })) }, 400);
    }
    const request = { operation, body: body.value, filters: query.filters };
    const jobId = createJob(database, context.get('account'), request);
    if (jobId === undefined) return context.json({ error: 'Insufficient credits' }, 403);
    worker.wake();
    return context.json({ jobId }, 200);
  };
}

/** A key that cannot be checked cannot be valid, and a job charged to it would get nothing for it. */
const NO_SCRAPING: InvalidField = {
  field: 'scraperKey',
  message: `scraperKey: a valid key with at least ${SCRAPER_CREDITS_NEEDED} credits left; this service does no web scraping and can use none`,
};

function invalidOf(parsed: object): InvalidField[] {
  return 'invalid' in parsed ? (parsed.invalid as InvalidField[]) : [];
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}
