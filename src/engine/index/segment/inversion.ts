import { FUNCTION_STEMS } from '../../analysis/stop-words.ts';
import { isInTitle, packFrequencies } from '../index-reader.ts';
import type { SegmentWriter } from './segment-writer.ts';
import { compareTerms, type Vocabulary } from './term-dictionary.ts';
import { Field, type Occurrences } from './token-buffer.ts';

/**
 * Columns that come of the inversion: per slot, how many different telling terms a paper has, and how many in its
 * title.
 */
export type TellingTerms = { tellingTerms: Uint16Array; tellingTitleTerms: Uint16Array };

/**
 * Turns the words of papers into postings and term vectors: a counting sort by term keeps the papers of a term in their
 * order. `starts` says where each paper's words begin.
 */
export function writeInverted(
  occurrences: Occurrences,
  starts: readonly number[],
  vocabulary: Vocabulary,
  writer: SegmentWriter,
): TellingTerms {
  const { ranks, terms, bounds } = sortTerms(occurrences, vocabulary);
  const { slots, fields } = scatter(occurrences, starts, ranks, bounds);
  const slotCount = starts.length;
  const vectorSizes = new Uint32Array(slotCount + 1);
  const postingSlots = new Int32Array(occurrences.size);
  const postingFrequencies = new Uint8Array(occurrences.size);
  const postingTerms = new Int32Array(occurrences.size);
  const telling: TellingTerms = {
    tellingTerms: new Uint16Array(slotCount),
    tellingTitleTerms: new Uint16Array(slotCount),
  };
  let postings = 0;
  for (let term = 0; term < terms.length; term += 1) {
    const [from, to] = [bounds[term] as number, bounds[term + 1] as number];
    const first = postings;
    const isTelling = !FUNCTION_STEMS.has(terms[term] as string);
    writer.beginTerm(terms[term] as string);
    for (let at = from; at < to; ) {
      const slot = slots[at] as number;
      let end = at + 1;
      while (end < to && slots[end] === slot) end += 1;
      const frequencies = countFields(fields, at, end);
      writer.addPosting(slot, frequencies);
      if (isTelling) countTelling(telling, slot, frequencies);
      vectorSizes[slot + 1] = (vectorSizes[slot + 1] as number) + 1;
      postingSlots[postings] = slot;
      postingFrequencies[postings] = frequencies;
      postingTerms[postings] = term;
      postings += 1;
      at = end;
    }
    writer.endTerm(postings - first);
  }
  writeVectors({ slotCount, vectorSizes, postingSlots, postingFrequencies, postingTerms, postings }, writer);
  return telling;
}

function countTelling({ tellingTerms, tellingTitleTerms }: TellingTerms, slot: number, frequencies: number): void {
  tellingTerms[slot] = (tellingTerms[slot] as number) + 1;
  if (isInTitle(frequencies)) tellingTitleTerms[slot] = (tellingTitleTerms[slot] as number) + 1;
}

/**
 * The terms that occur, sorted; `ranks` gives each vocabulary number its place among them, `bounds` where its
 * occurrences will lie.
 */
function sortTerms(occurrences: Occurrences, vocabulary: Vocabulary) {
  const counts = new Int32Array(vocabulary.size);
  const { terms: all, size } = occurrences;
  for (let at = 0; at < size; at += 1) counts[all[at] as number] = (counts[all[at] as number] as number) + 1;
  const used: number[] = [];
  for (let number = 0; number < counts.length; number += 1) if (counts[number] !== 0) used.push(number);
  const words = used.map((number) => vocabulary.termOf(number));
  const order = words.map((_, place) => place).sort((a, b) => compareTerms(words[a] as string, words[b] as string));
  const ranks = new Int32Array(vocabulary.size);
  const bounds = new Uint32Array(used.length + 1);
  order.forEach((place, rank) => {
    const number = used[place] as number;
    ranks[number] = rank;
    bounds[rank + 1] = (bounds[rank] as number) + (counts[number] as number);
  });
  return { ranks, bounds, terms: order.map((place) => words[place] as string) };
}

function scatter(occurrences: Occurrences, starts: readonly number[], ranks: Int32Array, bounds: Uint32Array) {
  const { size, terms, fields: all } = occurrences;
  const next = bounds.slice();
  const slots = new Int32Array(size);
  const fields = new Uint8Array(size);
  for (let slot = 0; slot < starts.length; slot += 1) {
    const end = starts[slot + 1] ?? size;
    for (let at = starts[slot] as number; at < end; at += 1) {
      const rank = ranks[terms[at] as number] as number;
      const to = next[rank] as number;
      next[rank] = to + 1;
      slots[to] = slot;
      fields[to] = all[at] as number;
    }
  }
  return { slots, fields };
}

function countFields(fields: Uint8Array, from: number, to: number): number {
  let [title, abstract] = [0, 0];
  for (let at = from; at < to; at += 1) {
    if (fields[at] === Field.title) title += 1;
    else if (fields[at] === Field.abstract) abstract += 1;
  }
  return packFrequencies(title, abstract, to - from - title - abstract);
}

type FoundPostings = {
  slotCount: number;
  vectorSizes: Uint32Array;
  postingSlots: Int32Array;
  postingFrequencies: Uint8Array;
  postingTerms: Int32Array;
  postings: number;
};

/** The postings once more, sorted by paper; terms come in ascending order because they were met so. */
function writeVectors(found: FoundPostings, writer: SegmentWriter): void {
  const { slotCount, vectorSizes: bounds, postingSlots, postingFrequencies, postingTerms, postings } = found;
  for (let slot = 0; slot < slotCount; slot += 1)
    bounds[slot + 1] = (bounds[slot + 1] as number) + (bounds[slot] as number);
  const next = bounds.slice();
  const terms = new Int32Array(postings);
  const frequencies = new Uint8Array(postings);
  for (let at = 0; at < postings; at += 1) {
    const slot = postingSlots[at] as number;
    const to = next[slot] as number;
    next[slot] = to + 1;
    terms[to] = postingTerms[at] as number;
    frequencies[to] = postingFrequencies[at] as number;
  }
  writer.beginVectors();
  for (let slot = 0; slot < slotCount; slot += 1) {
    const [from, to] = [bounds[slot] as number, bounds[slot + 1] as number];
    writer.addVector(terms, frequencies, from, to);
  }
}
