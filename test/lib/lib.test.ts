import { describe, expect, it } from 'vitest';
import { counted } from '../../src/lib/counted.ts';
import { hasTooManyValues, parseJson } from '../../src/lib/json.ts';
import { omitUndefined } from '../../src/lib/omit-undefined.ts';
import { once, onceAsync, oncePer } from '../../src/lib/once.ts';
import { isLoopback } from '../../src/lib/url.ts';

describe('lib', () => {
  it('omits undefined fields and nothing else', () => {
    const all = { zero: 0, empty: '', no: false, nothing: null, gone: undefined };
    const left = omitUndefined(all);
    expect(Object.keys(left)).toEqual(['zero', 'empty', 'no', 'nothing']);
    expect(left).toEqual({ zero: 0, empty: '', no: false, nothing: null });
  });

  it('counts with a singular for one only', () => {
    expect([0, 1, 2].map((number) => counted(number, 'page'))).toEqual(['0 pages', '1 page', '2 pages']);
    expect(counted(2, 'paper was', 'papers were')).toBe('2 papers were');
  });

  it.each([
    ['{"a":[1]}', { a: [1] }],
    ['null', null],
    ['', undefined],
    ['<html>', undefined],
  ])('parses %j', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each([
    [`[${'[],'.repeat(1_300_000)}0]`, true],
    [`[${'NaN,'.repeat(2_500_000)}0]`, true],
    [`{${Array.from({ length: 10_002 }, (_, nth) => `"name ${nth}":0`).join()}}`, true],
    [`[{"a":{}},{"b":[{${Array.from({ length: 10_002 }, (_, nth) => `"n":[${nth}]`).join()}}]}]`, true],
    // A job of 300 papers, each with many authors, references and words.
    [JSON.stringify({ results: Array(300).fill({ authors: Array(2_500).fill({ name: 'A', id: 'B' }) }) }), false],
    [`{${Array.from({ length: 10_000 }, (_, nth) => `"name ${nth}":0`).join()}}`, false],
    [`["${'[{\\",'.repeat(1_000_000)}"]`, false],
    [`[{}${',{"a":1,"b":2}'.repeat(20_000)}]`, false],
    ['<p>}]}a, b, c', false],
  ])('knows JSON that is too much to read at once (case %#)', (text, isTooMuch) => {
    expect(hasTooManyValues(text)).toBe(isTooMuch);
  });

  it.each(['localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])('%s is loopback', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['0.0.0.0', '128.0.0.1', '127.0.0.1.example', 'localhost.example', '::', ''])('%s is not', (host) => {
    expect(isLoopback(host)).toBe(false);
  });

  it('makes a value once, also when it is undefined, and again after a throw', async () => {
    const calls: string[] = [];
    const value = once(() => void calls.push('value'));
    value();
    value();
    expect(calls).toEqual(['value']);

    const results = [Promise.reject(new Error('busy')), Promise.resolve('open')];
    const opened = onceAsync(() => results.shift() ?? Promise.reject(new Error('made twice')));
    await expect(opened()).rejects.toThrow('busy');
    expect([await opened(), await opened()]).toEqual(['open', 'open']);
  });

  it('reads each object once, also where nothing is read', () => {
    const calls: object[] = [];
    const [paper, other] = [{ title: 'a' }, { title: 'a' }];
    const read = oncePer((item: { title: string }) => {
      calls.push(item);
      return item === paper ? item.title : undefined;
    });
    expect([read(paper), read(other), read(paper), read(other)]).toEqual(['a', undefined, 'a', undefined]);
    expect(calls).toEqual([paper, other]);
  });
});
