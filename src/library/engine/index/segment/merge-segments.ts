import { compareTerms } from '../../../../papers/analysis/term-dictionary.ts';
import { type Columns, mapColumns } from '../index-columns.ts';
import type { IndexFiles } from '../index-files.ts';
import { mapTotals, type SegmentReader } from '../index-reader.ts';
import { createSegmentWriter, type SegmentColumns } from './segment-writer.ts';

/** An input of a merge. Its deleted papers are dropped. */
export type MergeSource = { reader: SegmentReader; columns: Columns };

/** Per source, the new docId of each old one; -1 if it was deleted. */
export type DocIdMaps = Int32Array[];

/**
 * Merges segments, keeping the order of their papers; returns the new docId of each paper. Awaits `pause` between
 * steps.
 */
export async function mergeSegments(
  files: IndexFiles,
  name: string,
  sources: readonly MergeSource[],
  pause: () => Promise<void> | undefined,
): Promise<DocIdMaps> {
  const docIdMaps = mapDocIds(sources);
  const writer = createSegmentWriter(files, name);
  try {
    const termMaps = sources.map(({ reader }) => new Int32Array(reader.terms));
    let terms = 0;
    for (const { term, termSources } of unionOfTerms(sources)) {
      writer.beginTerm(term);
      let papers = 0;
      for (const { source, number } of termSources) {
        papers += copyPostings(
          sources[source]?.reader as SegmentReader,
          number,
          docIdMaps[source] as Int32Array,
          writer,
        );
        (termMaps[source] as Int32Array)[number] = terms;
      }
      writer.endTerm(papers);
      if (papers > 0) terms += 1;
      const pausing = pause();
      if (pausing) await pausing;
    }
    writer.beginVectors();
    for (const [source, { reader }] of sources.entries()) {
      for (let docId = 0; docId < reader.maxDoc; docId += 1) {
        if (reader.isDeleted(docId)) continue;
        const { count, terms: numbers, frequencies } = reader.termVector(docId);
        const map = termMaps[source] as Int32Array;
        for (let at = 0; at < count; at += 1) numbers[at] = map[numbers[at] as number] as number;
        writer.addVector(numbers, frequencies, 0, count);
        if (docId % DOCS_BETWEEN_PAUSES === 0) await pause();
      }
    }
    writer.finish(mergeColumns(sources, docIdMaps));
    return docIdMaps;
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

const DOCS_BETWEEN_PAUSES = 256;

function mapDocIds(sources: readonly MergeSource[]): DocIdMaps {
  let next = 0;
  return sources.map(({ reader }) => {
    const map = new Int32Array(reader.maxDoc).fill(-1);
    for (let docId = 0; docId < reader.maxDoc; docId += 1) {
      if (reader.isDeleted(docId)) continue;
      map[docId] = next;
      next += 1;
    }
    return map;
  });
}

type TermSource = { source: number; number: number };

/** A k-way merge of the term dictionaries: yields every term once, ascending, with the sources that have it. */
function* unionOfTerms(sources: readonly MergeSource[]): Generator<{ term: string; termSources: TermSource[] }> {
  const heads = sources.map(({ reader }, source) => ({
    source,
    number: 0,
    term: reader.terms > 0 ? reader.termAt(0) : undefined,
  }));
  for (;;) {
    let smallest: string | undefined;
    for (const { term } of heads) {
      if (term !== undefined && (smallest === undefined || compareTerms(term, smallest) < 0)) smallest = term;
    }
    if (smallest === undefined) return;
    const termSources: TermSource[] = [];
    for (const head of heads) {
      if (head.term !== smallest) continue;
      termSources.push({ source: head.source, number: head.number });
      head.number += 1;
      const reader = sources[head.source]?.reader as SegmentReader;
      head.term = head.number < reader.terms ? reader.termAt(head.number) : undefined;
    }
    yield { term: smallest, termSources };
  }
}

function copyPostings(
  reader: SegmentReader,
  term: number,
  docIds: Int32Array,
  writer: ReturnType<typeof createSegmentWriter>,
): number {
  const postings = reader.postings(term);
  let copied = 0;
  for (let at = 0; at < postings.count; at += 1) {
    const docId = docIds[postings.docIds[at] as number] as number;
    if (docId < 0) continue;
    const frequencies = postings.frequencies[at] as number;
    writer.addPosting(docId, frequencies);
    copied += 1;
  }
  return copied;
}

function mergeColumns(sources: readonly MergeSource[], docIdMaps: DocIdMaps): SegmentColumns {
  const publicationTypes = [...new Set(['', ...sources.flatMap(({ columns }) => columns.publicationTypes)])];
  const numbers = new Map(publicationTypes.map((type, number) => [type, number]));
  const papers = sources.reduce((sum, { reader }) => sum + reader.papers, 0);
  const typesOf = ({ publicationType, publicationTypes }: Columns) =>
    publicationType.map((number) => numbers.get(publicationTypes[number] ?? '') ?? 0);
  return {
    publicationTypes,
    totals: mapTotals((name) => sources.reduce((sum, { reader }) => sum + reader.totals[name], 0)),
    tables: mapColumns((name, array) => {
      const merged = new array(papers);
      sources.forEach(({ columns }, source) => {
        const values = name === 'publicationType' ? typesOf(columns) : columns[name];
        const map = docIdMaps[source] as Int32Array;
        for (let docId = 0; docId < map.length; docId += 1)
          if ((map[docId] as number) >= 0) merged[map[docId] as number] = values[docId] as number;
      });
      return merged;
    }),
  };
}
