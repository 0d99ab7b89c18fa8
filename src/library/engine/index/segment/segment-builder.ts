import { createColumnBuilder } from '../index-columns.ts';
import type { IndexFiles } from '../index-files.ts';
import { countFieldLengths, type IndexedPaper, NO_TOTALS } from '../index-reader.ts';
import { writeInverted } from './inversion.ts';
import { createPaperTokens } from './paper-tokens.ts';
import { createSegmentWriter } from './segment-writer.ts';

/** Builds a segment in memory. Callers must add an id only once: added twice, it yields two papers. */
export type SegmentBuilder = {
  readonly papers: number;
  /** Words buffered. Writing takes about 25 bytes for each. */
  readonly words: number;
  add(paper: IndexedPaper): void;
  /** Writes the papers as a segment and clears the builder, even if writing fails. */
  write(files: IndexFiles, name: string): void;
};

export function createSegmentBuilder(): SegmentBuilder {
  const buffered = createPaperTokens();
  const { tokens } = buffered;
  const columns = createColumnBuilder();
  let totals = NO_TOTALS;
  /** Per paper, the offset of its first token. */
  let starts: number[] = [];

  const clear = () => {
    buffered.clear();
    columns.clear();
    totals = NO_TOTALS;
    starts = [];
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
      const lengths = buffered.add(paper);
      totals = countFieldLengths(totals, lengths, 1);
      columns.add(paper.id, paper, lengths);
    },
    write(files, name) {
      const writer = createSegmentWriter(files, name);
      try {
        const { contentTerms, contentTitleTerms } = writeInverted(tokens, starts, buffered.dictionary, writer);
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
