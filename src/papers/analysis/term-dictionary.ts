import { createAsciiTermTable } from './ascii-term-table.ts';
import { stem } from './stem.ts';

/** Numbers terms in order of first occurrence. Reused for the next segments, so that a word is stemmed once. */
export type TermDictionary = {
  readonly size: number;
  /** Unstemmed words in the cache. */
  readonly cachedWords: number;
  findNumber(word: string): number;
  /** As `findNumber`, for the ASCII word `text.slice(start, end)`. */
  numberAt(text: string, start: number, end: number): number;
  readTerm(number: number): string;
};

/** Limit of cached words. Above it, the next segment starts with an empty dictionary. */
export const MAX_CACHED_WORDS = 2_000_000;

export function createTermDictionary(): TermDictionary {
  const asciiTerms = createAsciiTermTable();
  const numbersOfWords = new Map<string, number>();
  const numbersOfTerms = new Map<string, number>();
  const terms: string[] = [];
  const numberOfTerm = (term: string): number => {
    const cached = numbersOfTerms.get(term);
    if (cached !== undefined) return cached;
    // A substring would keep the whole text in memory.
    const copy = Buffer.from(term).toString();
    numbersOfTerms.set(copy, terms.length);
    terms.push(copy);
    return terms.length - 1;
  };
  return {
    get size() {
      return terms.length;
    },
    get cachedWords() {
      return numbersOfWords.size + asciiTerms.size;
    },
    findNumber(word) {
      const cached = numbersOfWords.get(word);
      if (cached !== undefined) return cached;
      const number = numberOfTerm(stem(word));
      numbersOfWords.set(Buffer.from(word).toString(), number);
      return number;
    },
    numberAt(text, start, end) {
      const cached = asciiTerms.find(text, start, end);
      if (cached >= 0) return cached;
      const number = numberOfTerm(stem(text.slice(start, end)));
      asciiTerms.add(text, start, end, number);
      return number;
    },
    readTerm: (number) => terms[number] as string,
  };
}

/** Code point order, which is also the order of the UTF-8 bytes. */
export function compareTerms(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return inCodePointOrder(x) - inCodePointOrder(y);
  }
  return a.length - b.length;
}

/** Maps surrogates to the end of the basic plane, where their characters belong. */
function inCodePointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
