import { describe, expect, it } from 'vitest';
import { isCrossref, readCrossref } from '../../src/formats/json/crossref.ts';
import { isCslJson, readCslJson } from '../../src/formats/json/csl-json.ts';
import { isZotero, readZotero } from '../../src/formats/json/zotero-json.ts';
import { readCsv, readHeader } from '../../src/formats/tables/csv.ts';
import { recordOf } from './parsed-record.ts';

/** What all of these programs tell of the same paper. */
const RECORD = {
  key: 'doi:10.5555/demo.2023.17',
  title: 'A toy survey of river-sensor networks',
  abstract: 'Rivers are measured by sensors.',
  authors: ['Ada Beispiel', 'The Invented Group, Inc.'],
  year: 2023,
  publishedAt: '2023-04-12',
  venue: 'Journal of Invented Hydrology',
  publicationType: 'journal',
  issns: ['1234-5679'],
  fieldsOfStudy: ['Geology'],
  doi: '10.5555/demo.2023.17',
  pmid: '30000001',
  link: 'https://journal.example/17',
  downloadable: false,
};

describe('an item of CSL-JSON', () => {
  const ITEM = {
    id: 'beispiel2023',
    type: 'article-journal',
    title: 'A toy survey of <i>river</i>-sensor networks',
    author: [{ family: 'Beispiel', given: 'Ada' }, { literal: 'The Invented Group, Inc.' }],
    issued: { 'date-parts': [['2023', 4, 12]] },
    'container-title': 'Journal of Invented Hydrology',
    DOI: '10.5555/DEMO.2023.17',
    ISSN: '1234-5679, 9999-9999',
    PMID: '30000001',
    URL: 'https://journal.example/17',
    keyword: 'rivers, Geology',
    abstract: '<jats:p>Rivers are measured by sensors.</jats:p>',
  };

  it('is read whole', () => {
    expect(isCslJson(ITEM)).toBe(true);
    expect(recordOf(readCslJson(ITEM))).toEqual({ ...RECORD, keywords: ['rivers', 'Geology'] });
  });

  it.each([
    [{ issued: { 'date-parts': [[null]] } }, { title: RECORD.title }],
    [{ issued: { raw: '2021-05' } }, { year: 2021, publishedAt: '2021-05' }],
    [{ issued: { literal: 'Spring 2020' } }, { year: 2020 }],
    [{ type: 'paper-conference' }, { publicationType: 'conference' }],
    [
      { type: 'article', genre: 'preprint', number: 'arXiv:2304.00001 [cs.NI]' },
      { publicationType: 'preprint', isPrePrint: true, arxivId: '2304.00001' },
    ],
    [{ type: 'article' }, { publicationType: 'journal' }],
    [
      { author: [{ family: 'Berg', given: 'Anna', 'non-dropping-particle': 'van der', suffix: 'Jr' }, 'Plato', null] },
      { authors: ['Anna van der Berg Jr', 'Plato'] },
    ],
    [
      { custom: { citations: 3, quartile: 'Q1', summary: 'Short.', pdfLink: 'https://x.example/a.pdf' } },
      { citationCount: 3, quartile: 'Q1', summary: 'Short.', downloadable: true },
    ],
    [{ title: ['A list'], 'container-title': [] }, { title: 'A list' }],
  ])('with %j gives %j', (changes, facts) => {
    expect(recordOf(readCslJson({ ...ITEM, ...changes }))).toMatchObject(facts);
  });

  it('that is no publication is passed over', () => {
    expect(readCslJson({ ...ITEM, type: 'webpage' })).toEqual({ passedOver: 'the type webpage' });
    expect(readCslJson('text')).toEqual({ problem: 'it is not a JSON object' });
  });
});

describe('an item of Zotero', () => {
  const DATA = {
    itemType: 'journalArticle',
    title: 'A toy survey of river-sensor networks',
    creators: [
      { creatorType: 'author', firstName: 'Ada', lastName: 'Beispiel' },
      { creatorType: 'editor', firstName: 'Some', lastName: 'Editor' },
      { creatorType: 'author', name: 'The Invented Group, Inc.' },
    ],
    abstractNote: 'Rivers are measured by sensors.',
    publicationTitle: 'Journal of Invented Hydrology',
    date: '2023-04-12',
    DOI: '10.5555/demo.2023.17',
    ISSN: '1234-5679',
    url: 'https://journal.example/17',
    extra: 'Citation Key: x\nPMID: 30000001',
    tags: [{ tag: 'Geology' }, { tag: 'to read' }, null],
  };

  it('is read whole, as its API and as Better BibTeX write it', () => {
    const data = { ...DATA, volume: '17', issue: 2, pages: '101-118', ISBN: '978-3-16-148410-0', language: 'en' };
    const record = {
      ...RECORD,
      volume: '17',
      issue: '2',
      pages: '101-118',
      isbns: ['9783161484100'],
      language: 'en',
      editors: ['Some Editor'],
      keywords: ['Geology', 'to read'],
      bibtex: { key: 'x' },
    };
    expect(recordOf(readZotero({ key: 'AB12', version: 3, data }))).toEqual(record);
    expect(recordOf(readZotero(data))).toEqual(record);
    expect(recordOf(readZotero({ ...data, citationKey: 'y' }))).toMatchObject({ bibtex: { key: 'y' } });
    expect([isZotero(DATA), isZotero({ data: DATA }), isZotero({ data: [] })]).toEqual([true, true, false]);
  });

  it('that is no publication is passed over', () => {
    expect(readZotero({ data: { itemType: 'attachment' } })).toEqual({ passedOver: 'the type attachment' });
    expect(readZotero({ data: {} })).toEqual({ problem: 'it has no itemType' });
  });

  it('may be nothing but a type and a title', () => {
    expect(
      recordOf(readZotero({ itemType: 'preprint', title: 'T', creators: null, extra: 'arXiv: 2304.00001' })),
    ).toMatchObject({
      publicationType: 'preprint',
      isPrePrint: true,
      arxivId: '2304.00001',
    });
  });
});

describe('a record of CSV', () => {
  function read(header: string, record: string) {
    const columns = readHeader(header);
    if (!columns) throw new Error('no header');
    return readCsv(record, columns);
  }

  const ZOTERO =
    '"Key","Item Type","Publication Year","Author","Title","Publication Title","ISBN","ISSN","DOI","Url","Abstract Note","Date","Manual Tags"';

  it('of Zotero is read whole', () => {
    const record =
      '"AB12","journalArticle","2023","Beispiel, Ada; The Invented Group, Inc.","A toy survey of river-sensor networks","Journal of Invented Hydrology","","1234-5679","10.5555/demo.2023.17","https://journal.example/17","Rivers are\nmeasured by sensors.","2023-04-12","Geology; x"';
    const { pmid: _, ...known } = RECORD;
    expect(recordOf(read(ZOTERO, record))).toEqual({
      ...known,
      abstract: 'Rivers are\nmeasured by sensors.',
      keywords: ['Geology', 'x'],
    });
    expect(read(ZOTERO, record.replace('journalArticle', 'attachment'))).toEqual({ passedOver: 'the type attachment' });
  });

  it('of a database is read by the names of its columns, whatever separates them', () => {
    const header = 'Authors;Title;Year;Source title;Cited by;DOI;Document Type';
    expect(
      recordOf(
        read(header, 'Beispiel A.; "said ""x""; y";2020;J. Owls;7;10.1000/x;Conference paper'.replace('A.; ', 'A.;')),
      ),
    ).toMatchObject({
      title: 'said "x"; y',
      year: 2020,
      venue: 'J. Owls',
      citationCount: 7,
      doi: '10.1000/x',
      publicationType: 'conference',
    });
  });

  it('of too few cells is a problem', () => {
    expect(read('title,year,doi', 'T,2020')).toEqual({ problem: 'it has 2 cells, the header has 3' });
  });

  it.each(['title', 'a,b,c', 'just words, and more', ''])('has no header in %j', (line) => {
    expect(readHeader(line)).toBeUndefined();
  });
});

describe('a work of Crossref', () => {
  const WORK = {
    DOI: '10.5555/DEMO.2023.17',
    type: 'journal-article',
    title: ['A toy survey'],
    subtitle: ['of river-sensor networks'],
    author: [{ given: 'Ada', family: 'Beispiel' }, { name: 'The Invented Group, Inc.' }, {}],
    issued: { 'date-parts': [[2023, 4]] },
    'container-title': ['Journal of Invented Hydrology'],
    ISSN: ['1234-5679'],
    publisher: 'Example Press',
    'is-referenced-by-count': 11,
    license: [{ URL: 'http://creativecommons.org/licenses/by/4.0/' }],
    link: [{ URL: 'https://journal.example/17.pdf', 'content-type': 'application/pdf' }],
  };

  it('is read whole', () => {
    expect(isCrossref(WORK)).toBe(true);
    expect(recordOf(readCrossref(WORK))).toEqual({
      key: RECORD.key,
      title: 'A toy survey: of river-sensor networks',
      authors: RECORD.authors,
      year: 2023,
      publishedAt: '2023-04',
      venue: RECORD.venue,
      publisher: 'Example Press',
      issns: ['1234-5679'],
      publicationType: 'journal',
      fieldsOfStudy: [],
      citationCount: 11,
      isOpenAccess: true,
      doi: RECORD.doi,
      pdfLink: 'https://journal.example/17.pdf',
      downloadable: true,
    });
  });

  it('that is no publication is passed over', () => {
    expect(readCrossref({ ...WORK, type: 'component' })).toEqual({ passedOver: 'the type component' });
    expect(recordOf(readCrossref({ ...WORK, issued: { 'date-parts': [[null]] }, subtype: 'preprint' }))).toMatchObject({
      publicationType: 'preprint',
      isPrePrint: true,
    });
  });
});
