import * as z from 'zod';
import { POOLS } from '../contract/credits.ts';
import { OPERATION_NAMES } from '../contract/operations.ts';
import { wirePaperSchema } from '../contract/paper.ts';

/** What operations of the OpenAPI document have in common: bodies of answers, and how they refer to them. */

export type Json = Record<string, unknown>;

/** An object that always has these fields; `optional` may be absent. */
function object(required: Json, optional: Json = {}): Json {
  return { type: 'object', properties: { ...required, ...optional }, required: Object.keys(required) };
}

/** An object without further fields. */
function closedObject(required: Json, optional: Json = {}): Json {
  return { ...object(required, optional), additionalProperties: false };
}

function arrayOf(items: Json): Json {
  return { type: 'array', items };
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const counts = { type: 'object', additionalProperties: integer };
/** Why a source gave nothing: the end of a sentence, and the same as a value. */
const failed = { failed: text, failure: { type: 'object', properties: { failure: text }, required: ['failure'] } };
const reports = {
  notes: arrayOf(text),
  noteData: arrayOf({ type: 'object', properties: { kind: text }, required: ['kind'] }),
  sources: arrayOf(
    closedObject(
      { source: text, gave: integer },
      { title: text, total: integer, ...failed, request: text, at: text, stored: { type: 'boolean' } },
    ),
  ),
  flow: closedObject({ identified: integer, duplicates: counts, leftOut: counts, returned: integer }),
};
const progress = arrayOf(closedObject({ source: text, title: text }, { gave: integer, ...failed }));
const poolFields = (field: string, schema: Json) => POOLS.map((pool) => [`${pool}Credits${field}`, schema]);

export const SCHEMAS = {
  Paper: jsonSchema(wirePaperSchema, 'output'),
  Created: object({ jobId: { type: 'string', minLength: 1 } }),
  ClosedKey: object({ jobId: { type: ['string', 'null'] } }),
  KeyedJobs: object({
    jobs: arrayOf(
      closedObject({
        jobId: text,
        idempotencyKey: text,
        operation: { enum: OPERATION_NAMES },
        status: { enum: ['queued', 'success', 'error'] },
        createdAt: text,
      }),
    ),
  }),
  JobStatus: {
    oneOf: [
      closedObject({ status: { const: 'queued' } }, { progress }),
      closedObject({ status: { const: 'error' } }, reports),
      closedObject({ status: { const: 'success' }, results: arrayOf({ $ref: '#/components/schemas/Paper' }) }, reports),
    ],
  },
  Credits: object(
    { ...Object.fromEntries(poolFields('Balance', { type: ['integer', 'null'] })), plan: text },
    {
      ...Object.fromEntries([
        ...poolFields('Total', { type: ['integer', 'null'] }),
        ...['Spent', 'Refunded'].flatMap((field) => poolFields(field, { type: 'integer', minimum: 0 })),
      ]),
      idempotencyKeyDays: { type: 'integer', minimum: 1 },
      takesStrategies: { type: 'boolean' },
    },
  ),
  Error: object({ error: text }),
  InvalidFields: object({ error: { ...arrayOf(object({ message: text, path: text })), minItems: 1 } }),
} as const satisfies Record<string, Json>;

const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'string' } } };

export const RESPONSES: Record<string, Json> = {
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

export function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

export function answer(description: string, schema: Json): Json {
  return { description, content: json(schema) };
}

export function schemaRef(name: keyof typeof SCHEMAS): Json {
  return { $ref: `#/components/schemas/${name}` };
}

export function responseRefs(...statuses: string[]): Json {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
