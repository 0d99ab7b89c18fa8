import {
  createTermDictionary,
  MAX_CACHED_WORDS,
  type TermDictionary,
} from '../../../../papers/analysis/term-dictionary.ts';
import { type TokenSink, tokenize } from '../../../../papers/analysis/tokenizer.ts';
import type { FieldLengths } from '../index-columns.ts';
import type { IndexedPaper } from '../index-reader.ts';
import { MAX_INDEXED_WORDS, MAX_TITLE_STAND_IN_WORDS } from './segment-format.ts';

/** All tokens of the papers of a segment being built: term number and field of each. */
export type TokenBuffer = {
  readonly size: number;
  readonly terms: Int32Array;
  readonly fields: Uint8Array;
  push(term: number, field: number): void;
  clear(): void;
};

export const Field = { title: 0, abstract: 1, summary: 2, fullText: 3 } as const;

export function createTokenBuffer(capacity = 1 << 16): TokenBuffer {
  let terms = new Int32Array(capacity);
  let fields = new Uint8Array(capacity);
  let size = 0;
  return {
    get size() {
      return size;
    },
    get terms() {
      return terms;
    },
    get fields() {
      return fields;
    },
    push(term, field) {
      if (size === terms.length) {
        const [largerTerms, largerFields] = [new Int32Array(size * 2), new Uint8Array(size * 2)];
        largerTerms.set(terms);
        largerFields.set(fields);
        [terms, fields] = [largerTerms, largerFields];
      }
      terms[size] = term;
      fields[size] = field;
      size += 1;
    },
    clear: () => {
      size = 0;
    },
  };
}

/** The indexed tokens of papers, one paper after the other. */
export type PaperTokens = {
  readonly tokens: TokenBuffer;
  /** The terms that the tokens' numbers stand for. */
  readonly dictionary: TermDictionary;
  /** Buffers the tokens of a paper; returns the words of its fields. */
  add(paper: IndexedPaper): FieldLengths;
  /** Clears the tokens, and the dictionary if it has become too large. */
  clear(): void;
};

const IGNORE_TOKENS: TokenSink = { token: () => {}, asciiToken: () => {} };

export function createPaperTokens(): PaperTokens {
  let dictionary = createTermDictionary();
  const tokens = createTokenBuffer();

  /** Words of the paper still to be indexed, and leading words of the field that count as title. */
  let [wordsLeft, titleWords] = [0, 0];
  let field: number = Field.title;
  const sink: TokenSink = {
    token: (word, position) => {
      if (position < wordsLeft) tokens.push(dictionary.findNumber(word), position < titleWords ? Field.title : field);
    },
    asciiToken: (text, start, end, position) => {
      if (position < wordsLeft) {
        tokens.push(dictionary.numberAt(text, start, end), position < titleWords ? Field.title : field);
      }
    },
  };
  /** Buffers the tokens of a field; returns their number. */
  const addField = (text: string, as: number, asTitle = 0): number => {
    if (text === '' || wordsLeft === 0) return 0;
    [field, titleWords] = [as, asTitle];
    const words = Math.min(tokenize(text, sink), wordsLeft);
    wordsLeft -= words;
    return words;
  };
  /** Number of words of the abstract that replace a missing title. */
  const standIn = (abstract: string): number =>
    Math.min(MAX_TITLE_STAND_IN_WORDS, Math.min(tokenize(abstract, IGNORE_TOKENS), wordsLeft) >> 1);

  return {
    tokens,
    get dictionary() {
      return dictionary;
    },
    add(paper) {
      wordsLeft = MAX_INDEXED_WORDS;
      const title = addField(paper.title, Field.title);
      const standInWords = title > 0 ? 0 : standIn(paper.abstract);
      const abstract = addField(paper.abstract, Field.abstract, standInWords);
      const summary = addField(paper.summary, Field.summary);
      addField(paper.fullText ?? '', Field.fullText);
      return { title: title + standInWords, abstract: abstract - standInWords, summary };
    },
    clear() {
      tokens.clear();
      if (dictionary.cachedWords > MAX_CACHED_WORDS) dictionary = createTermDictionary();
    },
  };
}
