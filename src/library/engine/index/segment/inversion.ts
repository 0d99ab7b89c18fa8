import { FUNCTION_STEMS } from '../../../../papers/analysis/stop-words.ts';
import { compareTerms, type TermDictionary } from '../../../../papers/analysis/term-dictionary.ts';
import { isInTitle, ONLY_IN_FULL_TEXT, packFrequencies } from '../index-reader.ts';
import { Field, type TokenBuffer } from './paper-tokens.ts';
import type { SegmentWriter } from './segment-writer.ts';

/** Columns computed during inversion: distinct content terms per docId, and how many of them are in the title. */
export type ContentTermCounts = { contentTerms: Uint16Array; contentTitleTerms: Uint16Array };

/** Inverts buffered tokens into postings and term vectors by a counting sort; `starts` has each paper's offset. */
export function writeInverted(
  tokens: TokenBuffer,
  starts: readonly number[],
  dictionary: TermDictionary,
  writer: SegmentWriter,
): ContentTermCounts {
  const { ranks, terms, bounds } = sortTerms(tokens, dictionary);
  const { docIds, fields } = scatter(tokens, starts, ranks, bounds);
  const maxDoc = starts.length;
  const vectorSizes = new Uint32Array(maxDoc + 1);
  const postingDocIds = new Int32Array(tokens.size);
  const postingFrequencies = new Uint8Array(tokens.size);
  const postingTerms = new Int32Array(tokens.size);
  const counts: ContentTermCounts = {
    contentTerms: new Uint16Array(maxDoc),
    contentTitleTerms: new Uint16Array(maxDoc),
  };
  let postings = 0;
  for (let term = 0; term < terms.length; term += 1) {
    const [from, to] = [bounds[term] as number, bounds[term + 1] as number];
    const first = postings;
    const isContentTerm = !FUNCTION_STEMS.has(terms[term] as string);
    writer.beginTerm(terms[term] as string);
    for (let at = from; at < to; ) {
      const docId = docIds[at] as number;
      let end = at + 1;
      while (end < to && docIds[end] === docId) end += 1;
      const frequencies = countFields(fields, at, end);
      writer.addPosting(docId, frequencies);
      if (isContentTerm && frequencies !== ONLY_IN_FULL_TEXT) countContentTerm(counts, docId, frequencies);
      vectorSizes[docId + 1] = (vectorSizes[docId + 1] as number) + 1;
      postingDocIds[postings] = docId;
      postingFrequencies[postings] = frequencies;
      postingTerms[postings] = term;
      postings += 1;
      at = end;
    }
    writer.endTerm(postings - first);
  }
  writeVectors({ maxDoc, vectorSizes, postingDocIds, postingFrequencies, postingTerms, postings }, writer);
  return counts;
}

function countContentTerm(
  { contentTerms, contentTitleTerms }: ContentTermCounts,
  docId: number,
  frequencies: number,
): void {
  contentTerms[docId] = (contentTerms[docId] as number) + 1;
  if (isInTitle(frequencies)) contentTitleTerms[docId] = (contentTitleTerms[docId] as number) + 1;
}

/** The terms that occur, sorted: `ranks` maps dictionary numbers to term ids, `bounds` has their offsets. */
function sortTerms(tokens: TokenBuffer, dictionary: TermDictionary) {
  const counts = new Int32Array(dictionary.size);
  const { terms: all, size } = tokens;
  for (let at = 0; at < size; at += 1) counts[all[at] as number] = (counts[all[at] as number] as number) + 1;
  const used: number[] = [];
  for (let number = 0; number < counts.length; number += 1) if (counts[number] !== 0) used.push(number);
  const terms = used.map((number) => dictionary.readTerm(number));
  const order = terms.map((_, index) => index).sort((a, b) => compareTerms(terms[a] as string, terms[b] as string));
  const ranks = new Int32Array(dictionary.size);
  const bounds = new Uint32Array(used.length + 1);
  order.forEach((index, rank) => {
    const number = used[index] as number;
    ranks[number] = rank;
    bounds[rank + 1] = (bounds[rank] as number) + (counts[number] as number);
  });
  return { ranks, bounds, terms: order.map((index) => terms[index] as string) };
}

function scatter(tokens: TokenBuffer, starts: readonly number[], ranks: Int32Array, bounds: Uint32Array) {
  const { size, terms, fields: all } = tokens;
  const next = bounds.slice();
  const docIds = new Int32Array(size);
  const fields = new Uint8Array(size);
  for (let docId = 0; docId < starts.length; docId += 1) {
    const end = starts[docId + 1] ?? size;
    for (let at = starts[docId] as number; at < end; at += 1) {
      const rank = ranks[terms[at] as number] as number;
      const to = next[rank] as number;
      next[rank] = to + 1;
      docIds[to] = docId;
      fields[to] = all[at] as number;
    }
  }
  return { docIds, fields };
}

function countFields(fields: Uint8Array, from: number, to: number): number {
  let [title, abstract, summary] = [0, 0, 0];
  for (let at = from; at < to; at += 1) {
    if (fields[at] === Field.title) title += 1;
    else if (fields[at] === Field.abstract) abstract += 1;
    else if (fields[at] === Field.summary) summary += 1;
  }
  return packFrequencies(title, abstract, summary);
}

type InvertedPostings = {
  maxDoc: number;
  vectorSizes: Uint32Array;
  postingDocIds: Int32Array;
  postingFrequencies: Uint8Array;
  postingTerms: Int32Array;
  postings: number;
};

/** Transposes the postings into term vectors. Terms ascend because the postings are visited in term order. */
function writeVectors(inverted: InvertedPostings, writer: SegmentWriter): void {
  const { maxDoc, vectorSizes: bounds, postingDocIds, postingFrequencies, postingTerms, postings } = inverted;
  for (let docId = 0; docId < maxDoc; docId += 1)
    bounds[docId + 1] = (bounds[docId + 1] as number) + (bounds[docId] as number);
  const next = bounds.slice();
  const terms = new Int32Array(postings);
  const frequencies = new Uint8Array(postings);
  for (let at = 0; at < postings; at += 1) {
    const docId = postingDocIds[at] as number;
    const to = next[docId] as number;
    next[docId] = to + 1;
    terms[to] = postingTerms[at] as number;
    frequencies[to] = postingFrequencies[at] as number;
  }
  writer.beginVectors();
  for (let docId = 0; docId < maxDoc; docId += 1) {
    const [from, to] = [bounds[docId] as number, bounds[docId + 1] as number];
    writer.addVector(terms, frequencies, from, to);
  }
}
