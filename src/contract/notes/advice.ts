import type { Without } from './answer-notes.ts';

/** What to do next. Several steps make a paragraph. */
export type Advice =
  /** A sentence that has no kind yet. */
  | { do: 'text'; text: string }

  // Papers of a job.
  /** The job has papers: they can be paged, filtered, sorted, shown with abstracts and exported. */
  | { do: 'use-papers'; job: string }
  | { do: 'next-page'; offset: number; sort?: string }
  | { do: 'use-refs'; job: string; papers: number }
  | { do: 'relax-where'; job: string; of: number; without: readonly Without[] }
  | { do: 'wait-for'; job: string }

  // A search that found too little.
  | { do: 'search-other-keywords' }
  | { do: 'leave-out-filters' }
  | { do: 'relax-filters'; filters: readonly string[] }
  /** An earlier job asked the same with fewer filters: how many of its papers each filter alone keeps. */
  | { do: 'relax-by-evidence'; job: string; papers: number; keeps: readonly Without[] }
  /** A search again brought nothing that earlier jobs lack: who was asked, and who gave no answer. */
  | {
      do: 'ask-again-for-new';
      job: string;
      on: string;
      jobs: readonly string[];
      since: string;
      asked: readonly string[];
      silent: readonly string[];
    }
  | { do: 'rename-absent'; keywords: readonly string[] }
  | { do: 'rename'; keywords: readonly string[] }
  | { do: 'rename-terms' }
  | { do: 'check-author' }
  | { do: 'search-by-abstract'; relation: string }
  | { do: 'check-references' }

  // A creation that nobody knows the outcome of.
  | { do: 'pay-again'; job: string }
  | { do: 'ask-again-later'; job: string }

  // Look-ups and lists.
  | { do: 'check-reference' }
  | { do: 'trust-no-absence' }
  /** Try later because a source failed, or name sources that were not asked. */
  | { do: 'check-unchecked'; isLater: boolean; sources: readonly string[]; setting: string }
  | { do: 'take-as-suggestions' }
  | { do: 'compare-differences' }
  | { do: 'use-found'; job: string }
  | { do: 'use-author' }
  | { do: 'read-listed' }
  | { do: 'search-for-real' };
