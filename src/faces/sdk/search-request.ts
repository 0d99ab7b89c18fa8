import { invalidInput } from '../../contract/errors.ts';
import { FILTER_NAMES } from '../../contract/filter-table.ts';
import { type Filters, optionalFilterShape } from '../../contract/filters.ts';
import { invalidField, invalidFields, unknownName } from '../../contract/invalid.ts';
import { OPERATION_NAMES, OPERATIONS, takes } from '../../contract/operations.ts';
import { type JobRequest, type RequestBody, requestSchema } from '../../contract/requests.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { shown } from '../../lib/shown.ts';
import type { InvalidField, SearchRequest } from './types.ts';

/** The request in the internal form. Throws INVALID_INPUT with every invalid field. */
export function toJobRequest(request: SearchRequest): JobRequest {
  const read = readRequest(request);
  if (!('invalid' in read)) return read;
  throw invalidInput(read.invalid, 'request');
}

/** The request in the internal form, or every invalid field of it. */
export function readRequest(request: SearchRequest): JobRequest | { invalid: InvalidField[] } {
  const { operation = 'combinedSearch', ...rest } = request;
  if (!OPERATION_NAMES.includes(operation)) {
    return { invalid: [invalidField('operation', unknownName('operation', shown(operation), OPERATION_NAMES))] };
  }
  const parsed = requestSchema(operation, optionalFilterShape, ['strategy']).safeParse(omitUndefined(rest));
  if (!parsed.success)
    return {
      invalid: invalidFields(parsed.error, [
        ...OPERATIONS[operation].takes.filter((name) => name !== 'strategy'),
        ...FILTER_NAMES,
      ]),
    };
  const entries = Object.entries(parsed.data);
  const body = entries.filter(([name]) => takes(operation, name as never)) as [keyof RequestBody, never][];
  const filters = entries.filter(([name]) => (FILTER_NAMES as string[]).includes(name));
  return { operation, body: Object.fromEntries(body), filters: Object.fromEntries(filters) as Filters };
}
