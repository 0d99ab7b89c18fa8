import { crc32 } from 'node:zlib';
import { type Columns, mapColumns } from '../index-columns.ts';
import { DamagedIndexError, type IndexFiles } from '../index-files.ts';
import { mapTotals, type Postings, type SegmentReader, type TermVector } from '../index-reader.ts';
import { type Deletions, isDeleted, NOTHING_DELETED } from './deletions.ts';
import { openSegmentFile, type SegmentFile } from './segment-file.ts';
import { FORMAT_VERSION, type SegmentHeader, VECTOR_GROUP } from './segment-format.ts';

/** Term vectors of a segment up to this size are loaded at once, because a search reads hundreds at random. */
const MAX_VECTOR_BYTES = 32 * 1024 * 1024;
/**
 * Until this many reads, vectors are read from the file: a process's first searches need not wait for all of them to
 * load.
 */
const READS_BEFORE_LOADING = 2_000;

/** An open segment. Its tables are in memory; postings and term vectors are read on demand. */
export type Segment = {
  readonly name: string;
  readonly bytes: number;
  readonly maxDoc: number;
  reader(deletions: Deletions): SegmentReader;
  readonly header: SegmentHeader;
  readonly columns: Columns;
  close(): void;
};

/** Opens a segment. Throws DamagedIndexError if it is truncated, damaged or of another format. */
export function openSegment(files: IndexFiles, name: string): Segment {
  const segmentFile = openSegmentFile<SegmentHeader>(files, name);
  try {
    const { format } = segmentFile.header;
    if (format !== FORMAT_VERSION) throw new DamagedIndexError(`${name}: of form ${format}, not ${FORMAT_VERSION}`);
    return toSegment(name, segmentFile);
  } catch (error) {
    segmentFile.file.close();
    throw error;
  }
}

function toSegment(name: string, segmentFile: SegmentFile<SegmentHeader>): Segment {
  const { header } = segmentFile;
  const columns = readColumns(segmentFile);
  const terms = openTermDictionary(segmentFile);
  const postings = openPostings(segmentFile);
  return {
    name,
    bytes: segmentFile.file.size,
    maxDoc: header.slots,
    header,
    columns,
    reader: (deletions) => createReader(header, columns, terms, postings, deletions),
    close: () => segmentFile.file.close(),
  };
}

function createReader(
  header: SegmentHeader,
  columns: Columns,
  terms: ReturnType<typeof openTermDictionary>,
  postings: ReturnType<typeof openPostings>,
  deletions: Deletions,
): SegmentReader {
  const { count, termsLost, fullTextTermsLost, totalsLost } = deletions;
  const hasDeleted = count > 0;
  return {
    maxDoc: header.slots,
    papers: header.slots - count,
    totals: mapTotals((name) => header.totals[name] - totalsLost[name]),
    ids: columns.ids,
    metadata: columns,
    lengths: { title: columns.titleLength, abstract: columns.abstractLength, summary: columns.summaryLength },
    contentTerms: columns.tellingTerms,
    contentTitleTerms: columns.tellingTitleTerms,
    hasDeleted,
    isDeleted: (docId) => isDeleted(deletions, docId),
    isCounted: (docId) => !isDeleted(deletions, docId),
    terms: header.terms,
    findTerm: terms.find,
    termAt: terms.at,
    documentFrequency: hasDeleted
      ? (term) => (postings.documentFrequencies[term] as number) - (termsLost[term] as number)
      : (term) => postings.documentFrequencies[term] as number,
    fullTextFrequency: (term) => (postings.fullTextFrequencies[term] ?? 0) - (fullTextTermsLost.get(term) ?? 0),
    postings: postings.postings,
    termVector: postings.vector,
  };
}

function readColumns({ table, header }: SegmentFile<SegmentHeader>): Columns {
  const columns = mapColumns((name, { name: kind }) => table(name, kind as 'Int32Array'));
  return { ...columns, publicationTypes: header.publicationTypes };
}

/** Terms are sorted by their bytes: binary search. */
function openTermDictionary(segmentFile: SegmentFile<SegmentHeader>) {
  const table = segmentFile.table('termBytes', 'Uint8Array');
  const bytes = Buffer.from(table.buffer, table.byteOffset, table.length);
  const starts = segmentFile.table('termStarts', 'Uint32Array');
  // Most terms differ in their first bytes. Comparing these takes less time than calling Buffer.compare.
  const compare = (term: Uint8Array, number: number) => {
    const start = starts[number] as number;
    const length = (starts[number + 1] as number) - start;
    for (let at = 0; at < term.length && at < length; at += 1) {
      const difference = (term[at] as number) - (bytes[start + at] as number);
      if (difference !== 0) return difference;
    }
    return term.length - length;
  };
  return {
    at: (number: number) => bytes.toString('utf8', starts[number], starts[number + 1]),
    find(term: string): number {
      const encoded = encode(term);
      let [low, high] = [0, starts.length - 2];
      while (low <= high) {
        const middle = (low + high) >> 1;
        const order = compare(encoded, middle);
        if (order === 0) return middle;
        if (order < 0) high = middle - 1;
        else low = middle + 1;
      }
      return -1;
    },
  };
}

/** The bytes of a term. Most are ASCII, and Buffer.from takes longer than all comparisons. */
function encode(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length);
  for (let at = 0; at < term.length; at += 1) {
    const code = term.charCodeAt(at);
    if (code > 0x7f) return Buffer.from(term);
    bytes[at] = code;
  }
  return bytes;
}

function openPostings(segmentFile: SegmentFile<SegmentHeader>) {
  const documentFrequencies = segmentFile.table('papersWithTerm', 'Uint32Array');
  const fullTextFrequencies = segmentFile.table('papersWithTermInText', 'Uint32Array');
  const postingStarts = segmentFile.table('postingStarts', 'Uint32Array');
  const postingChecks = segmentFile.table('postingChecks', 'Uint32Array');
  const vectorStarts = segmentFile.table('vectorStarts', 'Uint32Array');
  const vectorChecks = segmentFile.table('vectorChecks', 'Uint32Array');
  const { file, header } = segmentFile;
  const checked = { postings: new Set<number>(), vectors: new Set<number>() };
  const raw = reusable((length) => new Uint8Array(length));
  const docIds = reusable((length) => new Int32Array(length));
  const vectorTerms = reusable((length) => new Int32Array(length));

  /** Reads a range of the stream and verifies its checksum the first time. */
  const read = (from: number, to: number, check: number, checkedBlocks: Set<number>, key: number): Uint8Array => {
    const bytes = raw.of(to - from).subarray(0, to - from);
    file.read(bytes, from);
    if (!checkedBlocks.has(key)) {
      if (crc32(bytes) !== check) throw new DamagedIndexError('a list of the index is damaged');
      checkedBlocks.add(key);
    }
    return bytes;
  };

  /** All term vectors, once many were read; undefined if they exceed MAX_VECTOR_BYTES. */
  let allVectors: Uint8Array | undefined;
  let reads = 0;
  const vectorBytes = (from: number, to: number, group: number): Uint8Array => {
    const total = (vectorStarts[header.slots] as number) - header.vectorsAt;
    reads += 1;
    if (total > MAX_VECTOR_BYTES || reads < READS_BEFORE_LOADING)
      return read(from, to, vectorChecks[group] as number, checked.vectors, group);
    if (!allVectors) {
      allVectors = new Uint8Array(total);
      file.read(allVectors, header.vectorsAt);
    }
    const bytes = allVectors.subarray(from - header.vectorsAt, to - header.vectorsAt);
    if (!checked.vectors.has(group)) {
      if (crc32(bytes) !== vectorChecks[group]) throw new DamagedIndexError('a list of the index is damaged');
      checked.vectors.add(group);
    }
    return bytes;
  };

  return {
    documentFrequencies,
    fullTextFrequencies,
    postings(term: number): Postings {
      const count = documentFrequencies[term] as number;
      const [from, to] = [postingStarts[term] as number, postingStarts[term + 1] ?? header.vectorsAt];
      const bytes = read(from, to, postingChecks[term] as number, checked.postings, term);
      const matches = docIds.of(count);
      const end = readRising(bytes, 0, count, -1, matches);
      return { count, docIds: matches, frequencies: bytes.subarray(end, end + count) };
    },
    vector(docId: number): TermVector {
      const group = Math.floor(docId / VECTOR_GROUP);
      const first = group * VECTOR_GROUP;
      const groupStart = vectorStarts[first] as number;
      const [start, end] = [vectorStarts[docId] as number, vectorStarts[docId + 1] as number];
      const isChecked = checked.vectors.has(group);
      const from = isChecked ? start : groupStart;
      const to = isChecked ? end : (vectorStarts[Math.min(first + VECTOR_GROUP, header.slots)] as number);
      const bytes = vectorBytes(from, to, group);
      const cursor = { at: start - from };
      const count = readVarint(bytes, cursor);
      const terms = vectorTerms.of(count);
      const at = readRising(bytes, cursor.at, count, 0, terms);
      return { count, terms, frequencies: bytes.subarray(at, at + count) };
    },
  };
}

export function fullReader(segment: Segment): SegmentReader {
  return segment.reader(NOTHING_DELETED);
}

/** Decodes `count` delta-encoded values, starting at `from`, into `target`; returns the offset after them. */
function readRising(bytes: Uint8Array, from: number, count: number, first: number, target: Int32Array): number {
  let at = from;
  let last = first;
  for (let index = 0; index < count; index += 1) {
    const byte = bytes[at] as number;
    // Branch-free for the second byte, because processors cannot predict whether there is one.
    const more = byte >> 7;
    const next = (bytes[at + 1] as number) & -more;
    let value = (byte & 0x7f) | ((next & 0x7f) << 7);
    at += 1 + more;
    if (next > 0x7f) {
      let shift = 14;
      let further: number;
      do {
        further = bytes[at] as number;
        at += 1;
        value |= (further & 0x7f) << shift;
        shift += 7;
      } while (further > 0x7f && shift < 35);
    }
    last += value;
    target[index] = last;
  }
  // Reads past the end yield undefined, which decodes as 0.
  if (at > bytes.length) throw new DamagedIndexError('a list of the index is cut');
  return at;
}

type VarintCursor = { at: number };

function readVarint(bytes: Uint8Array, cursor: VarintCursor): number {
  let byte = bytes[cursor.at] as number;
  cursor.at += 1;
  if (byte <= 0x7f) return byte;
  let value = byte & 0x7f;
  for (let shift = 7; byte > 0x7f && shift < 35; shift += 7) {
    byte = bytes[cursor.at] as number;
    cursor.at += 1;
    value |= (byte & 0x7f) << shift;
  }
  if (cursor.at > bytes.length) throw new DamagedIndexError('a list of the index is cut');
  return value;
}

/** A buffer that is reused and grows to the largest requested length. */
type Reusable<T extends Int32Array | Uint8Array> = { of(length: number): T };

function reusable<T extends Int32Array | Uint8Array>(make: (length: number) => T): Reusable<T> {
  let list = make(1 << 10);
  return {
    of(length) {
      if (list.length < length) list = make(Math.max(length, list.length * 2));
      return list;
    },
  };
}

/** A view of a segment that hides the papers with these ids. Its statistics do not change. */
export function withoutIds(segment: SegmentReader, ids: ReadonlySet<number>): SegmentReader {
  const hidden = new Uint8Array(segment.maxDoc);
  let count = 0;
  for (let docId = 0; docId < segment.maxDoc; docId += 1) {
    if (!ids.has(segment.ids[docId] as number) || segment.isDeleted(docId)) continue;
    hidden[docId] = 1;
    count += 1;
  }
  if (count === 0) return segment;
  return { ...segment, hasDeleted: true, isDeleted: (docId) => hidden[docId] === 1 || segment.isDeleted(docId) };
}
