import { describe, expect, it } from 'vitest';
import { toPaper } from '../../../src/papers/paper.ts';
import { source as dataCite } from '../../../src/search/sources/datacite/index.ts';
import { answerOf, questionOf, readParameters, recordsOf } from '../../helpers/sources/asking.ts';

/** A record in the shape of DataCite's schema 4.6 as its API gives it; the facts are invented. */
const THESIS = {
  doi: '10.5281/zenodo.1000001',
  titles: [
    { title: 'Sensoren im Fluss', titleType: 'TranslatedTitle' },
    { title: 'Sensors in <i>rivers</i>', lang: 'en' },
  ],
  creators: [
    { name: 'Beispiel, Ada', nameType: 'Personal', givenName: 'Ada', familyName: 'Beispiel', affiliation: [] },
    { name: 'Muster, Bo' },
    { name: 'Water Group, Section 2', nameType: 'Organizational' },
  ],
  publisher: { name: 'Zenodo' },
  container: {
    type: 'Journal',
    title: 'J. Inv. Hydrol.',
    identifier: '1234-5679',
    identifierType: 'ISSN',
    volume: '9',
  },
  publicationYear: 2021,
  subjects: [{ subject: 'Environmental Science' }, { subject: 'rivers' }],
  contributors: [
    { name: 'Redakt, Eva', contributorType: 'Editor' },
    { name: 'Rat, Rita', contributorType: 'Supervisor' },
  ],
  dates: [
    { date: '2020-01-01', dateType: 'Created' },
    { date: '2021-06-17', dateType: 'Issued' },
  ],
  language: 'en',
  types: { resourceTypeGeneral: 'Text', resourceType: 'Doctoral thesis' },
  rightsList: [{ rightsUri: 'https://creativecommons.org/licenses/by/4.0/legalcode' }],
  descriptions: [
    { description: 'Made with care.', descriptionType: 'Methods' },
    { description: '<p>Rivers are measured.</p>', descriptionType: 'Abstract' },
  ],
  url: 'https://zenodo.org/records/1000001',
};

const question = questionOf({ keywords: ['river sensor'], count: 300 });
const request = dataCite.search(question, {});
const read = (body: unknown, status = 200) => dataCite.readPage(answerOf(body, status), request, question);
const paperOf = (attributes: object) =>
  toPaper(recordsOf(read({ data: [{ id: 'x', attributes }], meta: { total: 1 } }))[0] ?? {});

describe('DataCite', () => {
  it('is asked for the keywords in title or description of what can be cited', () => {
    const filters = { year: '2019:2023', publicationTypes: ['journal' as const] };
    const sent = dataCite.search(questionOf({ keywords: ['river sensor', 'a "b" OR c:d'], filters, count: 150 }), {});
    expect(sent.url).toMatch(/^https:\/\/api\.datacite\.org\/dois\?/);
    expect(readParameters(sent)).toEqual({
      query:
        '(titles.title:("river sensor" OR "a b OR c d") OR descriptions.description:("river sensor" OR "a b OR c d")) ' +
        'AND types.resourceTypeGeneral:(JournalArticle OR Text) AND publicationYear:[2019 TO 2023]',
      sort: 'relevance',
      'page[size]': '150',
      'page[number]': '1',
    });
  });

  it('leaves out images and objects', () => {
    expect(readParameters(request).query).toContain('Dissertation OR Book OR BookChapter OR Report');
    expect(readParameters(request).query).not.toMatch(/Image|PhysicalObject|Collection/);
  });

  it('gives a thesis with all that it tells', () => {
    expect(paperOf(THESIS)).toEqual({
      key: 'doi:10.5281/zenodo.1000001',
      title: 'Sensors in rivers',
      abstract: 'Rivers are measured.',
      authors: ['Ada Beispiel', 'Bo Muster', 'Water Group, Section 2'],
      editors: ['Eva Redakt'],
      year: 2021,
      publishedAt: '2021-06-17',
      venue: 'J. Inv. Hydrol.',
      publisher: 'Zenodo',
      volume: '9',
      issns: ['1234-5679'],
      language: 'en',
      publicationType: 'dissertation',
      fieldsOfStudy: ['Environmental Science'],
      isPrePrint: false,
      isOpenAccess: true,
      downloadable: false,
      doi: '10.5281/zenodo.1000001',
      link: 'https://zenodo.org/records/1000001',
    });
  });

  it.each([
    [{ resourceTypeGeneral: 'JournalArticle' }, 'journal'],
    [{ resourceTypeGeneral: 'ConferencePaper' }, 'conference'],
    [{ resourceTypeGeneral: 'BookChapter' }, 'book series'],
    [{ resourceTypeGeneral: 'Dataset', resourceType: 'Journal data' }, 'dataset'],
    [{ resourceTypeGeneral: 'Text', resourceType: 'Preprint' }, 'preprint'],
    [{ resourceTypeGeneral: 'Text', resourceType: 'Poem' }, undefined],
    [null, undefined],
  ])('the type of %j is %s', (types, type) => {
    const paper = paperOf({ ...THESIS, types });
    expect(typeof paper === 'string' ? paper : paper.publicationType).toBe(type);
  });

  it('knows preprints of arXiv by their DOI', () => {
    const arxiv = { ...THESIS, doi: '10.48550/arxiv.2304.00001', container: {}, publisher: 'arXiv' };
    expect(paperOf(arxiv)).toMatchObject({ arxivId: '2304.00001', isPrePrint: true, venue: 'arXiv' });
  });

  it('looks up DOIs, escaped', () => {
    const sent = dataCite.lookUp?.request('doi', ['10.5281/zenodo.1', '10.5555/a"b:c'], {});
    expect(readParameters(sent)).toMatchObject({
      query: 'doi:("10.5281/zenodo.1" OR "10.5555/a\\"b\\:c")',
      'page[size]': '2',
    });
  });

  it.each([
    ['a bad query', { errors: [{ status: '400', title: 'x' }] }, 400, { failure: 'refused' }],
    ['a limit', '', 429, { failure: 'rate limited' }],
    ['HTML', '<html></html>', 200, { failure: 'unreadable' }],
    ['nothing', { data: [], meta: { total: 0 } }, 200, { records: [], total: 0 }],
  ])('answers %s', (_, body, status, expected) => {
    expect(read(body, status)).toEqual(expected);
  });
});
