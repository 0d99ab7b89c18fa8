import type { ReadingProblem } from './text-notes.ts';

/** The fields of a paper that a user can edit. */
export const EDITABLE_FIELDS = [
  ...(['title', 'abstract', 'summary', 'authors', 'editors', 'year', 'publishedAt', 'venue'] as const),
  ...(['publisher', 'publisherPlace', 'volume', 'issue', 'pages', 'isbns', 'issns', 'language', 'type'] as const),
  ...(['doi', 'arxivId', 'pmid', 'pmcid', 'link', 'pdfLink', 'citationKey', 'tags', 'notes'] as const),
] as const;
export type EditableField = (typeof EDITABLE_FIELDS)[number];

/** Problems that a schema cannot find: a value conflicts with others, or names something missing. */
export type FieldProblem =
  | {
      is: 'not-attached';
      path: string;
      why: ReadingProblem | 'unopened' | 'no-file' | 'absent' | 'outside' | 'nameless';
    }
  /** Exactly one of these groups of fields is needed. */
  | { is: 'either'; groups: readonly (readonly string[])[] }
  /** The texts of a job can only be searched for words. */
  | { is: 'of-one-paper' }
  | { is: 'no-words-to-find' }
  | { is: 'no-paper-id'; given: string }
  | { is: 'no-pages' }
  | { is: 'past-last-page'; page: number; last: number }
  /** A place in an earlier copy of the text; `hash` is the present copy's. */
  | { is: 'other-copy'; given: string; hash: string }
  | { is: 'no-section'; given: string; sections: readonly string[] }
  /** `last` is the last entry of the list; absent if the list is empty. */
  | { is: 'no-reference'; given: string; last?: string }
  /** Zotero has no such library or collection. */
  | { is: 'not-in-zotero'; wanted: 'collection' | 'collection-key' | 'group' | 'own-group'; given: string }
  | { is: 'several-collections'; keys: readonly string[]; given: string }
  | { is: 'no-seeds' }
  | { is: 'too-many-seeds'; papers: number; most: number }
  /** Not an index of citations. */
  | { is: 'no-index'; given: string; indexes: readonly string[] }
  | { is: 'no-search'; ref: string }
  | { is: 'no-watch'; given: string }
  /** A new review needs a question, and only existing conflicts can be resolved. */
  | { is: 'no-question' }
  | { is: 'no-conflict'; given: string }
  /** No review includes the papers of these jobs. */
  | { is: 'not-reviewed'; jobs: readonly string[] }
  /** A format that reviews cannot be exported as. */
  | { is: 'not-of-review'; given: string }
  /** `instead`: the format that has the numbers of searches. */
  | { is: 'only-of-review'; given: string; instead: string }
  /** A text with too many characters, or a list with too many names. */
  | { is: 'longer-than'; most: number; of?: 'names' }
  | { is: 'no-such-criterion'; given: string; known: readonly string[] }
  /** A record that has not reached the full-text stage. */
  | { is: 'not-at-full-text'; given: string }
  /** A stage that has decisions cannot be removed. */
  | { is: 'stage-in-use'; stage: string }
  /** A target requires a stopping rule. */
  | { is: 'no-stop-rule' }
  /** The rule does not exist, or a target or a confidence is not a share. */
  | { is: 'wrong-stop' }
  | { is: 'no-stage'; given: string; stages: readonly string[] }
  /** Members of a lab: the service knows no such account, a member has nearly this name, or no member has it. */
  | { is: 'no-account'; given: string }
  | { is: 'name-of-member'; given: string }
  | { is: 'no-reader'; given: string }
  /** In a review of the lab the reader is this account and no other. */
  | { is: 'another-member'; given: string; member: string }
  /** The review is on this machine, or does not exist. */
  | { is: 'no-lab-review'; given: string }
  /** It contains characters with a meaning in names of groups. */
  | { is: 'no-group-name'; given: string }
  | { is: 'job-without-papers'; ref: string }
  /** An edit of a paper names no editable field, or gives a field an impossible value. */
  | { is: 'not-editable'; fields: readonly string[]; given: string }
  | { is: 'not-its-value'; of: EditableField; given: string }
  | { is: 'edited-twice'; field: string }
  /** A paper requires this field. */
  | { is: 'always-there'; field: string }
  | { is: 'no-text' }
  /** The option requires one format, or a format that holds papers. */
  | { is: 'other-format'; format?: string };
