import type { SearchFlow, SourceReport } from '../../contract/answers.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { PaperInput } from '../../papers/paper.ts';
import type { CitationDirection } from '../../papers/references/citation-links.ts';
import type { CitationEnd, CitationProgress } from '../../wording/notes/citation-notes.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';

/** The limits that end a citation search before its last round. */
type CitationStop = {
  /** Maximum number of requests to all indexes together. */
  requests: number;
  /** Stop if at most this share of the records was new in two steps in a row. */
  yield?: number | undefined;
  /** Stop if the estimated recall is stable and at least this. */
  recall?: number | undefined;
};

/** A citation search as recorded with its job; equal records mean equal searches. */
export type CitationRecord = {
  /** As entered: papers, jobs, a review. */
  seeds: string[];
  /** Number of seed papers. */
  papers: number;
  directions: CitationDirection[];
  rounds: number;
  /** The names of the indexes. */
  via: string[];
  stop: CitationStop;
  progress?: CitationProgress;
};

/** A work to start from, or one already known. `label` is its name in the links of the works it leads to. */
export type KnownWork = { label: string; paper: FoundPaper };

export type CitationSearch = Omit<CitationRecord, 'seeds' | 'papers' | 'progress'> & {
  seeds: readonly KnownWork[];
  /** Works that are counted when found again, but left out of the results. */
  known: readonly KnownWork[];
  /** Whether later rounds follow works found; otherwise only the seeds. */
  followsFound: boolean;
};

/** The works of a review as a citation search needs them. */
export type SeedSet = { included: KnownWork[]; known: KnownWork[] };

/** `names`: the index's own ids of works, looked up by their other identifiers. */
type CitationQuestion = CitationDirection | 'names';

/** One index's answer about a batch of works. */
export type CitationAnswer = {
  /** The name of the index, with its address if it is not the usual one. */
  index: string;
  direction: CitationQuestion;
  /** The works of the batch, by the index's ids. */
  names: readonly string[];
  /** From 0. */
  page: number;
  /** Linked works, each with the works of the batch it is linked to. */
  found: { record: PaperInput; to: string[] }[];
  /** The works of the batch that the index has links for. */
  listed: string[];
  /** Number of requests it took. */
  requests: number;
  /** The next page, without keys; absent on the last page. */
  next?: { url: string; body?: string };
  isCut?: boolean;
};

/** Answers cached for a week, by request, so that no request is repeated. */
export type CitationAnswers = {
  /** Answers to batches that include any of these works, pages in order. */
  about(index: string, direction: CitationQuestion, names: readonly string[]): CitationAnswer[];
  keep(answer: CitationAnswer): void;
};

export type CitationOutcome = {
  /** Why the search ended; undefined: a later call continues it. */
  ended: CitationEnd | undefined;
  progress: CitationProgress;
  /** Found works without the known ones, most-linked first; empty until the search has ended. */
  papers: FoundPaper[];
  notes: SearchNote[];
  sources: SourceReport[];
  flow: SearchFlow;
  /** An index failed, so another call may find more. */
  isPartial: boolean;
  /** No index answered. */
  failed?: true;
};

/** Follows citations in the configured indexes. */
export type CitationIndexes = {
  /** All supported indexes, configured or not. */
  readonly supported: readonly string[];
  readonly names: readonly string[];
  search(
    search: CitationSearch,
    answers: CitationAnswers,
    asking: { signal: AbortSignal; budgetMs: number; onProgress?: ((progress: CitationProgress) => void) | undefined },
  ): Promise<CitationOutcome>;
  /** The remaining requests of the first round, and the limits of each index. */
  plan(search: CitationSearch, answers: CitationAnswers, asking: { signal: AbortSignal }): Promise<SearchNote[]>;
};
