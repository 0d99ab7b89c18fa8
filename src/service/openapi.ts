import * as z from 'zod';
import { filtersSchema } from '../contract/filters.ts';
import {
  CLOSE_KEY_PATH,
  CREDITS_PATH,
  JOBS_PATH,
  KEY_HEADER,
  KEYED_JOBS_PATH,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  PAPERS_PATH,
  takes,
} from '../contract/operations.ts';
import { requestSchema } from '../contract/requests.ts';
import { MAX_CLOSED_KEYS } from '../contract/rules.ts';
import { ANSWERS } from './answer-schemas.ts';

/** The service as an OpenAPI 3.1 document, made from the contract's own schemas. */

const SUMMARIES: Record<Operation, string> = {
  combinedSearch: 'Search papers by keywords, by a description, or both',
  keywordSearch: 'Search papers by keywords',
  querySearch: 'Search papers by a description',
};

/** Statuses that every protected path may also answer; `parts` describes them. */
const PROTECTED = ['401', '405', '429', '500', '503'];

export function openApiDocument(version: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'paperqueue embedded service',
      version,
      description: 'Asynchronous academic paper search: a job is created and charged, then polled or called back.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths: {
      ...Object.fromEntries(OPERATION_NAMES.map((name) => [OPERATIONS[name].path, { post: creation(name) }])),
      [CLOSE_KEY_PATH]: { post: closeKey() },
      [KEYED_JOBS_PATH]: { get: keyedJobs() },
      [`${JOBS_PATH}/{jobId}`]: { get: jobStatus() },
      [CREDITS_PATH]: { get: credits() },
      [`${PAPERS_PATH}/search`]: { get: papersByTitle() },
      [`${PAPERS_PATH}/{id}`]: { get: paperById() },
      '/openapi.json': { get: health('This document', ['200'], { type: 'object', required: ['openapi'] }) },
      '/healthz': { get: health('The process answers', ['200']) },
      '/readyz': { get: health('The store can be read and written', ['200', '503']) },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: SCHEMAS,
      responses: RESPONSES,
    },
  };
}

/** An operation with this successful answer. `refusals` are further statuses, which only some protected paths have. */
function operation(operationId: string, summary: string, success: Json, refusals: string[], more: Json = {}): Json {
  const responses = { '200': success, ...responseRefs(...refusals, ...PROTECTED) };
  return { operationId, summary, ...more, responses };
}

function creation(name: Operation): Json {
  const { needsOneOf } = OPERATIONS[name];
  const body = jsonSchema(requestSchema(name, {}), 'input');
  const starts = [...needsOneOf, ...(takes(name, 'strategy') ? ['strategy'] : [])];
  const anyOf = starts.map((field) => ({ required: [field] }));
  const success = answer('The job was created and charged', schemaRef('Created'));
  return operation(name, SUMMARIES[name], success, ['400', '403', '413', '415'], {
    description: 'Takes 1 credit per 100 results requested (limit), from the pool that the request asks for.',
    parameters: [keyParameter(KEY_OF_CREATION, false), ...filterParameters()],
    requestBody: { required: true, content: json(needsOneOf.length > 1 ? { ...body, anyOf } : body) },
  });
}

const KEY_OF_CREATION =
  'The same creation sent again under its key gives the same jobId and is not charged again; another creation under it is ' +
  `refused (400). Keys are the account's own and are kept as long as their jobs, and the latest ${MAX_CLOSED_KEYS} closed ones.`;

const keySchema = { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' };

function keyParameter(description: string, required: boolean): Json {
  return { name: KEY_HEADER, in: 'header', description, required, schema: keySchema };
}

function closeKey(): Json {
  const success = answer('The job; null when there is none and will be none', schemaRef('ClosedKey'));
  return operation('closeKey', 'The job that was created under a key, for certain', success, ['400'], {
    description:
      'Where there is none the key is closed: a creation under it that arrives later is refused (400) and not charged.',
    parameters: [keyParameter('The key of the creation', true)],
  });
}

function keyedJobs(): Json {
  const summary = 'The latest jobs that were created under a key, newest first, 100 at most';
  return operation('getJobs', summary, answer('The jobs', schemaRef('KeyedJobs')), ['400'], {
    parameters: [{ name: 'idempotencyKey', in: 'query', required: false, schema: keySchema }],
  });
}

/** The query string: lists are comma-separated, and every value follows the contract. */
function filterParameters(): Json[] {
  const { properties } = jsonSchema(filtersSchema, 'input') as { properties: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    schema,
  }));
}

function jobStatus(): Json {
  const summary = 'The state of a job, with its papers once it succeeded';
  const parameters = [pathParameter('jobId')];
  return operation('jobStatus', summary, answer('The job', schemaRef('JobStatus')), ['404'], { parameters });
}

function credits(): Json {
  const success = answer('The balances; null where a pool has no ceiling', schemaRef('Credits'));
  return operation('getCredits', 'Credits left, granted, spent and refunded, per pool', success, [], {
    description:
      'A job that the service failed at is refunded, so that a balance may rise again; what was spent and what was refunded are sums that only grow.',
  });
}

function papersByTitle(): Json {
  const success = answer('The papers', { type: 'array', items: schemaRef('Paper') });
  return operation('papersByTitle', 'Papers of a title, the closest first', success, ['400'], {
    parameters: [{ name: 'title', in: 'query', required: true, schema: { type: 'string', minLength: 1 } }],
  });
}

function paperById(): Json {
  const parameters = [pathParameter('id')];
  return operation('paperById', 'One paper', answer('The paper', schemaRef('Paper')), ['404'], { parameters });
}

function health(description: string, statuses: readonly string[], schema: Json = schemaRef('Health')): Json {
  const responses = Object.fromEntries(statuses.map((status) => [status, answer(description, schema)]));
  return { summary: description, security: [], responses: { ...responses, ...responseRefs('405') } };
}

function pathParameter(name: string): Json {
  return { name, in: 'path', required: true, schema: { type: 'string', minLength: 1 } };
}

/** Parts that the operations of the OpenAPI document share, and references to them. */

type Json = Record<string, unknown>;

const SCHEMAS = answerSchemas();

/** The schemas of answers. Schemas used by others are references. */
function answerSchemas(): Record<keyof typeof ANSWERS, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(ANSWERS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: withoutOurOwn,
  });
  const named = Object.entries(schemas).map(([id, schema]) => {
    const { $schema: _, $id: __, '~standard': ___, ...rest } = schema as Json;
    return [id, rest] as const;
  });
  return Object.fromEntries(named) as Record<keyof typeof ANSWERS, Json>;
}

/** Removes the bounds of exact integers, and `readonly`, which belongs to our types. */
function withoutOurOwn({ jsonSchema: part }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
  if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
  delete part.readOnly;
}

const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'string' } } };

const RESPONSES: Record<string, Json> = {
  '400': answer('Some fields or parameters are wrong; nothing was charged', schemaRef('InvalidFields')),
  '401': answer('No token, or a wrong one', schemaRef('Error')),
  '403': answer('Too few credits in the pool; nothing was taken', schemaRef('Error')),
  '404': answer('Not there, not yours, or expired', schemaRef('Error')),
  '405': answer('The path takes other methods', schemaRef('Error')),
  '413': answer('The body is too large', schemaRef('Error')),
  '415': answer('The body is no JSON by its type', schemaRef('Error')),
  '429': { ...answer('Too many requests in a minute', schemaRef('Error')), headers: retryAfter },
  '500': answer('The service failed', schemaRef('Error')),
  '503': {
    ...answer(
      'Overloaded, the store cannot be used (a full disk), or a part that is needed cannot be asked; nothing was charged',
      schemaRef('Error'),
    ),
    headers: retryAfter,
  },
};

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function answer(description: string, schema: Json): Json {
  return { description, content: json(schema) };
}

function schemaRef(name: keyof typeof ANSWERS): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function responseRefs(...statuses: string[]): Json {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withoutOurOwn });
  return rest;
}
