import { DamagedIndexError, type IndexFiles } from '../index-files.ts';
import {
  countFieldLengths,
  type FieldTotals,
  NO_TOTALS,
  ONLY_IN_FULL_TEXT,
  type SegmentReader,
} from '../index-reader.ts';
import { createSegmentFile, openSegmentFile } from './segment-file.ts';

/** Papers deleted from a segment, with their share of its statistics. Immutable: each state has its own file. */
export type Deletions = {
  /** One bit per docId, lowest bit of a byte first. */
  bits: Uint8Array;
  count: number;
  /** Deleted papers per term id; empty if nothing is deleted. */
  termsLost: Int32Array;
  /** By term id, how many of these papers had the term only in the full text. Terms without such papers are absent. */
  fullTextTermsLost: ReadonlyMap<number, number>;
  totalsLost: FieldTotals;
};

type DeletionsHeader = { segment: string; count: number; totalsLost: FieldTotals };

export const NOTHING_DELETED: Deletions = {
  bits: new Uint8Array(0),
  count: 0,
  termsLost: new Int32Array(0),
  fullTextTermsLost: new Map(),
  totalsLost: NO_TOTALS,
};

export function isDeleted({ bits, count }: Pick<Deletions, 'bits' | 'count'>, docId: number): boolean {
  return count > 0 && (((bits[docId >> 3] as number) >> (docId & 7)) & 1) === 1;
}

/** Adds deletions of docIds that were live before. `reader` must be the segment without deletions. */
export function deleteMore(before: Deletions, reader: SegmentReader, docIds: readonly number[]): Deletions {
  if (docIds.length === 0) return before;
  const isFirst = before.count === 0;
  const bits = isFirst ? new Uint8Array(Math.ceil(reader.maxDoc / 8)) : before.bits.slice();
  const termsLost = isFirst ? new Int32Array(reader.terms) : before.termsLost.slice();
  const fullTextTermsLost = new Map(before.fullTextTermsLost);
  let { totalsLost } = before;
  for (const docId of docIds) {
    bits[docId >> 3] = (bits[docId >> 3] as number) | (1 << (docId & 7));
    totalsLost = countFieldLengths(totalsLost, lengthsAt(reader, docId), 1);
    const { count, terms, frequencies } = reader.termVector(docId);
    for (let at = 0; at < count; at += 1) {
      const term = terms[at] as number;
      termsLost[term] = (termsLost[term] as number) + 1;
      if (frequencies[at] === ONLY_IN_FULL_TEXT) fullTextTermsLost.set(term, (fullTextTermsLost.get(term) ?? 0) + 1);
    }
  }
  return { bits, count: before.count + docIds.length, termsLost, fullTextTermsLost, totalsLost };
}

export function writeDeletions(files: IndexFiles, name: string, segment: string, deletions: Deletions): void {
  const file = createSegmentFile<DeletionsHeader>(files, name);
  try {
    const { bits, termsLost, fullTextTermsLost, count, totalsLost } = deletions;
    const lost: number[] = [];
    termsLost.forEach((papers, term) => {
      if (papers > 0) lost.push(term, papers);
    });
    const lostInTexts = Int32Array.from([...fullTextTermsLost].flat());
    file.finish({ bits, lost: Int32Array.from(lost), lostInTexts }, { segment, count, totalsLost });
  } catch (error) {
    file.abandon();
    throw error;
  }
}

/** Reads deletions. Throws DamagedIndexError if they belong to another segment. */
export function readDeletions(files: IndexFiles, name: string, segment: string, reader: SegmentReader): Deletions {
  const { file, header, table } = openSegmentFile<DeletionsHeader>(files, name);
  file.close();
  const bits = table('bits', 'Uint8Array');
  if (header.segment !== segment || bits.length !== Math.ceil(reader.maxDoc / 8)) {
    throw new DamagedIndexError(`${name}: not the deletions of ${segment}`);
  }
  const termsLost = new Int32Array(reader.terms);
  const lost = table('lost', 'Int32Array');
  for (let at = 0; at + 1 < lost.length; at += 2) termsLost[lost[at] as number] = lost[at + 1] as number;
  const lostInTexts = table('lostInTexts', 'Int32Array');
  const fullTextTermsLost = new Map<number, number>();
  for (let at = 0; at + 1 < lostInTexts.length; at += 2)
    fullTextTermsLost.set(lostInTexts[at] as number, lostInTexts[at + 1] as number);
  return { bits, count: header.count, termsLost, fullTextTermsLost, totalsLost: header.totalsLost };
}

function lengthsAt({ lengths }: SegmentReader, docId: number) {
  return {
    title: lengths.title[docId] as number,
    abstract: lengths.abstract[docId] as number,
    summary: lengths.summary[docId] as number,
  };
}
