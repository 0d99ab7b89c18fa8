import { oncePer } from '../../../../lib/once.ts';
import { createAsciiTermTable } from '../../../../papers/analysis/ascii-term-table.ts';
import { FUNCTION_STEMS } from '../../../../papers/analysis/stop-words.ts';
import type { TermDictionary } from '../../../../papers/analysis/term-dictionary.ts';
import { type Columns, type FieldLengths, mapColumns } from '../index-columns.ts';
import {
  countFieldLengths,
  type FieldTotals,
  type IndexedPaper,
  isInTitle,
  NO_TOTALS,
  packFrequencies,
  type SegmentReader,
} from '../index-reader.ts';
import { createPaperTokens, createTokenBuffer, Field } from './paper-tokens.ts';

/**
 * The terms of a paper. `packed` has one byte per character: for each term its length in bytes, its bytes in UTF-8 and
 * its packed frequencies. Terms that are only in a full text are left out.
 */
export type PackedVector = { lengths: FieldLengths; packed: string };

/** Reads the terms of papers, as the index does. */
export type VectorWriter = {
  /**
   * The vector of a paper, and its terms with a space after each: as often as they occur, in the title `titleTimes` as
   * often.
   */
  write(paper: IndexedPaper, titleTimes: number): { vector: PackedVector; words: string };
};

const FIELDS = 3;

export function createVectorWriter(): VectorWriter {
  const buffered = createPaperTokens();
  const packedNames = oncePer((_: TermDictionary): string[] => []);
  /** By term number, the index of the term among the paper's terms, from 1 (0 for none); by that index, its counts. */
  let indexes = new Int32Array(0);
  let counts = new Int32Array(0);
  const [packed, words] = [createByteText(), createByteText()];
  return {
    write(paper, titleTimes) {
      buffered.clear();
      const { tokens, dictionary } = buffered;
      const names = packedNames(dictionary);
      const lengths = buffered.add(paper);
      const numbers: number[] = [0];
      if (indexes.length < dictionary.size) indexes = new Int32Array(2 * dictionary.size);
      if (counts.length < FIELDS * (tokens.size + 1)) counts = new Int32Array(2 * FIELDS * (tokens.size + 1));
      for (let at = 0; at < tokens.size; at += 1) {
        const number = tokens.terms[at] as number;
        if (indexes[number] === 0) {
          indexes[number] = numbers.length;
          counts.fill(0, FIELDS * numbers.length, FIELDS * (numbers.length + 1));
          numbers.push(number);
        }
        const count = FIELDS * (indexes[number] as number) + (tokens.fields[at] as number);
        counts[count] = (counts[count] as number) + 1;
      }
      packed.clear();
      words.clear();
      for (let index = 1; index < numbers.length; index += 1) {
        const number = numbers[index] as number;
        indexes[number] = 0;
        const from = FIELDS * index;
        const title = counts[from + Field.title] as number;
        const abstract = counts[from + Field.abstract] as number;
        const summary = counts[from + Field.summary] as number;
        names[number] ??= packName(dictionary.readTerm(number));
        packed.push(names[number], 0, packFrequencies(title, abstract, summary));
        for (let times = titleTimes * title + abstract + summary; times > 0; times -= 1)
          words.push(names[number], 1, SPACE);
      }
      return { vector: { lengths, packed: packed.read('latin1') }, words: words.read('utf8') };
    },
  };
}

const SPACE = 0x20;

/** A text of bytes that grows by parts: a string that does so is many small strings until it is read. */
function createByteText() {
  let bytes = Buffer.alloc(1 << 14);
  let size = 0;
  return {
    clear: () => {
      size = 0;
    },
    /** Appends the characters from `from` on, each a byte, and another byte. */
    push(text: string, from: number, last: number) {
      if (size + text.length >= bytes.length) bytes = Buffer.concat([bytes, bytes]);
      let end = size;
      for (let at = from; at < text.length; at += 1) {
        bytes[end] = text.charCodeAt(at);
        end += 1;
      }
      bytes[end] = last;
      size = end + 1;
    },
    read: (encoding: 'latin1' | 'utf8') => bytes.toString(encoding, 0, size),
  };
}

/** Terms have at most 64 characters, and so fewer than 256 bytes. */
function packName(term: string): string {
  const bytes = Buffer.from(term);
  return String.fromCharCode(bytes.length) + bytes.toString('latin1');
}

/** Calls `call` with the bounds and the packed frequencies of each term; returns the offset after the last one. */
export function forEachTerm(
  packed: string,
  call: (start: number, end: number, frequencies: number) => void,
  from = 0,
): number {
  let at = from;
  while (at < packed.length) {
    const end = at + 1 + packed.charCodeAt(at);
    call(at + 1, end, packed.charCodeAt(end));
    at = end + 1;
  }
  return at;
}

/** Numbers terms by their bytes, in the order of their first occurrence. */
export type TermNumbers = {
  readonly size: number;
  numberOf(packed: string, start: number, end: number): number;
  /** -1 for an unknown term. */
  find(term: string): number;
  termAt(number: number): string;
};

export function createTermNumbers(): TermNumbers {
  const table = createAsciiTermTable();
  const names: string[] = [];
  const terms: string[] = [];
  return {
    get size() {
      return names.length;
    },
    numberOf(packed, start, end) {
      const known = table.find(packed, start, end);
      if (known >= 0) return known;
      names.push(packed.slice(start, end));
      table.add(packed, start, end, names.length - 1);
      return names.length - 1;
    },
    find(term) {
      const bytes = Buffer.from(term).toString('latin1');
      return table.find(bytes, 0, bytes.length);
    },
    termAt(number) {
      terms[number] ??= readName(names[number] as string);
      return terms[number];
    },
  };
}

const NOT_ASCII = /[\x80-\xff]/;

function readName(bytes: string): string {
  return NOT_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}

/** Builds a segment from term vectors, for ranking; a paper's id is its number in the order of adding, from 1. */
export type VectorSegment = {
  add(vector: PackedVector): void;
  /** The papers added until now, as a segment whose metadata are unknown and whose terms are in no order. */
  read(): SegmentReader;
};

export function createVectorSegment(): VectorSegment {
  const numbers = createTermNumbers();
  // Packed frequencies instead of fields.
  const tokens = createTokenBuffer();
  const starts = [0];
  const all: FieldLengths[] = [];
  return {
    add({ lengths, packed }) {
      forEachTerm(packed, (start, end, frequencies) => tokens.push(numbers.numberOf(packed, start, end), frequencies));
      starts.push(tokens.size);
      all.push(lengths);
    },
    read() {
      const { terms, fields: frequencies } = tokens;
      const maxDoc = all.length;
      const columns = columnsOf(all);
      const postings = invert(terms, frequencies, starts, numbers.size);
      countContentTerms(columns, numbers, postings);
      const vectorOf = (docId: number) => [starts[docId] as number, starts[docId + 1] as number] as const;
      return {
        maxDoc,
        papers: maxDoc,
        totals: all.reduce<FieldTotals>((sum, lengths) => countFieldLengths(sum, lengths, 1), NO_TOTALS),
        ids: columns.ids,
        metadata: columns,
        lengths: { title: columns.titleLength, abstract: columns.abstractLength, summary: columns.summaryLength },
        contentTerms: columns.tellingTerms,
        contentTitleTerms: columns.tellingTitleTerms,
        isDeleted: () => false,
        isCounted: () => true,
        hasDeleted: false,
        terms: numbers.size,
        findTerm: numbers.find,
        termAt: numbers.termAt,
        documentFrequency: (term) => (postings.bounds[term + 1] as number) - (postings.bounds[term] as number),
        fullTextFrequency: () => 0,
        postings(term) {
          const [from, to] = [postings.bounds[term] as number, postings.bounds[term + 1] as number];
          return {
            count: to - from,
            docIds: postings.docIds.subarray(from, to),
            frequencies: postings.frequencies.subarray(from, to),
          };
        },
        termVector(docId) {
          const [from, to] = vectorOf(docId);
          return { count: to - from, terms: terms.subarray(from, to), frequencies: frequencies.subarray(from, to) };
        },
      };
    },
  };
}

function columnsOf(all: readonly FieldLengths[]): Columns {
  const columns = mapColumns((_, array) => new array(all.length));
  for (const [docId, { title, abstract, summary }] of all.entries()) {
    columns.ids[docId] = docId + 1;
    columns.titleLength[docId] = title;
    columns.abstractLength[docId] = abstract;
    columns.summaryLength[docId] = summary;
  }
  return { ...columns, publicationTypes: [''] };
}

/** The papers with each term, in their order: term t has those from `bounds[t]` to `bounds[t + 1]`. */
type Inverted = { bounds: Int32Array; docIds: Int32Array; frequencies: Uint8Array };

function invert(terms: Int32Array, frequencies: Uint8Array, starts: readonly number[], termCount: number): Inverted {
  const size = starts.at(-1) as number;
  const bounds = new Int32Array(termCount + 1);
  for (let at = 0; at < size; at += 1) {
    const term = terms[at] as number;
    bounds[term + 1] = (bounds[term + 1] as number) + 1;
  }
  for (let term = 0; term < termCount; term += 1)
    bounds[term + 1] = (bounds[term + 1] as number) + (bounds[term] as number);
  const next = bounds.slice();
  const inverted = { bounds, docIds: new Int32Array(size), frequencies: new Uint8Array(size) };
  for (let docId = 0; docId + 1 < starts.length; docId += 1) {
    for (let at = starts[docId] as number; at < (starts[docId + 1] as number); at += 1) {
      const term = terms[at] as number;
      const to = next[term] as number;
      next[term] = to + 1;
      inverted.docIds[to] = docId;
      inverted.frequencies[to] = frequencies[at] as number;
    }
  }
  return inverted;
}

function countContentTerms(
  { tellingTerms, tellingTitleTerms }: Columns,
  numbers: TermNumbers,
  { bounds, docIds, frequencies }: Inverted,
): void {
  for (let term = 0; term < numbers.size; term += 1) {
    if (FUNCTION_STEMS.has(numbers.termAt(term))) continue;
    for (let at = bounds[term] as number; at < (bounds[term + 1] as number); at += 1) {
      const docId = docIds[at] as number;
      tellingTerms[docId] = (tellingTerms[docId] as number) + 1;
      if (isInTitle(frequencies[at] as number)) tellingTitleTerms[docId] = (tellingTitleTerms[docId] as number) + 1;
    }
  }
}
