import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { invalidFields, knownSpelling, unknownName } from '../../src/contract/invalid.ts';
import { shown } from '../../src/lib/shown.ts';

const KNOWN = ['limit', 'fieldsOfStudy'];

function fieldsOf(schema: z.ZodType, value: unknown) {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : invalidFields(parsed.error, KNOWN);
}

describe('a value in a message', () => {
  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    ['a "b"', '"a \\"b\\""'],
    [12n, '12'],
    [['a', 1], '["a",1]'],
  ])('%o is shown as %s', (value, text) => {
    expect(shown(value)).toBe(text);
  });

  it('is cut at 60 characters', () => {
    expect(shown('x'.repeat(500))).toBe(`"${'x'.repeat(59)}…`);
  });
});

describe('an unknown name', () => {
  it.each(['fieldsofstudy', 'fields-of-study', 'FIELDS_OF_STUDY'])('%s is near fieldsOfStudy', (name) => {
    expect(knownSpelling(name, KNOWN)).toBe('fieldsOfStudy');
  });

  it('that is near none is answered with the known ones', () => {
    expect(knownSpelling('fields', KNOWN)).toBeUndefined();
    expect(unknownName('parameter', 'fields', KNOWN)).toBe('unknown parameter; known are limit, fieldsOfStudy');
  });
});

describe('wrong fields', () => {
  it('are named by their path, entries of lists by their place', () => {
    const schema = z.object({ list: z.array(z.object({ name: z.string('a text') })) });
    expect(fieldsOf(schema, { list: [{ name: 'a' }, { name: 5 }] })).toEqual([
      { field: 'list[1].name', message: 'list[1].name: a text', rule: 'a text' },
    ]);
  });

  it('are reported once per field, the first message first', () => {
    const schema = z.object({ word: z.string().min(3, 'too short').regex(/^\d+$/, 'no number') });
    expect(fieldsOf(schema, { word: 'a' })).toEqual([{ field: 'word', message: 'word: too short', rule: 'too short' }]);
  });

  it('name the keys that exist where the unknown one stands', () => {
    const schema = z.strictObject({ where: z.strictObject({ text: z.string().optional() }) });
    const { error } = schema.safeParse({ where: { yearFrom: 1 }, count: 1 });
    expect(invalidFields(error as z.ZodError, ['where'], { where: ['text'] }).map(({ message }) => message)).toEqual([
      'where.yearFrom: unknown parameter; known are text',
      'count: unknown parameter; known are where',
    ]);
  });

  it('include every unknown key, one by one, also of inner objects', () => {
    const schema = z.strictObject({ where: z.strictObject({}).optional() });
    expect(
      fieldsOf(schema, { Limit: 1, other: 2, where: { deep: 3 } })
        .map(({ field }) => field)
        .sort(),
    ).toEqual(['Limit', 'other', 'where.deep']);
  });

  it('are called request when the whole value is wrong', () => {
    expect(fieldsOf(z.object({}, 'an object'), 5)).toEqual([
      { field: 'request', message: 'request: an object', rule: 'an object' },
    ]);
  });
});
