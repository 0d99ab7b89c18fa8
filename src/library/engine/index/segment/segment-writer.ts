import { crc32 } from 'node:zlib';
import type { IndexFiles } from '../index-files.ts';
import { type FieldTotals, ONLY_IN_FULL_TEXT } from '../index-reader.ts';
import { createSegmentFile, type Table } from './segment-file.ts';
import { FORMAT_VERSION, type SegmentHeader, VECTOR_GROUP } from './segment-format.ts';
import { createByteSink } from './varint.ts';

/** Writes a segment: terms ascending with postings, then term vectors by docId, then `finish` with the columns. */
export type SegmentWriter = {
  beginTerm(term: string): void;
  addPosting(docId: number, frequencies: number): void;
  /** `documentFrequency` is the number of its postings; a term without postings is omitted. */
  endTerm(documentFrequency: number): void;
  beginVectors(): void;
  addVector(terms: Int32Array, frequencies: Uint8Array, from: number, to: number): void;
  finish(columns: SegmentColumns): void;
  abandon(): void;
};

export type SegmentColumns = { tables: Record<string, Table>; publicationTypes: string[]; totals: FieldTotals };

/** Offsets in a segment's stream are 32 bits wide. */
const MAX_STREAM_BYTES = 0xffff_ffff;

export function createSegmentWriter(files: IndexFiles, name: string): SegmentWriter {
  const file = createSegmentFile<SegmentHeader>(files, name);
  const [docIdBytes, frequencyBytes] = [createByteSink(), createByteSink()];
  const [termBytes, vector] = [createByteSink(), createByteSink()];
  const termStarts = [0];
  const documentFrequencies: number[] = [];
  const fullTextFrequencies: number[] = [];
  const postingStarts: number[] = [];
  const postingChecks: number[] = [];
  const vectorStarts: number[] = [];
  const vectorChecks: number[] = [];
  let term = '';
  let lastDocId = -1;
  let onlyInFullText = 0;
  let vectorsAt = 0;
  let groupCheck = 0;

  const offset = () => {
    if (file.streamSize > MAX_STREAM_BYTES) throw new RangeError('a segment of the index grew beyond 4 GB');
    return file.streamSize;
  };
  const append = (sink: typeof docIdBytes, check = 0) => {
    const bytes = sink.view();
    file.append(bytes);
    const sum = crc32(bytes, check);
    sink.clear();
    return sum;
  };

  return {
    beginTerm(next) {
      term = next;
      lastDocId = -1;
      onlyInFullText = 0;
    },
    addPosting(docId, frequencies) {
      docIdBytes.varint(docId - lastDocId);
      lastDocId = docId;
      frequencyBytes.byte(frequencies);
      if (frequencies === ONLY_IN_FULL_TEXT) onlyInFullText += 1;
    },
    endTerm(documentFrequency) {
      if (documentFrequency === 0) return;
      termBytes.text(term);
      termStarts.push(termBytes.size);
      documentFrequencies.push(documentFrequency);
      fullTextFrequencies.push(onlyInFullText);
      postingStarts.push(offset());
      postingChecks.push(append(frequencyBytes, append(docIdBytes)));
    },
    beginVectors() {
      vectorsAt = offset();
    },
    addVector(terms, frequencies, from, to) {
      const docId = vectorStarts.length;
      if (docId % VECTOR_GROUP === 0) groupCheck = 0;
      vectorStarts.push(offset());
      vector.rising(terms, from, to);
      vector.bytes(frequencies.subarray(from, to));
      groupCheck = append(vector, groupCheck);
      vectorChecks[Math.floor(docId / VECTOR_GROUP)] = groupCheck;
    },
    finish({ tables, publicationTypes, totals }) {
      vectorStarts.push(offset());
      const header: SegmentHeader = {
        format: FORMAT_VERSION,
        slots: vectorStarts.length - 1,
        terms: documentFrequencies.length,
        totals,
        publicationTypes,
        vectorsAt,
      };
      const ownTables = {
        termBytes: termBytes.view(),
        termStarts: Uint32Array.from(termStarts),
        papersWithTerm: Uint32Array.from(documentFrequencies),
        // Empty if no paper has a full text.
        papersWithTermInText: Uint32Array.from(
          fullTextFrequencies.some((count) => count > 0) ? fullTextFrequencies : [],
        ),
        postingStarts: Uint32Array.from(postingStarts),
        postingChecks: Uint32Array.from(postingChecks),
        vectorStarts: Uint32Array.from(vectorStarts),
        vectorChecks: Uint32Array.from(vectorChecks),
      };
      file.finish({ ...ownTables, ...tables }, header);
    },
    abandon: () => file.abandon(),
  };
}
