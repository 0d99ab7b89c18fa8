import { describe, expect, it } from 'vitest';
import { normalisePaper, toPaper } from '../../../src/papers/paper.ts';
import { source as europePmc } from '../../../src/search/sources/europepmc/index.ts';
import type { SourcePage } from '../../../src/search/sources/source.ts';
import { answerOf, questionOf, readParameters } from '../../helpers/sources/asking.ts';
import { searchServed } from '../../helpers/sources/search-served.ts';

const ARTICLE = {
  id: '30000001',
  source: 'MED',
  pmid: '30000001',
  pmcid: 'PMC9000001',
  doi: '10.5555/DEMO.2023.17',
  title: 'A toy survey of <i>river</i>-sensor networks.',
  authorString: 'Beispiel A, Muster B.',
  authorList: {
    author: [
      { fullName: 'Beispiel A', firstName: 'Ada', lastName: 'Beispiel', initials: 'A' },
      { fullName: 'van Muster BC' },
      { collectiveName: 'The Invented Consortium, Section 2' },
      null,
    ],
  },
  journalInfo: {
    volume: '9',
    issue: '2',
    yearOfPublication: 2023,
    journal: { title: 'Journal of Invented Hydrology', issn: '1234-5679', essn: '2345-6787' },
  },
  pageInfo: '1-20',
  language: 'eng',
  pubYear: '2023',
  abstractText: '<h4>Aim</h4>Rivers are measured by sensors and people.',
  pubTypeList: { pubType: ['review-article', 'Journal Article'] },
  keywordList: { keyword: ['rivers', 'environmental science'] },
  fullTextUrlList: {
    fullTextUrl: [
      { availabilityCode: 'S', documentStyle: 'pdf', url: 'https://pay.example/demo.pdf' },
      { availabilityCode: 'OA', documentStyle: 'pdf', url: 'https://europepmc.org/articles/PMC9000001?pdf=render' },
      { availabilityCode: 'S', documentStyle: 'doi', url: 'https://doi.org/10.5555/demo.2023.17' },
    ],
  },
  isOpenAccess: 'Y',
  hasPDF: 'Y',
  citedByCount: 9,
  firstPublicationDate: '2023-04-12',
};

function results(found: unknown[], more: object = {}): object {
  return { version: '6.9', hitCount: found.length, ...more, resultList: { result: found } };
}

const request = () => europePmc.search(questionOf({ keywords: ['river sensor'] }), {});

function read(body: unknown, status = 200, headers: Record<string, string> = {}): SourcePage {
  return europePmc.readPage(answerOf(body, status, headers), request(), questionOf());
}

function factsOf(result: unknown) {
  const page = read(results([result]));
  return 'failure' in page ? undefined : page.records[0];
}

describe('what Europe PMC is asked', () => {
  it('any of the keywords in title or abstract, with the filters that it has', () => {
    const { url, headers } = europePmc.search(
      questionOf({
        keywords: ['river sensor', 'water "network" OR x:y'],
        filters: { limit: 100, year: '2019:2023', minCitationCount: 10, openAccessPdf: true, downloadable: true },
        count: 150,
      }),
      {},
    );
    expect(url).toContain('https://www.ebi.ac.uk/europepmc/webservices/rest/search?');
    expect(headers).toEqual({ Accept: 'application/json' });
    expect(readParameters({ url })).toEqual({
      query:
        '(TITLE_ABS:"river sensor" OR TITLE_ABS:"water network OR x y") ' +
        'AND (PUB_YEAR:[2019 TO 2023] OR FIRST_PDATE:[2019-01-01 TO 2023-12-31]) AND CITED:[10 TO *] ' +
        'AND OPEN_ACCESS:y AND HAS_PDF:y AND HAS_PDF:y AND (OPEN_ACCESS:y OR IN_EPMC:y)',
      format: 'json',
      resultType: 'core',
      pageSize: '150',
      cursorMark: '*',
    });
  });

  it.each([
    [{ year: '2021' }, '(PUB_YEAR:2021 OR FIRST_PDATE:[2021-01-01 TO 2021-12-31])'],
    [{ publicationTypes: ['journal' as const] }, '(SRC:MED OR SRC:PMC)'],
    [{ publicationTypes: ['conference' as const, 'book series' as const] }, '(SRC:MED OR SRC:PMC)'],
  ])('%j', (filters, part) => {
    const { query } = readParameters(
      europePmc.search(questionOf({ keywords: ['a'], filters: { limit: 100, ...filters } }), {}),
    );
    expect(query).toBe(`(TITLE_ABS:"a") AND ${part}`);
  });

  it.each([{ openAccessPdf: false }, { downloadable: false }, { quartileRanking: ['Q1' as const] }])(
    'not what it could only answer for itself: %j',
    (filters) => {
      const { query } = readParameters(
        europePmc.search(questionOf({ keywords: ['a'], filters: { limit: 100, ...filters } }), {}),
      );
      expect(query).toBe('(TITLE_ABS:"a")');
    },
  );

  it('nothing for books alone, of which it finds none', () => {
    const publicationTypes = ['book series' as const];
    expect(europePmc.cannotAnswer(questionOf({ keywords: ['a'], filters: { limit: 100, publicationTypes } }))).toBe(
      'no-books',
    );
  });

  it('as many of the best terms of a long text as an address can hold', () => {
    const terms = Array.from({ length: 4_000 }, (_, number) => `流域 sensor${number} ${'network '.repeat(20)}`);
    const { url } = europePmc.search(questionOf({ terms }), {});
    expect(url.length).toBeLessThan(12_000);
    const { query = '' } = readParameters({ url });
    expect(query.match(/TITLE_ABS/g)?.length).toBeGreaterThan(5);
    expect(query).toContain('流域 sensor0 network');
  });

  it('only about fields that it has', () => {
    const about = (fieldsOfStudy: ['Law'] | ['Law', 'Medicine']) =>
      europePmc.cannotAnswer(questionOf({ keywords: ['a'], filters: { limit: 100, fieldsOfStudy } }));
    expect(about(['Law'])).toBe('life-sciences-only');
    expect(about(['Law', 'Medicine'])).toBeUndefined();
    expect(europePmc.cannotAnswer(questionOf({ keywords: ['"?!"'] }))).toBe('no-words');
  });
});

describe('pages of Europe PMC', () => {
  const numbered = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({ source: 'MED', id: `${from + place}`, title: `T${from + place}` }));

  it('follow the cursor until the one sent comes back', async () => {
    const { seen, records } = await searchServed(
      europePmc,
      questionOf({ keywords: ['river sensor'], count: 1_200 }),
      (_, place) => ({
        body: JSON.stringify(
          results(numbered(1 + place * 500, place === 2 ? 100 : 500), {
            hitCount: 1_100,
            nextCursorMark: `mark${Math.min(place, 1)}=+/`,
          }),
        ),
      }),
    );
    expect(seen.map(({ parameters }) => parameters.cursorMark)).toEqual(['*', 'mark0=+/', 'mark1=+/']);
    expect(seen.every(({ path, parameters }) => path === '/search' && parameters.pageSize === '500')).toBe(true);
    expect(records.length).toBe(1_100);
    expect(records.at(-1)?.pmid).toBe('1100');
  });

  it.each([
    ['the cursor that was sent', results(numbered(1, 10), { hitCount: 900, nextCursorMark: '*' })],
    ['no cursor', results(numbered(1, 10), { hitCount: 900 })],
    ['nothing', results([], { hitCount: 900, nextCursorMark: 'on' })],
    ['everything', results(numbered(1, 10), { hitCount: 10, nextCursorMark: 'on' })],
    ['as many as were wanted', results(numbered(1, 100), { hitCount: 900, nextCursorMark: 'on' })],
  ])('end with %s', (_, body) => {
    expect(read(body)).not.toHaveProperty('next');
  });

  it('goes on after a short page', () => {
    const page = read(results(numbered(1, 10), { hitCount: '900', nextCursorMark: 'on' }));
    expect(page).toMatchObject({ total: 900, next: { headers: { Accept: 'application/json' } } });
    expect('next' in page && page.next && readParameters(page.next)).toMatchObject({
      cursorMark: 'on',
      pageSize: '100',
    });
  });
});

describe('what Europe PMC answers', () => {
  it('an article with all that it tells', () => {
    expect(factsOf(ARTICLE)).toEqual({
      key: 'pmid:30000001',
      title: 'A toy survey of <i>river</i>-sensor networks',
      abstract: '<h4>Aim</h4>Rivers are measured by sensors and people.',
      authors: [
        { family: 'Beispiel', given: 'Ada' },
        'BC van Muster',
        { literal: 'The Invented Consortium, Section 2' },
      ],
      year: 2023,
      publishedAt: '2023-04-12',
      venue: 'Journal of Invented Hydrology',
      publisher: undefined,
      volume: '9',
      issue: '2',
      pages: '1-20',
      isbns: [],
      language: 'eng',
      issns: ['1234-5679', '2345-6787'],
      publicationType: 'journal',
      studyTypes: ['review article', 'journal article'],
      fieldsOfStudy: ['Environmental Science'],
      citationCount: 9,
      isOpenAccess: true,
      isPrePrint: false,
      isRetracted: undefined,
      doi: '10.5555/DEMO.2023.17',
      pmid: '30000001',
      pmcid: 'PMC9000001',
      arxivId: undefined,
      link: 'https://doi.org/10.5555/demo.2023.17',
      pdfLink: 'https://europepmc.org/articles/PMC9000001?pdf=render',
    });
    expect(toPaper(factsOf(ARTICLE) ?? {})).toMatchObject({
      doi: '10.5555/demo.2023.17',
      title: 'A toy survey of river-sensor networks',
      abstract: 'Aim\nRivers are measured by sensors and people.',
    });
  });

  it('a preprint, whose server is its publisher', () => {
    const preprint = factsOf({
      id: 'PPR700001',
      source: 'PPR',
      doi: '10.48550/arxiv.2304.00001',
      title: 'Sensors before review',
      authorString: 'Beispiel A, de la Muster BC Jr, The Group.',
      pubYear: '2023',
      pubTypeList: { pubType: ['Preprint'] },
      bookOrReportDetails: { publisher: 'bioRxiv', yearOfPublication: 2023 },
      isOpenAccess: 'N',
    });
    expect(preprint).toMatchObject({
      key: 'europepmc:PPR:PPR700001',
      authors: ['A Beispiel', 'BC de la Muster Jr', 'The Group'],
      venue: 'bioRxiv',
      publisher: 'bioRxiv',
      publicationType: 'preprint',
      isPrePrint: true,
      isOpenAccess: undefined,
      arxivId: '2304.00001',
      link: 'https://europepmc.org/article/PPR/PPR700001',
    });
  });

  it('a preprint by its collection alone', () => {
    expect(factsOf({ id: 'PPR1', source: 'PPR', title: 'T' })).toMatchObject({
      isPrePrint: true,
      publicationType: 'preprint',
    });
  });

  it('an id with half a character', () => {
    const link = 'https://europepmc.org/article/PPR/a%EF%BF%BD';
    expect(factsOf({ id: 'a\ud800', source: 'PPR', title: 'T' })).toMatchObject({ link });
  });

  it('a record of PubMed Central alone, whose year is in its date only', () => {
    const record = {
      id: 'PMC9000002',
      source: 'PMC',
      pmcid: 'PMC9000002',
      title: 'A manuscript.',
      journalTitle: 'J Invented Hydrol',
      firstPublicationDate: '2022-11-02',
    };
    expect(factsOf(record)).toMatchObject({ key: 'europepmc:PMC:PMC9000002', year: 2022, publishedAt: '2022-11-02' });
  });

  it('next to nothing', () => {
    const bare = {
      id: 'IND1',
      source: 'AGR',
      title: null,
      abstractText: 'Only this.',
      authorList: null,
      journalInfo: null,
    };
    expect(factsOf(bare)).toMatchObject({ key: 'europepmc:AGR:IND1', abstract: 'Only this.', authors: [], issns: [] });
    expect(read(results([null, 'x', {}, { id: '1', source: 'MED' }]))).toMatchObject({ records: [] });
  });

  it.each([
    ['In vitamin D.', 'In vitamin D'],
    ['Rivers of the U.S.', 'Rivers of the U.S.'],
    ['And so on...', 'And so on...'],
    ['Does it flow?', 'Does it flow?'],
    ['[Ein Fluss].', 'Ein Fluss'],
  ])('the title %s', (title, plain) => {
    expect(factsOf({ ...ARTICLE, title })?.title).toBe(plain);
  });

  it.each([
    ['a publication type', { pubTypeList: { pubType: ['Journal Article', 'Retracted Publication'] } }, true],
    ['a note', { commentCorrectionList: { commentCorrection: [{ type: 'Retraction in', id: '1' }] } }, true],
    ['a note without a list', { commentCorrectionList: { commentCorrection: { type: 'Retraction in: J' } } }, true],
    ['its title', { title: 'RETRACTED: Sensors.' }, true],
    ['being a notice', { pubTypeList: { pubType: ['Retraction of Publication'] } }, undefined],
    ['retracting another', { commentCorrectionList: { commentCorrection: [{ type: 'Retraction of' }] } }, undefined],
    ['its topic', { title: 'Retracted papers: a survey' }, undefined],
  ])('is retracted by %s: %#', (_, more, expected) => {
    expect(normalisePaper(factsOf({ ...ARTICLE, ...more }) ?? {}).isRetracted).toBe(expected);
  });

  it.each([
    ['Retraction in', 'retracted'],
    ['Retraction of', 'notice'],
    ['Expression of concern in', 'expression-of-concern'],
    ['Erratum in', 'corrected'],
    ['Erratum for', 'corrected'],
    ['Comment in', undefined],
  ])('says by its links what it is: %s', (type, kind) => {
    const linked = factsOf({ ...ARTICLE, commentCorrectionList: { commentCorrection: [{ type, id: '1' }] } });
    expect(linked?.retraction).toEqual(kind && { kind, from: 'europepmc' });
  });

  it.each([
    [{ source: 'NBK', pubTypeList: { pubType: ['Review'] } }, 'book chapter'],
    [{ pubTypeList: { pubType: 'research-article' } }, 'journal'],
    [{ pubTypeList: { pubType: ['Journal Articles'] }, journalInfo: null }, 'journal'],
    [{ pubTypeList: { pubType: ['Congress'] } }, 'conference'],
    [{ pubTypeList: { pubType: ['Letter'] } }, 'letter'],
    [{ pubTypeList: null }, 'journal'],
  ])('the type of %j', (more, type) => {
    expect(factsOf({ ...ARTICLE, ...more })?.publicationType).toBe(type);
  });

  it.each([
    ['an error under status 200', { errCode: 404, errMsg: 'Invalid query' }, 200, { failure: 'refused' }],
    ['an error with a text as its code', { errCode: '503', errMsg: 'Busy' }, 200, { failure: 'server error' }],
    ['an error without a code', { errMsg: 'no' }, 200, { failure: 'refused' }],
    ['maintenance', 'Service unavailable', 503, { failure: 'server error' }],
    ['a page of HTML', '<html>Welcome</html>', 200, { failure: 'unreadable' }],
    ['a cut body', '{"hitCount": 3, "resultList": {"resu', 200, { failure: 'unreadable' }],
    ['another service', { results: [] }, 200, { failure: 'unreadable' }],
    ['a list that is none', { resultList: { result: 'x' } }, 200, { failure: 'unreadable' }],
    ['too long an address', '', 414, { failure: 'refused' }],
    ['too large an OR', '<html></html>', 504, { failure: 'too slow' }],
    ['a limit', '', 429, { failure: 'rate limited' }],
    ['no hits', { hitCount: 0, resultList: { result: [] } }, 200, { records: [], total: 0 }],
  ])('%s', (_, body, status, expected) => {
    expect(read(body, status)).toEqual(expected);
  });

  it('a limit that says how long it lasts', () => {
    expect(read('', 503, { 'retry-after': '30' })).toEqual({ failure: 'rate limited', retryAfterSeconds: 30 });
  });
});

describe('look-ups and related works of Europe PMC', () => {
  it('asks for many DOIs in a form', () => {
    const sent = europePmc.lookUp?.request('doi', ['10.5555/a', '10.1002/(sici)1"x'], {
      baseUrl: 'http://127.0.0.1:1/e',
    });
    expect(sent).toMatchObject({
      url: 'http://127.0.0.1:1/e/searchPOST',
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(sent && readParameters(sent)).toEqual({
      query: 'DOI:"10.5555/a" OR DOI:"10.1002/(sici)1\\"x"',
      format: 'json',
      resultType: 'core',
      pageSize: '200',
    });
  });

  it('asks for PubMed numbers and for nothing that only looks like one', () => {
    const sent = europePmc.lookUp?.request('pmid', ['1', '2 OR x', '30000001'], {});
    expect(sent && readParameters(sent).query).toBe('(EXT_ID:1 OR EXT_ID:30000001) AND SRC:MED');
  });

  it('reads what it found, and failures', () => {
    const page = europePmc.lookUp?.read(answerOf(results([ARTICLE], { nextCursorMark: 'on' })));
    expect(page).toMatchObject({ records: [{ pmid: '30000001' }] });
    expect(page).not.toHaveProperty('nextCursor');
    expect(europePmc.lookUp?.read(answerOf({ errCode: 404 }))).toEqual({ failure: 'refused' });
  });

  it('knows who cites a work of PubMed, and nothing else', () => {
    const { related } = europePmc;
    const sent = related?.request({ pmid: '30000001' }, 'citations', 40, {});
    expect(sent && readParameters(sent)).toMatchObject({
      query: 'CITES:30000001_MED',
      sort: 'CITED desc',
      pageSize: '40',
    });
    expect(related?.request({ pmid: '30000001' }, 'references', 40, {})).toBeUndefined();
    expect(related?.request({ pmid: '30000001' }, 'similar', 40, {})).toBeUndefined();
    expect(related?.request({ doi: '10.5555/a' }, 'citations', 40, {})).toBeUndefined();
    expect(sent && related?.read(answerOf(results([ARTICLE])), sent)).toMatchObject({ records: [{}], total: 1 });
  });
});
