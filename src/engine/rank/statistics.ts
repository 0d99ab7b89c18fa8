import { STOP_STEMS } from '../analysis/stop-words.ts';
import type { IndexSnapshot, SegmentReader } from '../index/index-reader.ts';
import { FEEDBACK } from './constants.ts';
import { type LengthFactors, readLengthFactors } from './length-factors.ts';
import { expectedNorm } from './score.ts';

/** What is known of a term over all parts. */
export type TermStats = {
  term: string;
  /** Its number in each part, -1 where it does not occur. */
  termIds: readonly number[];
  /** In how many papers it occurs. */
  documentFrequency: number;
  /** ln(1 + (N - n + 0.5) / (n + 0.5)), as BM25 has it, above 0 for every term; 0 for one that no paper holds. */
  idf: number;
};

/** What the ranker knows about the collection as a whole; equal however the papers are spread over parts. */
export type CollectionStatistics = {
  papers: number;
  find(term: string): TermStats;
  /** The term of this number in a part; always the same object as `find` gives for it. */
  at(segmentIndex: number, termId: number): TermStats;
  /**
   * For the terms of a part their idf, 0 for those that tell nothing: stop words, single signs, numbers, too rare or
   * too common.
   */
  distinctiveIdf(segmentIndex: number): (termId: number) => number;
  /** By a field's length: 1 / (1 - b + b * length / average). */
  lengthFactors: LengthFactors;
  /** Per slot of a part 1 / `expectedNorm`. */
  inverseNorms(segmentIndex: number): Float32Array;
};

/** Terms that are remembered between searches of one snapshot. */
const MAX_CACHED_TERMS = 100_000;

const collected = new WeakMap<IndexSnapshot, CollectionStatistics>();

/** Statistics of a snapshot, which are collected once. */
export function statisticsOf(snapshot: IndexSnapshot): CollectionStatistics {
  const cached = collected.get(snapshot);
  if (cached) return cached;
  const statistics = collectStatistics(snapshot);
  collected.set(snapshot, statistics);
  return statistics;
}

function collectStatistics({ segments }: IndexSnapshot): CollectionStatistics {
  const papers = segments.reduce((sum, segment) => sum + segment.papers, 0);
  const terms = new Map<string, TermStats>();
  const byTermId = segments.map((segment) => new Array<TermStats | undefined>(segment.terms));
  const find = (term: string): TermStats => {
    const cached = terms.get(term);
    if (cached) return cached;
    const termIds = segments.map((segment) => segment.findTerm(term));
    const documentFrequency = termIds.reduce((sum, termId, index) => {
      return termId < 0 ? sum : sum + (segments[index] as SegmentReader).documentFrequency(termId);
    }, 0);
    const idf =
      documentFrequency === 0 ? 0 : Math.log(1 + (papers - documentFrequency + 0.5) / (documentFrequency + 0.5));
    const stats = { term, termIds, documentFrequency, idf };
    if (terms.size >= MAX_CACHED_TERMS) forget();
    terms.set(term, stats);
    return stats;
  };
  const forget = () => {
    terms.clear();
    for (const termIds of byTermId) termIds.fill(undefined);
  };
  const lengthFactors = readLengthFactors(segments);
  const at = (segmentIndex: number, termId: number): TermStats => {
    const termIds = byTermId[segmentIndex] as (TermStats | undefined)[];
    const cached = termIds[termId];
    if (cached) return cached;
    const stats = find((segments[segmentIndex] as SegmentReader).termAt(termId));
    termIds[termId] = stats;
    return stats;
  };
  const distinctive: ((termId: number) => number)[] = [];
  const norms: Float32Array[] = [];
  return {
    papers,
    find,
    at,
    distinctiveIdf: (segmentIndex) => {
      distinctive[segmentIndex] ??= cacheIdf((segments[segmentIndex] as SegmentReader).terms, (termId) => {
        const stats = at(segmentIndex, termId);
        return isDistinctive(stats, papers) ? stats.idf : 0;
      });
      return distinctive[segmentIndex];
    },
    lengthFactors,
    inverseNorms: (segmentIndex) => {
      norms[segmentIndex] ??= readInverseNorms(segments[segmentIndex] as SegmentReader, lengthFactors);
      return norms[segmentIndex];
    },
  };
}

/** Looked up once for each term: -1 says not yet. */
function cacheIdf(terms: number, idfOf: (termId: number) => number): (termId: number) => number {
  const cached = new Float32Array(terms).fill(-1);
  return (termId) => {
    const known = cached[termId] as number;
    if (known >= 0) return known;
    const idf = idfOf(termId);
    cached[termId] = idf;
    return idf;
  };
}

/** Whether a term says what a paper is about, in a collection of so many. */
export function isDistinctive({ term, documentFrequency }: TermStats, papers: number): boolean {
  if (term.length < 2 || /^[\d.]+$/.test(term) || STOP_STEMS.has(term)) return false;
  return documentFrequency >= FEEDBACK.minDocumentFrequency && documentFrequency <= papers * FEEDBACK.maxShareOfPapers;
}

function readInverseNorms(segment: SegmentReader, factors: LengthFactors): Float32Array {
  const norms = new Float32Array(segment.maxDoc);
  for (let docId = 0; docId < norms.length; docId += 1) norms[docId] = 1 / expectedNorm(segment, docId, factors);
  return norms;
}
