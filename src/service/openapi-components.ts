import * as z from 'zod';
import { OPERATION_NAMES } from '../contract/operations.ts';
import { wirePaperSchema } from '../contract/paper.ts';

/** What operations of the OpenAPI document have in common: bodies of answers, and how they refer to them. */

export type Json = Record<string, unknown>;

const amount = { type: ['integer', 'null'] };
const sum = { type: 'integer', minimum: 0 };
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

export const SCHEMAS = {
  Paper: jsonSchema(wirePaperSchema, 'output'),
  Created: { type: 'object', properties: { jobId: { type: 'string', minLength: 1 } }, required: ['jobId'] },
  ClosedKey: { type: 'object', properties: { jobId: { type: ['string', 'null'] } }, required: ['jobId'] },
  KeyedJobs: {
    type: 'object',
    properties: {
      jobs: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            jobId: { type: 'string' },
            idempotencyKey: { type: 'string' },
            operation: { enum: OPERATION_NAMES },
            status: { enum: ['queued', 'success', 'error'] },
            createdAt: { type: 'string' },
          },
          required: ['jobId', 'idempotencyKey', 'operation', 'status', 'createdAt'],
          additionalProperties: false,
        },
      },
    },
    required: ['jobs'],
  },
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
      basicCreditsSpent: sum,
      basicCreditsRefunded: sum,
      proCreditsBalance: amount,
      proCreditsTotal: amount,
      proCreditsSpent: sum,
      proCreditsRefunded: sum,
      privateKeyCreditsBalance: amount,
      privateKeyCreditsTotal: amount,
      privateKeyCreditsSpent: sum,
      privateKeyCreditsRefunded: sum,
      plan: { type: 'string' },
      idempotencyKeyDays: { type: 'integer', minimum: 1 },
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
