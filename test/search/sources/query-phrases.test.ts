import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryPhrases } from '../../../src/search/sources/query-phrases.ts';
import { ANY_CHARACTER } from '../../helpers/any-character.ts';
import { questionOf } from '../../helpers/sources/asking.ts';

const LIMITS = { maxPhrases: 5, maxPhraseLength: 20, maxCharacters: 60, separatorLength: 6, maxEncodedBytes: 200 };

describe('the phrases that a source is asked', () => {
  it('are the keywords, then as many terms as there is room for', () => {
    const question = questionOf({ keywords: ['river sensors'], terms: ['water quality', 'River Sensors', 'mesh'] });
    expect(queryPhrases(question, LIMITS)).toEqual(['river sensors', 'water quality', 'mesh']);
    expect(queryPhrases(question, { ...LIMITS, maxPhrases: 2 })).toEqual(['river sensors', 'water quality']);
  });

  it.each([
    ['operators and brackets', '("owls" OR mice)*?~2 !a|b', 'owls OR mice 2 a b'],
    ['what stands within names', 'C++, C# and Node.js: TNF-α/β & André’s', 'C++ C# and Node.js TNF-α/β André’s'],
    ['signs alone', ' -- && // ', undefined],
    ['half of a character', 'owl \ud83e', 'owl'],
    ['an address', 'river sensors (https://doi.org/10.5555/demo.17), lakes', 'river sensors lakes'],
    ['a DOI alone', 'doi:10.5555/demo.17', undefined],
    ['an address within a script without blanks', '河川https://x.example/a-b。測定', '河川 測定'],
    ['a version and a ratio', 'Node 10.1234 in 10/12', 'Node 10.1234 in 10/12'],
    ['marks', 'cafe\u0301', 'café'],
  ])('are plain words: %s', (_what, text, phrase) => {
    const phrases = queryPhrases(questionOf({ keywords: [text] }), {
      ...LIMITS,
      maxPhraseLength: 80,
      maxEncodedBytes: 500,
    });
    expect(phrases).toEqual(phrase === undefined ? [] : [phrase]);
  });

  it('are cut at a blank, in scripts without blanks between characters', () => {
    const cut = (text: string) => queryPhrases(questionOf({ keywords: [text] }), LIMITS);
    expect(cut('sensors in rivers of the north')).toEqual(['sensors in rivers of']);
    expect(cut('sensors in rivers or lakes')).toEqual(['sensors in rivers or']);
    expect(cut(`${'a'.repeat(19)}𠀀𠀀`)).toEqual(['a'.repeat(19)]);
  });

  it('leave out what does not fit, and take a shorter one that does', () => {
    const question = questionOf({
      keywords: ['x'.repeat(20), 'y'.repeat(20), 'z'.repeat(20), 'mesh'],
      terms: ['河川'],
    });
    expect(queryPhrases(question, { ...LIMITS, maxCharacters: 62 })).toEqual(['x'.repeat(20), 'y'.repeat(20), 'mesh']);
    expect(queryPhrases(question, { ...LIMITS, maxCharacters: 1_000, maxEncodedBytes: 60 })).toEqual([
      'x'.repeat(20),
      'mesh',
    ]);
  });

  it('keep to the limits whatever is asked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: ANY_CHARACTER, maxLength: 60 })),
        fc.array(fc.string()),
        (keywords, terms) => {
          const phrases = queryPhrases(questionOf({ keywords, terms }), LIMITS);
          expect(phrases.length).toBeLessThanOrEqual(LIMITS.maxPhrases);
          expect(phrases.join(' '.repeat(LIMITS.separatorLength)).length).toBeLessThanOrEqual(LIMITS.maxCharacters);
          expect(encodeURIComponent(phrases.join('')).length).toBeLessThanOrEqual(LIMITS.maxEncodedBytes);
          for (const phrase of phrases) expect(phrase).toMatch(/^[^"|!?*~()\\]*[\p{L}\p{N}][^"|!?*~()\\]*$/u);
        },
      ),
    );
  });
});
