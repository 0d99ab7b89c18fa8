import { type TokenSink, tokenize } from '../../../../papers/analysis/tokenizer.ts';
import { createColumnBuilder } from '../index-columns.ts';
import type { IndexFiles } from '../index-files.ts';
import { countFieldLengths, type IndexedPaper, NO_TOTALS } from '../index-reader.ts';
import { writeInverted } from './inversion.ts';
import { MAX_INDEXED_WORDS, MAX_TITLE_STAND_IN_WORDS } from './segment-format.ts';
import { createSegmentWriter } from './segment-writer.ts';
import { createTermDictionary, MAX_CACHED_WORDS } from './term-dictionary.ts';
import { createTokenBuffer, Field } from './token-buffer.ts';

/** Builds a segment in memory. Callers must add an id only once: added twice, it yields two papers. */
export type SegmentBuilder = {
  readonly papers: number;
  /** Words buffered. Writing takes about 25 bytes for each. */
  readonly words: number;
  add(paper: IndexedPaper): void;
  /** Writes the papers as a segment and clears the builder, even if writing fails. */
  write(files: IndexFiles, name: string): void;
};

const IGNORE_TOKENS: TokenSink = { token: () => {}, asciiToken: () => {} };

export function createSegmentBuilder(): SegmentBuilder {
  let dictionary = createTermDictionary();
  const tokens = createTokenBuffer();
  const columns = createColumnBuilder();
  let totals = NO_TOTALS;
  /** Per paper, the offset of its first token. */
  let starts: number[] = [];

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

  const clear = () => {
    tokens.clear();
    columns.clear();
    totals = NO_TOTALS;
    starts = [];
    if (dictionary.cachedWords > MAX_CACHED_WORDS) dictionary = createTermDictionary();
  };

  return {
    get papers() {
      return starts.length;
    },
    get words() {
      return tokens.size;
    },
    add(paper) {
      starts.push(tokens.size);
      wordsLeft = MAX_INDEXED_WORDS;
      const title = addField(paper.title, Field.title);
      const standInWords = title > 0 ? 0 : standIn(paper.abstract);
      const abstract = addField(paper.abstract, Field.abstract, standInWords);
      const summary = addField(paper.summary, Field.summary);
      addField(paper.fullText ?? '', Field.fullText);
      const lengths = { title: title + standInWords, abstract: abstract - standInWords, summary };
      totals = countFieldLengths(totals, lengths, 1);
      columns.add(paper.id, paper, lengths);
    },
    write(files, name) {
      const writer = createSegmentWriter(files, name);
      try {
        const { contentTerms, contentTitleTerms } = writeInverted(tokens, starts, dictionary, writer);
        writer.finish({
          tables: { ...columns.tables(), tellingTerms: contentTerms, tellingTitleTerms: contentTitleTerms },
          publicationTypes: columns.publicationTypes(),
          totals,
        });
      } catch (error) {
        writer.abandon();
        throw error;
      } finally {
        clear();
      }
    },
  };
}
