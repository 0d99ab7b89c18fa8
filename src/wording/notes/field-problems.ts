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
      kind: 'not-attached';
      path: string;
      why: ReadingProblem | 'unopened' | 'no-file' | 'absent' | 'outside' | 'nameless';
    }
  /** Exactly one of these groups of fields is needed. */
  | { kind: 'either'; groups: readonly (readonly string[])[] }
  /** The texts of a job can only be searched for words. */
  | { kind: 'of-one-paper' }
  | { kind: 'no-words-to-find' }
  | { kind: 'no-paper-id'; given: string }
  | { kind: 'no-pages' }
  | { kind: 'past-last-page'; page: number; last: number }
  /** A place in an earlier copy of the text; `hash` is the present copy's. */
  | { kind: 'other-copy'; given: string; hash: string }
  | { kind: 'no-section'; given: string; sections: readonly string[] }
  /** `last` is the last entry of the list; absent if the list is empty. */
  | { kind: 'no-reference'; given: string; last?: string }
  /** Zotero has no such library or collection. */
  | { kind: 'not-in-zotero'; wanted: 'collection' | 'collection-key' | 'group' | 'own-group'; given: string }
  | { kind: 'several-collections'; keys: readonly string[]; given: string }
  | { kind: 'no-seeds' }
  | { kind: 'too-many-seeds'; papers: number; most: number }
  /** Not an index of citations. */
  | { kind: 'no-index'; given: string; indexes: readonly string[] }
  | { kind: 'no-search'; ref: string }
  | { kind: 'no-watch'; given: string }
  /** A new review needs a question, and only existing conflicts can be resolved. */
  | { kind: 'no-question' }
  | { kind: 'no-conflict'; given: string }
  /** No review includes the papers of these jobs. */
  | { kind: 'not-reviewed'; jobs: readonly string[] }
  /** A format that reviews cannot be exported as. */
  | { kind: 'not-of-review'; given: string }
  /** `instead`: the format that has the numbers of searches. */
  | { kind: 'only-of-review'; given: string; instead: string }
  /** A text with too many characters, or a list with too many names. */
  | { kind: 'longer-than'; most: number; of?: 'names' }
  | { kind: 'no-such-criterion'; given: string; known: readonly string[] }
  /** A record that has not reached the full-text stage. */
  | { kind: 'not-at-full-text'; given: string }
  /** A stage that has decisions cannot be removed. */
  | { kind: 'stage-in-use'; stage: string }
  /** A target requires a stopping rule. */
  | { kind: 'no-stop-rule' }
  /** The rule does not exist, or a target or a confidence is not a share. */
  | { kind: 'wrong-stop' }
  | { kind: 'no-stage'; given: string; stages: readonly string[] }
  /** Members of a lab: the service knows no such account, a member has nearly this name, or no member has it. */
  | { kind: 'no-account'; given: string }
  | { kind: 'name-of-member'; given: string }
  | { kind: 'no-reader'; given: string }
  /** In a review of the lab the reader is this account and no other. */
  | { kind: 'another-member'; given: string; member: string }
  /** The review is on this machine, or does not exist. */
  | { kind: 'no-lab-review'; given: string }
  /** It contains characters with a meaning in names of groups. */
  | { kind: 'no-group-name'; given: string }
  | { kind: 'job-without-papers'; ref: string }
  /** An edit of a paper names no editable field, or gives a field an impossible value. */
  | { kind: 'not-editable'; fields: readonly string[]; given: string }
  | { kind: 'not-its-value'; of: EditableField; given: string }
  | { kind: 'edited-twice'; field: string }
  /** A paper requires this field. */
  | { kind: 'always-there'; field: string }
  | { kind: 'no-text' }
  /** The option requires one format, or a format that holds papers. */
  | { kind: 'other-format'; format?: string };
