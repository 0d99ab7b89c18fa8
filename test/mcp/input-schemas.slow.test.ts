import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/app/all-tools.ts';
import { PaperqueueError } from '../../src/contract/errors.ts';
import type { InvalidField } from '../../src/contract/invalid.ts';
import { untilAborted } from '../../src/lib/deadline.ts';
import type { Tool } from '../../src/mcp/define-tool.ts';
import { readPaper } from '../../src/reading/read-paper.ts';
import { exportPapers } from '../../src/report/exporting/export.ts';
import { renderReview } from '../../src/report/exporting/review-export.ts';

/**
 * What a tool advertises is what it checks: a call that its schema allows is not refused for its form, and one that it
 * forbids is. The calls are made of the advertised schemas alone; Ajv judges them.
 */

type Json = Record<string, unknown>;
type Schema = Json & { properties?: Record<string, Schema> };

function schemaOf({ inputSchema }: Tool): Schema {
  return inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as Schema;
}

// A rule of several parameters names those whose schemas stand above it.
const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });

/** How many calls of each tool have to be accepted; of those that are spoilt, how many are taken. */
const CALLS = 500;
const SPOILT = 10;
const SEED = 54;

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyzäßéØ漢字0123456789    -.,:;()"\'?'.split('');
const LONGEST = 20;

/** Values of a schema; those that break a rule across parameters are sorted out afterwards. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const { type, enum: names, anyOf, pattern, items, properties } = schema;
  if (anyOf) return fc.oneof(...(anyOf as Schema[]).map(valuesOf));
  if (names) return fc.constantFrom(...(names as unknown[]));
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return numbersOf(schema);
  if (type === 'array') {
    const least = Number(schema.minItems ?? 0);
    const most = Math.min(Number(schema.maxItems ?? least + 6), least + 6);
    return fc.array(valuesOf(items as Schema), { minLength: least, maxLength: most });
  }
  if (type === 'object') {
    const required = (schema.required ?? []) as string[];
    const parts = Object.entries(properties ?? {}).map(([name, part]) => {
      const values = valuesOf(part);
      return [
        name,
        required.includes(name)
          ? values
          : fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values }),
      ] as const;
    });
    const isGiven = ([, value]: [string, unknown]) => value !== undefined;
    return fc.record(Object.fromEntries(parts)).map((all) => Object.fromEntries(Object.entries(all).filter(isGiven)));
  }
  if (type !== 'string') throw new Error(`no values of ${JSON.stringify(schema)}`);
  if (pattern && pattern !== '\\S') return fc.stringMatching(new RegExp(String(pattern), 'u'));
  if (minLengthOf(schema) === 0 && !pattern) return fc.oneof(fc.constantFrom('', '  '), fc.string());
  const minLength = minLengthOf(schema);
  const maxLength = Math.min(Number(schema.maxLength ?? LONGEST), Math.max(LONGEST, minLength + LONGEST));
  return fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength, maxLength });
}

function minLengthOf({ minLength, pattern }: Schema): number {
  return Number(minLength ?? (pattern ? 1 : 0));
}

function numbersOf({ type, minimum, maximum, multipleOf }: Schema): fc.Arbitrary<number> {
  const [min, max] = [Number(minimum ?? -1e6), Number(maximum ?? 1e6)];
  // Where nothing is said of the size, any will do.
  if (type === 'integer' && maximum === undefined) return fc.oneof(fc.integer({ min, max }), fc.constant(1e300));
  if (type === 'number') return fc.double({ min, max, noNaN: true });
  const step = Number(multipleOf ?? 1);
  return fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((steps) => steps * step);
}

const REACHED = new Error('the arguments are right');

/** The use-cases that look for themselves which parameters go together, and have nothing to work with. */
const CASES: Record<string, (...given: never[]) => unknown> = {
  readPaper: (request) => readPaper({} as never, request, { signal: new AbortController().signal }),
  exportPapers: (request) => exportPapers({} as never, request),
  exportReview: (_: never, request: never) =>
    renderReview({} as never, undefined as never, request, undefined as never),
};

function isInvalidInput(error: unknown): error is PaperqueueError {
  return error instanceof PaperqueueError && error.details.code === 'INVALID_INPUT';
}

/** Whatever it does is the same as what the real one does until it needs a store or a service. */
function useCase(name: string) {
  return async (...given: never[]) => {
    try {
      await CASES[name]?.(...given);
    } catch (error) {
      if (isInvalidInput(error)) throw error;
    }
    throw REACHED;
  };
}

/** What is wrong with the arguments of a call; undefined if the tool would have gone to work. */
async function refusalOf(tool: Tool, args: unknown): Promise<readonly InvalidField[] | undefined> {
  const open = async () => new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : useCase(String(name))) });
  const features = new Proxy({}, { get: () => open });
  const call = untilAborted(new AbortController().signal);
  const context = { call, overCap: false, features, fileFolders: ['/'] };
  try {
    await tool.call(args, context as never);
  } catch (error) {
    if (isInvalidInput(error)) return error.details.fields ?? [];
    if (error !== REACHED) throw error;
  }
  return undefined;
}

type Test = (value: string, args: Json) => boolean;

const hasWord: Test = (text) => /[\p{L}\p{N}]/u.test(text.replaceAll(/(?<!\S)OR(?!\S)/g, ''));

/** Rules that no schema can say, by the parameter that they are about. */
const BEYOND_SCHEMAS: Record<string, Test> = {
  // Blanks around a text do not count.
  query: (text) => text.trim().length >= 50,
  // Characters that nobody sees do not count.
  parts: (_, { parts }) => (parts as string[]).every((part) => /^[\x20-\x7e]*$/.test(part)),
  // The first year is not after the last.
  year: (text) => Number(text.slice(0, 4)) <= Number(text.slice(5) || 9999),
  'where.yearTo': (text, { where }) => Number(text) >= Number((where as Json).yearFrom ?? 0),
  // An address that can be called, and not this machine's.
  callbackUrl: (text) => URL.canParse(text) && !/@|^https:\/\/(\[|\d|localhost)/i.test(text) && !/\s/.test(text),
  // A condition on texts has a word.
  'where.text': hasWord,
  'where.venue': hasWord,
  'where.language': hasWord,
  'where.author': hasWord,
};

/** Rules that a schema could say in ten times the words of the description, by tool. */
const TOO_LONG_FOR_SCHEMAS: Record<string, (args: Json) => boolean> = {
  export_papers: ({ format, columns, ...args }) =>
    // Columns are known names, of csv alone.
    (columns === undefined || (columns as string[]).length === 0) &&
    ((format !== 'receipt' && format !== 'receipt-json' && format !== 'prisma' && format !== 'prisma-csv') ||
      (!('count' in args) &&
        ((String(format).startsWith('receipt') && !('review' in args)) ||
          !('where' in args || 'refs' in args || 'sort' in args)))),
  // Items, or a draft with what belongs to it.
  lookup_papers: (args) =>
    'items' in args
      ? !('text' in args || 'bibliography' in args || 'offset' in args)
      : /\S/.test(String(args.text ?? '')) && !('count' in args),
  // Each criterion says what it does.
  screen_papers: ({ criteria }) =>
    ((criteria ?? []) as string[]).every((line) => !/^\s*(include|exclude)\s*\(/i.test(line)),
};

/** Whether a call that the schema allows keeps the other rules, too. */
function keepsRules(tool: Tool, args: Json): boolean {
  const keeps = Object.entries(BEYOND_SCHEMAS).every(([path, test]) => {
    const value = valueAt(args, path);
    return value === undefined || test(String(value), args);
  });
  return keeps && (TOO_LONG_FOR_SCHEMAS[tool.name]?.(args) ?? true);
}

function valueAt(args: Json, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, name) => (value as Json | undefined)?.[name], args);
}

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s', (_, tool) => {
  const schema = schemaOf(tool);
  const allows = ajv.compile(schema);
  const calls = valuesOf(schema).filter((args) => allows(args) && keepsRules(tool, args as Json));

  it('refuses no call that its schema allows', async () => {
    for (const args of fc.sample(calls, { numRuns: CALLS, seed: SEED }))
      expect(await refusalOf(tool, args), JSON.stringify(args)).toBeUndefined();
  });

  it('refuses what its schema forbids', async () => {
    let tried = 0;
    for (const args of fc.sample(calls, { numRuns: SPOILT, seed: SEED }) as Json[]) {
      for (const wrong of spoilt(args, schema)) {
        if (allows(wrong)) continue;
        tried += 1;
        expect(await refusalOf(tool, wrong), JSON.stringify(wrong)).toBeDefined();
      }
    }
    expect(tried).toBeGreaterThan(50);
  });

  it('has nothing that a bridge to some model refuses or drops a tool for', () => {
    expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    for (const [path] of partsOf(schema)) expect(path.split('.').at(-1), path).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    for (const [at, part] of schemasIn(schema)) {
      for (const keyword of ['$ref', '$defs', 'const', 'format', 'default', 'prefixItems', 'patternProperties'])
        expect(part, at).not.toHaveProperty(keyword);
      if (part.type !== undefined) expect(part.type, at).toBeTypeOf('string');
      if (part.enum !== undefined) {
        expect(part.type, at).toBe('string');
        for (const each of part.enum as unknown[]) expect(each, at).toBeTypeOf('string');
      }
      if (part.type === 'array') expect(part.items, at).toBeTypeOf('object');
      if (part.type === 'object') expect(part, at).toMatchObject({ additionalProperties: false });
    }
  });

  it('describes every parameter, and holds no number or constant to choose from', () => {
    for (const [path, part] of partsOf(schema)) {
      expect(part.description, path).toMatch(/^[A-Z0-9].*[^.]$/s);
      expect((part.description as string).length, path).toBeLessThanOrEqual(160);
    }
    expect(JSON.stringify(schema)).not.toMatch(/"const":|"enum":\[[-\d]/);
    // APIs of models refuse these at the root of a tool's schema.
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', 'enum']) expect(schema).not.toHaveProperty(keyword);
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    // LangChain adds these of either branch to those of the tool: a parameter then is required always, or lost.
    for (const branch of [schema.then, schema.else] as (Schema | undefined)[]) {
      expect(branch ?? {}).not.toHaveProperty('required');
      for (const part of Object.values(branch?.properties ?? {})) expect(part).toBeTypeOf('object');
    }
  });
});

/** Every schema of a value: the parameters, their parts and their choices, but no rule of several parameters. */
function schemasIn(schema: Schema, at = ''): [string, Schema][] {
  const { properties = {}, items, anyOf = [] } = schema;
  return [
    [at, schema],
    ...Object.entries(properties).flatMap(([name, part]) => schemasIn(part, `${at}.${name}`)),
    ...(items ? schemasIn(items as Schema, `${at}[]`) : []),
    ...(anyOf as Schema[]).flatMap((each, index) => schemasIn(each, `${at}|${index}`)),
  ];
}

/** Every named parameter, also the nested ones. */
function partsOf({ properties = {} }: Schema, at = ''): [string, Schema][] {
  return Object.entries(properties).flatMap(([name, part]) => {
    const items = (part.items ?? {}) as Schema;
    return [
      [`${at}${name}`, part] as [string, Schema],
      ...partsOf(part, `${at}${name}.`),
      ...partsOf(items, `${at}${name}.`),
    ];
  });
}

/** Values that are wrong for most schemas. */
const WRONG = [null, [], {}, true, 0, -1, 1.5, 150, 1e9, '', ' ', 'nope', ['nope'], [5], [''], 'x'.repeat(60_000)];

/** The call with one thing wrong, mostly: an unknown key, a missing one, another value. */
function spoilt(args: Json, { properties = {} }: Schema): Json[] {
  const without = Object.keys(args).map((name) =>
    Object.fromEntries(Object.entries(args).filter(([key]) => key !== name)),
  );
  const others = Object.keys(properties).flatMap((name) => WRONG.map((value) => ({ ...args, [name]: value })));
  const nested = Object.entries(properties).flatMap(([name, part]) =>
    Object.keys(part.properties ?? {}).flatMap((key) => WRONG.map((value) => ({ ...args, [name]: { [key]: value } }))),
  );
  return [{ ...args, surplus: 1 }, ...without, ...others, ...nested].filter((wrong) => !isLenient(wrong, properties));
}

/** What is understood although no schema says so. */
function isLenient(args: Json, properties: Record<string, Schema>): boolean {
  return Object.entries(args).some(
    ([name, value]) =>
      // A list may come as one text with commas.
      (typeof value === 'string' && properties[name]?.type === 'array') ||
      // Null is no choice, and a number may stand for its digits.
      isReadAsMeant(value, properties[name]) ||
      // A decision that is wrong is refused by itself, in the answer.
      name === 'decisions' ||
      name === 'columns' ||
      name === 'fill' ||
      // No criteria are none.
      (name === 'criteria' && Array.isArray(value) && value.length === 0),
  );
}

function isReadAsMeant(value: unknown, { type, items, anyOf, properties = {} }: Schema = {}): boolean {
  if (anyOf) return (anyOf as Schema[]).some((part) => isReadAsMeant(value, part));
  if (value === null || (typeof value === 'number' && type === 'string')) return true;
  if (Array.isArray(value)) return value.some((item) => isReadAsMeant(item, items as Schema | undefined));
  return (
    typeof value === 'object' && Object.entries(value).some(([name, part]) => isReadAsMeant(part, properties[name]))
  );
}
