import type { Without } from './answer-notes.ts';
import type { CollectionFailure } from './setup-notes.ts';

/** What to do next. Several steps form a paragraph. */
export type Advice =
  | AnswerAdvice
  | FailureAdvice
  | SetupAdvice
  | TextAdvice
  /** Text from another program that uses this package. */
  | { kind: 'text'; text: string };

/** What to do with an answer. */
export type AnswerAdvice =
  // Papers of a job.
  /** The job has papers: page, filter, sort and export them, or show their abstracts. */
  | { kind: 'use-papers'; job: string; where?: object }
  | { kind: 'next-page'; offset: number; sort?: string }
  | { kind: 'use-refs'; job: string; papers: number }
  | { kind: 'relax-where'; job: string; of: number; without: readonly Without[]; undecided: number }
  | { kind: 'wait-for'; job: string; ageSeconds: number; askAgainSeconds: number }
  /** It has run longer than searches take; `setting` names its service. */
  | { kind: 'stop-waiting'; job: string; jobId: string | null; ageSeconds: number; setting: string }
  /** A citation search is unfinished: repeating it continues. */
  | { kind: 'go-on-following'; job: string }
  /** A citation search was only planned. */
  | { kind: 'follow-for-real'; requests: number }

  // A search that found too little.
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
  | { kind: 'check-references' }

  // A creation of unknown outcome.
  | { kind: 'pay-again'; job: string }
  | { kind: 'ask-again-later'; job: string }

  // Look-ups, lists and exports.
  | { kind: 'check-reference' }
  | { kind: 'trust-no-absence' }
  /** Try later because a source failed, or name sources that were not asked. */
  | { kind: 'check-unchecked'; isLater: boolean; sources: readonly string[]; setting: string }
  | { kind: 'take-as-suggestions' }
  | { kind: 'compare-differences' }
  | { kind: 'use-found'; job: string }
  | { kind: 'use-author' }
  | { kind: 'read-listed' }
  | { kind: 'search-for-real' }
  | { kind: 'pass-on'; couldHaveAbstracts: boolean }
  /** `path` is the file written; absent if the reader may request one. */
  | { kind: 'see-whole-record'; path?: string }
  | { kind: 'tell-of-file'; path: string; isReport: boolean; isTooLong: boolean };

/** What to do about a failure. Its cost is stated separately. */
export type FailureAdvice =
  | { kind: 'again'; when?: 'later' | 'in-a-minute'; seconds?: number }
  | { kind: 'correct'; fields: readonly string[]; isRequest: boolean }
  | { kind: 'correct-named' }
  | { kind: 'look-up-instead' }
  /** The keywords of a text that is too short to search with: fewer than `min` if it has no more. */
  | { kind: 'search-by-keywords'; keywords: readonly string[]; min: { keywords: number; characters: number } }
  | { kind: 'see-cost' }
  | { kind: 'search-without-strategy' }
  | { kind: 'lower-cost'; setting: string }
  | { kind: 'set'; setting: string; value?: string }
  | { kind: 'check-service'; setting: string }
  /** Only the operators of the service can help. */
  | { kind: 'ask-service'; setting: string }
  | { kind: 'set-token'; token: string; address: string }
  | { kind: 'set-token-or-leave'; token: string; address: string }
  | { kind: 'set-address'; setting: string }
  | { kind: 'compare-balance' }
  | { kind: 'do-not-repeat'; job: string }
  | { kind: 'ask-about'; job: string }
  /** Deleting the file ends the notice. */
  | { kind: 'restore-newest'; file: string }
  | { kind: 'ask-about-refund'; job: string; isOwn: boolean }
  | { kind: 'use-job-ref'; canSearch: boolean }
  /** `job` is the recorded job that the reference names; `orId`: identifiers are accepted, too. */
  | { kind: 'use-paper-ref'; job?: string; orId: boolean }
  /** A hosted service may still have the papers of a removed job: reading them again is free. */
  | { kind: 'read-removed'; jobId: string }
  | { kind: 'search-anew' }
  | { kind: 'search-refunded' }
  | { kind: 'search-fresh' }
  /** `hasStarterOnly`: the library is the starter catalogue, which answers some searches without a network. */
  | { kind: 'check-network'; hasStarterOnly?: true }
  | { kind: 'restore-configuration'; settings: readonly string[] }
  | { kind: 'name-fewer-jobs' }
  | { kind: 'see-job'; job: string }
  | { kind: 'see-paper'; ref: string }
  | { kind: 'look-paper-up' }
  | { kind: 'look-person-up' }
  | { kind: 'name-able-source'; source: string; setting: string }
  | { kind: 'try-other-relation' }
  | { kind: 'related-later' }
  | { kind: 'restore-backup'; setting: string }
  | { kind: 'see-log' }
  | { kind: 'allow-more-files' }
  | { kind: 'start-again' }
  | { kind: 'name-review' }
  | { kind: 'ask-owner' }
  | { kind: 'make-room-for-reviews'; what: 'opened' | 'joined' | 'invited' }
  | { kind: 'join-lab'; address: string; token: string }
  /** Moves the events after the damage aside; if the opening itself is damaged, nothing could be kept. */
  | { kind: 'repair-review'; review: string; isOpening?: true }
  | { kind: 'report'; setting: string }
  | { kind: 'take-others' };

/** What to do about the surroundings. */
export type SetupAdvice =
  | { kind: 'check-data-folder'; setting: string }
  | { kind: 'newer-node' }
  /** For this program: another version wrote something it does not know. */
  | { kind: 'newer-version' }
  | { kind: 'look-at-changed' }
  | { kind: 'check-export-folder'; setting: string }
  | { kind: 'stop-other-service'; setting: string }
  | { kind: 'use-copied-database'; setting: string; file: string; name: string }
  | { kind: 'set-database'; setting: string }
  | { kind: 'set-empty-database'; setting: string }
  | { kind: 'set-service-folder'; setting: string }
  | { kind: 'check-database'; setting: string }
  | { kind: 'copy-into-empty' }
  | { kind: 'copy-again' }
  | { kind: 'report-copy' }
  | { kind: 'install-package'; package: string }
  | { kind: 'see-feed' }
  | { kind: 'set-collection'; setting: string }
  | { kind: 'mend-collection'; failure: CollectionFailure; setting: string }
  | { kind: 'load-collection' }
  | { kind: 'reload-collection' }
  | { kind: 'install-client'; package: string; setting: string }
  | { kind: 'trust-certificate' }
  | { kind: 'fetch-otherwise' }
  | { kind: 'open-zotero'; setting: string }
  | { kind: 'allow-zotero'; setting: string }
  | { kind: 'update-zotero'; setting: string }
  | { kind: 'choose-allow' }
  | { kind: 'check-zotero-key'; setting: string }
  | { kind: 'change-zotero-key' }
  | { kind: 'zotero-again'; isAfterWait: boolean }
  | { kind: 'check-zotero-address' };

/** What to do about a text, its passages and quotations. */
export type TextAdvice =
  | { kind: 'read-on'; offset: number }
  /** Tables with only their first rows in the answer; each place is a section with all rows. */
  | { kind: 'read-tables'; places: readonly string[] }
  | { kind: 'fewer-words' }
  /** `isTried`: false if the PDF was never requested. */
  | { kind: 'do-not-quote'; address: string; isTried?: false }
  | { kind: 'try-pdf'; address: string }
  /** No full text is stored. `isAsked`: whether any source was queried. */
  /** Only the user decides from which folders an assistant may read files. */
  | { kind: 'name-folder'; setting: string }
  | { kind: 'attach-file'; ref: string; paper: string; isAsked: boolean }
  /** There is no text, but the record has an abstract, which can be read as a section. */
  | { kind: 'read-abstract'; ref: string }
  | { kind: 'read-another'; read: number; of: number; abstracts: number }
  | { kind: 'read-before-quoting' }
  | { kind: 'do-not-cite' }
  /** The text is a copy that may differ from the published one. */
  | { kind: 'check-published'; copy: 'preprint' | 'accepted' | 'unknown' }
  /** Words were searched in the record's abstract only. */
  | { kind: 'found-in-abstract'; isFound: boolean; hasText: boolean }
  | { kind: 'cite-abstract'; verdict: 'exact' | 'compared' | 'absent'; hasText: boolean };
