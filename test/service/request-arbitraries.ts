import * as fc from 'fast-check';
import { ANY_CHARACTER } from '../helpers/any-character.ts';
import type { Document } from './listed-answers.ts';
import { right, type Schema, wrongBody } from './schema-values.ts';

/** Requests from an OpenAPI document's own schemas: right ones, and some with one or two faults. */

export type Generated = {
  method: string;
  /** Path and query string; `{known job}` and `{known paper}` stand for ids of what is there. */
  target: string;
  headers: Record<string, string>;
  /** As it is sent; a list of bytes where it is no UTF-8. */
  body: string | number[] | undefined;
};

/** Stand for tokens that are there only once the service is open. */
export const TOKENS = { rich: 'token-of-rich', poor: 'token-of-poor', revoked: 'token-of-revoked' } as const;
export const KNOWN_JOB = '{known job}';
export const KNOWN_PAPER = '{known paper}';

/** Percent-encoded or not, as clients do it. */
const encoded = (value: unknown): fc.Arbitrary<string> =>
  fc
    .constantFrom(encodeURIComponent, encodeURI, (given: string) => encodeURIComponent(given).replaceAll('%20', '+'))
    .map((encode) => {
      const given = Array.isArray(value) ? value.join(',') : String(value);
      try {
        return encode(given).replaceAll('#', '%23').replaceAll('&', '%26');
      } catch {
        return 'lone-surrogate';
      }
    });

const junkPair = fc.oneof(
  fc
    .tuple(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }))
    .map(([name, value]) => `${encodeURIComponent(safe(name))}=${encodeURIComponent(safe(value))}`),
  fc.constantFrom(
    '%=1',
    'limit=%zz',
    '%ff=%ff',
    '=',
    '=1',
    '&&',
    'a',
    '__proto__=1',
    'constructor=1',
    'toString',
    'limit[]=100',
    'limit=100;year=1',
    `sort=${'x'.repeat(5_000)}`,
  ),
);

function safe(given: string): string {
  return given.toWellFormed().replaceAll('\ufffd', '?');
}

type Parameter = { name: string; in: string; schema: Schema };

function queryString(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const pair = ({ name, schema }: Parameter, value = right(schema, name)) =>
    value.chain((given) => encoded(given).map((given) => `${name}=${given}`));
  const rightPairs = fc
    .subarray([...parameters])
    .chain((chosen) => fc.tuple(...chosen.map((parameter) => pair(parameter))));
  if (parameters.length === 0)
    return fc.oneof({ weight: 8, arbitrary: fc.constant('') }, { weight: 1, arbitrary: junkPair });
  const wrongPair = fc.constantFrom(...parameters).chain((parameter) =>
    fc.oneof(
      pair(parameter, fc.oneof(fc.string({ maxLength: 12 }).map(safe), fc.integer(), fc.constant(''))),
      pair({ ...parameter, name: parameter.name.toUpperCase() }),
      fc.tuple(pair(parameter), pair(parameter)).map((pairs) => pairs.join('&')),
      junkPair,
    ),
  );
  const wrong = fc.tuple(rightPairs, wrongPair).map(([pairs, bad]) => [...pairs, bad]);
  return fc
    .oneof({ weight: 5, arbitrary: rightPairs }, { weight: 1, arbitrary: wrong })
    .map((pairs) => pairs.join('&'));
}

const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(KNOWN_JOB, KNOWN_PAPER) },
  { weight: 2, arbitrary: fc.stringMatching(/^[0-9a-f]{24}$/) },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 20 })
      .map((given) => encodeURIComponent(safe(given))),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '%',
      '%zz',
      '%ff',
      '%00',
      '%2F',
      '..%2f..',
      'keywordSearch',
      'search',
      'x'.repeat(4_000),
      ';',
      '~',
      '%E0%A4%A',
    ),
  },
);

function pathOf(template: string): fc.Arbitrary<string> {
  const parts = template.split(/\{\w+\}/);
  const filled = parts.length === 1 ? fc.constant(template) : segment.map((given) => parts.join(given));
  const wrong = filled.chain((path) =>
    fc.constantFrom(
      `${path}/`,
      `/${path}`,
      path.toUpperCase(),
      `${path}/x`,
      path.slice(0, -1),
      path.replace('/v1', '/v2'),
      `${path}%20`,
    ),
  );
  return fc.oneof({ weight: 12, arbitrary: filled }, { weight: 1, arbitrary: wrong });
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'QUERY'];
const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  'application/merge-patch+json',
  'multipart/form-data; boundary=x',
  '*/*',
  '',
];

const authorization = fc.oneof(
  { weight: 30, arbitrary: fc.constant(`Bearer ${TOKENS.rich}`) },
  { weight: 2, arbitrary: fc.constantFrom(`Bearer ${TOKENS.poor}`, `bearer ${TOKENS.rich}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'Bearer',
      'Bearer ',
      `Basic ${TOKENS.rich}`,
      `Bearer ${TOKENS.revoked}`,
      'Bearer x',
      `Bearer  ${TOKENS.rich}`,
      TOKENS.rich,
      `Bearer ${'x'.repeat(5_000)}`,
      'Bearer \u00e9',
    ),
  },
);
const contentType = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'Application/JSON') },
  { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
);
const otherHeaders = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { Accept: 'text/html' },
      { 'Content-Encoding': 'gzip' },
      { 'X-Request-Id': 'mine' },
      { 'X-HTTP-Method-Override': 'DELETE' },
      { 'Accept-Language': 'x'.repeat(9_000) },
      { Cookie: 'a=b' },
      { Range: 'bytes=0-1' },
      { 'If-None-Match': '*' },
    ),
  },
);

/** Requests to all operations of the document, about half of them right in everything. */
export function generatedRequests(document: Document): fc.Arbitrary<Generated> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const parameters = ((operation.parameters ?? []) as Parameter[]).filter((parameter) => parameter.in === 'query');
      const schema = operation.requestBody?.content['application/json'].schema as Schema | undefined;
      const rightBody = schema && right(schema).map((value) => JSON.stringify(value));
      return fc.record<Generated>({
        method: fc.oneof(
          { weight: 15, arbitrary: fc.constant(method.toUpperCase()) },
          { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
        ),
        target: fc
          .tuple(pathOf(path), queryString(parameters))
          .map(([given, query]) => (query === '' ? given : `${given}?${query}`)),
        headers: fc.tuple(authorization, contentType, otherHeaders).map(([token, type, more]) => ({
          ...(token === '' ? {} : { Authorization: token }),
          ...(type === '' ? {} : { 'Content-Type': type }),
          ...more,
        })),
        body:
          schema && rightBody
            ? fc.oneof(
                { weight: 4, arbitrary: rightBody as fc.Arbitrary<Generated['body']> },
                { weight: 1, arbitrary: wrongBody(schema) },
              )
            : fc.constantFrom<Generated['body']>('', '{}', 'x'.repeat(300 * 1024)),
      });
    }),
  );
  return fc.oneof(...operations);
}
