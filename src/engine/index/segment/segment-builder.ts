import { readWords, type WordSink } from '../../analysis/tokenizer.ts';
import type { IndexFiles } from '../index-files.ts';
import { countFieldLengths, type IndexedPaper, NO_TOTALS } from '../index-reader.ts';
import { createColumnBuilder } from './column-builder.ts';
import { writeInverted } from './inversion.ts';
import { MAX_INDEXED_WORDS, MAX_TITLE_STAND_IN_WORDS } from './segment-format.ts';
import { createSegmentWriter } from './segment-writer.ts';
import { createVocabulary, MAX_REMEMBERED_WORDS } from './term-dictionary.ts';
import { createOccurrences, Field } from './token-buffer.ts';

/** Makes segments in memory. Of an id that is added twice both papers stay, so callers add it once. */
export type SegmentBuilder = {
  readonly papers: number;
  /** Words held; memory grows with them, about 25 bytes each while a segment is written. */
  readonly words: number;
  add(paper: IndexedPaper): void;
  /** Writes what was added as a segment and is empty again, also where writing fails. */
  write(files: IndexFiles, name: string): void;
};

const NOWHERE: WordSink = { word: () => {}, plain: () => {} };

export function createSegmentBuilder(): SegmentBuilder {
  let vocabulary = createVocabulary();
  const occurrences = createOccurrences();
  const columns = createColumnBuilder();
  let totals = NO_TOTALS;
  /** Where each paper's words begin among all. */
  let starts: number[] = [];

  /** How many more words of the paper are indexed, and how many of the field at hand belong to the title. */
  let [room, titleWords] = [0, 0];
  let field: number = Field.title;
  const sink: WordSink = {
    word: (word, place) => {
      if (place < room) occurrences.push(vocabulary.numberOf(word), place < titleWords ? Field.title : field);
    },
    plain: (text, start, end, place) => {
      if (place < room) {
        occurrences.push(vocabulary.numberAt(text, start, end), place < titleWords ? Field.title : field);
      }
    },
  };
  /** Adds the words of a field; gives how many there are. */
  const addField = (text: string, as: number, asTitle = 0): number => {
    if (text === '' || room === 0) return 0;
    [field, titleWords] = [as, asTitle];
    const words = Math.min(readWords(text, sink), room);
    room -= words;
    return words;
  };
  /** How much of the abstract stands for the title of a paper that has none. */
  const standIn = (abstract: string): number =>
    Math.min(MAX_TITLE_STAND_IN_WORDS, Math.min(readWords(abstract, NOWHERE), room) >> 1);

  const clear = () => {
    occurrences.clear();
    columns.clear();
    totals = NO_TOTALS;
    starts = [];
    if (vocabulary.words > MAX_REMEMBERED_WORDS) vocabulary = createVocabulary();
  };

  return {
    get papers() {
      return starts.length;
    },
    get words() {
      return occurrences.size;
    },
    add(paper) {
      starts.push(occurrences.size);
      room = MAX_INDEXED_WORDS;
      const title = addField(paper.title, Field.title);
      const stand = title > 0 ? 0 : standIn(paper.abstract);
      const abstract = addField(paper.abstract, Field.abstract, stand);
      const summary = addField(paper.summary, Field.summary);
      const lengths = { title: title + stand, abstract: abstract - stand, summary };
      totals = countFieldLengths(totals, lengths, 1);
      columns.add(paper.id, paper, lengths);
    },
    write(files, name) {
      const writer = createSegmentWriter(files, name);
      try {
        const telling = writeInverted(occurrences, starts, vocabulary, writer);
        writer.finish({
          tables: { ...columns.tables(), ...telling },
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
