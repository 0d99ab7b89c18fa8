import type { SearchFlow, SourceReport } from '../../contract/answers.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { PaperInput } from '../../papers/paper.ts';
import type { CitationDirection } from '../../papers/references/citation-links.ts';
import type { CitationEnd, CitationProgress } from '../../wording/notes/citation-notes.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';

/** When a citation search ends before its rounds do. */
type CitationStop = {
  /** Requests to all indexes together. */
  requests: number;
  /** In two steps in a row, at most this share of the records was new. */
  yield?: number | undefined;
  /** The estimate of recall, once stable, is at least this. */
  recall?: number | undefined;
};

/** A citation search as its job records it; equal ones are equal searches. */
export type CitationRecord = {
  /** As given: papers, jobs, a review. */
  seeds: string[];
  /** How many papers these are. */
  papers: number;
  directions: CitationDirection[];
  rounds: number;
  /** Indexes. */
  via: string[];
  stop: CitationStop;
  progress?: CitationProgress;
};

/** A work to start from, or one that is known already. `label` names it in the links of what it leads to. */
export type KnownWork = { label: string; paper: FoundPaper };

export type CitationSearch = Omit<CitationRecord, 'seeds' | 'papers' | 'progress'> & {
  seeds: readonly KnownWork[];
  /** Found again, they are counted and left out. */
  known: readonly KnownWork[];
  /** Whether found works are followed in later rounds; otherwise only seeds are. */
  followsFound: boolean;
};

/** The works of a review as a citation search needs them. */
export type SeedSet = { included: KnownWork[]; known: KnownWork[] };

/** `names`: how the index calls works, which are asked about by their other identifiers. */
type CitationQuestion = CitationDirection | 'names';

/** One answer of an index about a batch of works. */
export type CitationAnswer = {
  /** The index, with its address if it is not the usual one. */
  index: string;
  direction: CitationQuestion;
  /** The works asked about, by their names at the index. */
  names: readonly string[];
  /** From 0. */
  page: number;
  /** Linked works, each with those of the works asked about that it is linked to. */
  found: { record: PaperInput; to: string[] }[];
  /** Those asked about that the index has links of. */
  listed: string[];
  /** Requests that it took. */
  requests: number;
  /** The next page, without keys; absent on the last one. */
  next?: { url: string; body?: string };
  isCut?: boolean;
};

/** Answers are kept for a week, by what was asked, so that nothing is asked twice. */
export type CitationAnswers = {
  /** The answers to batches with any of these works, pages in order. */
  about(index: string, direction: CitationQuestion, names: readonly string[]): CitationAnswer[];
  keep(answer: CitationAnswer): void;
};

export type CitationOutcome = {
  /** Why the search is over; undefined: a later call goes on. */
  ended: CitationEnd | undefined;
  progress: CitationProgress;
  /** Without the known works, those with most links first; empty before the end. */
  papers: FoundPaper[];
  notes: SearchNote[];
  sources: SourceReport[];
  flow: SearchFlow;
  /** An index failed, so that asking again may find more. */
  isPartial: boolean;
  /** No index answered anything. */
  failed?: true;
};

/** Follows citations at the indexes that the configuration allows. */
export type CitationIndexes = {
  /** All that can be asked, configured or not. */
  readonly supported: readonly string[];
  readonly names: readonly string[];
  search(
    search: CitationSearch,
    answers: CitationAnswers,
    asking: { signal: AbortSignal; budgetMs: number; onProgress?: ((progress: CitationProgress) => void) | undefined },
  ): Promise<CitationOutcome>;
  /** The requests of the first round that are still to be made, and what each index allows. */
  plan(search: CitationSearch, answers: CitationAnswers, asking: { signal: AbortSignal }): Promise<SearchNote[]>;
};
