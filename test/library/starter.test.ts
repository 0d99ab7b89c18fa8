import { describe, expect, it } from 'vitest';
import { readStarterCatalogue } from '../../src/library/starter/starter.ts';

const PAPERS = readStarterCatalogue();

const FIELDS = [
  'Computer Science',
  'Medicine',
  'Chemistry',
  'Biology',
  'Materials Science',
  'Physics',
  'Geology',
  'Psychology',
  'Art',
  'History',
  'Geography',
  'Sociology',
  'Business',
  'Political Science',
  'Economics',
  'Philosophy',
  'Mathematics',
  'Engineering',
  'Environmental Science',
  'Agricultural and Food Sciences',
  'Education',
  'Law',
  'Linguistics',
];

/** Titles of the papers that break a rule; none should. */
function breaking(isKept: (paper: (typeof PAPERS)[number]) => boolean): string[] {
  return PAPERS.filter((paper) => !isKept(paper)).map(({ title }) => title);
}

/** The entries that occur more than once. */
function repeated(texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text, at): text is string => text !== undefined && texts.indexOf(text) !== at);
}

describe('the starter catalogue', () => {
  it('holds at least 120 papers', () => {
    expect(PAPERS.length).toBeGreaterThanOrEqual(120);
  });

  it.each(FIELDS)('holds at least five papers of %s', (field) => {
    expect(PAPERS.filter(({ fieldsOfStudy }) => fieldsOfStudy.includes(field)).length).toBeGreaterThanOrEqual(5);
  });

  it('knows no other field than the 23 of the contract, and at least one of each paper', () => {
    expect(breaking(({ fieldsOfStudy }) => fieldsOfStudy.length > 0)).toEqual([]);
    expect(breaking(({ fieldsOfStudy }) => fieldsOfStudy.every((field) => FIELDS.includes(field)))).toEqual([]);
  });

  it('tells title, authors, year and venue of every paper', () => {
    expect(breaking(({ title }) => title.length >= 5)).toEqual([]);
    expect(breaking(({ authors }) => authors.length > 0 && authors.every((name) => /\p{L}{2}/u.test(name)))).toEqual(
      [],
    );
    expect(breaking(({ year = 0 }) => Number.isInteger(year) && year >= 1600 && year <= 2026)).toEqual([]);
    expect(breaking(({ venue = '' }) => venue.length >= 3)).toEqual([]);
  });

  it('names no author twice in one paper and joins no two in one name', () => {
    expect(breaking(({ authors }) => new Set(authors).size === authors.length)).toEqual([]);
    expect(breaking(({ authors }) => authors.every((name) => !/[,;&]| and /.test(name)))).toEqual([]);
  });

  it('leads to every paper: a valid DOI or an https address', () => {
    expect(breaking(({ doi, link }) => doi !== undefined || link?.startsWith('https://') === true)).toEqual([]);
    expect(breaking(({ doi }) => doi === undefined || /^10\.\d{4,9}\/\S+$/.test(doi))).toEqual([]);
    expect(breaking(({ link }) => link === undefined || link.startsWith('https://'))).toEqual([]);
  });

  it('calls every paper one of the types of the contract', () => {
    expect(
      breaking(({ publicationType = '' }) => ['journal', 'book series', 'conference'].includes(publicationType)),
    ).toEqual([]);
  });

  it('says in 60 to 300 characters what every paper is about', () => {
    expect(breaking(({ summary = '' }) => summary.length >= 60 && summary.length <= 300)).toEqual([]);
  });

  it('holds no DOI, title or summary twice', () => {
    expect(repeated(PAPERS.map(({ doi }) => doi))).toEqual([]);
    expect(repeated(PAPERS.map(({ title }) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')))).toEqual([]);
    expect(repeated(PAPERS.map(({ summary }) => summary))).toEqual([]);
  });

  it('claims no number of citations, which it could not keep true', () => {
    expect(breaking(({ citationCount }) => citationCount === undefined)).toEqual([]);
  });
});
