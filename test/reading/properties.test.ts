import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHtml } from '../../src/reading/html/read-html.ts';
import { readJats } from '../../src/reading/jats/read-jats.ts';
import { checkQuote } from '../../src/reading/quote/check-quote.ts';
import { readWords } from '../../src/reading/quote/document-words.ts';
import { ANY_CHARACTER } from '../helpers/any-character.ts';
import { runs } from '../helpers/runs.ts';
import { ARTICLE, blocksOf, PAGE } from './fixtures.ts';

const READERS = [
  ['JATS', readJats, ARTICLE],
  ['HTML', readHtml, PAGE],
] as const;

/** Pieces of a real text in another order, doubled, left out or cut. */
const mutated = (text: string) =>
  fc
    .array(fc.tuple(fc.nat(text.length), fc.nat(300)), { minLength: 1, maxLength: 40 })
    .map((cuts) => cuts.map(([from, length]) => text.slice(from, from + length)).join(''))
    .chain((pieces) => fc.constantFrom(pieces, text.slice(0, 900) + pieces + text.slice(900)));

describe.each(READERS)('any %s', (_name, reader, text) => {
  it('gives a document with unique places, or a problem, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(mutated(text), fc.string({ unit: ANY_CHARACTER })), (broken) => {
        const result = reader(broken);
        const places = 'problem' in result ? [] : blocksOf(result).map(({ at }) => at);
        expect(new Set(places).size).toBe(places.length);
      }),
      { numRuns: runs(200) },
    );
  });

  it('holds its own words exactly', () => {
    const result = reader(text);
    if ('problem' in result) throw new Error(result.problem);
    const blocks = blocksOf(result).filter(({ kind }) => kind === 'paragraph');
    const words = readWords(blocksOf(result), result.references);
    fc.assert(
      fc.property(fc.constantFrom(...blocks), fc.nat(), fc.nat(), (block, from, count) => {
        const all = block.text.split(' ');
        const start = from % all.length;
        const quote = all.slice(start, start + 1 + (count % (all.length - start))).join(' ');
        fc.pre(/\p{L}{3}/u.test(quote) && !/^[^[(]*[\])]|[[(][^\])]*$/.test(quote));
        const { verdict, part, differences = [] } = checkQuote(words, quote);
        // Of a part of a sentence the rest may say otherwise: then that alone is what differs.
        const parts = Object.values(part ?? {});
        expect(parts.length === 0 ? verdict : 'exact').toBe('exact');
        expect(differences.filter((each) => each.quote !== '' || !parts.includes(each.document))).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});
