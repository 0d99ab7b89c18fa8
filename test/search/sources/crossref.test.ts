import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisePaper, toPaper } from '../../../src/papers/paper.ts';
import { source as crossref } from '../../../src/search/sources/crossref/index.ts';
import type { SourceAnswer, SourcePage } from '../../../src/search/sources/source.ts';
import { answerOf, questionOf, readParameters, recordsOf } from '../../helpers/sources/asking.ts';

/** What Crossref's documentation allows in a list, as far as it concerns us. */
const SELECTABLE = (
  'DOI,title,subtitle,abstract,author,container-title,short-container-title,ISSN,issn-type,publisher,type,issued,published,' +
  'published-online,published-print,posted,URL,link,license,is-referenced-by-count,references-count,score,relation,volume,issue,' +
  'page,article-number,ISBN,editor,approved,update-to,updated-by'
).split(',');
const KNOWN = ['query.bibliographic', 'filter', 'rows', 'offset', 'select', 'mailto'];

const WORK = {
  DOI: '10.5555/DEMO.2023.17',
  type: 'journal-article',
  title: ['A toy survey of <i>river</i>-sensor networks'],
  subtitle: [],
  abstract:
    '<jats:title>Abstract</jats:title><jats:sec><jats:title>Background</jats:title><jats:p>Rivers are measured by sensors ' +
    '&amp; people.</jats:p></jats:sec>',
  author: [
    { given: 'Ada', family: 'Beispiel', sequence: 'first', affiliation: [] },
    { name: 'The Invented Consortium, Inc.', sequence: 'additional' },
  ],
  'container-title': ['Journal of Invented Hydrology'],
  ISSN: ['1234-5679', '2345-6787'],
  publisher: 'Example Press',
  issued: { 'date-parts': [[2023, 4, 12]] },
  URL: 'https://doi.org/10.5555/demo.2023.17',
  link: [{ URL: 'https://journal.example/demo-17.pdf', 'content-type': 'application/pdf' }],
  license: [{ URL: 'https://creativecommons.org/licenses/by/4.0/' }],
  'is-referenced-by-count': 11,
  'references-count': 34,
  // Of single works only; of a list they are not selected.
  reference: [
    { key: '1', DOI: '10.5555/CITED' },
    { key: '2', unstructured: 'Smith 1999' },
  ],
  relation: { 'has-preprint': [{ 'id-type': 'doi', id: '10.48550/arXiv.2304.00001' }] },
};

const QUESTION = questionOf({ keywords: ['river sensors', 'hydrology of the north'] });
const REQUEST = crossref.search(QUESTION, {});

function listed(items: unknown[], total = items.length): SourceAnswer {
  return answerOf({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': total, items } });
}

function read(answer: SourceAnswer): SourcePage {
  return crossref.readPage(answer, REQUEST, questionOf({ terms: ['rivers'] }));
}

function factsOf(changes: object) {
  return recordsOf(read(listed([{ ...WORK, ...changes }])))[0];
}

describe('a search of Crossref', () => {
  it('asks for all words in one text, with known parameters alone', () => {
    const { url, headers } = crossref.search(QUESTION, { contactEmail: ' me@lab.example ' });
    expect(url).toMatch(/^https:\/\/api\.crossref\.org\/works\?/);
    expect(headers).toEqual({ Accept: 'application/json' });
    const parameters = readParameters({ url });
    expect(parameters).toMatchObject({
      'query.bibliographic': 'river sensors hydrology of the north',
      rows: '150',
      offset: '0',
      mailto: 'me@lab.example',
    });
    expect(parameters).not.toHaveProperty('filter');
    expect(KNOWN).toEqual(expect.arrayContaining(Object.keys(parameters)));
    expect(SELECTABLE).toEqual(expect.arrayContaining(parameters.select?.split(',') ?? []));
  });

  it('sends no empty contact address, and goes where it is told', () => {
    const { url } = crossref.search(QUESTION, { contactEmail: ' ', baseUrl: 'http://127.0.0.1:9/cr' });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:9\/cr\/works\?/);
    expect(readParameters({ url })).not.toHaveProperty('mailto');
  });

  it.each([
    ['a year', { year: '2021' }, 'from-pub-date:2021,until-pub-date:2021'],
    ['years', { year: '2019:2023' }, 'from-pub-date:2019,until-pub-date:2023'],
    ['journals', { publicationTypes: ['journal'] }, 'type:journal-article'],
    [
      'types',
      { publicationTypes: ['conference', 'book series'] },
      'type:proceedings-article,type:book-chapter,type:book-section',
    ],
    [
      'quartiles, which only three types have',
      { quartileRanking: ['Q1'], year: '2020' },
      'from-pub-date:2020,until-pub-date:2020,type:journal-article,type:proceedings-article,type:book-chapter,type:book-section',
    ],
    ['what it does not have', { minCitationCount: 5, openAccessPdf: true, fieldsOfStudy: ['Law'] }, undefined],
  ])('filters by %s', (_what, filters, expected) => {
    expect(readParameters(crossref.search(questionOf({ keywords: ['a b'], filters }), {})).filter).toBe(expected);
  });

  it('keeps its address short whatever the text', () => {
    const terms = Array.from({ length: 60 }, (_, number) => `${number} ${'河川水質'.repeat(30)}`);
    expect(crossref.search(questionOf({ terms }), {}).url.length).toBeLessThan(4_000);
    expect(crossref.cannotAnswer(questionOf({ terms: ['&'] }))).toBe('no-words');
    expect(crossref.cannotAnswer(QUESTION)).toBeUndefined();
  });

  it('goes on until there are enough, and no further', () => {
    const question = { ...QUESTION, count: 800 };
    const first = crossref.search(question, {});
    expect(readParameters(first).rows).toBe('400');
    const offsets: (string | undefined)[] = [];
    for (let request = first; ; ) {
      offsets.push(readParameters(request).offset);
      const page = crossref.readPage(listed([WORK], 9_000), request, question);
      if ('failure' in page || !page.next) break;
      request = page.next;
    }
    expect(offsets).toEqual(['0', '400', '800']);
    expect(crossref.readPage(listed([WORK], 400), first, question)).not.toHaveProperty('next');
    expect(crossref.readPage(listed([], 9_000), first, question)).not.toHaveProperty('next');
  });

  it('leaves out what holds most words of none of the keywords', () => {
    const titles = [
      'River sensors',
      'Sensor of RIVERS in towns',
      'A river',
      'The hydrology of owls',
      'Northern hydrology of the north',
    ];
    const works = titles.map((title) => ({ ...WORK, title: [title], abstract: undefined }));
    const kept = recordsOf(crossref.readPage(listed(works), REQUEST, QUESTION));
    expect(kept.map((record) => record.title)).toEqual([titles[0], titles[1], titles[4]]);
    const byAbstract = [{ ...WORK, title: ['Owls'], abstract: 'They sense rivers: sensors.' }];
    expect(recordsOf(crossref.readPage(listed(byAbstract), REQUEST, QUESTION))).toHaveLength(1);
  });
});

describe('a work in a list of Crossref', () => {
  it('is read whole', () => {
    expect(toPaper(factsOf({}) ?? {})).toEqual({
      key: 'doi:10.5555/demo.2023.17',
      title: 'A toy survey of river-sensor networks',
      abstract: 'Background\nRivers are measured by sensors & people.',
      authors: ['Ada Beispiel', 'The Invented Consortium, Inc.'],
      year: 2023,
      publishedAt: '2023-04-12',
      venue: 'Journal of Invented Hydrology',
      publisher: 'Example Press',
      publicationType: 'journal',
      issns: ['1234-5679', '2345-6787'],
      fieldsOfStudy: [],
      citationCount: 11,
      referenceCount: 34,
      isOpenAccess: true,
      downloadable: true,
      doi: '10.5555/demo.2023.17',
      arxivId: '2304.00001',
      referencedWorks: ['doi:10.5555/cited'],
      link: 'https://doi.org/10.5555/demo.2023.17',
      pdfLink: 'https://journal.example/demo-17.pdf',
    });
  });

  it.each([
    ['a date of null', { issued: { 'date-parts': [[null]] } }, { year: undefined, publishedAt: undefined }],
    [
      'its place in a book',
      {
        volume: '9',
        issue: '2',
        page: '1-20',
        ISBN: ['9783161484100'],
        editor: [{ given: 'Grace', family: 'Hopper' }],
      },
      {
        volume: '9',
        issue: '2',
        pages: '1-20',
        isbns: ['9783161484100'],
        editors: [{ family: 'Hopper', given: 'Grace' }],
      },
    ],
    ['a number instead of pages', { 'article-number': '101' }, { pages: '101' }],
    [
      'another date',
      { issued: { 'date-parts': [[null]] }, 'published-online': { 'date-parts': [[2022, 3]] } },
      { year: 2022, publishedAt: '2022-03' },
    ],
    [
      'the approval of a dissertation alone',
      { type: 'dissertation', issued: { 'date-parts': [[null]] }, approved: { 'date-parts': [[2019, 5]] } },
      { year: 2019, publishedAt: '2019-05' },
    ],
    ['no author', { author: undefined }, { authors: [] }],
    ['no title', { title: [] }, { title: undefined }],
    ['no licence', { license: undefined }, { isOpenAccess: undefined, pdfLink: undefined }],
    [
      'null everywhere',
      { abstract: null, ISSN: null, link: null, relation: null, title: null },
      { abstract: undefined },
    ],
    [
      'an abstract that was escaped twice',
      { abstract: '&lt;jats:p&gt;Rivers &amp;amp; owls.&lt;/jats:p&gt;' },
      { abstract: 'Rivers & owls.' },
    ],
    ['a subtitle', { title: ['Owls'], subtitle: ['A survey'] }, { title: 'Owls: A survey' }],
    ['a preprint’s type', { type: 'posted-content' }, { publicationType: 'preprint', isPrePrint: true }],
    ['the type of another post', { type: 'posted-content', subtype: 'report' }, { isPrePrint: undefined }],
    [
      'an arXiv number as such',
      { relation: { 'has-preprint': [{ id: 'arXiv:2101.00001v2' }] } },
      { arxivId: '2101.00001' },
    ],
    ['another relation', { relation: { references: [{ id: '10.48550/arXiv.2101.1' }] } }, { arxivId: undefined }],
  ])('may have %s', (_what, changes, expected) => {
    const facts = factsOf(changes);
    expect(facts?.doi).toBe(WORK.DOI);
    for (const [name, value] of Object.entries(expected)) expect(facts?.[name as 'title']).toEqual(value);
  });

  it.each([
    ['a notice of Retraction Watch', { 'updated-by': [{ type: 'retraction', source: 'retraction-watch' }] }, true],
    ['its withdrawal', { 'updated-by': [{ type: 'correction' }, { type: 'withdrawal' }] }, undefined],
    ['its title', { title: ['RETRACTED ARTICLE: Owls'] }, true],
    ['its title in brackets', { title: ['[RETRACTED] Owls'] }, true],
    ['a correction', { 'updated-by': [{ type: 'correction' }] }, undefined],
    ['a concern', { 'updated-by': [{ type: 'expression_of_concern' }] }, undefined],
    ['a retraction in part', { 'updated-by': [{ type: 'partial_retraction' }] }, undefined],
    ['a reinstatement', { 'updated-by': [{ type: 'retraction' }, { type: 'reinstatement' }] }, undefined],
    ['what it retracts itself', { title: ['Retraction: Owls'], 'update-to': [{ type: 'retraction' }] }, undefined],
    ['a title about retractions', { title: ['Retracted: a study'] }, undefined],
  ])('is retracted or not by %s', (_what, changes, isRetracted) => {
    expect(normalisePaper(factsOf(changes) ?? {}).isRetracted).toBe(isRetracted);
  });

  it.each([
    ['retraction', { kind: 'retracted', from: 'crossref', date: '2010-02-02' }],
    ['expression_of_concern', { kind: 'expression-of-concern', from: 'crossref', date: '2010-02-02' }],
    ['withdrawal', { kind: 'withdrawn', from: 'crossref', date: '2010-02-02' }],
    ['erratum', { kind: 'corrected', from: 'crossref', date: '2010-02-02' }],
    ['addendum', undefined],
  ])('tells what a notice about it is and when it came: %s', (type, retraction) => {
    const update = { type, updated: { 'date-parts': [[2010, 2, 2]] }, DOI: '10.5555/n' };
    expect(factsOf({ 'updated-by': [update] })?.retraction).toEqual(retraction);
  });

  it.each([
    ['retraction', 'notice'],
    ['expression_of_concern', 'expression-of-concern'],
    ['correction', 'corrected'],
  ])('tells that it is such a notice itself: %s', (type, kind) => {
    expect(factsOf({ 'update-to': [{ type }] })?.retraction).toEqual({ kind, from: 'crossref' });
  });

  it('is left out where it is no paper', () => {
    const others = ['journal', 'component', 'peer-review'].map((type) => ({ ...WORK, type }));
    expect(recordsOf(read(listed([...others, WORK, null])))).toHaveLength(1);
  });

  it('of a book’s section counts as one of a series, as a chapter does', () => {
    expect(toPaper(factsOf({ type: 'book-section' }) ?? {})).toMatchObject({ publicationType: 'book series' });
  });

  it('may have anything anywhere', () => {
    const names = fc.constantFrom(...Object.keys(WORK), 'updated-by', 'update-to', 'subtype');
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (changes) => {
        for (const record of recordsOf(read(listed([{ ...WORK, ...changes }])))) expect(toPaper(record)).toBeTruthy();
      }),
    );
  });
});

const INVALID = {
  status: 'failed',
  'message-type': 'validation-failure',
  message: [{ type: 'parameter-not-allowed' }],
};

describe('a failure of Crossref', () => {
  it.each<[string, SourceAnswer, object]>([
    ['a list of what is wrong', answerOf(INVALID, 400), { failure: 'refused' }],
    ['the same under a good status', answerOf(INVALID), { failure: 'refused' }],
    ['a block', answerOf('Forbidden', 403), { failure: 'refused' }],
    ['plain text', answerOf('Resource not found.', 404), { failure: 'refused' }],
    [
      'too fast a pace',
      answerOf('<html></html>', 429, { 'Retry-After': '5' }),
      { failure: 'rate limited', retryAfterSeconds: 5 },
    ],
    ['an outage', answerOf('', 500), { failure: 'server error' }],
    ['a time that ran out', answerOf('upstream request timeout', 504), { failure: 'too slow' }],
    ['a page', answerOf('<html></html>'), { failure: 'unreadable' }],
    ['a single work where a list was asked', answerOf({ status: 'ok', message: WORK }), { failure: 'unreadable' }],
  ])('is told apart: %s', (_what, answer, expected) => {
    expect(read(answer)).toEqual(expected);
  });
});

describe('a look-up at Crossref', () => {
  const lookUp = crossref.lookUp as NonNullable<typeof crossref.lookUp>;

  it('asks for many DOIs in one list, without those that it cannot know', () => {
    const request = lookUp.request('doi', ['10.5555/a', '10.48550/arxiv.1', '10.5555/b,c', '10.5555/d'], {});
    expect(readParameters(request)).toMatchObject({ filter: 'doi:10.5555/a,doi:10.5555/d', rows: '2' });
    expect(KNOWN).toEqual(expect.arrayContaining(Object.keys(readParameters(request))));
    expect(lookUp.batches?.('doi', ['10.48550/arxiv.1'])).toEqual([]);
    expect(lookUp.request('doi', ['10.48550/arxiv.1'], {}).url).toBe(
      'https://api.crossref.org/works/10.48550%2Farxiv.1',
    );
  });

  it('asks for a single work as itself where a list cannot hold it, and chooses nothing of it', () => {
    const { url } = lookUp.request('doi', ['10.5555/b,c'], {});
    expect(url).toBe('https://api.crossref.org/works/10.5555%2Fb%2Cc');
    const known = lookUp.request('doi', ['10.5555/b,c'], { contactEmail: 'me@lab.example' }).url;
    expect(known).toBe('https://api.crossref.org/works/10.5555%2Fb%2Cc?mailto=me%40lab.example');
  });

  it('has an address of bearable length for as many as it takes', () => {
    const usual = Array.from({ length: lookUp.maxIds }, (_, number) => `10.1016/j.jhydrol.2023.12${1000 + number}`);
    const all = lookUp.request('doi', usual, {});
    expect(all.url.length).toBeLessThan(4_096);
    expect(readParameters(all).filter?.split(',')).toHaveLength(lookUp.maxIds);
    const long = usual.map((doi) => `${doi}${'x'.repeat(200)}`);
    const batches = lookUp.batches?.('doi', long) ?? [];
    expect(batches.flat()).toEqual(long);
    for (const batch of batches) {
      const request = lookUp.request('doi', batch, {});
      expect(request.url.length).toBeLessThan(4_096);
      expect(readParameters(request).filter?.split(',')).toHaveLength(batch.length);
    }
  });

  it('is read as a list or as one work; an unknown one is no failure', () => {
    const records = [{ doi: WORK.DOI }];
    expect(lookUp.read(listed([WORK]))).toMatchObject({ records });
    expect(lookUp.read(answerOf({ status: 'ok', 'message-type': 'work', message: WORK }))).toMatchObject({ records });
    expect(lookUp.read(answerOf('Resource not found.', 404))).toEqual({ records: [] });
    expect(lookUp.read(answerOf({ status: 'ok', message: {} }))).toEqual({ failure: 'unreadable' });
    expect(lookUp.read(answerOf(INVALID, 400))).toEqual({ failure: 'refused' });
  });
});
