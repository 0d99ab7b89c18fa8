import { stem } from '../../analysis/stem.ts';
import { createWordTable } from './ascii-term-table.ts';

/** Numbers for terms, in the order in which they were first met; kept over segments, so that a word is stemmed once. */
export type Vocabulary = {
  readonly size: number;
  /** Words, before stemming, that are remembered. */
  readonly words: number;
  numberOf(word: string): number;
  /** Of the ASCII word from `start` up to `end` of a text. */
  numberAt(text: string, start: number, end: number): number;
  termOf(number: number): string;
};

/** Words that are remembered with their stems; past it the memory begins anew with the next segment. */
export const MAX_REMEMBERED_WORDS = 2_000_000;

export function createVocabulary(): Vocabulary {
  const plain = createWordTable();
  const numbers = new Map<string, number>();
  const numbersOfTerms = new Map<string, number>();
  const terms: string[] = [];
  const numberOfTerm = (term: string): number => {
    const known = numbersOfTerms.get(term);
    if (known !== undefined) return known;
    // A piece of a text would keep the whole text in memory.
    const own = Buffer.from(term).toString();
    numbersOfTerms.set(own, terms.length);
    terms.push(own);
    return terms.length - 1;
  };
  return {
    get size() {
      return terms.length;
    },
    get words() {
      return numbers.size + plain.size;
    },
    numberOf(word) {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      const number = numberOfTerm(stem(word));
      numbers.set(Buffer.from(word).toString(), number);
      return number;
    },
    numberAt(text, start, end) {
      const known = plain.find(text, start, end);
      if (known >= 0) return known;
      const number = numberOfTerm(stem(text.slice(start, end)));
      plain.add(text, start, end, number);
      return number;
    },
    termOf: (number) => terms[number] as string,
  };
}

/** The order of code points, in which terms are numbered; it is also the order of their UTF-8 bytes. */
export function compareTerms(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return inCodePointOrder(x) - inCodePointOrder(y);
  }
  return a.length - b.length;
}

/** Halves of characters beyond the basic plane come after the rest of it, as their characters do. */
function inCodePointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
