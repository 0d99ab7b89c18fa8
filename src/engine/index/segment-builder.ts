import { readWords, type WordSink } from '../analysis/words.ts';
import { createColumnBuilder } from './column-builder.ts';
import type { IndexFiles } from './files.ts';
import { type PaperBounds, writeInverted } from './inversion.ts';
import { createOccurrences } from './occurrences.ts';
import { countFieldLengths, type IndexedPaper, NO_TOTALS } from './port.ts';
import { FIELD_GAP, MAX_INDEXED_WORDS, MAX_TITLE_STAND_IN_WORDS } from './segment-format.ts';
import { createSegmentWriter } from './segment-writer.ts';
import { createVocabulary, MAX_REMEMBERED_WORDS } from './vocabulary.ts';

/** Makes segments in memory. Of an id that is added twice both papers stay, so callers add it once. */
export type SegmentBuilder = {
  readonly papers: number;
  /** Words held; memory grows with them, about 25 bytes each while a segment is written. */
  readonly words: number;
  add(paper: IndexedPaper): void;
  /** Writes what was added as a segment and is empty again, also where writing fails. */
  write(files: IndexFiles, name: string): void;
};

export function createSegmentBuilder(): SegmentBuilder {
  let vocabulary = createVocabulary();
  const occurrences = createOccurrences();
  const columns = createColumnBuilder();
  let totals = NO_TOTALS;
  let bounds: PaperBounds = { starts: [], abstractPlaces: [], summaryPlaces: [] };

  let firstPlace = 0;
  const sink: WordSink = {
    word: (word, place) => {
      if (firstPlace + place < MAX_INDEXED_WORDS) occurrences.push(vocabulary.numberOf(word), firstPlace + place);
    },
    plain: (text, start, end, place) => {
      if (firstPlace + place < MAX_INDEXED_WORDS)
        occurrences.push(vocabulary.numberAt(text, start, end), firstPlace + place);
    },
  };
  /** The words of a field, from a place on; gives how many places it takes. */
  const addField = (text: string, from: number): number => {
    if (text === '' || from >= MAX_INDEXED_WORDS) return 0;
    firstPlace = from;
    return Math.min(readWords(text, sink), MAX_INDEXED_WORDS - from);
  };

  const clear = () => {
    occurrences.clear();
    columns.clear();
    totals = NO_TOTALS;
    bounds = { starts: [], abstractPlaces: [], summaryPlaces: [] };
    if (vocabulary.words > MAX_REMEMBERED_WORDS) vocabulary = createVocabulary();
  };

  return {
    get papers() {
      return bounds.starts.length;
    },
    get words() {
      return occurrences.size;
    },
    add(paper) {
      bounds.starts.push(occurrences.size);
      const titleWords = addField(paper.title, 0);
      const abstractPlace = titleWords + FIELD_GAP;
      const abstractWords = addField(paper.abstract, abstractPlace);
      const summaryPlace = abstractPlace + abstractWords + FIELD_GAP;
      const summary = addField(paper.summary, summaryPlace);
      const stand = titleWords > 0 ? 0 : Math.min(MAX_TITLE_STAND_IN_WORDS, abstractWords >> 1);
      const lengths = { title: titleWords + stand, abstract: abstractWords - stand, summary };
      bounds.abstractPlaces.push(abstractPlace + stand);
      bounds.summaryPlaces.push(summaryPlace);
      totals = countFieldLengths(totals, lengths, 1);
      columns.add(paper.id, paper, lengths);
    },
    write(files, name) {
      const writer = createSegmentWriter(files, name);
      try {
        const telling = writeInverted(occurrences, bounds, vocabulary, writer);
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
