import * as fc from 'fast-check';
import { ANY_CHARACTER } from '../helpers/any-character.ts';
import { SCRAPER_KEYS } from '../helpers/scraping-stand-in.ts';

/** Values from the JSON Schemas of an OpenAPI document: right ones, and bodies with one fault. */

export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

/** Values with rules beyond the schema, which only the service itself can check. */
const KNOWN_VALUES: Record<string, fc.Arbitrary<unknown>> = {
  callbackUrl: fc.constantFrom(
    'https://receiver.invalid/done',
    'https://receiver.invalid/?n=1',
    'https://b\u00fccher.invalid/',
  ),
  scraperKey: fc.constantFrom(...Object.values(SCRAPER_KEYS).filter((key) => key !== SCRAPER_KEYS.down)),
};

const words = fc.constantFrom(
  'owls',
  'tide',
  'mussel',
  'Night vision',
  'machine learning',
  'AND',
  'NEAR(',
  '"',
  'title:x',
  '*',
  '-',
);
const text = (min: number, max: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: ANY_CHARACTER, minLength: min, maxLength: Math.min(max, min + 60) }),
    fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.min(max, min + 60) }),
    fc
      .array(words, { minLength: Math.ceil(min / 2) + 1, maxLength: Math.ceil(min / 2) + 6 })
      .map((parts) => parts.join(' ')),
    fc.constantFrom(min, max).map((length) => 'q'.repeat(Math.min(length, 5_000))),
  );

/** A value that the schema allows. */
export function right(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const known = KNOWN_VALUES[name];
  if (known) return known;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') {
    return fc.integer({
      min: (schema.exclusiveMinimum ?? (schema.minimum ?? 1) - 1) + 1,
      max: Math.min(schema.maximum ?? 1_000, 1_000_000),
    });
  }
  if (type === 'array') {
    const { minItems = 0, maxItems = minItems + 3 } = schema;
    return fc.array(right(schema.items ?? {}), { minLength: minItems, maxLength: maxItems });
  }
  if (type === 'object') return rightObject(schema);
  return text(schema.minLength ?? 0, schema.maxLength ?? 40);
}

function rightObject({ properties = {}, required = [], anyOf }: Schema): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, right(part, name)]));
  const needs = anyOf?.map((choice) => choice.required ?? []) ?? [[]];
  const choices = needs.map((more) => fc.record(model, { requiredKeys: [...required, ...more] }));
  return fc.oneof(...choices);
}

const deep = fc.integer({ min: 1, max: 60_000 }).map((levels) => '['.repeat(levels) + ']'.repeat(levels));

/** A list or an object as its JSON: not each of them has a text of its own. */
const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The text of a body with one fault. */
export function wrongBody(schema: Schema): fc.Arbitrary<string | number[]> {
  const names = Object.keys(schema.properties ?? {});
  const name = fc.constantFrom(...names);
  const value = right(schema) as fc.Arbitrary<Record<string, unknown>>;
  const change = (
    pick: fc.Arbitrary<string>,
    by: (body: Record<string, unknown>, field: string, junk: unknown) => unknown,
  ) => fc.tuple(value, pick, fc.jsonValue()).map(([body, field, junk]) => JSON.stringify(by({ ...body }, field, junk)));
  const raw = (made: fc.Arbitrary<string>) =>
    fc.tuple(value, name, made).map(([body, field, given]) => {
      const rest = JSON.stringify({ ...body, [field]: undefined });
      return `${rest.slice(0, -1)}${rest === '{}' ? '' : ','}${JSON.stringify(field)}:${given}}`;
    });
  return fc.oneof(
    change(name, (body, field) => ({ ...body, [field]: undefined })),
    change(name, (body, field, junk) => ({ ...body, [field]: junk })),
    change(name, (body, field) => ({ ...body, [field]: body[field] === undefined ? null : textOf(body[field]) })),
    change(name, (body, field) => ({ ...body, [field]: undefined, [field.toUpperCase()]: body[field] ?? true })),
    change(fc.string(), (body, field, junk) => ({ ...body, [field]: junk })),
    change(fc.constantFrom('__proto__', 'constructor', 'limit', 'phrases', 'toString'), (body, field, junk) =>
      Object.defineProperty({ ...body }, field, { value: junk, enumerable: true }),
    ),
    change(name, (body, field) => ({ ...body, [field]: 'x'.repeat(20_000) })),
    change(name, (body) => [body]),
    raw(deep),
    raw(
      fc.constantFrom(
        '1e400',
        '-0',
        '"\\ud800"',
        '"\\u0000"',
        '123456789012345678901234567890',
        'NaN',
        'undefined',
        "'a'",
      ),
    ),
    fc.jsonValue().map((junk) => JSON.stringify(junk)),
    fc.tuple(value, fc.nat(60)).map(([body, cut]) => JSON.stringify(body).slice(0, -1 - cut)),
    fc.constantFrom(
      '',
      ' ',
      '\ufeff{}',
      '{}{}',
      '{',
      'null',
      '"',
      '['.repeat(100_000),
      'x'.repeat(300 * 1024),
      ' '.repeat(262_144),
      '{"query":1,"query":2}',
    ),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => [...bytes]),
  );
}
