import { greekName } from '../../papers/analysis/characters.ts';
import { STACKED_MARKS } from '../../papers/markup.ts';

/** Phrases in quotation marks. */
export const QUOTED = /["“]([^"“”]+)["”]/g;

/** The phrases in quotation marks, in the form that `hasPhrases` takes. */
export function phrasesIn(query: string): string[] {
  return [...query.matchAll(QUOTED)].map(([, phrase = '']) => joined(phrase)).filter(Boolean);
}

/** Whether a text has all phrases, word by word. */
export function hasPhrases(text: string, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return true;
  const words = joined(text);
  return phrases.every((phrase) => words.includes(phrase));
}

function joined(text: string): string {
  return joinWords(Array.from(tokenise(text), ({ word }) => word));
}

type Token = {
  /** The compared text: without style, case, accents and hyphens at line ends. */
  word: string;
  /** Its position in the text. */
  start: number;
  end: number;
};

/** Numbers stay whole, with sign and decimals: `1.5` must not equal `15`. */
const TOKEN =
  /(?<![\p{L}\p{N}.,])(?:(?<=^|[\s([=<>≤≥≈~])[-−–])?\p{Nd}+(?:[.,·]\p{Nd}+)*(?![\p{L}])|[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]+|[<>=≤≥%‰±]/gu;

/** Maximum length of a word divided at line ends. */
const MAX_DIVIDED_CHARACTERS = 100;

/** The tokens of a text, in order. */
export function* tokenise(text: string): Iterable<Token> {
  let before: Token | undefined;
  for (const { index: start, 0: found } of text.matchAll(TOKEN)) {
    const end = start + found.length;
    const word = normalise(found);
    if (word === '') continue;
    const isDivided = before && before.word.length < MAX_DIVIDED_CHARACTERS && /\p{L}$/u.test(before.word);
    if (before && isDivided && /^\p{Ll}/u.test(found) && isLineEnd(text.slice(before.end, start))) {
      before = { word: before.word + word, start: before.start, end };
      continue;
    }
    if (before) yield before;
    before = { word, start, end };
  }
  if (before) yield before;
}

const isLineEnd = (gap: string) => /^[-\u2010\u00ad]\s+$/u.test(gap);

function normalise(found: string): string {
  const plain = found
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(STACKED_MARKS, '$1')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  if (/^[-−–]?\d/.test(plain)) return normaliseNumber(plain);
  return plain.replace(/\p{Script=Greek}/gu, (letter) => (isGreekWord(plain) ? letter : (greekName(letter) ?? letter)));
}

/** Whether this is a Greek word rather than a symbol among Latin letters. */
function isGreekWord(word: string): boolean {
  return /^\p{Script=Greek}{2,}$/u.test(word);
}

/** `1,000` becomes 1000, `0,05` becomes 0.05; the sign stays. */
function normaliseNumber(text: string): string {
  return text
    .replace(/^[−–]/, '-')
    .replace(/,(?=\d{3}(?:\D|$))/g, '')
    .replace(/[,·]/g, '.');
}

/** Joins the words without spaces, which lines and markup change; numbers stay apart. */
function joinWords(words: readonly string[]): string {
  const parts: string[] = [];
  for (const [at, word] of words.entries()) {
    if (/\d$/.test(words[at - 1] ?? '') && /^[-\d]/.test(word)) parts.push(' ');
    parts.push(word);
  }
  return parts.join('');
}
