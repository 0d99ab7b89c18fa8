import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpenAlex, readOpenAlex } from '../../src/formats/json/openalex.ts';
import { inverted } from '../service/enrichment/open-sources.ts';
import { recordOf } from './parsed-record.ts';

const ABSTRACT = 'Rivers are measured by sensors, and people measure the sensors that measure them.';

const NEW_FORM = {
  id: 'https://openalex.org/W4000000001',
  doi: 'https://doi.org/10.5555/DEMO.2023.17',
  title: 'A toy survey of <i>river</i>-sensor networks',
  publication_year: 2023,
  publication_date: '2023-04-12',
  ids: {
    openalex: 'https://openalex.org/W4000000001',
    pmid: 'https://pubmed.ncbi.nlm.nih.gov/30000001',
    pmcid: 'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC9000001',
  },
  primary_location: {
    is_oa: true,
    landing_page_url: 'https://doi.org/10.5555/demo.2023.17',
    pdf_url: 'https://journal.example/demo-17.pdf',
    source: {
      display_name: 'Journal of Invented Hydrology',
      issn: ['1234-5679', '2345-6787'],
      host_organization_name: 'Example Press',
      type: 'journal',
    },
    version: 'publishedVersion',
    raw_type: 'journal-article',
  },
  locations: [{ landing_page_url: 'http://arxiv.org/abs/2304.00001v2' }],
  type: 'article',
  open_access: { is_oa: true },
  authorships: [
    { author: { display_name: 'Ada Beispiel' }, raw_author_name: 'A. Beispiel' },
    { author: { display_name: null }, raw_author_name: 'Bo Muster' },
    null,
  ],
  cited_by_count: 12,
  is_retracted: false,
  topics: [
    { subfield: { id: 'https://openalex.org/subfields/2312' }, field: { id: 'https://openalex.org/fields/23' } },
    { subfield: { id: 'https://openalex.org/subfields/3309' } },
  ],
  referenced_works_count: 34,
  abstract_inverted_index: inverted(`Abstract ${ABSTRACT}`),
};

const OLD_FORM = {
  id: 'https://openalex.org/W2000000002',
  doi: null,
  title: null,
  display_name: 'Owls',
  publication_year: 2018,
  publication_date: '2018-01-01',
  ids: {
    openalex: 'https://openalex.org/W2000000002',
    mag: '2000000002',
    pmcid: 'https://www.ncbi.nlm.nih.gov/pmc/articles/6500000',
  },
  host_venue: {
    issn: ['1234-5679'],
    display_name: 'Owl Letters',
    publisher: 'Owl Press',
    type: 'journal',
    url: 'https://owl.example/2',
  },
  type: 'journal-article',
  open_access: { is_oa: false },
  authorships: [],
  cited_by_count: 0,
  concepts: [
    { display_name: 'Medicine', level: 0, score: '0.48' },
    { display_name: 'Library science', level: 1, score: '0.45' },
    { display_name: 'Computer science', level: 0, score: 0.31 },
    { display_name: 'Art', level: 0, score: '0.13' },
  ],
  referenced_works: ['https://openalex.org/W1', 'https://openalex.org/W2'],
  abstract_inverted_index: null,
};

describe('a work of OpenAlex', () => {
  it('in the form of today is read whole', () => {
    expect(isOpenAlex(NEW_FORM)).toBe(true);
    expect(recordOf(readOpenAlex(NEW_FORM))).toEqual({
      key: 'openalex:W4000000001',
      title: 'A toy survey of river-sensor networks',
      abstract: ABSTRACT,
      authors: ['Ada Beispiel', 'Bo Muster'],
      year: 2023,
      publishedAt: '2023-04-12',
      venue: 'Journal of Invented Hydrology',
      publisher: 'Example Press',
      issns: ['1234-5679', '2345-6787'],
      publicationType: 'journal',
      fieldsOfStudy: ['Environmental Science', 'Computer Science', 'Sociology'],
      citationCount: 12,
      referenceCount: 34,
      isOpenAccess: true,
      isPrePrint: false,
      isRetracted: false,
      downloadable: true,
      doi: '10.5555/demo.2023.17',
      arxivId: '2304.00001',
      pmid: '30000001',
      pmcid: 'PMC9000001',
      openAlexId: 'W4000000001',
      link: 'https://doi.org/10.5555/demo.2023.17',
      pdfLink: 'https://journal.example/demo-17.pdf',
    });
  });

  it('in the older form is read whole', () => {
    expect(recordOf(readOpenAlex(OLD_FORM))).toEqual({
      key: 'openalex:W2000000002',
      title: 'Owls',
      authors: [],
      year: 2018,
      publishedAt: '2018-01-01',
      venue: 'Owl Letters',
      publisher: 'Owl Press',
      issns: ['1234-5679'],
      publicationType: 'journal',
      fieldsOfStudy: ['Medicine', 'Computer Science'],
      citationCount: 0,
      referenceCount: 2,
      isOpenAccess: false,
      isPrePrint: false,
      downloadable: false,
      pmcid: 'PMC6500000',
      openAlexId: 'W2000000002',
      link: 'https://owl.example/2',
    });
  });

  it.each<[string, object, string | undefined]>([
    ['a preprint', { type: 'preprint' }, 'preprint'],
    ['posted content of the older form', { type: 'posted-content' }, 'preprint'],
    ['a paper of a conference', { primary_location: { source: { type: 'conference' } } }, 'conference'],
    [
      'a proceedings article in a series',
      { primary_location: { source: { type: 'book series' }, raw_type: 'proceedings-article' } },
      'conference',
    ],
    [
      'a chapter of a series',
      { type: 'book-chapter', primary_location: { source: { type: 'book series' } } },
      'book series',
    ],
    ['a book in a series', { type: 'book', primary_location: { source: { type: 'book series' } } }, 'book'],
    ['an article that appeared nowhere', { primary_location: null }, undefined],
    ['a thesis', { type: 'dissertation', primary_location: null }, 'dissertation'],
  ])('that is %s is of type %j', (_what, changes, publicationType) => {
    const record = recordOf(readOpenAlex({ ...NEW_FORM, ...changes }));
    expect(record).toMatchObject(publicationType === undefined ? {} : { publicationType });
    if (publicationType === undefined) expect(record).not.toHaveProperty('publicationType');
  });

  it('that merely lies in a repository has no venue', () => {
    const record = recordOf(
      readOpenAlex({
        ...NEW_FORM,
        primary_location: { version: 'submittedVersion', source: { type: 'repository', display_name: 'Zenodo' } },
      }),
    );
    expect(record).toMatchObject({ isPrePrint: true });
    expect(record).not.toHaveProperty('venue');
  });

  it.each([
    [
      'a deleted id',
      { id: 'https://openalex.org/W4285719527', title: 'Deleted Work' },
      { passedOver: 'a deleted work' },
    ],
    ['paratext', { is_paratext: true }, { passedOver: 'paratext' }],
    ['the expansion corpus', { is_xpac: true }, { passedOver: 'the expansion corpus' }],
    [
      'another entity',
      { id: 'https://openalex.org/A1' },
      { problem: 'it has no id of OpenAlex (https://openalex.org/W...)' },
    ],
  ])('of %s is no paper', (_what, changes, reading) => {
    expect(readOpenAlex({ ...NEW_FORM, ...changes })).toEqual(reading);
  });

  it('with an index as text, as old snapshots have it, has its abstract', () => {
    const index = JSON.stringify({ IndexLength: 13, InvertedIndex: inverted(ABSTRACT) });
    expect(recordOf(readOpenAlex({ ...NEW_FORM, abstract_inverted_index: index }))).toMatchObject({
      abstract: ABSTRACT,
    });
  });

  it('that lists an author twice under one id has each author once, and namesakes both', () => {
    const author = (id: string, name: string) => ({ author: { id, display_name: name } });
    const authorships = [
      author('A1', 'Wei Wang'),
      author('A2', 'Wei Wang'),
      author('A1', 'W. Wang'),
      { raw_author_name: 'Bo' },
    ];
    const read = readOpenAlex({ id: 'https://openalex.org/W1', title: 'Owls', authorships });
    expect(read).toMatchObject({ metadata: { authors: ['Wei Wang', 'Wei Wang', 'Bo'] } });
  });

  it('may have anything anywhere', () => {
    const names = fc.constantFrom(...Object.keys(NEW_FORM).filter((name) => name !== 'id'), 'host_venue', 'concepts');
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (changes) => {
        const reading = readOpenAlex({ ...NEW_FORM, ...changes });
        if ('metadata' in reading) expect(recordOf(reading)).toBeTruthy();
      }),
    );
    expect(readOpenAlex([])).toEqual({ problem: 'it is not a JSON object' });
  });
});
