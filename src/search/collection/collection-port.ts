import type { FieldTotals } from '../../library/engine/index/index-reader.ts';
import type { FilterValues, UnknownFacts } from '../../papers/filters/filter-meaning.ts';
import type { Paper } from '../../papers/paper.ts';
import type { CollectionSize } from './admin-port.ts';

/** Statistics of the whole collection, which rank its candidates; counted on a sample where it is large. */
export type Background = {
  papers: number;
  totals: FieldTotals;
  /** About how many papers have the term. */
  documentFrequency(term: string): number;
};

export type CandidateQuery = {
  /** Terms by their weights, which include the idf; those of weight 0 or less are not asked. */
  terms: readonly { term: string; weight: number }[];
  /** Papers for which one of these is not known are not found. Default: none. */
  filters?: FilterValues;
  count: number;
};

/** Papers with any or all of some terms. */
export type CountQuery = ({ any: readonly string[] } | { all: readonly string[] }) & Pick<CandidateQuery, 'filters'>;

/** The part of the collection that an answer covers. */
export type Coverage = { shards: CollectionSize['shards']; isTimedOut: boolean };

/** Papers, best first by the engine's own score. */
export type CandidateList = Coverage & { papers: Paper[] };

/** How many papers have all of some terms. */
type PaperCount = Coverage & { papers: number };

export type UnknownCount = Coverage & { unknown: UnknownFacts };

/** A collection of papers in a search engine that several machines share. Every failure is a CollectionError. */
export type Collection = {
  background(signal: AbortSignal): Promise<Background>;
  /** How many papers each query finds. */
  count(queries: readonly CountQuery[], signal: AbortSignal): Promise<PaperCount[]>;
  /** Per filter how many papers with one of the terms it leaves out only because a fact is not known. */
  countUnknown(terms: readonly string[], filters: FilterValues, signal: AbortSignal): Promise<UnknownCount>;
  /** The answers to several queries, in their order. */
  candidates(queries: readonly CandidateQuery[], signal: AbortSignal): Promise<CandidateList[]>;
  size(signal: AbortSignal): Promise<CollectionSize>;
  close(): Promise<void>;
};
