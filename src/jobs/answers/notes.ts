import type { ByKind, Note } from '../../wording/notes.ts';

/** Notes on the papers of an answer. */
export type AnswerNote =
  /** How many records of a review have only an assistant's suggestions, which a decision condition leaves out. */
  | { kind: 'only-suggested'; review: string; records: number }
  /** The service's status is unknown, and came without papers. */
  | { kind: 'status-unknown'; status: string; ageSeconds: number }
  | { kind: 'no-papers-in'; job: string; status: string }
  /** What some of several searches said. */
  | { kind: 'of-searches'; jobs: readonly string[]; note: Note }
  /** One of several searches: those before it found all its papers, too. */
  | { kind: 'search-adds-nothing'; job: string; about: string; papers: number }
  /** The data folder is not writable; `setting` names it. */
  | { kind: 'in-memory-only'; setting: string }
  /** Of the job's papers, those that are in none of the other jobs. */
  | { kind: 'not-in'; jobs: readonly string[]; papers: number; of: number }
  /** Papers that meet each part of a text condition (in its parsed form), and all parts; `where` leaves none. */
  | { kind: 'text-parts'; of: number; parts: readonly { part: string; papers: number }[]; all: number }
  /** The papers of a search are the most relevant of more, or the first `by` a sort; `sort` then orders only these. */
  | ({ kind: 'best-of'; sort?: string; by?: string } & BestOf)
  /** Papers carry decisions: for each job, those of this review. */
  | { kind: 'decisions-of'; reviewed: readonly { job: string; review: string }[] }
  /** Papers of a job that have no word of its search, but closely resemble the best. */
  | { kind: 'without-a-word'; papers: number; of: number }
  /** Papers were compared with those of earlier jobs, of which `former` were cut off at their limit. */
  | { kind: 'compared-to-limit'; extent?: BestOf; former: readonly string[] }
  /** Papers were compared with those of jobs that had another query or other filters. */
  | { kind: 'asked-otherwise'; jobs: readonly string[] }
  /** Papers that lack the sort field. */
  | { kind: 'sorted-last'; field: string; unknown: number; of: number }
  /** Papers that do not meet a filter of the search itself. */
  | { kind: 'filter-ignored'; filter: string; papers: number }
  /** References to papers of no recorded job; `more` counts the unnamed ones. */
  | { kind: 'unknown-refs'; refs: readonly string[]; more: number }
  | { kind: 'past-the-end'; offset: number; total: number; what: 'paper' | 'job' }
  | { kind: 'size-limited'; shown: number; of: number }
  | { kind: 'fields-left-out' }
  | { kind: 'folded'; records: number }
  /** Forms of one name that are counted together; `example` is one of `names`. */
  | { kind: 'names-joined'; of: 'author' | 'venue'; names: number; example: { name: string; form: string } }
  | { kind: 'characters-removed'; characters: number }
  /** Papers retracted or published since earlier jobs; `more` counts the unnamed ones. */
  | {
      kind: 'changed-since';
      jobs: readonly string[];
      changes: readonly { ref: string; formerRef: string; what: 'retracted' | 'published' }[];
      more: number;
    }
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
  /** How many papers of the library have a keyword, and several together; `filters`: those of the search. */
  | { kind: 'library-has'; counts: readonly MissingGroup[]; filters: readonly string[] }
  | { kind: 'no-paper-fits' }
  /** Hardly any paper of a job matches more than a small part of the query. */
  | { kind: 'few-fit'; papers: number; of: number };

export type AnswerAdvice =
  /** The job has papers: page, filter, sort and export them, or show their abstracts. */
  | { kind: 'use-papers'; job: string; where?: object }
  | { kind: 'next-page'; offset: number; sort?: string }
  | { kind: 'use-refs'; job: string; papers: number }
  | { kind: 'relax-where'; job: string; of: number; without: readonly Without[]; undecided: number }
  /** `isUncertain`: the service did not say that it still runs. */
  | { kind: 'wait-for'; job: string; ageSeconds: number; askAgainSeconds: number; isUncertain?: true }
  /** It has run longer than searches take; `setting` names its service. */
  | { kind: 'stop-waiting'; job: string; jobId: string | null; ageSeconds: number; setting: string }
  /** A citation search is unfinished: repeating it continues. */
  | { kind: 'go-on-following'; job: string }
  | { kind: 'search-other-keywords'; words: 'keywords' | 'text'; isCharged: boolean }
  | { kind: 'leave-out-filters' }
  | { kind: 'relax-filters'; filters: readonly string[]; isCharged: boolean }
  /** Papers outside the filters have, or may have, the keywords that no paper of the answer has. */
  | { kind: 'leave-out-for'; filters: readonly string[]; keywords: readonly string[]; isCharged: boolean }
  /** An earlier job had the same query with fewer filters: how many of its papers pass each filter alone. */
  | { kind: 'relax-by-evidence'; job: string; papers: number; keeps: readonly Without[] }
  /** A repeated search found nothing new: which sources answered, and which did not. */
  | {
      kind: 'ask-again-for-new';
      job: string;
      on: string;
      jobs: readonly string[];
      since: string;
      asked: readonly string[];
      silent: readonly string[];
      /** Only the library was searched, which holds only papers that were put there. */
      isOnlyLibrary?: true;
      /** How many papers were compared, if there are more below the limit. */
      best?: number;
    }
  /** Papers of the library have these keywords together, but the search does not show them; `canRaise` its limit. */
  | { kind: 'search-for-missing'; keywords: readonly string[]; canRaise: boolean }
  /** `canLeaveOut`: enough keywords remain without them. */
  | { kind: 'rename-absent'; keywords: readonly string[]; canLeaveOut: boolean }
  | { kind: 'rename'; keywords: readonly string[] }
  | { kind: 'rename-terms' }
  /**
   * No paper has this relation, according to these sources. A library alone proves nothing about papers elsewhere.
   * `seeds`: for a citation search, which leaves out known papers.
   */
  | { kind: 'accept-none-related'; relation: string; asked: readonly string[]; isOnlyLibrary: boolean; seeds?: number }
  | { kind: 'check-references' };

export type AnswerProblem =
  /** No review includes the papers of these jobs. */
  { kind: 'not-reviewed'; jobs: readonly string[] };

declare module '../../wording/notes.ts' {
  interface NoteKinds extends ByKind<AnswerNote> {}
  interface AdviceKinds extends ByKind<AnswerAdvice> {}
  interface ProblemKinds extends ByKind<AnswerProblem> {}
}

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
