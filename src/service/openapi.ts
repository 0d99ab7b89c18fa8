import * as z from 'zod';
import { filtersSchema } from '../contract/filters.ts';
import {
  CREDITS_PATH,
  JOBS_PATH,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  PAPERS_PATH,
} from '../contract/operations.ts';
import { wirePaperSchema } from '../contract/paper.ts';
import { requestSchema } from '../contract/requests.ts';

/** The service as an OpenAPI 3.1 document, made of the contract's own schemas. */

type Json = Record<string, unknown>;

const SUMMARIES: Record<Operation, string> = {
  combinedSearch: 'Search papers by keywords, by a description, or both',
  keywordSearch: 'Search papers by keywords',
  querySearch: 'Search papers by a description',
};

/** What `parts` answer in common; every protected path may also answer these. */
const PROTECTED = ['401', '405', '429', '500'];

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
      [`${JOBS_PATH}/{jobId}`]: { get: jobStatus() },
      [CREDITS_PATH]: { get: credits() },
      [`${PAPERS_PATH}/search`]: { get: papersByTitle() },
      [`${PAPERS_PATH}/{id}`]: { get: paperById() },
      '/openapi.json': { get: health('This document', ['200'], { type: 'object', required: ['openapi'] }) },
      '/healthz': { get: health('The process answers', ['200']) },
      '/readyz': { get: health('The store can be read', ['200', '503']) },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: SCHEMAS,
      responses: RESPONSES,
    },
  };
}

function creation(operation: Operation): Json {
  const { needsOneOf } = OPERATIONS[operation];
  const body = jsonSchema(requestSchema(operation, {}), 'input');
  const anyOf = needsOneOf.map((name) => ({ required: [name] }));
  return {
    operationId: operation,
    summary: SUMMARIES[operation],
    description: 'Takes 1 credit per 100 results requested (limit), from the pool that the request asks for.',
    parameters: filterParameters(),
    requestBody: { required: true, content: json(needsOneOf.length > 1 ? { ...body, anyOf } : body) },
    responses: {
      '200': answer('The job was created and charged', schemaRef('Created')),
      ...responseRefs('400', '403', '413', '415', '503', ...PROTECTED),
    },
  };
}

/** The query string: lists comma-separated, every value as the contract has it. */
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
  return {
    operationId: 'jobStatus',
    summary: 'The state of a job, with its papers once it succeeded',
    parameters: [pathParameter('jobId')],
    responses: { '200': answer('The job', schemaRef('JobStatus')), ...responseRefs('404', ...PROTECTED) },
  };
}

function credits(): Json {
  return {
    operationId: 'getCredits',
    summary: 'Credits left and granted, per pool',
    responses: {
      '200': answer('The balances; null where a pool has no ceiling', schemaRef('Credits')),
      ...responseRefs(...PROTECTED),
    },
  };
}

function papersByTitle(): Json {
  const title = { name: 'title', in: 'query', required: true, schema: { type: 'string', minLength: 1 } };
  return {
    operationId: 'papersByTitle',
    summary: 'Papers of a title, the closest first',
    parameters: [title],
    responses: {
      '200': answer('The papers', { type: 'array', items: schemaRef('Paper') }),
      ...responseRefs('400', ...PROTECTED),
    },
  };
}

function paperById(): Json {
  return {
    operationId: 'paperById',
    summary: 'One paper',
    parameters: [pathParameter('id')],
    responses: { '200': answer('The paper', schemaRef('Paper')), ...responseRefs('404', ...PROTECTED) },
  };
}

const STATUS = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] };

function health(description: string, statuses: readonly string[], schema: Json = STATUS): Json {
  const responses = Object.fromEntries(statuses.map((status) => [status, answer(description, schema)]));
  return { summary: description, security: [], responses: { ...responses, ...responseRefs('405') } };
}

function pathParameter(name: string): Json {
  return { name, in: 'path', required: true, schema: { type: 'string', minLength: 1 } };
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function answer(description: string, schema: Json): Json {
  return { description, content: json(schema) };
}

function schemaRef(name: keyof typeof SCHEMAS): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function responseRefs(...statuses: string[]): Json {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const amount = { type: ['integer', 'null'] };
const notes = { type: 'array', items: { type: 'string' } };
const sources = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      source: { type: 'string' },
      gave: { type: 'integer' },
      total: { type: 'integer' },
      failed: { type: 'string' },
    },
    required: ['source', 'gave'],
    additionalProperties: false,
  },
};

const SCHEMAS = {
  Paper: jsonSchema(wirePaperSchema, 'output'),
  Created: { type: 'object', properties: { jobId: { type: 'string', minLength: 1 } }, required: ['jobId'] },
  JobStatus: {
    oneOf: [
      {
        type: 'object',
        properties: { status: { const: 'queued' } },
        required: ['status'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: { status: { const: 'error' }, notes, sources },
        required: ['status'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: {
          status: { const: 'success' },
          results: { type: 'array', items: { $ref: '#/components/schemas/Paper' } },
          notes,
          sources,
        },
        required: ['status', 'results'],
        additionalProperties: false,
      },
    ],
  },
  Credits: {
    type: 'object',
    properties: {
      basicCreditsBalance: amount,
      basicCreditsTotal: amount,
      proCreditsBalance: amount,
      proCreditsTotal: amount,
      privateKeyCreditsBalance: amount,
      privateKeyCreditsTotal: amount,
      plan: { type: 'string' },
    },
    required: ['basicCreditsBalance', 'proCreditsBalance', 'privateKeyCreditsBalance', 'plan'],
  },
  Error: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
  InvalidFields: {
    type: 'object',
    properties: {
      error: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: { message: { type: 'string' }, path: { type: 'string' } },
          required: ['message', 'path'],
        },
      },
    },
    required: ['error'],
  },
} as const satisfies Record<string, Json>;

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
  '503': { ...answer('Overloaded, or a part that is needed cannot be asked', schemaRef('Error')), headers: retryAfter },
};
