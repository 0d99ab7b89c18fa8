import type { Mark } from './retraction.ts';
import type { KnownFailure, RequestChange } from './source-outcomes.ts';

/** The notes of an answer about a job, its papers and the call. Never stored. */

/**
 * How many papers remain without a filter or condition. `unknown`: how many of them may or may not meet it; absent if
 * there are no such papers.
 */
export type Without = { filter: string; papers: number; unknown?: number };

/**
 * How many papers a job's papers were selected from; `of` is absent if unknown. `alike` more papers lack the words of
 * the search, but closely resemble the best.
 */
type BestOf = {
  papers: number;
  of?: number;
  isAtLeast?: boolean;
  counted?: 'words' | 'strategy' | 'works';
  alike?: number;
};

/**
 * Keywords that no paper of a job has, or has together. `papers`: how many papers of the library have them and meet the
 * filters of the search; absent if not counted. `withoutFilters` counts the whole library.
 */
export type MissingGroup = {
  keywords: readonly string[];
  papers?: number;
  isAtLeast?: boolean | undefined;
  withoutFilters?: { papers: number; isAtLeast?: boolean | undefined } | undefined;
};

/** What a format cannot express of the decisions on some records. Numbers of records, unless stated otherwise. */
export type LeftOutOfFile = {
  /** Decided as `maybe`, and undecided in the file. */
  maybe?: number;
  /** With decisions none of which counts yet, and undecided in the file. */
  unsettled?: number;
  /** Number of readers' individual decisions that it lacks; it has the decision that counts, if there is one. */
  readers?: number;
  /** Number of stages, which it does not name. */
  stages?: number;
  /** Number of decisions of an earlier stage. */
  earlier?: number;
  /** Number of resolved conflicts. */
  resolutions?: number;
  /** Number of quotations. */
  quotes?: number;
  /** Number of reasons, notes and tags, counted once per record. */
  reasons?: number;
  notes?: number;
  tags?: number;
  /** With reasons or tags of several readers, without saying whose they are. */
  shared?: number;
  /** Number of decisions whose time it lacks. */
  times?: number;
  /** Known to be relevant before the screening. */
  priors?: number;
};

export type AnswerNote =
  /** The lab's service keeps this review; `member` is the reader's name there. */
  | { kind: 'kept-by-lab'; review: string; member: string }
  /** An assistant's decisions in this review are suggestions, and count once a person decides the same. */
  | { kind: 'assistant-suggests'; review: string }
  /**
   * How many records of a review have only an assistant's suggestions, which a decision condition in `where` leaves
   * out.
   */
  | { kind: 'only-suggested'; review: string; records: number }
  /** The criteria changed since the reader's last call: decisions in this call may follow the old ones. */
  | { kind: 'criteria-changed'; review: string }
  /** An answer lists only some of the conflicts. */
  | { kind: 'some-conflicts'; review: string; shown: number; all: number }
  /** Reviews have recorded that a paper's full text was found, or was not. */
  | { kind: 'retrieval-recorded'; reviews: readonly string[]; found: boolean }
  // The job.
  /** Reading a job is free; its credits are those of its creation. */
  | { kind: 'reading-is-free' }
  /** A search showed the stored results of an equal search. */
  | { kind: 'reused'; job: string; createdAt: string }
  /** A call for a new search got one that another call had started. */
  | { kind: 'taken-over'; job: string; createdAt: string }
  /** The call ran out of time before the service answered the creation. */
  | { kind: 'still-submitting'; job: string }
  /** The service's status is unknown, and came without papers. */
  | { kind: 'status-unknown'; status: string; ageSeconds: number }
  | { kind: 'no-papers-in'; job: string; status: string }
  /** The store was missing or empty at that time. An earlier store, begun at `begunAt` if known, had other jobs. */
  | { kind: 'jobs-lost'; lostAt: string; begunAt: string | undefined }
  /** The data folder is not writable; `setting` names it. */
  | { kind: 'in-memory-only'; setting: string }

  // Which papers are shown.
  /**
   * For one job or the library, counts its papers; for several jobs their records, which may belong to fewer `works`.
   */
  | { kind: 'left-by-where'; papers: number; of: number; jobs: 'one' | 'several' | 'library'; works?: number }
  /** Of the job's papers, those that are in none of the other jobs. */
  | { kind: 'not-in'; jobs: readonly string[]; papers: number; of: number }
  /** Papers that meet each part of a text condition (in its parsed form), and all parts; `where` leaves none. */
  | { kind: 'text-parts'; of: number; parts: readonly { part: string; papers: number }[]; all: number }
  /** The papers of a search are the most relevant of more; `sort` then orders only these. */
  | ({ kind: 'best-of'; sort?: string } & BestOf)
  /** Papers carry decisions: for each job, those of this review. */
  | { kind: 'decisions-of'; reviewed: readonly { job: string; review: string }[] }
  /** Papers of a job that have no word of its search, but closely resemble the best. */
  | { kind: 'without-a-word'; papers: number; of: number }
  /**
   * Papers were compared with those of earlier jobs; `former` are the earlier jobs that were cut off at their limit.
   */
  | { kind: 'compared-to-limit'; extent?: BestOf; former: readonly string[] }
  /** Papers were compared with those of jobs that had another query or other filters. */
  | { kind: 'asked-otherwise'; jobs: readonly string[] }
  /** Papers that lack the sort field. */
  | { kind: 'sorted-last'; field: string; unknown: number; of: number }
  /** `undecided`: papers that may meet all conditions, because fields are missing. */
  | { kind: 'nothing-meets-where'; of: number; without: readonly Without[]; undecided: number }
  /** Records without a field that a condition needs. */
  | { kind: 'facts-lacking'; fields: readonly { field: string; records: number }[] }
  /** Papers that do not meet a filter of the search itself. */
  | { kind: 'filter-ignored'; filter: string; papers: number }
  /** References to papers of no recorded job; `more` counts the unnamed ones. */
  | { kind: 'unknown-refs'; refs: readonly string[]; more: number }
  | { kind: 'past-the-end'; offset: number; total: number; what: 'paper' | 'job' }
  | { kind: 'size-limited'; shown: number; of: number }
  | { kind: 'fields-left-out' }
  | { kind: 'folded'; records: number }
  | { kind: 'first-in-export'; papers: number; of: number }
  | { kind: 'folded-in-export'; records: number }
  /** The decisions on the records of a review, and how many of the records an export has. */
  | { kind: 'review-export'; review: string; of: number; counts: Readonly<Record<string, number>>; papers: number }
  /** What a file's format, named by its title, cannot express of a review's decisions. */
  | ({ kind: 'not-in-file'; format: string } & LeftOutOfFile)
  /** Incomplete citations: for each missing field, the number of entries and the first of them. */
  | {
      kind: 'incomplete-entries';
      of: number;
      lacking: readonly { fact: string; papers: number; refs: readonly string[] }[];
    }
  | { kind: 'characters-removed'; characters: number }
  /** Papers retracted or published since earlier jobs; `more` counts the unnamed ones. */
  | {
      kind: 'changed-since';
      jobs: readonly string[];
      changes: readonly { ref: string; formerRef: string; what: 'retracted' | 'published' }[];
      more: number;
    }

  // How well the papers fit.
  | { kind: 'few-have-all'; papers: number; of: number; keywords: readonly string[] }
  /** A keyword, or `asWritten` a phrase of a strategy, and a text condition count different numbers of papers. */
  | { kind: 'keyword-counts'; keyword: string; asKeyword: number; asText: number; asWritten?: true }
  /**
   * `isCut`: papers beyond the limit were not counted; `isHeldBack`: nor were those that a source has and did not
   * return. `filters`: the filters of the search.
   */
  | {
      kind: 'no-paper-has';
      of: number;
      groups: readonly MissingGroup[];
      filters: readonly string[];
      isCut: boolean;
      isHeldBack?: boolean;
    }
  | { kind: 'no-paper-fits' }
  /** Hardly any paper of a job matches more than a small part of the query. */
  | { kind: 'few-fit'; papers: number; of: number }

  // Look-ups and trials.
  | { kind: 'items-not-found'; missing: number; items: number }
  | { kind: 'items-unchecked'; unchecked: number; items: number }
  /** Some papers have `notCompared`: details in the reference that the paper's record lacks. */
  | { kind: 'details-not-compared' }
  /** Papers with marks, by kind. */
  | { kind: 'marked'; marks: readonly Mark[] }
  | { kind: 'also-marked'; marks: readonly Mark[] }
  /** `tableOf`: the day of Retraction Watch's table, if the status of some papers comes from it. */
  | { kind: 'retraction-known'; papers: number; of: number; tableOf?: string }
  | { kind: 'retracted'; refs: readonly string[] }
  | { kind: 'shortened' }
  | { kind: 'meet-filters'; papers: number; of: number }
  | { kind: 'sources-not-told' }

  /** Explains why there are more hits than papers with the keywords. */
  | { kind: 'hits-have-a-word' }
  /** The counts cover only papers that could be read in time. */
  | { kind: 'counted-in-part'; read: number; of: number }
  /** Lines of a strategy not counted at a source, to limit the number of requests. */
  | { kind: 'lines-not-asked'; lines: number }
  /** Why a source was not asked or returned nothing, and changes to its request. */
  | { kind: 'trial'; why?: KnownFailure; changes: readonly RequestChange[] };
