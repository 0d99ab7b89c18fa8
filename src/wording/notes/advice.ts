import type { Without } from './answer-notes.ts';
import type { CollectionFailure } from './setup-notes.ts';

/** What to do next. Several steps form a paragraph. */
export type Advice =
  | AnswerAdvice
  | FailureAdvice
  | SetupAdvice
  | TextAdvice
  /** Text from another program that uses this package. */
  | { do: 'text'; text: string };

/** What to do with an answer. */
export type AnswerAdvice =
  // Papers of a job.
  /** The job has papers: page, filter, sort and export them, or show their abstracts. */
  | { do: 'use-papers'; job: string; where?: object }
  | { do: 'next-page'; offset: number; sort?: string }
  | { do: 'use-refs'; job: string; papers: number }
  | { do: 'relax-where'; job: string; of: number; without: readonly Without[]; undecided: number }
  | { do: 'wait-for'; job: string; ageSeconds: number; askAgainSeconds: number }
  /** It has run longer than searches take; `setting` names its service. */
  | { do: 'stop-waiting'; job: string; jobId: string | null; ageSeconds: number; setting: string }
  /** A citation search is unfinished: repeating it continues. */
  | { do: 'go-on-following'; job: string }
  /** A citation search was only planned. */
  | { do: 'follow-for-real'; requests: number }

  // A search that found too little.
  | { do: 'search-other-keywords'; words: 'keywords' | 'text'; isCharged: boolean }
  | { do: 'leave-out-filters' }
  | { do: 'relax-filters'; filters: readonly string[]; isCharged: boolean }
  /** Papers outside the filters have, or may have, the keywords that no paper of the answer has. */
  | { do: 'leave-out-for'; filters: readonly string[]; keywords: readonly string[]; isCharged: boolean }
  /** An earlier job had the same query with fewer filters: how many of its papers pass each filter alone. */
  | { do: 'relax-by-evidence'; job: string; papers: number; keeps: readonly Without[] }
  /** A repeated search found nothing new: which sources answered, and which did not. */
  | {
      do: 'ask-again-for-new';
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
  | { do: 'search-for-missing'; keywords: readonly string[]; canRaise: boolean }
  /** `canLeaveOut`: enough keywords remain without them. */
  | { do: 'rename-absent'; keywords: readonly string[]; canLeaveOut: boolean }
  | { do: 'rename'; keywords: readonly string[] }
  | { do: 'rename-terms' }
  /**
   * No paper has this relation, according to these sources. A library alone proves nothing about papers elsewhere.
   * `seeds`: for a citation search, which leaves out known papers.
   */
  | { do: 'accept-none-related'; relation: string; asked: readonly string[]; isOnlyLibrary: boolean; seeds?: number }
  | { do: 'check-references' }

  // A creation of unknown outcome.
  | { do: 'pay-again'; job: string }
  | { do: 'ask-again-later'; job: string }

  // Look-ups, lists and exports.
  | { do: 'check-reference' }
  | { do: 'trust-no-absence' }
  /** Try later because a source failed, or name sources that were not asked. */
  | { do: 'check-unchecked'; isLater: boolean; sources: readonly string[]; setting: string }
  | { do: 'take-as-suggestions' }
  | { do: 'compare-differences' }
  | { do: 'use-found'; job: string }
  | { do: 'use-author' }
  | { do: 'read-listed' }
  | { do: 'search-for-real' }
  | { do: 'pass-on'; couldHaveAbstracts: boolean }
  /** `path` is the file written; absent if the reader may request one. */
  | { do: 'see-whole-record'; path?: string }
  | { do: 'tell-of-file'; path: string; isReport: boolean; isTooLong: boolean };

/** What to do about a failure. Its cost is stated separately. */
export type FailureAdvice =
  | { do: 'again'; when?: 'later' | 'in-a-minute'; seconds?: number }
  | { do: 'correct'; fields: readonly string[]; isRequest: boolean }
  | { do: 'correct-named' }
  | { do: 'look-up-instead' }
  /** The keywords of a text that is too short to search with: fewer than `min` if it has no more. */
  | { do: 'search-by-keywords'; keywords: readonly string[]; min: { keywords: number; characters: number } }
  | { do: 'see-cost' }
  | { do: 'search-without-strategy' }
  | { do: 'lower-cost'; setting: string }
  | { do: 'set'; setting: string; value?: string }
  | { do: 'check-service'; setting: string }
  /** Only the operators of the service can help. */
  | { do: 'ask-service'; setting: string }
  | { do: 'set-token'; token: string; address: string }
  | { do: 'set-token-or-leave'; token: string; address: string }
  | { do: 'set-address'; setting: string }
  | { do: 'compare-balance' }
  | { do: 'do-not-repeat'; job: string }
  | { do: 'ask-about'; job: string }
  /** Deleting the file ends the notice. */
  | { do: 'restore-newest'; file: string }
  | { do: 'ask-about-refund'; job: string; isOwn: boolean }
  | { do: 'use-job-ref'; canSearch: boolean }
  /** `job` is the recorded job that the reference names; `orId`: identifiers are accepted, too. */
  | { do: 'use-paper-ref'; job?: string; orId: boolean }
  /** A hosted service may still have the papers of a removed job: reading them again is free. */
  | { do: 'read-removed'; jobId: string }
  | { do: 'search-anew' }
  | { do: 'search-refunded' }
  | { do: 'search-fresh' }
  /** `hasStarterOnly`: the library is the starter catalogue, which answers some searches without a network. */
  | { do: 'check-network'; hasStarterOnly?: true }
  | { do: 'restore-configuration'; settings: readonly string[] }
  | { do: 'name-fewer-jobs' }
  | { do: 'see-job'; job: string }
  | { do: 'see-paper'; ref: string }
  | { do: 'look-paper-up' }
  | { do: 'look-person-up' }
  | { do: 'name-able-source'; source: string; setting: string }
  | { do: 'try-other-relation' }
  | { do: 'related-later' }
  | { do: 'restore-backup'; setting: string }
  | { do: 'see-log' }
  | { do: 'allow-more-files' }
  | { do: 'start-again' }
  | { do: 'name-review' }
  | { do: 'ask-owner' }
  | { do: 'make-room-for-reviews'; what: 'opened' | 'joined' | 'invited' }
  | { do: 'join-lab'; address: string; token: string }
  /** Moves the events after the damage aside; if the opening itself is damaged, nothing could be kept. */
  | { do: 'repair-review'; review: string; isOpening?: true }
  | { do: 'report'; setting: string }
  | { do: 'take-others' };

/** What to do about the surroundings. */
export type SetupAdvice =
  | { do: 'check-data-folder'; setting: string }
  | { do: 'newer-node' }
  /** For this program: another version wrote something it does not know. */
  | { do: 'newer-version' }
  | { do: 'look-at-changed' }
  | { do: 'check-export-folder'; setting: string }
  | { do: 'stop-other-service'; setting: string }
  | { do: 'use-copied-database'; setting: string; file: string; name: string }
  | { do: 'set-database'; setting: string }
  | { do: 'set-empty-database'; setting: string }
  | { do: 'set-service-folder'; setting: string }
  | { do: 'check-database'; setting: string }
  | { do: 'copy-into-empty' }
  | { do: 'copy-again' }
  | { do: 'report-copy' }
  | { do: 'install-package'; package: string }
  | { do: 'see-feed' }
  | { do: 'set-collection'; setting: string }
  | { do: 'mend-collection'; failure: CollectionFailure; setting: string }
  | { do: 'load-collection' }
  | { do: 'reload-collection' }
  | { do: 'install-client'; package: string; setting: string }
  | { do: 'trust-certificate' }
  | { do: 'fetch-otherwise' }
  | { do: 'open-zotero'; setting: string }
  | { do: 'allow-zotero'; setting: string }
  | { do: 'update-zotero'; setting: string }
  | { do: 'choose-allow' }
  | { do: 'check-zotero-key'; setting: string }
  | { do: 'change-zotero-key' }
  | { do: 'zotero-again'; isAfterWait: boolean }
  | { do: 'check-zotero-address' };

/** What to do about a text, its passages and quotations. */
export type TextAdvice =
  | { do: 'read-on'; offset: number }
  /** Tables with only their first rows in the answer; each place is a section with all rows. */
  | { do: 'read-tables'; places: readonly string[] }
  | { do: 'fewer-words' }
  /** `isTried`: false if the PDF was never requested. */
  | { do: 'do-not-quote'; address: string; isTried?: false }
  | { do: 'try-pdf'; address: string }
  /** No full text is stored. `isAsked`: whether any source was queried. */
  /** Only the user decides from which folders an assistant may read files. */
  | { do: 'name-folder'; setting: string }
  | { do: 'attach-file'; ref: string; paper: string; isAsked: boolean }
  /** There is no text, but the record has an abstract, which can be read as a section. */
  | { do: 'read-abstract'; ref: string }
  | { do: 'read-another'; read: number; of: number; abstracts: number }
  | { do: 'read-before-quoting' }
  | { do: 'do-not-cite' }
  /** The text is a copy that may differ from the published one. */
  | { do: 'check-published'; copy: 'preprint' | 'accepted' | 'unknown' }
  /** Words were searched in the record's abstract only. */
  | { do: 'found-in-abstract'; isFound: boolean; hasText: boolean }
  | { do: 'cite-abstract'; verdict: 'exact' | 'compared' | 'absent'; hasText: boolean };
