import type { IndexFiles } from '../index-files.ts';
import type { FieldTotals, IndexPart } from '../index-reader.ts';
import type { Table } from './segment-file.ts';
import type { SegmentColumnTables } from './segment-reader.ts';
import { createSegmentWriter, type SegmentColumns } from './segment-writer.ts';
import { compareTerms } from './term-dictionary.ts';

/** One segment that goes into a merge, without what is deleted. */
export type MergeSource = { part: IndexPart; columns: SegmentColumnTables };

/** Where papers went: per source the new slot of each old one, -1 for those that are gone. */
export type SlotMaps = Int32Array[];

/**
 * Writes several segments as one, papers in the order of the sources. `breathe` is awaited between small pieces of
 * work, so that whatever else the process does goes on. Gives where every paper went.
 */
export async function mergeSegments(
  files: IndexFiles,
  name: string,
  sources: readonly MergeSource[],
  breathe: () => Promise<void> | undefined,
): Promise<SlotMaps> {
  const slotMaps = mapSlots(sources);
  const writer = createSegmentWriter(files, name);
  try {
    const termMaps = sources.map(({ part }) => new Int32Array(part.terms));
    let terms = 0;
    for (const { term, holders } of unionOfTerms(sources)) {
      writer.beginTerm(term);
      let papers = 0;
      for (const { source, number } of holders) {
        papers += copyPostings(sources[source]?.part as IndexPart, number, slotMaps[source] as Int32Array, writer);
        (termMaps[source] as Int32Array)[number] = terms;
      }
      writer.endTerm(papers);
      if (papers > 0) terms += 1;
      const pause = breathe();
      if (pause) await pause;
    }
    writer.beginVectors();
    for (const [source, { part }] of sources.entries()) {
      for (let slot = 0; slot < part.slots; slot += 1) {
        if (part.isDeleted(slot)) continue;
        const { count, terms: numbers, frequencies } = part.vector(slot);
        const map = termMaps[source] as Int32Array;
        for (let at = 0; at < count; at += 1) numbers[at] = map[numbers[at] as number] as number;
        writer.addVector(numbers, frequencies, 0, count);
        if (slot % SLOTS_BETWEEN_BREATHS === 0) await breathe();
      }
    }
    writer.finish(mergeColumns(sources, slotMaps));
    return slotMaps;
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

const SLOTS_BETWEEN_BREATHS = 256;

function mapSlots(sources: readonly MergeSource[]): SlotMaps {
  let next = 0;
  return sources.map(({ part }) => {
    const map = new Int32Array(part.slots).fill(-1);
    for (let slot = 0; slot < part.slots; slot += 1) {
      if (part.isDeleted(slot)) continue;
      map[slot] = next;
      next += 1;
    }
    return map;
  });
}

type Holder = { source: number; number: number };

/** Every term once, in order, with the sources that have it. */
function* unionOfTerms(sources: readonly MergeSource[]): Generator<{ term: string; holders: Holder[] }> {
  const heads = sources.map(({ part }, source) => ({
    source,
    number: 0,
    term: part.terms > 0 ? part.termAt(0) : undefined,
  }));
  for (;;) {
    let least: string | undefined;
    for (const { term } of heads) {
      if (term !== undefined && (least === undefined || compareTerms(term, least) < 0)) least = term;
    }
    if (least === undefined) return;
    const holders: Holder[] = [];
    for (const head of heads) {
      if (head.term !== least) continue;
      holders.push({ source: head.source, number: head.number });
      head.number += 1;
      const part = sources[head.source]?.part as IndexPart;
      head.term = head.number < part.terms ? part.termAt(head.number) : undefined;
    }
    yield { term: least, holders };
  }
}

/** The postings of papers that are there; gives how many. */
function copyPostings(
  part: IndexPart,
  term: number,
  slots: Int32Array,
  writer: ReturnType<typeof createSegmentWriter>,
): number {
  const postings = part.postings(term);
  let copied = 0;
  for (let at = 0; at < postings.count; at += 1) {
    const slot = slots[postings.slots[at] as number] as number;
    if (slot < 0) continue;
    const frequencies = postings.frequencies[at] as number;
    writer.addPosting(slot, frequencies);
    copied += 1;
  }
  return copied;
}

function mergeColumns(sources: readonly MergeSource[], slotMaps: SlotMaps): SegmentColumns {
  const publicationTypes = [...new Set(['', ...sources.flatMap(({ columns }) => columns.facts.publicationTypes)])];
  const numbers = new Map(publicationTypes.map((type, number) => [type, number]));
  const slots = sources.reduce((sum, { part }) => sum + part.papers, 0);
  const collect = <T extends Table>(target: T, valuesOf: (source: SegmentColumnTables) => Table): T => {
    sources.forEach(({ columns }, source) => {
      const values = valuesOf(columns);
      const map = slotMaps[source] as Int32Array;
      for (let slot = 0; slot < map.length; slot += 1)
        if ((map[slot] as number) >= 0) target[map[slot] as number] = values[slot] as number;
    });
    return target;
  };
  const typesOf = ({ facts }: SegmentColumnTables) =>
    facts.publicationType.map((number) => numbers.get(facts.publicationTypes[number] ?? '') ?? 0);
  const total = (field: keyof FieldTotals) => sources.reduce((sum, { part }) => sum + part.totals[field], 0);
  return {
    publicationTypes,
    totals: {
      title: total('title'),
      abstract: total('abstract'),
      summary: total('summary'),
      withTitle: total('withTitle'),
      withAbstract: total('withAbstract'),
      withSummary: total('withSummary'),
    },
    tables: {
      ids: collect(new Int32Array(slots), ({ ids }) => ids),
      year: collect(new Int16Array(slots), ({ facts }) => facts.year),
      citations: collect(new Int32Array(slots), ({ facts }) => facts.citations),
      influentialCitations: collect(new Int32Array(slots), ({ facts }) => facts.influentialCitations),
      references: collect(new Int32Array(slots), ({ facts }) => facts.references),
      publicationType: collect(new Uint16Array(slots), typesOf),
      fieldBits: collect(new Int32Array(slots), ({ facts }) => facts.fieldBits),
      quartile: collect(new Uint8Array(slots), ({ facts }) => facts.quartile),
      flags: collect(new Uint8Array(slots), ({ facts }) => facts.flags),
      tellingTerms: collect(new Uint16Array(slots), ({ tellingTerms }) => tellingTerms),
      tellingTitleTerms: collect(new Uint16Array(slots), ({ tellingTitleTerms }) => tellingTitleTerms),
      titleLength: collect(new Uint16Array(slots), ({ lengths }) => lengths.title),
      abstractLength: collect(new Uint16Array(slots), ({ lengths }) => lengths.abstract),
      summaryLength: collect(new Uint16Array(slots), ({ lengths }) => lengths.summary),
    },
  };
}
