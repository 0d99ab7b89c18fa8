import type { FieldTotals } from '../../library/engine/index/index-reader.ts';
import type { FilterValues, UnknownFacts } from '../../papers/filters/filter-meaning.ts';
import type { Paper } from '../../papers/paper.ts';
import type { CollectionSize } from './admin-port.ts';
import type { Candidate } from './stored-vector.ts';

/**
 * Statistics of the whole collection, which are used to rank its candidates; in a large collection they come from a
 * sample.
 */
export type Background = {
  papers: number;
  totals: FieldTotals;
  /** Approximate number of papers with the term. */
  documentFrequency(term: string): number;
};

export type CandidateQuery = {
  /** Terms with their weights, which include the idf; terms with weight 0 or less are not sent. */
  terms: readonly { term: string; weight: number }[];
  /** Papers for which one of these fields is unknown are excluded. Default: none. */
  filters?: FilterValues;
  count: number;
};

/** Papers with any or all of some terms. */
export type CountQuery = ({ any: readonly string[] } | { all: readonly string[] }) & Pick<CandidateQuery, 'filters'>;

/** The part of the collection that an answer covers. */
export type Coverage = { shards: CollectionSize['shards']; isTimedOut: boolean };

/** Papers by their terms, best first by the engine's own score. */
type CandidateList = Coverage & { candidates: Candidate[] };

/** Papers by the ids of their documents. */
type PaperList = Coverage & { papers: Map<string, Paper> };

/** The number of papers that contain all of some terms. */
export type PaperCount = Coverage & { papers: number };

export type UnknownCount = Coverage & { unknown: UnknownFacts };

/** A collection of papers in a search engine that several machines share. Every failure is a CollectionError. */
export type Collection = {
  background(signal: AbortSignal): Promise<Background>;
  /** The number of papers that match each query. */
  count(queries: readonly CountQuery[], signal: AbortSignal): Promise<PaperCount[]>;
  /** For each filter, how many papers with one of the terms it excludes only because a field is unknown. */
  countUnknown(terms: readonly string[], filters: FilterValues, signal: AbortSignal): Promise<UnknownCount>;
  candidates(query: CandidateQuery, signal: AbortSignal): Promise<CandidateList>;
  /** Whole papers by the ids of candidates; those that were replaced or removed meanwhile may be missing. */
  papers(ids: readonly string[], signal: AbortSignal): Promise<PaperList>;
  size(signal: AbortSignal): Promise<CollectionSize>;
  close(): Promise<void>;
};
