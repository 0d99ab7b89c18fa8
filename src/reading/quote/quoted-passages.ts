import { greekName } from '../../papers/analysis/characters.ts';
import { stem } from '../../papers/analysis/stem.ts';
import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';
import { forEachToken } from '../../papers/analysis/tokenizer.ts';
import { STACKED_MARKS } from '../../papers/markup.ts';
import { readQueryTokens } from '../../papers/query/terms.ts';
import type { Block } from '../document.ts';
import { withoutPlaces } from '../places.ts';

/** A matching block; higher scores are better. */
export type Hit<T> = { block: T; score: number };

/** BM25 (Robertson and Zaragoza 2009) with the usual parameters; blocks are short, so their length counts less. */
const K1 = 1.2;
const B = 0.5;

/**
 * Blocks with words of a query, best first. If the query has a phrase in quotes, only blocks with the phrase. Skips
 * formulas.
 */
export function findPassages<T extends Block>(blocks: readonly T[], query: string): Hit<T>[] {
  const phrases = [...query.matchAll(/["“]([^"“”]+)["”]/g)].map(([, phrase = '']) => joined(phrase)).filter(Boolean);
  const candidates = blocks.filter(
    ({ kind, text }) => kind !== 'formula' && phrases.every((phrase) => joined(text).includes(phrase)),
  );
  const terms = [...new Set(termsOfQuery(query))];
  if (terms.length === 0) return phrases.length > 0 ? candidates.map((block) => ({ block, score: 1 })) : [];
  const counted = candidates.map((block) => ({ block, ...countTerms(block.text, new Set(terms)) }));
  const averageLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(counted.length, 1);
  const holders = (term: string) => counted.filter(({ counts }) => counts.has(term)).length;
  const weights = new Map(
    terms.map((term) => [term, Math.log(1 + (counted.length - holders(term) + 0.5) / (holders(term) + 0.5))]),
  );
  return counted
    .map(({ block, counts, length }) => {
      const norm = K1 * (1 - B + (B * length) / Math.max(averageLength, 1));
      const score = [...counts].reduce(
        (sum, [term, count]) => sum + ((weights.get(term) ?? 0) * count * (K1 + 1)) / (count + norm),
        0,
      );
      return { block, score: score * (counts.size / terms.length) };
    })
    .filter(({ score }) => score > 0 || phrases.length > 0)
    .sort((one, other) => other.score - one.score);
}

function joined(text: string): string {
  return joinWords(tokenise(text).map(({ word }) => word)).text;
}

function termsOfQuery(query: string): string[] {
  const tokens = readQueryTokens(query).filter(({ isJoined }) => !isJoined);
  const content = tokens.filter(({ word }) => !FUNCTION_WORDS.has(word));
  return (content.length > 0 ? content : tokens).map(({ term }) => term);
}

function countTerms(text: string, terms: ReadonlySet<string>): { counts: Map<string, number>; length: number } {
  const counts = new Map<string, number>();
  const length = forEachToken(text, (word) => {
    const term = stem(word);
    if (terms.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  });
  return { counts, length };
}

const MAX_PASSAGE_CHARACTERS = 1_200;

/** The block's text; from a long block only the part around the first words of the query. */
export function passageText(words: string, query: string): string {
  const text = withoutPlaces(words);
  if (text.length <= MAX_PASSAGE_CHARACTERS) return text;
  const terms = new Set(termsOfQuery(query));
  const first = tokenise(text).find(({ word }) => terms.has(stem(word)))?.start ?? 0;
  const from = Math.max(0, Math.min(first - MAX_PASSAGE_CHARACTERS / 3, text.length - MAX_PASSAGE_CHARACTERS));
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const rest = text.slice(start, start + MAX_PASSAGE_CHARACTERS);
  const end = start + rest.length < text.length ? rest.lastIndexOf(' ') : rest.length;
  return `${start > 0 ? '… ' : ''}${rest.slice(0, end)}${start + end < text.length ? ' …' : ''}`;
}

/** The form in which we look for phrases: without style, case, accents, blanks and hyphens at line ends. */

type Token = {
  /** The compared text. */
  word: string;
  /** Its position in the text. */
  start: number;
  end: number;
};

/** Numbers stay whole, with sign and decimals: `1.5` must not equal `15`. */
const TOKEN =
  /(?<![\p{L}\p{N}.,])(?:(?<=^|[\s([=<>≤≥≈~])[-−–])?\p{Nd}+(?:[.,·]\p{Nd}+)*(?![\p{L}])|[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]+|[<>=≤≥%‰±]/gu;

/** The tokens of a text, in order. */
function tokenise(text: string): Token[] {
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
  if (/^[-−–]?\d/.test(plain)) return normaliseNumber(plain);
  return plain.replace(/\p{Script=Greek}/gu, (letter) => (isGreekWord(plain) ? letter : (greekName(letter) ?? letter)));
}

/** Whether this is a Greek word, not a symbol among Latin letters. */
function isGreekWord(word: string): boolean {
  return /^\p{Script=Greek}{2,}$/u.test(word);
}

/** `1,000` is 1000, `0,05` is 0.05; the sign stays. */
function normaliseNumber(text: string): string {
  return text
    .replace(/^[−–]/, '-')
    .replace(/,(?=\d{3}(?:\D|$))/g, '')
    .replace(/[,·]/g, '.');
}

/** Joins the words without blanks, which lines and markup change; numbers stay apart. */
function joinWords(words: readonly string[]): { text: string; startsAt: number[] } {
  let text = '';
  const startsAt = words.map((word) => {
    if (/\d$/.test(text) && /^[-\d]/.test(word)) text += ' ';
    const at = text.length;
    text += word;
    return at;
  });
  return { text, startsAt };
}
