import { crc32 } from 'node:zlib';
import { DamagedIndexError, type IndexFiles } from '../index-files.ts';
import type { FactColumns, FieldTotals, IndexPart, Postings, TermVector } from '../index-reader.ts';
import { readRising, readVarint, reusable } from './decode.ts';
import { type Deletions, isDeleted, NOTHING_DELETED } from './deletions.ts';
import { type Container, openContainer } from './segment-file.ts';
import { FORMAT_VERSION, type SegmentFacts, VECTOR_GROUP } from './segment-format.ts';

/**
 * Vectors of a segment up to this size are held in memory once one of them is needed: a search reads some hundred of
 * them, anywhere. Those of larger segments are read one by one.
 */
const MAX_VECTOR_BYTES = 32 * 1024 * 1024;

/** A segment that is open. Its tables are in memory; postings and vectors are read when they are asked for. */
export type Segment = {
  readonly name: string;
  readonly bytes: number;
  readonly slots: number;
  /** The part as it is without the papers that were deleted since it was written. */
  part(deletions: Deletions): IndexPart;
  readonly facts: SegmentFacts;
  readonly columns: SegmentColumnTables;
  close(): void;
};

export type SegmentColumnTables = {
  ids: Int32Array;
  lengths: IndexPart['lengths'];
  tellingTerms: Uint16Array;
  tellingTitleTerms: Uint16Array;
  facts: FactColumns;
};

/** Opens a segment. Throws DamagedIndexError when it is cut, damaged or of another form. */
export function openSegment(files: IndexFiles, name: string): Segment {
  const container = openContainer<SegmentFacts>(files, name);
  try {
    const { format } = container.facts;
    if (format !== FORMAT_VERSION) throw new DamagedIndexError(`${name}: of form ${format}, not ${FORMAT_VERSION}`);
    return segmentOf(name, container);
  } catch (error) {
    container.file.close();
    throw error;
  }
}

function segmentOf(name: string, container: Container<SegmentFacts>): Segment {
  const { facts } = container;
  const columns = readColumns(container);
  const terms = openTerms(container);
  const lists = openLists(container);
  return {
    name,
    bytes: container.file.size,
    slots: facts.slots,
    facts,
    columns,
    part: (deletions) => partOf(facts, columns, terms, lists, deletions),
    close: () => container.file.close(),
  };
}

function partOf(
  facts: SegmentFacts,
  { ids, lengths, tellingTerms, tellingTitleTerms, facts: columns }: SegmentColumnTables,
  terms: ReturnType<typeof openTerms>,
  lists: ReturnType<typeof openLists>,
  deletions: Deletions,
): IndexPart {
  const { count, termsLost, totalsLost } = deletions;
  const has = count > 0;
  return {
    slots: facts.slots,
    papers: facts.slots - count,
    totals: withoutTotals(facts.totals, totalsLost),
    ids,
    facts: columns,
    lengths,
    tellingTerms,
    tellingTitleTerms,
    hasDeleted: has,
    isDeleted: (slot) => isDeleted(deletions, slot),
    terms: facts.terms,
    findTerm: terms.find,
    termAt: terms.at,
    papersWith: has
      ? (term) => (lists.papersWith[term] as number) - (termsLost[term] as number)
      : (term) => lists.papersWith[term] as number,
    postings: lists.postings,
    vector: lists.vector,
  };
}

function withoutTotals(all: FieldTotals, lost: FieldTotals): FieldTotals {
  return {
    title: all.title - lost.title,
    abstract: all.abstract - lost.abstract,
    summary: all.summary - lost.summary,
    withTitle: all.withTitle - lost.withTitle,
    withAbstract: all.withAbstract - lost.withAbstract,
    withSummary: all.withSummary - lost.withSummary,
  };
}

function readColumns(container: Container<SegmentFacts>): SegmentColumnTables {
  return {
    ids: container.table('ids', 'Int32Array'),
    lengths: {
      title: container.table('titleLength', 'Uint16Array'),
      abstract: container.table('abstractLength', 'Uint16Array'),
      summary: container.table('summaryLength', 'Uint16Array'),
    },
    tellingTerms: container.table('tellingTerms', 'Uint16Array'),
    tellingTitleTerms: container.table('tellingTitleTerms', 'Uint16Array'),
    facts: {
      year: container.table('year', 'Int16Array'),
      citations: container.table('citations', 'Int32Array'),
      influentialCitations: container.table('influentialCitations', 'Int32Array'),
      references: container.table('references', 'Int32Array'),
      publicationType: container.table('publicationType', 'Uint16Array'),
      publicationTypes: container.facts.publicationTypes,
      fieldBits: container.table('fieldBits', 'Int32Array'),
      quartile: container.table('quartile', 'Uint8Array'),
      flags: container.table('flags', 'Uint8Array'),
    },
  };
}

/** Terms lie sorted by their bytes, so that one is found by halving. */
function openTerms(container: Container<SegmentFacts>) {
  const bytes = Buffer.from(container.table('termBytes', 'Uint8Array').buffer as ArrayBuffer);
  const table = container.table('termBytes', 'Uint8Array');
  const starts = container.table('termStarts', 'Uint32Array');
  const base = table.byteOffset;
  const compare = (term: Buffer, number: number) =>
    term.compare(bytes, base + (starts[number] as number), base + (starts[number + 1] as number));
  return {
    at: (number: number) =>
      bytes.toString('utf8', base + (starts[number] as number), base + (starts[number + 1] as number)),
    find(term: string): number {
      const wanted = Buffer.from(term);
      let [low, high] = [0, starts.length - 2];
      while (low <= high) {
        const middle = (low + high) >> 1;
        const order = compare(wanted, middle);
        if (order === 0) return middle;
        if (order < 0) high = middle - 1;
        else low = middle + 1;
      }
      return -1;
    },
  };
}

function openLists(container: Container<SegmentFacts>) {
  const papersWith = container.table('papersWithTerm', 'Uint32Array');
  const postingStarts = container.table('postingStarts', 'Uint32Array');
  const postingChecks = container.table('postingChecks', 'Uint32Array');
  const vectorStarts = container.table('vectorStarts', 'Uint32Array');
  const vectorChecks = container.table('vectorChecks', 'Uint32Array');
  const { file, facts } = container;
  const checked = { postings: new Set<number>(), vectors: new Set<number>() };
  const raw = reusable((length) => new Uint8Array(length));
  const slots = reusable((length) => new Int32Array(length));
  const vectorTerms = reusable((length) => new Int32Array(length));

  /** Reads a stretch of the stream; the first time it is compared with its checksum. */
  const read = (from: number, to: number, check: number, seen: Set<number>, key: number): Uint8Array => {
    const bytes = raw.of(to - from).subarray(0, to - from);
    file.read(bytes, from);
    if (!seen.has(key)) {
      if (crc32(bytes) !== check) throw new DamagedIndexError('a list of the index is damaged');
      seen.add(key);
    }
    return bytes;
  };

  /**
   * All vectors of the segment, from the first that is asked for on; undefined where they would take too much memory.
   */
  let allVectors: Uint8Array | undefined;
  const vectorBytes = (from: number, to: number, group: number): Uint8Array => {
    const total = (vectorStarts[facts.slots] as number) - facts.vectorsAt;
    if (total > MAX_VECTOR_BYTES) return read(from, to, vectorChecks[group] as number, checked.vectors, group);
    if (!allVectors) {
      allVectors = new Uint8Array(total);
      file.read(allVectors, facts.vectorsAt);
    }
    const bytes = allVectors.subarray(from - facts.vectorsAt, to - facts.vectorsAt);
    if (!checked.vectors.has(group)) {
      if (crc32(bytes) !== vectorChecks[group]) throw new DamagedIndexError('a list of the index is damaged');
      checked.vectors.add(group);
    }
    return bytes;
  };

  return {
    papersWith,
    postings(term: number): Postings {
      const count = papersWith[term] as number;
      const [from, to] = [postingStarts[term] as number, postingStarts[term + 1] ?? facts.vectorsAt];
      const bytes = read(from, to, postingChecks[term] as number, checked.postings, term);
      const found = slots.of(count);
      const end = readRising(bytes, 0, count, -1, found);
      return { count, slots: found, frequencies: bytes.subarray(end, end + count) };
    },
    vector(slot: number): TermVector {
      const group = Math.floor(slot / VECTOR_GROUP);
      const first = group * VECTOR_GROUP;
      const groupStart = vectorStarts[first] as number;
      const [start, end] = [vectorStarts[slot] as number, vectorStarts[slot + 1] as number];
      const isChecked = checked.vectors.has(group);
      const from = isChecked ? start : groupStart;
      const to = isChecked ? end : (vectorStarts[Math.min(first + VECTOR_GROUP, facts.slots)] as number);
      const bytes = vectorBytes(from, to, group);
      const cursor = { at: start - from };
      const count = readVarint(bytes, cursor);
      const terms = vectorTerms.of(count);
      const at = readRising(bytes, cursor.at, count, 0, terms);
      return { count, terms, frequencies: bytes.subarray(at, at + count) };
    },
  };
}

/** A segment from which nothing was deleted. */
export function wholePart(segment: Segment): IndexPart {
  return segment.part(NOTHING_DELETED);
}
