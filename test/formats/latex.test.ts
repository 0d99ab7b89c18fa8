import { parse } from '@retorquere/bibtex-parser';
import { describe, expect, it } from 'vitest';
import { latexText, latexTitle, latexVerbatim } from '../../src/formats/latex.ts';
import { some } from '../helpers/runs.ts';
import { GREEK, LETTERS, SIGNS } from './written-characters.ts';

function readBack(latex: string): string {
  const { entries } = parse(`@article{k,\n  title = {${latex}}\n}\n`, { sentenceCase: false });
  return (entries[0]?.fields.title ?? '').normalize('NFC');
}

/** All Latin letters of Unicode's first blocks. */
const LATIN = Array.from({ length: 0x1f00 }, (_, code) => String.fromCodePoint(code)).filter(
  (letter) => /[^\p{ASCII}]/u.test(letter) && /\p{Script=Latin}/u.test(letter) && letter.normalize('NFC') === letter,
);

describe('a character in LaTeX', () => {
  it.each(['éàîñüçšőåėąūăḥ', 'ÉÀÎÑÜÇŠŐÅĖĄŪĂḤ', LETTERS, SIGNS])('is a command: %s', (characters) => {
    for (const character of characters) expect(latexText(character)).toMatch(/^\{(?:\\|\$)[\x20-\x7e]+\}$/);
  });

  it('is a command for Greek letters, the mu as the micro sign', () => {
    for (const letter of GREEK) {
      expect(latexText(letter)).toMatch(/^\{\$?\\[a-zA-Z]+\$?\}$/);
      expect(readBack(latexText(letter))).toBe(letter === 'μ' ? 'µ' : letter);
    }
  });

  it.each([
    ['Latin letters', LATIN.join(' ')],
    ['signs', [...SIGNS].join(' ')],
    ['ASCII', Array.from({ length: 94 }, (_, index) => String.fromCodePoint(33 + index)).join(' ')],
  ])('reads back as itself: %s', (_what, characters) => {
    for (const character of some(characters.split(' '))) {
      expect(readBack(`a${latexText(character)}b`)).toBe(`a${character}b`);
    }
  });

  it.each(['𝒳', '𝔸', 'ﬁ', '½', '−', 'ĵ', 'ĭ', '太', 'ع', 'Я', '😀', '–', '’', '“', '°', '±'])(
    '%s stays as it is',
    (character) => {
      expect(latexText(character)).toBe(character);
    },
  );
});

describe('a text in LaTeX', () => {
  it.each([
    ['50% of R&D #1 costs $5_000', '50\\% of R\\&D \\#1 costs \\$5\\_000'],
    ['Größe', 'Gr{\\"o}{\\ss}e'],
    ['α-helix and ΔG', '{$\\alpha$}-helix and {$\\Delta$}G'],
    ['Ελληνικά', 'Ελληνικά'],
    ["a--b ``c'' ,,", "a-{}-b `{}`c'{}' ,{},"],
    ['a---b', 'a-{}-{}-b'],
  ])('%s is %s', (text, latex) => {
    expect(latexText(text)).toBe(latex);
  });
});

describe('capitals of a title', () => {
  it.each([
    ['The DNA of Europeans', 'The {DNA} of Europeans'],
    ['mRNA, pH and iPS', '{mRNA}, {pH} and {iPS}'],
    ['COVID-19 in H1N1', '{COVID}-19 in {H1N1}'],
    ['A Plan B for T cells', 'A Plan {B} for {T} cells'],
    ['Object-Based Learning', 'Object-Based Learning'],
    ['ÜBER Äpfel', '{{\\"U}BER} {\\"A}pfel'],
    ['3D and 2020', '{3D} and 2020'],
  ])('%s', (title, latex) => {
    expect(latexTitle(title)).toBe(latex);
  });
});

describe('an address in LaTeX', () => {
  it('keeps what programs take letter by letter, and cannot leave its braces', () => {
    expect(latexVerbatim('https://x.org/a_b%20c&d#e~f?g={h}\\$^^5c')).toBe(
      'https://x.org/a_b%20c&d#e%7Ef?g=%7Bh%7D%5C%24%5E%5E5c',
    );
  });
});
