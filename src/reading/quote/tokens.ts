import { greekName } from '../../papers/analysis/characters.ts';
import { STACKED_MARKS } from '../../papers/markup.ts';

/** Words as phrases are looked for by them: without look, case, accents, blanks and hyphens of line ends. */

export type Token = {
  /** What is compared. */
  word: string;
  /** Where it stands in the text. */
  start: number;
  end: number;
};

/** Numbers are whole, with sign and decimals: `1.5` must not equal `15`. */
const TOKEN =
  /(?<![\p{L}\p{N}.,])(?:(?<=^|[\s([=<>≤≥≈~])[-−–])?\p{Nd}+(?:[.,·]\p{Nd}+)*(?![\p{L}])|[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]+|[<>=≤≥%‰±]/gu;

/** The tokens of a text, in order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { index: start, 0: found } of text.matchAll(TOKEN)) {
    const end = start + found.length;
    const word = normalise(found);
    if (word === '') continue;
    const before = tokens.at(-1);
    const isContinued = before && /^[-‐­]\s+$/u.test(text.slice(before.end, start)) && /^\p{Ll}/u.test(found);
    if (isContinued && /\p{L}$/u.test(before.word)) Object.assign(before, { word: before.word + word, end });
    else tokens.push({ word, start, end });
  }
  return tokens;
}
function normalise(found: string): string {
  const plain = found
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(STACKED_MARKS, '$1')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  if (/^[-−–]?\d/.test(plain)) return numberOf(plain);
  return plain.replace(/\p{Script=Greek}/gu, (letter) => (isGreekWord(plain) ? letter : (greekName(letter) ?? letter)));
}

/** A word of Greek, not a symbol among Latin letters. */
function isGreekWord(word: string): boolean {
  return /^\p{Script=Greek}{2,}$/u.test(word);
}

/** `1,000` is 1000, `0,05` is 0.05; the sign is kept. */
function numberOf(text: string): string {
  return text
    .replace(/^[−–]/, '-')
    .replace(/,(?=\d{3}(?:\D|$))/g, '')
    .replace(/[,·]/g, '.');
}

/** The words without the blanks between them, which lines and markup change; numbers stay apart. */
export function joinWords(words: readonly string[]): { text: string; startsAt: number[] } {
  let text = '';
  const startsAt = words.map((word) => {
    if (/\d$/.test(text) && /^[-\d]/.test(word)) text += ' ';
    const at = text.length;
    text += word;
    return at;
  });
  return { text, startsAt };
}
