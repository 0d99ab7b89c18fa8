import { oncePer } from '../../../lib/once.ts';
import { STOP_STEMS } from '../../../papers/analysis/stop-words.ts';
import { shareOfAllPapers } from '../../../papers/relevance/rarity.ts';
import {
  type FieldTotals,
  type IndexSnapshot,
  mapTotals,
  ONLY_IN_FULL_TEXT,
  type Postings,
  type SegmentReader,
} from '../index/index-reader.ts';
import { FEEDBACK, RANKING } from './constants.ts';
import { expectedNorm, type LengthFactors, readLengthFactors } from './score.ts';

/** Statistics of a term over all segments. */
export type TermStats = {
  term: string;
  /** Its term id in each segment; -1 where it does not occur. */
  termIds: readonly number[];
  /** Number of papers with the term outside the full text; 1 if some have it only there. */
  documentFrequency: number;
  /**
   * ln(1 + (N - n + 0.5) / (n + 0.5)) as in BM25, above 0; 0 if no paper contains the term. In a collection of fewer
   * papers than RANKING.minCountedPapers, N and n include papers of all subjects.
   */
  idf: number;
};

/** Statistics of the whole collection, independent of how papers are spread over segments. */
export type CollectionStatistics = {
  papers: number;
  find(term: string): TermStats;
  /** The joint idf of all terms, from the number of papers that contain all of them; 0 if there is none. */
  idfOfAll(terms: readonly string[]): number;
  /** Statistics of a term of a segment, as the same object that `find` returns. */
  at(segmentIndex: number, termId: number): TermStats;
  /** The idf of a term of a segment if it is distinctive, otherwise 0. Cached in an array of numbers. */
  distinctiveIdf(segmentIndex: number, termId: number): number;
  /** Per field length: 1 / (1 - b + b * length / avgFieldLength). */
  lengthFactors: LengthFactors;
  /** 1 / `expectedNorm`, indexed by docId. */
  inverseNorms(segmentIndex: number): Float32Array;
};

/** Terms cached between searches of one snapshot. */
const MAX_CACHED_TERMS = 100_000;

/** Statistics of a snapshot, computed once. */
export const readStatistics: (snapshot: IndexSnapshot) => CollectionStatistics = oncePer(collectStatistics);

/** Statistics of a whole collection of which a snapshot contains a few papers. */
export type BackgroundStatistics = {
  papers: number;
  totals: FieldTotals;
  documentFrequency(term: string): number;
  /** Number of papers with all of several terms. */
  countWithAll(terms: readonly string[]): number;
};

/** Statistics of a snapshot; with `background`, to rank its few papers as if they were among all of a collection. */
export function collectStatistics(
  { segments }: IndexSnapshot,
  background?: BackgroundStatistics,
): CollectionStatistics {
  const papers = background?.papers ?? segments.reduce((sum, segment) => sum + segment.papers, 0);
  const terms = new Map<string, TermStats>();
  const byTermId = segments.map((segment) => new Array<TermStats | undefined>(segment.terms));
  const find = (term: string): TermStats => {
    const cached = terms.get(term);
    if (cached) return cached;
    const stats = statsOf(
      term,
      segments.map((segment) => segment.findTerm(term)),
    );
    if (terms.size >= MAX_CACHED_TERMS) forget();
    terms.set(term, stats);
    return stats;
  };
  const statsOf = (term: string, termIds: readonly number[]): TermStats => {
    let [all, onlyInFullText] = [0, 0];
    for (let index = 0; index < termIds.length; index += 1) {
      const id = termIds[index] as number;
      if (id < 0) continue;
      const segment = segments[index] as SegmentReader;
      all += segment.documentFrequency(id);
      onlyInFullText += segment.fullTextFrequency(id);
    }
    // Full texts do not show how common a word is in titles and abstracts. A word found only there counts as rare.
    const counted = Math.max(all - onlyInFullText, Math.min(all, 1));
    // A word that occurs only in the snapshot is as rare in the collection as here.
    const documentFrequency = background?.documentFrequency(term) || counted;
    return { term, termIds, documentFrequency, idf: idfOf([term], documentFrequency, papers) };
  };
  const forget = () => {
    terms.clear();
    for (const termIds of byTermId) termIds.fill(undefined);
  };
  const countWithAll = (names: readonly string[]) =>
    background ? background.countWithAll(names) : countPapersWithAll(segments, [...new Set(names)].map(find));
  const lengthFactors = readLengthFactors(background?.totals ?? sumTotals(segments));
  const at = (segmentIndex: number, termId: number): TermStats => {
    const termIds = byTermId[segmentIndex] as (TermStats | undefined)[];
    const cached = termIds[termId];
    if (cached) return cached;
    const stats = find((segments[segmentIndex] as SegmentReader).termAt(termId));
    termIds[termId] = stats;
    return stats;
  };
  const norms: Float32Array[] = [];
  return {
    papers,
    find,
    idfOfAll: (names) => idfOf(names, countWithAll(names), papers),
    at,
    distinctiveIdf: openDistinctiveIdfs(segments, papers, statsOf),
    lengthFactors,
    inverseNorms: (segmentIndex) => {
      norms[segmentIndex] ??= readInverseNorms(segments[segmentIndex] as SegmentReader, lengthFactors);
      return norms[segmentIndex];
    },
  };
}

function sumTotals(segments: readonly SegmentReader[]): FieldTotals {
  return mapTotals((name) => segments.reduce((sum, { totals }) => sum + totals[name], 0));
}

/**
 * The idf of terms that `documentFrequency` papers contain together. Papers that sources return for a query all contain
 * its rarest words, so frequencies in a small collection say little: statistics of papers of all subjects complete it.
 */
function idfOf(terms: readonly string[], documentFrequency: number, papers: number): number {
  if (documentFrequency === 0) return 0;
  const added = Math.max(0, RANKING.minCountedPapers - papers);
  const containing = documentFrequency + (added > 0 ? added * shareOfAll(terms, documentFrequency / papers) : 0);
  return Math.log(1 + (papers + added - containing + 0.5) / (containing + 0.5));
}

/** The share of papers of all subjects that have the rarest of the terms; `unknown` if none is counted. */
function shareOfAll(terms: readonly string[], unknown: number): number {
  const shares = terms.flatMap((term) => shareOfAllPapers(term) ?? []);
  return shares.length > 0 ? Math.min(...shares) : unknown;
}

/** Placeholder for the idf of a term that no search has used yet. */
const NOT_READ = -1;

function openDistinctiveIdfs(
  segments: readonly SegmentReader[],
  papers: number,
  statsOf: (term: string, termIds: readonly number[]) => TermStats,
): CollectionStatistics['distinctiveIdf'] {
  const idfs = segments.map((segment) => new Float32Array(segment.terms).fill(NOT_READ));
  const read = (segmentIndex: number, termId: number): number => {
    const term = (segments[segmentIndex] as SegmentReader).termAt(termId);
    const termIds = segments.map((segment, index) => (index === segmentIndex ? termId : segment.findTerm(term)));
    const stats = statsOf(term, termIds);
    const idf = isDistinctive(stats, papers) ? stats.idf : 0;
    for (let index = 0; index < termIds.length; index += 1) {
      const id = termIds[index] as number;
      if (id >= 0) (idfs[index] as Float32Array)[id] = idf;
    }
    return idf;
  };
  return (segmentIndex, termId) => {
    const idf = (idfs[segmentIndex] as Float32Array)[termId] as number;
    return idf === NOT_READ ? read(segmentIndex, termId) : idf;
  };
}

/**
 * Whether a term describes a topic: it is not a stop word, number or single character, and neither too rare nor too
 * common.
 */
export function isDistinctive({ term, documentFrequency }: TermStats, papers: number): boolean {
  if (documentFrequency < FEEDBACK.minDocumentFrequency) return false;
  if (documentFrequency > papers * FEEDBACK.maxShareOfPapers) return false;
  return term.length > 1 && !/^[\d.]+$/.test(term) && !STOP_STEMS.has(term);
}

function readInverseNorms(segment: SegmentReader, factors: LengthFactors): Float32Array {
  const norms = new Float32Array(segment.maxDoc);
  for (let docId = 0; docId < norms.length; docId += 1) norms[docId] = 1 / expectedNorm(segment, docId, factors);
  return norms;
}

/** A term's id in each segment (-1 where it does not occur), and the number of papers that contain it. */
type Term = { termIds: readonly number[]; documentFrequency: number };

/** Number of live papers with all of the terms, not counting terms found only in the full text; 0 for no terms. */
export function countPapersWithAll(segments: readonly SegmentReader[], terms: readonly Term[]): number {
  const [first] = terms;
  if (!first) return 0;
  if (terms.length === 1) return first.documentFrequency;
  let count = 0;
  for (const [index, segment] of segments.entries()) {
    const termIds = terms.map((term) => term.termIds[index] as number);
    if (termIds.every((termId) => termId >= 0)) count += countInSegment(segment, termIds);
  }
  return count;
}

function countInSegment(segment: SegmentReader, termIds: readonly number[]): number {
  const [rarest, ...others] = [...termIds].sort((a, b) => segment.documentFrequency(a) - segment.documentFrequency(b));
  const postings = segment.postings(rarest as number);
  // Postings are valid until the next call.
  const candidates = postings.docIds.slice(0, postings.count);
  let size = 0;
  for (let at = 0; at < postings.count; at += 1) {
    if (postings.frequencies[at] === ONLY_IN_FULL_TEXT) continue;
    candidates[size] = candidates[at] as number;
    size += 1;
  }
  for (const termId of others) size = intersect(candidates, size, segment.postings(termId));
  let counted = 0;
  for (let at = 0; at < size; at += 1) if (segment.isCounted(candidates[at] as number)) counted += 1;
  return counted;
}

/** Keeps the candidates that are in the postings, at the front of the array; returns their number. */
function intersect(candidates: Int32Array, size: number, { count, docIds, frequencies }: Postings): number {
  let matches = 0;
  let next = 0;
  for (let at = 0; at < size; at += 1) {
    const docId = candidates[at] as number;
    while (next < count && (docIds[next] as number) < docId) next += 1;
    if (next >= count) break;
    if (docIds[next] !== docId || frequencies[next] === ONLY_IN_FULL_TEXT) continue;
    candidates[matches] = docId;
    matches += 1;
  }
  return matches;
}
