import type { ReadingProblem } from './text-notes.ts';

/** Problems of a value beyond its schema: in combination with others, or with what it names. */
export type FieldProblem =
  | {
      is: 'not-attached';
      path: string;
      why: ReadingProblem | 'unopened' | 'no-file' | 'absent' | 'outside' | 'nameless';
    }
  /** Exactly one of these groups of fields is needed. */
  | { is: 'either'; groups: readonly (readonly string[])[] }
  | { is: 'more-than-one'; fields: readonly string[] }
  | { is: 'no-words-to-find' }
  | { is: 'no-paper-id'; given: string }
  | { is: 'no-pages' }
  | { is: 'past-last-page'; page: number; last: number }
  /** A place in a copy of the text that was read earlier; `hash` is the present one's. */
  | { is: 'other-copy'; given: string; hash: string }
  | { is: 'no-section'; given: string; sections: readonly string[] }
  /** `last` is the last entry of the list, absent where there is none. */
  | { is: 'no-reference'; given: string; last?: string }
  /** Zotero has none of this kind. */
  | { is: 'not-in-zotero'; wanted: 'collection' | 'collection-key' | 'group' | 'own-group'; given: string }
  | { is: 'several-collections'; keys: readonly string[]; given: string }
  | { is: 'no-search'; ref: string }
  | { is: 'no-watch'; given: string }
  | { is: 'job-without-papers'; ref: string }
  /** It goes with one format, or with those that hold papers. */
  | { is: 'other-format'; format?: string };
