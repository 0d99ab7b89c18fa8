import { describe, expect, it } from 'vitest';
import { readSemanticScholar } from '../../src/formats/json/semantic-scholar.ts';
import { recordOf } from './parsed-record.ts';

const LINE = {
  corpusid: 250000001,
  externalids: {
    ArXiv: '2304.00001',
    MAG: null,
    DOI: '10.5555/DEMO.2023.17',
    PubMedCentral: '9000001',
    PubMed: '30000001',
    CorpusId: '250000001',
  },
  url: 'https://www.semanticscholar.org/paper/0123456789abcdef0123456789abcdef01234567',
  title: 'A toy survey of river-sensor networks',
  authors: [
    { authorId: '1', name: 'A. Beispiel' },
    { authorId: null, name: null },
  ],
  venue: 'J. Invented Hydrol.',
  year: 2023,
  referencecount: 34,
  citationcount: 14,
  influentialcitationcount: 2,
  isopenaccess: true,
  s2fieldsofstudy: [
    { category: 'Environmental Science', source: 'external' },
    { category: 'Environmental Science', source: 's2-fos-model' },
  ],
  publicationtypes: ['Review', 'JournalArticle'],
  publicationdate: '2023-04-12',
  journal: { name: 'Journal of Invented Hydrology', pages: '1-20', volume: '9' },
};

const RECORD = {
  key: 's2:250000001',
  title: 'A toy survey of river-sensor networks',
  authors: ['A. Beispiel'],
  year: 2023,
  publishedAt: '2023-04-12',
  venue: 'Journal of Invented Hydrology',
  volume: '9',
  pages: '1-20',
  publicationType: 'journal',
  studyTypes: ['review'],
  fieldsOfStudy: ['Environmental Science'],
  citationCount: 14,
  influentialCitationCount: 2,
  referenceCount: 34,
  isOpenAccess: true,
  isPrePrint: false,
  downloadable: true,
  doi: '10.5555/demo.2023.17',
  arxivId: '2304.00001',
  pmid: '30000001',
  pmcid: 'PMC9000001',
  corpusId: '250000001',
  link: LINE.url,
  pdfLink: 'https://arxiv.org/pdf/2304.00001',
};

describe('a paper of Semantic Scholar', () => {
  it('as a line of the data set is read whole', () => {
    expect(recordOf(readSemanticScholar(LINE))).toEqual(RECORD);
  });

  it('as an answer of the API is read whole', () => {
    const answer = {
      paperId: '0123456789abcdef0123456789abcdef01234567',
      corpusId: 250000001,
      externalIds: { DOI: '10.5555/DEMO.2023.17', ArXiv: '2304.00001', CorpusId: 250000001 },
      url: LINE.url,
      title: LINE.title,
      abstract: null,
      venue: 'J. Invented Hydrol.',
      publicationVenue: { name: 'Journal of Invented Hydrology', type: 'journal', issn: '1234-5679' },
      year: 2023,
      referenceCount: 34,
      citationCount: 14,
      influentialCitationCount: 2,
      isOpenAccess: true,
      openAccessPdf: { url: 'https://journal.example/demo-17.pdf' },
      fieldsOfStudy: ['Environmental Science'],
      s2FieldsOfStudy: null,
      publicationTypes: null,
      publicationDate: '2023-04-12',
      journal: { name: 'Journal of Invented Hydrology', pages: '1-20', volume: '9' },
      authors: [{ name: 'A. Beispiel' }],
      tldr: { model: 'm', text: 'An invented overview.' },
    };
    const { pmid: _pmid, pmcid: _pmcid, studyTypes: _types, ...rest } = RECORD;
    expect(recordOf(readSemanticScholar(answer))).toEqual({
      ...rest,
      summary: 'An invented overview.',
      issns: ['1234-5679'],
      pdfLink: 'https://journal.example/demo-17.pdf',
    });
  });

  it.each([
    [{ journal: null, venue: 'arXiv.org' }, 'preprint', true],
    [{ journal: null, venue: '', externalids: { ArXiv: '2304.00001' } }, 'preprint', true],
    [{ publicationtypes: ['JournalArticle', 'Conference'] }, 'conference', false],
    [{ publicationtypes: ['BookSection'] }, 'book series', false],
    [{ publicationtypes: ['ClinicalTrial'] }, 'clinical trial', false],
  ])('with %j is of type %j', (changes, publicationType, isPrePrint) => {
    expect(recordOf(readSemanticScholar({ ...LINE, ...changes }))).toMatchObject({ publicationType, isPrePrint });
  });

  it('may be nothing but nulls', () => {
    const nulls = Object.fromEntries(Object.keys(LINE).map((name) => [name, null]));
    expect(recordOf(readSemanticScholar({ ...nulls, corpusid: 1, title: 'T' }))).toEqual({
      key: 's2:1',
      corpusId: '1',
      title: 'T',
      authors: [],
      fieldsOfStudy: [],
      downloadable: false,
      isPrePrint: false,
    });
    expect(readSemanticScholar({ title: 'T' })).toEqual({ problem: 'it has neither a corpusid nor a paperId' });
  });
});

describe('a text of Semantic Scholar', () => {
  it('completes the paper of its number', () => {
    expect(readSemanticScholar({ corpusid: 7, openaccessinfo: {}, abstract: 'What.' })).toEqual({
      completes: { corpusId: '7', abstract: 'What.' },
    });
    expect(readSemanticScholar({ corpusid: 7, model: 'm', text: 'Short.' })).toEqual({
      completes: { corpusId: '7', summary: 'Short.' },
    });
    expect(readSemanticScholar({ corpusid: 7, abstract: null })).toEqual({ passedOver: 'an empty text' });
  });
});
