import type { ByKind } from '../wording/notes.ts';
import type { SentencesOf } from '../wording/sentences/vocabulary.ts';
import type { EditableField } from './editing/editable-fields.ts';

/** What is said about the library and edits of its papers. */
type LibraryNote = { kind: 'index-unusable'; why: string };

type LibraryProblem =
  /** An edit of a paper names no editable field, or gives a field an impossible value. */
  | { kind: 'not-editable'; fields: readonly string[]; given: string }
  | { kind: 'not-its-value'; of: EditableField; given: string }
  | { kind: 'edited-twice'; field: string }
  /** A paper requires this field. */
  | { kind: 'always-there'; field: string }
  | { kind: 'no-text' };

declare module '../wording/notes.ts' {
  interface NoteKinds extends ByKind<LibraryNote> {}
  interface ProblemKinds extends ByKind<LibraryProblem> {}
}

export const LIBRARY_SENTENCES: SentencesOf<{ notes: LibraryNote; problems: LibraryProblem }> = {
  notes: {
    'index-unusable': ({ why }) => `The index of the library could not be used: ${why}`,
  },
  problems: {
    'not-editable': ({ fields, given }) => `a field among ${fields.join(', ')}, got ${given}`,
    'not-its-value': ({ of, given }) => `${of} takes ${VALUES[of]}, got ${given}`,
    'edited-twice': ({ field }) => `each field once; ${field} is there twice`,
    'always-there': ({ field }) => `a field that a paper may lack, got ${field}`,
    'no-text': () => 'a text, got none',
  },
};

const A_TEXT = 'a text';

const SHORT_TEXT = 'a text of up to 60 characters';

const NAMES = 'names, with ; between: Berg, Anna; Holm, Bo';

const ADDRESS = 'an address (https://...)';

const VALUES: Record<EditableField, string> = {
  title: 'a text: no paper is without a title',
  abstract: A_TEXT,
  summary: A_TEXT,
  notes: A_TEXT,
  venue: A_TEXT,
  publisher: A_TEXT,
  publisherPlace: A_TEXT,
  edition: SHORT_TEXT,
  series: A_TEXT,
  seriesNumber: SHORT_TEXT,
  volume: SHORT_TEXT,
  issue: SHORT_TEXT,
  pages: SHORT_TEXT,
  language: SHORT_TEXT,
  authors: NAMES,
  editors: NAMES,
  link: ADDRESS,
  pdfLink: ADDRESS,
  year: 'a year such as 2019',
  publishedAt: 'a date such as 2019-05-31, 2019-05 or 2019',
  isbns: 'ISBNs, with ; between',
  issns: 'ISSNs, with ; between',
  type: 'a type such as journal, conference, book or thesis',
  doi: 'a DOI such as 10.1000/x',
  arxivId: 'an arXiv number such as 2101.00001',
  pmid: 'a PubMed number',
  pmcid: 'a PMC number such as PMC123',
  citationKey: 'a citation key, without blanks and , { } # % \\ ~',
  tags: 'tags, with ; between',
};
