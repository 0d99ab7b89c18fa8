import './sentences.ts';
import * as z from 'zod';
import { creditCost, creditPool } from '../../contract/credits.ts';
import { ERROR_CODES as CODES, PaperqueueError as OwnError } from '../../contract/errors.ts';
import { optionalFilterShape, toQueryString } from '../../contract/filters.ts';
import { OPERATION_NAMES, OPERATIONS } from '../../contract/operations.ts';
import { requestSchema } from '../../contract/requests.ts';
import * as rules from '../../contract/rules.ts';
import { readRequest, toJobRequest } from './search-request.ts';
import type {
  ErrorCode,
  InvalidField,
  Operation,
  PaperqueueErrorClass,
  PaperqueueError as PaperqueueErrorShape,
  Pool,
  SearchRequest,
} from './types.ts';

/** `paperqueue/contract`: the rules of the service contract, without a network. docs/api.md shows how to use it. */

export type * from './types.ts';

/** The error class of this package. */
export type PaperqueueError = PaperqueueErrorShape;
export const PaperqueueError: PaperqueueErrorClass = OwnError;

export const ERROR_CODES: readonly ErrorCode[] = CODES;

/** Numbers and word lists for checking requests. */
export const RULES: {
  readonly operations: readonly Operation[];
  readonly keywords: { readonly min: number; readonly max: number };
  readonly query: { readonly min: number; readonly max: number };
  readonly limits: readonly number[];
  readonly defaultLimit: number;
  readonly resultsPerCredit: number;
  readonly requestsPerMinute: number;
  readonly fieldsOfStudy: readonly string[];
  readonly quartiles: readonly string[];
  readonly publicationTypes: readonly string[];
  readonly sortFields: readonly string[];
  readonly sortDirections: readonly string[];
} = Object.freeze({
  operations: OPERATION_NAMES,
  keywords: rules.KEYWORDS,
  query: rules.QUERY,
  limits: rules.LIMITS,
  defaultLimit: rules.DEFAULT_LIMIT,
  resultsPerCredit: rules.RESULTS_PER_CREDIT,
  requestsPerMinute: rules.REQUESTS_PER_MINUTE,
  fieldsOfStudy: rules.FIELDS_OF_STUDY,
  quartiles: rules.QUARTILES,
  publicationTypes: rules.PUBLICATION_TYPES,
  sortFields: rules.SORT_FIELDS,
  sortDirections: rules.SORT_DIRECTIONS,
});

/**
 * Every field of a request that breaks a rule, all at once; an empty list means that the service will accept the
 * request.
 */
export function checkRequest(request: SearchRequest): InvalidField[] {
  const read = readRequest(request);
  return 'invalid' in read ? read.invalid : [];
}

/** The credits of a request and the pool that they are taken from when the job is created. Throws INVALID_INPUT. */
export function costOf(request: SearchRequest): { credits: number; pool: Pool } {
  const { body, filters } = toJobRequest(request);
  return { credits: creditCost(filters.limit), pool: creditPool(body) };
}

/** The request as HTTP, relative to the base address of a service. Throws INVALID_INPUT. */
export function toHttp(request: SearchRequest): { method: 'POST'; path: string; body: Record<string, unknown> } {
  const { operation, body, filters } = toJobRequest(request);
  return { method: 'POST', path: `${OPERATIONS[operation].path}?${toQueryString(filters)}`, body: { ...body } };
}

/** The JSON Schema (2020-12) of one operation's request in the flat form that this package accepts. */
export function requestJsonSchema(operation: Operation): Record<string, unknown> {
  return z.toJSONSchema(requestSchema(operation, optionalFilterShape, ['strategy']), { io: 'input' }) as Record<
    string,
    unknown
  >;
}
