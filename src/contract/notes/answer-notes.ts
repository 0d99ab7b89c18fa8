import type { Mark } from './retraction.ts';
import type { KnownFailure, RequestChange } from './source-outcomes.ts';

/** What an answer says about a job, its papers and the call. Never stored. */

/**
 * How many papers remain without a filter or condition. `unknown`: how many of them may or may not meet it; absent if
 * all are known.
 */
export type Without = { filter: string; papers: number; unknown?: number };

/**
 * Of how many papers those of a job are the best; `of` is absent where it is not known. `alike` papers without a word
 * of the search come on top: they are much like the best.
 */
type BestOf = {
  papers: number;
  of?: number;
  isAtLeast?: boolean;
  counted?: 'words' | 'strategy' | 'works';
  alike?: number;
};

/**
 * Keywords that no paper of a job has, or has together, and how many papers of the library do that meet the filters of
 * the search; `papers` is absent where nobody has counted. `withoutFilters` counts all of the library.
 */
export type MissingGroup = {
  keywords: readonly string[];
  papers?: number;
  isAtLeast?: boolean | undefined;
  withoutFilters?: { papers: number; isAtLeast?: boolean | undefined } | undefined;
};

export type AnswerNote =
  // The job.
  /** Reading a job is free; its credits are those of its creation. */
  | { kind: 'reading-is-free' }
  /** A search showed the stored results of an equal one. */
  | { kind: 'reused'; job: string; createdAt: string }
  /** A call that wanted a new search got one that another call had begun. */
  | { kind: 'taken-over'; job: string; createdAt: string }
  /** The call's time was up before the service had answered the creation. */
  | { kind: 'still-submitting'; job: string }
  | { kind: 'no-papers-in'; job: string; status: string }
  /** The store was missing or empty then. A former one, begun at `begunAt` if known, had other jobs. */
  | { kind: 'jobs-lost'; lostAt: string; begunAt: string | undefined }
  /** The data folder cannot be written; `setting` names it. */
  | { kind: 'in-memory-only'; setting: string }

  // Which papers are shown.
  /** Of one job counts its papers; of several jobs the records, which may be of fewer `works`. */
  | { kind: 'left-by-where'; papers: number; of: number; jobs: 'one' | 'several'; works?: number }
  | { kind: 'not-in'; jobs: readonly string[]; papers: number; of: number }
  /** Papers that meet each part of a text condition, as it was read, and all parts; `where` leaves none. */
  | { kind: 'text-parts'; of: number; parts: readonly { part: string; papers: number }[]; all: number }
  /** The papers of a search are the best of more by relevance; `sort`: the field that they alone are sorted by. */
  | ({ kind: 'best-of'; sort?: string } & BestOf)
  /** Papers were compared with those of earlier jobs; `former` are those that were cut off at their limit. */
  | { kind: 'compared-to-limit'; extent?: BestOf; former: readonly string[] }
  /** Papers of which it is not known by what they are sorted. */
  | { kind: 'sorted-last'; field: string; unknown: number; of: number }
  | { kind: 'nothing-meets-where'; of: number; without: readonly Without[] }
  /** Records that lack a fact a condition asks about. */
  | { kind: 'facts-lacking'; fields: readonly { field: string; records: number }[] }
  /** Papers that do not meet a filter which was sent with the search. */
  | { kind: 'filter-ignored'; filter: string; papers: number }
  /** References that are papers of no recorded job; `more` are not named. */
  | { kind: 'unknown-refs'; refs: readonly string[]; more: number }
  | { kind: 'past-the-end'; offset: number; total: number; what: 'paper' | 'job' }
  | { kind: 'size-limited'; shown: number; of: number }
  | { kind: 'fields-left-out' }
  | { kind: 'folded'; records: number }
  | { kind: 'first-in-export'; papers: number; of: number }
  | { kind: 'folded-in-export'; records: number }
  /** Entries of a bibliography without what such entries have: of each fact how many, and the first of them. */
  | {
      kind: 'incomplete-entries';
      of: number;
      lacking: readonly { fact: string; papers: number; refs: readonly string[] }[];
    }
  | { kind: 'characters-removed'; characters: number }
  /** Papers that were retracted or published since earlier jobs; `more` are not named. */
  | {
      kind: 'changed-since';
      jobs: readonly string[];
      changes: readonly { ref: string; formerRef: string; what: 'retracted' | 'published' }[];
      more: number;
    }

  // How well they fit.
  | { kind: 'few-have-all'; papers: number; of: number; keywords: readonly string[] }
  /** A keyword is counted in another number of papers than a text condition with the same words. */
  | { kind: 'keyword-counts'; keyword: string; asKeyword: number; asText: number }
  /** `isCut`: there may be papers beyond the limit that nobody has counted. `filters`: those of the search. */
  | { kind: 'no-paper-has'; of: number; groups: readonly MissingGroup[]; filters: readonly string[]; isCut: boolean }
  | { kind: 'no-paper-fits' }
  /** Hardly any paper of a job matches more than a small part of the query. */
  | { kind: 'few-fit'; papers: number; of: number }

  // Look-ups and trials.
  | { kind: 'items-not-found'; missing: number; items: number }
  | { kind: 'items-unchecked'; unchecked: number; items: number }
  /** Papers have `notCompared`: details that the reference gives and the record of the paper lacks. */
  | { kind: 'details-not-compared' }
  /** Papers with marks, by kind, with their references. */
  | { kind: 'marked'; marks: readonly Mark[] }
  | { kind: 'also-marked'; marks: readonly Mark[] }
  | { kind: 'retraction-known'; papers: number; of: number }
  | { kind: 'retracted'; refs: readonly string[] }
  | { kind: 'shortened' }
  | { kind: 'meet-filters'; papers: number; of: number }
  | { kind: 'sources-not-told' }

  /** Why there are more hits than papers with the keywords. */
  | { kind: 'hits-have-a-word' }
  /** Counts are of the papers that could be read in time. */
  | { kind: 'counted-in-part'; read: number; of: number }
  /** Lines of a strategy that a source was not asked for, to keep the number of requests small. */
  | { kind: 'lines-not-asked'; lines: number }
  /** Why a source was not asked or gave nothing, and how the request was changed for it. */
  | { kind: 'trial'; why?: KnownFailure; changes: readonly RequestChange[] };
