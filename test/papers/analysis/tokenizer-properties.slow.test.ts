import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from '../../../src/papers/analysis/stem.ts';
import { ANY_CHARACTER } from '../../helpers/any-character.ts';
import { placedWords, wordsOf } from './tokens-of.ts';

/**
 * What holds of every text. Signs of markup join what stands around them, so that they are in a generator of their own.
 */

const PIECES = [
  ...[
    'beta',
    'Blocker',
    'p53',
    '0.05',
    '1,000',
    'TNF',
    '6',
    'x',
    'studies',
    'I',
    'SS',
    'İ',
    'ı',
    'É',
    'ñ',
    'ß',
    'ﬁ',
    'Å',
  ],
  ...[
    'α',
    'Β',
    'κ',
    'Λόγο',
    'µ',
    '₂',
    '²',
    'e\u0301',
    'ｆ',
    'Ｗ',
    '１',
    '½',
    'Ⅳ',
    'й',
    'ж',
    'ا',
    'हि',
    'שָׁ',
    'த',
    '𝒜',
    '𐐀',
    '😀',
  ],
  ...['深', '学习', 'コ', 'ー', 'ｺﾞ', '한', '국', '\u1112\u1161\u11ab', 'ไ', 'ท', 'รู้', '𠀀'],
  ...[
    '-',
    '\u2011',
    "'",
    '’',
    "'s",
    '.',
    ',',
    ', ',
    ' ',
    ' ',
    ' ',
    '\u00a0',
    '\n',
    '–',
    '/',
    '(',
    ')',
    '%',
    '+',
    '\u200b',
    '\u200f',
    '\u00ad',
    '\u0301',
  ],
  ...['\ud800', '\udc00'],
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''));
const MARKUP = [
  '<',
  '>',
  '<b>',
  '</i>',
  '<p>',
  '&',
  '&amp;',
  '&#x3b1;',
  '$',
  '\\',
  '\\alpha',
  '\\"',
  '{',
  '}',
  '_',
  '^',
  '&lt;',
  '<!--',
];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES, ...MARKUP), { maxLength: 20 }).map((pieces) => pieces.join('')),
  fc.string({ unit: ANY_CHARACTER, maxLength: 40 }),
);
const SEED = { seed: 20_261_121, numRuns: 1_500 };
const examples = ['Ångström’s TNF-α', 'İIıi Straße', 'コンピューター', 'ﬁne-ﬂuﬀy', 'x\u0323\u0301'].map(
  (one): [string] => [one],
);

describe('whatever the text', () => {
  it('words are not empty, at most 64 long, and hold no separator and no capital', () => {
    fc.assert(
      fc.property(anyText, (any) => {
        for (const { word } of placedWords(any)) {
          expect(word).not.toBe('');
          expect(word.length).toBeLessThanOrEqual(64);
          expect(word).not.toMatch(/[\s\-'’<>&\\${}^_/()…]/u);
          expect(word.toLowerCase()).toBe(word);
        }
      }),
      { ...SEED, examples },
    );
  });

  it('positions of the parts go up one by one from 0, and a joined form has the position of an earlier part', () => {
    fc.assert(
      fc.property(anyText, (any) => {
        let last = -1;
        for (const { place: position } of placedWords(any)) {
          if (position > last) expect(position).toBe(last + 1);
          expect(position).toBeGreaterThanOrEqual(0);
          last = Math.max(last, position);
        }
      }),
      { ...SEED, examples },
    );
  });

  it('a stem is not empty and never longer than its word', () => {
    fc.assert(
      fc.property(anyText, (any) => {
        for (const { word } of placedWords(any)) {
          expect(stem(word)).not.toBe('');
          expect(stem(word).length).toBeLessThanOrEqual(word.length);
        }
      }),
      { ...SEED, examples },
    );
  });
});

describe('the same words come', () => {
  it.each(['NFC', 'NFD', 'NFKC', 'NFKD'] as const)('of the form %s of a text', (form) => {
    fc.assert(
      fc.property(text, (one) => {
        expect(wordsOf(one.normalize(form), true)).toBe(wordsOf(one, true));
      }),
      { ...SEED, examples },
    );
  });

  it('of a text in capitals and in small letters', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(wordsOf(one.toUpperCase(), true)).toBe(wordsOf(one, true));
        expect(wordsOf(one.toLowerCase(), true)).toBe(wordsOf(one, true));
      }),
      { ...SEED, examples },
    );
  });

  it('of two texts with a blank between them as of each', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const both = [wordsOf(one), wordsOf(other)].filter((words) => words !== '').join(' ');
        expect(wordsOf(`${one} ${other}`)).toBe(both);
      }),
      SEED,
    );
  });

  it('of a text with a blank or a full stop around it', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(wordsOf(` (${one}) `, true)).toBe(wordsOf(one, true));
      }),
      { ...SEED, examples },
    );
  });
});

describe('a text of a million characters', () => {
  const LENGTH = 1_000_000;
  // What each repeats is made to make a pattern look at the same place again and again.
  const repeated = [
    ...[
      'word ',
      'a',
      'a-',
      "a's",
      '1,',
      '1,000,',
      '0.',
      '<',
      '<b',
      '<b ',
      '<a:',
      '</',
      '<!--',
      '>',
      '&',
      '&#',
      '&a',
      '&amp;',
    ],
    ...[
      '\\',
      '\\a',
      '\\alpha',
      "\\'",
      '\\"{',
      '$',
      '{',
      '_',
      '^{',
      '深',
      '한',
      'รู้',
      'α',
      'αx',
      'é',
      'e\u0301',
      '\u0301',
      '-',
      "'",
      ' ',
    ],
    ...['\ud800', '\udc00', '😀', '𐐀', '½', '\u00ad', '\u200b'],
  ];

  it.each(repeated)('that repeats %j takes time in proportion to its length', (piece) => {
    const time = (length: number) => {
      const long = piece.repeat(Math.ceil(length / piece.length));
      const began = process.cpuUsage();
      placedWords(long);
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1_000;
    };
    // Four times the length of a quadratic one is sixteen times the time; what is short is noise.
    const [short, long] = [time(LENGTH / 4), time(LENGTH)];
    expect(long).toBeLessThan(Math.max(12 * short, 1_500));
  });

  it('of accents out of their order takes time in proportion to its length', () => {
    const time = (length: number) => {
      const long = `a${'\u0301\u0316'.repeat(length / 2)}`;
      const began = process.cpuUsage();
      placedWords(long);
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1_000;
    };
    const [short, long] = [time(25_000), time(100_000)];
    expect(long).toBeLessThan(Math.max(12 * short, 500));
  });
});
