import * as z from 'zod';
import { ANSWERS } from './answer-schemas.ts';

/** Parts that the operations of the OpenAPI document share, and references to them. */

/** Statuses that every protected path may also return; `parts` describes them. */
const PROTECTED = ['401', '405', '429', '500', '503'];

/**
 * An operation with this successful answer. `refusals` are further statuses, which only some protected paths return.
 */
export function operation(
  operationId: string,
  summary: string,
  success: Json,
  refusals: string[],
  more: Json = {},
): Json {
  const responses = { '200': success, ...responseRefs(...refusals, ...PROTECTED) };
  return { operationId, summary, ...more, responses };
}

export function pathParameter(name: string): Json {
  return { name, in: 'path', required: true, schema: { type: 'string', minLength: 1 } };
}

export type Json = Record<string, unknown>;

export const SCHEMAS = answerSchemas();

/** The schemas of answers. Schemas that others use are references. */
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

/** Removes the bounds of safe integers, and `readonly`, which only matters for our types. */
function withoutOurOwn({ jsonSchema: part }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
  if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
  delete part.readOnly;
}

const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'string' } } };

export const RESPONSES: Record<string, Json> = {
  '400': answer('Some fields or parameters are wrong; nothing was charged', schemaRef('InvalidFields')),
  '401': answer('No token, or a wrong one', schemaRef('Error')),
  '403': answer('Too few credits in the pool, and nothing was taken; or not allowed to readers', schemaRef('Error')),
  '404': answer('Not there, not yours, or expired', schemaRef('Error')),
  '405': answer('The path takes other methods', schemaRef('Error')),
  '409': answer('What is there does not allow it', schemaRef('Error')),
  '413': answer('The body is too large', schemaRef('Error')),
  '415': answer('The body is no JSON by its type', schemaRef('Error')),
  '422': answer('The account has as many as one account may', schemaRef('Error')),
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

export function schemaRef(name: keyof typeof ANSWERS): Json {
  return { $ref: `#/components/schemas/${name}` };
}

export function responseRefs(...statuses: string[]): Json {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withoutOurOwn });
  return rest;
}
