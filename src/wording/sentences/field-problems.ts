import type { EditableField, FieldProblem } from '../notes/field-problems.ts';
import { READING_PROBLEMS } from './text-notes.ts';
import type { Vocabulary } from './vocabulary.ts';

const NOT_ATTACHED = {
  ...READING_PROBLEMS,
  unopened: 'it cannot be opened',
  'no-file': 'it is not a file',
  absent: 'there is no such file',
  outside: 'it is not in a folder that may be read',
  nameless: 'it names neither the title nor an identifier of its paper',
} as const;

const IN_ZOTERO = {
  collection: 'the key or name of a collection',
  'collection-key': 'the key of a collection',
  group: 'the number of a group',
  'own-group': 'the number of a group of yours',
} as const;

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

type WordingOf<All extends FieldProblem> = {
  [Kind in All['kind']]: (problem: Extract<All, { kind: Kind }>, say: Pick<Vocabulary, 'name'>) => string;
};

const WORDING: WordingOf<FieldProblem> = {
  'not-attached': ({ path, why }) => `${path} was not attached: ${NOT_ATTACHED[why]}`,
  either: ({ groups }, { name }) => `either ${groups.map((group) => group.map(name).join(' with ')).join(', or ')}`,
  'of-one-paper': () => 'only for one paper, not for a job',
  'no-words-to-find': () => 'the words to look for in the papers of the job',
  'no-paper-id': ({ given }) => `a reference such as J12-3, a DOI, an arXiv or a PMC id, got ${given}`,
  'no-pages': () => 'this text has no pages; ask for a section',
  'past-last-page': ({ page, last }) => `nothing is on page ${page}; the last is ${last}`,
  'other-copy': ({ given, hash }) =>
    `${given} belongs to an earlier copy of this text; this one has the hash ${hash}. Ask for the outline again`,
  'no-section': ({ given, sections }) => `no section is called ${given}. There are: ${sections.join(', ')}`,
  'no-reference': ({ given, last }) =>
    `no entry is called ${given}; ${last === undefined ? 'this text has no list of references' : `the list goes to ${last}`}`,
  'not-in-zotero': ({ wanted, given }) => `${IN_ZOTERO[wanted]}, got ${given}`,
  'several-collections': ({ keys, given }) =>
    `one collection; several have this name, choose by key: ${keys.join(', ')}, got ${given}`,
  'no-seeds': () => 'names no paper',
  'too-many-seeds': ({ papers, most }) => `${papers} papers are named; at most ${most} can be followed at once`,
  'no-index': ({ given, indexes }) => `${given} is no index of citations; known are ${indexes.join(', ')}`,
  'no-search': ({ ref }) => `${ref} is not a search of this machine`,
  'no-watch': ({ given }) => `there is no ${given}`,
  'no-question': () => 'what the review asks, in words',
  'no-conflict': ({ given }) => `a record in conflict, got ${given}`,
  'not-reviewed': ({ jobs }) => `jobs whose papers are in a review; none has taken ${jobs.join(', ')}`,
  'not-of-review': ({ given }) => `a format of papers or decisions; ${given} is of jobs`,
  'only-of-review': ({ given, instead }) =>
    `a format of jobs, such as ${instead} with the numbers of searches (PRISMA); ${given} is of a review`,
  'longer-than': ({ most, of = 'characters' }) => `at most ${most.toLocaleString('en')} ${of}`,
  'no-such-criterion': ({ given, known }) =>
    `a criterion of the review (${known.join(', ') || 'it has none'}), got ${given}`,
  'not-at-full-text': ({ given }) => `a record whose full text is to be read, got ${given}`,
  'stage-in-use': ({ stage }) => `${stage} has decisions and stays`,
  'no-stop-rule': () => 'a rule, to which a target or a confidence belongs',
  'wrong-stop': () => 'a rule that there is, with a target and a confidence between 0 and 1',
  'no-stage': ({ given, stages }) => `a stage of the review (${stages.join(', ')}), got ${given}`,
  'no-account': ({ given }) => `the name of an account of the lab, got ${given}`,
  'name-of-member': ({ given }) => `a name that differs from a member's by more than capitals, got ${given}`,
  'no-reader': ({ given }) => `a reader of the review, or an invited account, got ${given}`,
  'another-member': ({ given, member }) =>
    `nobody else than you, who are ${member} in a review of the lab, got ${given}`,
  'no-lab-review': ({ given }) => `a review of the lab (L1), got ${given}`,
  'no-group-name': ({ given }) => `a name without comma and colon, got ${given}`,
  'job-without-papers': ({ ref }) => `a job that has papers, got ${ref}`,
  'not-editable': ({ fields, given }) => `a field among ${fields.join(', ')}, got ${given}`,
  'not-its-value': ({ of, given }) => `${of} takes ${VALUES[of]}, got ${given}`,
  'edited-twice': ({ field }) => `each field once; ${field} is there twice`,
  'always-there': ({ field }) => `a field that a paper may lack, got ${field}`,
  'no-text': () => 'a text, got none',
  'other-format': ({ format }) =>
    `only with ${format === undefined ? 'a format that holds papers' : `format ${format}`}`,
};

export function describeFieldProblem(problem: FieldProblem, say: Pick<Vocabulary, 'name'>): string {
  return (WORDING[problem.kind] as (problem: FieldProblem, say: Pick<Vocabulary, 'name'>) => string)(problem, say);
}
