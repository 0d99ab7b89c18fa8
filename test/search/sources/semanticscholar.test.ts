import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { normalisePaper, toPaper } from '../../../src/papers/paper.ts';
import { source as semanticScholar } from '../../../src/search/sources/semanticscholar/index.ts';
import type { Relation, SourceRequest } from '../../../src/search/sources/source.ts';
import { runs } from '../../helpers/runs.ts';
import { answerOf, questionOf, readParameters } from '../../helpers/sources/asking.ts';
import { searchServed } from '../../helpers/sources/search-served.ts';

const PAPER = {
  paperId: '0123456789abcdef0123456789abcdef01234567',
  corpusId: 250000001,
  externalIds: {
    DOI: '10.5555/DEMO.2023.17',
    ArXiv: '2304.00001',
    PubMed: '30000001',
    PubMedCentral: '9000001',
    CorpusId: 250000001,
  },
  url: 'https://www.semanticscholar.org/paper/0123456789abcdef0123456789abcdef01234567',
  title: 'A toy survey of river-sensor networks',
  abstract: null,
  venue: 'Journal of Invented Hydrology',
  publicationVenue: {
    name: 'Journal of Invented Hydrology',
    type: 'journal',
    issn: '1234-5679',
    alternate_issns: ['2345-6787'],
  },
  year: 2023,
  referenceCount: 34,
  references: [
    { paperId: 'a', externalIds: { DOI: '10.5555/CITED', CorpusId: 12 } },
    { paperId: null, externalIds: null },
  ],
  citationCount: 14,
  influentialCitationCount: 2,
  isOpenAccess: true,
  openAccessPdf: { url: 'https://journal.example/demo-17.pdf', status: 'GOLD', license: 'CCBY', disclaimer: '' },
  fieldsOfStudy: ['Environmental Science'],
  s2FieldsOfStudy: [{ category: 'Environmental Science' }, { category: 'Computer Science' }],
  publicationTypes: ['JournalArticle', 'Review'],
  publicationDate: '2023-04-12',
  journal: { name: 'Journal of Invented Hydrology', volume: '9', pages: '1-20' },
  authors: [
    { authorId: '1', name: 'A. Beispiel' },
    { authorId: null, name: 'B. Muster' },
  ],
  tldr: { model: 'tldr@v2.0.0', text: 'An invented overview.' },
};

/** Everything null that may be. */
const BARE = {
  paperId: 'fedcba9876543210fedcba9876543210fedcba98',
  externalIds: null,
  title: 'Bare',
  abstract: null,
  publicationVenue: null,
  year: null,
  openAccessPdf: null,
  fieldsOfStudy: null,
  s2FieldsOfStudy: null,
  publicationTypes: null,
  journal: null,
  authors: null,
  tldr: null,
};

const KEY = new Secret('s3cret');
const terms = ['river', 'sensor', 'river sensor networks', 'low-cost', 'a b c d e f g h'];
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({ paperId: `p${from + place}`, title: `T${from + place}` }));

function read(body: unknown, status = 200, settings: { key?: Secret } = {}, question = questionOf({ terms })) {
  return semanticScholar.readPage(answerOf(body, status), semanticScholar.search(question, settings), question);
}

describe('what Semantic Scholar is asked', () => {
  it('keywords as phrases of which any will do, in its search without rank', () => {
    const request = semanticScholar.search(
      questionOf({
        keywords: ['river-sensor', 'water "network" | x'],
        filters: {
          limit: 100,
          year: '2019:2023',
          minCitationCount: 10,
          downloadable: true,
          fieldsOfStudy: ['Computer Science', 'Law'],
        },
      }),
      { key: KEY },
    );
    expect(request.url).toContain('https://api.semanticscholar.org/graph/v1/paper/search/bulk?');
    expect(request.headers).toEqual({ Accept: 'application/json', 'x-api-key': 's3cret' });
    expect(request.url).not.toContain('s3cret');
    const { fields, ...parameters } = readParameters(request);
    expect(parameters).toEqual({
      query: '"river sensor" | "water network x"',
      sort: 'citationCount:desc',
      year: '2019-2023',
      minCitationCount: '10',
      openAccessPdf: '',
      fieldsOfStudy: 'Computer Science,Law',
    });
    expect(fields?.split(',')).toEqual(
      expect.arrayContaining(['corpusId', 'externalIds', 'publicationVenue', 's2FieldsOfStudy']),
    );
    expect(fields).not.toContain('tldr');
  });

  it('the best words of a text, without operators, in its ranked search', () => {
    const request = semanticScholar.search(
      questionOf({ terms, count: 300, filters: { limit: 300, year: '2021' } }),
      {},
    );
    expect(request.url).toContain('/graph/v1/paper/search?');
    expect(request.headers).toEqual({ Accept: 'application/json' });
    const { fields, ...parameters } = readParameters(request);
    expect(parameters).toEqual({ query: 'river sensor networks low cost', offset: '0', limit: '100', year: '2021' });
    expect(fields).toContain('tldr');
  });

  it.each([{ openAccessPdf: false }, { quartileRanking: ['Q1' as const] }, { publicationTypes: ['journal' as const] }])(
    'not what would lose papers of which it does not know: %j',
    (filters) => {
      const plain = semanticScholar.search(questionOf({ keywords: ['a'] }), {}).url;
      expect(semanticScholar.search(questionOf({ keywords: ['a'], filters: { limit: 100, ...filters } }), {}).url).toBe(
        plain,
      );
    },
  );

  it('each word once, so that repetitions take no places', () => {
    const { query } = readParameters(
      semanticScholar.search(questionOf({ terms: ['a b c d e f g h', 'i j k', 'A b basin', 'basin'] }), {}),
    );
    expect(query).toBe('a b c d e f g h basin');
  });

  it('few words of a long text', () => {
    const long = Array.from({ length: runs(9_000) }, (_, number) => `word${number} ${'und '.repeat(40)}`);
    const { query } = readParameters(semanticScholar.search(questionOf({ terms: long }), {}));
    expect(query?.split(' ').length).toBeLessThanOrEqual(10);
    const { query: keywords } = readParameters(semanticScholar.search(questionOf({ keywords: long }), {}));
    expect(keywords?.length).toBeLessThan(2_000);
    expect(semanticScholar.cannotAnswer(questionOf({ keywords: ['?'], terms: ['!'] }))).toBe('no-words');
    expect(semanticScholar.cannotAnswer(questionOf({ keywords: ['a'] }))).toBeUndefined();
  });

  it('without a key where the key is blank', () => {
    expect(semanticScholar.search(questionOf({ terms }), { key: new Secret(' ') }).headers).toEqual({
      Accept: 'application/json',
    });
  });

  it('at another address, named with or without the path of the graph', () => {
    for (const baseUrl of ['http://127.0.0.1:1/s2', 'http://127.0.0.1:1/s2/graph/v1']) {
      expect(semanticScholar.search(questionOf({ terms }), { baseUrl }).url).toContain(
        'http://127.0.0.1:1/s2/graph/v1/paper/search?',
      );
    }
  });
});

describe('what Semantic Scholar answers', () => {
  it('a paper with all that it tells', () => {
    const page = read({ total: '1', offset: 0, data: [PAPER] });
    expect(page).toMatchObject({ total: 1 });
    expect('records' in page && toPaper(page.records[0] ?? {})).toEqual({
      key: 's2:250000001',
      title: 'A toy survey of river-sensor networks',
      summary: 'An invented overview.',
      authors: ['A. Beispiel', 'B. Muster'],
      fieldsOfStudy: ['Environmental Science', 'Computer Science'],
      downloadable: true,
      year: 2023,
      publishedAt: '2023-04-12',
      venue: 'Journal of Invented Hydrology',
      publicationType: 'journal',
      studyTypes: ['review'],
      citationCount: 14,
      influentialCitationCount: 2,
      referenceCount: 34,
      isOpenAccess: true,
      isPrePrint: false,
      doi: '10.5555/demo.2023.17',
      arxivId: '2304.00001',
      pmid: '30000001',
      pmcid: 'PMC9000001',
      corpusId: '250000001',
      referencedWorks: ['doi:10.5555/cited', 'corpus:12'],
      volume: '9',
      pages: '1-20',
      issns: ['1234-5679', '2345-6787'],
      link: PAPER.url,
      pdfLink: 'https://journal.example/demo-17.pdf',
    });
  });

  it('papers of which little is known, and none', () => {
    const page = read({ total: 4, data: [BARE, null, {}, { ...BARE, openAccessPdf: { url: '', status: null } }] });
    const facts = 'records' in page ? page.records : [];
    expect(facts.map(({ key, pdfLink, authors, fieldsOfStudy }) => [key, pdfLink, authors, fieldsOfStudy])).toEqual([
      [`s2:${BARE.paperId}`, undefined, [], []],
      [`s2:${BARE.paperId}`, undefined, [], []],
    ]);
    const retracted = read({ total: 1, data: [{ ...BARE, title: 'Retracted article: Sensors' }] });
    const [record] = 'records' in retracted ? retracted.records : [];
    expect(normalisePaper(record ?? {}).isRetracted).toBe(true);
  });

  it.each([
    ['https://doi.org/10.5555/demo.2023.17', undefined, undefined],
    ['http://dx.doi.org/10.5555/demo.2023.17', '2304.00001', 'https://arxiv.org/pdf/2304.00001'],
    ['https://files.example/doi.org/17.pdf', undefined, 'https://files.example/doi.org/17.pdf'],
  ])('an open PDF at %s', (url, ArXiv, pdfLink) => {
    const paper = { ...BARE, externalIds: { ArXiv }, openAccessPdf: { url, status: 'BRONZE' } };
    const page = read({ total: 1, data: [paper] });
    expect('records' in page && page.records[0]?.pdfLink).toBe(pdfLink);
  });

  it.each([
    ['Political Economy: Government Expenditures eJournal', true],
    ['SSRN Electronic Journal', true],
    ['Electronic Journal of Combinatorics', false],
  ])('preprints of %s', (venue, isPrePrint) => {
    const page = read({ total: 1, data: [{ ...BARE, venue, journal: { name: venue } }] });
    expect('records' in page && page.records[0]?.isPrePrint).toBe(isPrePrint);
  });

  it.each([
    ['no data for no hits', { total: 0, offset: 0 }, { records: [], total: 0 }],
    ['null data', { total: 0, data: null }, { records: [], total: 0 }],
    ['an unreadable total', { total: 'many', data: [] }, { records: [] }],
  ])('%s', (_, body, expected) => {
    expect(read(body, 200, {}, questionOf({ terms: ['river'] }))).toEqual(expected);
  });

  it.each([
    ['its limit', { message: 'Too Many Requests. Please wait', code: '429' }, 429, 'rate limited'],
    ['its limit under status 200', { message: 'Too Many Requests.', code: '429' }, 200, 'rate limited'],
    ['an error under status 200', { error: 'Internal' }, 200, 'refused'],
    ['a refused query', { error: 'Unrecognized or unsupported fields' }, 400, 'refused'],
    ['a failure', { message: 'Internal Server Error' }, 500, 'server error'],
    ['a failure of the gateway', { message: 'Endpoint request timed out' }, 504, 'too slow'],
    ['a page of HTML', '<html>429</html>', 200, 'unreadable'],
    ['a list', [PAPER], 200, 'unreadable'],
    ['another service', { results: [] }, 200, 'unreadable'],
    ['data that are none', { total: 1, data: 'x' }, 200, 'unreadable'],
  ])('%s', (_, body, status, failure) => {
    expect(read(body, status)).toEqual({ failure });
  });

  it('a wrong key, and a 403 without one', () => {
    expect(read({ message: 'Forbidden' }, 403, { key: KEY })).toEqual({ failure: 'key refused' });
    expect(read({ message: 'Forbidden' }, 403)).toEqual({ failure: 'refused' });
  });
});

describe('pages of Semantic Scholar', () => {
  it('of the ranked search go on where it says, with the key', async () => {
    const { seen, records } = await searchServed(
      semanticScholar,
      questionOf({ terms, count: 250 }),
      ({ parameters }) => {
        const offset = Number(parameters.offset);
        const limit = Number(parameters.limit);
        return { body: JSON.stringify({ total: 422, offset, next: offset + limit, data: numbered(offset, limit) }) };
      },
      { key: KEY },
    );
    expect(seen.map(({ parameters }) => [parameters.offset, parameters.limit])).toEqual([
      ['0', '100'],
      ['100', '100'],
      ['200', '50'],
    ]);
    expect(seen.every(({ headers }) => headers['x-api-key'] === 's3cret')).toBe(true);
    expect(records.length).toBe(250);
  });

  it.each([
    ['no next', {}],
    ['the same next', { next: 0 }],
  ])('end with %s', (_, more) => {
    expect(read({ total: 900, offset: 0, ...more, data: numbered(0, 46) })).not.toHaveProperty('next');
  });

  it('that are empty are asked again with the better half of the words', async () => {
    const { seen, records } = await searchServed(
      semanticScholar,
      questionOf({ terms, count: 100 }),
      ({ parameters }) => {
        const data = parameters.query === 'river sensor' ? numbered(0, 3) : [];
        return { body: JSON.stringify({ total: data.length, offset: 0, data }) };
      },
    );
    expect(seen.map(({ parameters }) => parameters.query)).toEqual(['river sensor networks low cost', 'river sensor']);
    expect(records.length).toBe(3);
  });

  it('end where even few words find nothing', async () => {
    const { seen, records } = await searchServed(semanticScholar, questionOf({ terms }), () => ({
      body: '{"total":0,"offset":0}',
    }));
    expect([seen.length, records.length]).toEqual([2, 0]);
  });

  it('of the search without rank put first what has more of the keywords, and keep no more than wanted', () => {
    const question = questionOf({ keywords: ['river sensor', 'water network'], count: 3 });
    const data = [
      { paperId: 'none', title: 'Famous', abstract: 'Sensors of rivers' },
      { paperId: 'abstract', title: 'Known', abstract: 'River-sensor data' },
      { paperId: 'title', title: 'River sensors', abstract: null },
      { paperId: 'both', title: 'River sensors', abstract: 'in a Water Network' },
      { paperId: 'later', title: 'A river sensor', abstract: null },
    ];
    const page = read({ total: 9_000, token: 'on', data }, 200, {}, question);
    expect('records' in page && page.records.map((record) => record.key)).toEqual(['s2:both', 's2:title', 's2:later']);
    expect(page).toMatchObject({ total: 9_000 });
    expect(page).not.toHaveProperty('next');
  });

  it('of the search without rank follow its token until it is absent or the same', async () => {
    const { seen, records } = await searchServed(
      semanticScholar,
      questionOf({ keywords: ['t'], count: 100 }),
      (_, place) => ({
        body: JSON.stringify({
          total: 60,
          token: place === 0 ? 'a/+=' : 'b',
          data: numbered(place * 30, place < 2 ? 30 : 0),
        }),
      }),
    );
    expect(seen.map(({ parameters }) => parameters.token)).toEqual([undefined, 'a/+=', 'b']);
    expect(records.length).toBe(60);
    const question = questionOf({ keywords: ['t'] });
    const first = semanticScholar.search(question, {});
    const second = { ...first, url: `${first.url}&token=a` };
    const page = semanticScholar.readPage(answerOf({ total: 9, token: 'a', data: [BARE] }), second, question);
    expect(page).not.toHaveProperty('next');
  });
});

describe('look-ups of Semantic Scholar', () => {
  const { lookUp } = semanticScholar;

  it.each([
    ['doi' as const, '10.5555/a', 'DOI:10.5555/a'],
    ['arxiv' as const, '2101.00001', 'ARXIV:2101.00001'],
    ['pmid' as const, '30000001', 'PMID:30000001'],
  ])('by %s', (kind, id, name) => {
    const sent = lookUp?.request(kind, [id, ' '], { key: KEY });
    expect(sent).toMatchObject({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'x-api-key': 's3cret' },
      body: JSON.stringify({ ids: [name] }),
    });
    expect(sent?.url).toMatch(/^https:\/\/api\.semanticscholar\.org\/graph\/v1\/paper\/batch\?fields=.*tldr/);
  });

  it.each([
    ['unknown ids among known ones', [null, PAPER, null, { paperId: null }], 200, 1],
    ['nothing but unknown ids', [null, null], 200, 0],
    ['that it knows none of them', { error: 'No valid paper ids given' }, 400, 0],
  ])('%s', (_, body, status, count) => {
    const page = lookUp?.read(answerOf(body, status));
    expect(page && 'records' in page && page.records.length).toBe(count);
  });

  it.each([
    ['another refusal', { error: 'Unrecognized fields' }, 400, 'refused'],
    ['its limit', { message: 'Too Many Requests', code: '429' }, 429, 'rate limited'],
    ['a wrong key', { message: 'Forbidden' }, 403, 'key refused'],
    ['no JSON', '<html/>', 200, 'unreadable'],
    ['no list', { error: 'x' }, 200, 'refused'],
  ])('%s', (_, body, status, failure) => {
    expect(lookUp?.read(answerOf(body, status))).toEqual({ failure });
  });
});

describe('related works of Semantic Scholar', () => {
  const ask = (relation: Relation, facts: object, count = 50) =>
    semanticScholar.related?.request(facts, relation, count, { key: KEY }) as SourceRequest;
  const { related } = semanticScholar;

  it.each([
    [{ corpusId: '25', doi: '10.5555/a' }, 'CorpusId:25'],
    [{ doi: '10.1002/(sici)1?#%', pmid: '3' }, 'DOI:10.1002/(sici)1%3F%23%25'],
    [{ arxivId: 'math/0601001' }, 'ARXIV:math/0601001'],
    [{ pmid: '30000001' }, 'PMID:30000001'],
    [{ pmcid: 'PMC9000001' }, 'PMCID:9000001'],
  ])('are asked for by the first of its numbers: %j', (facts, name) => {
    expect(ask('references', facts).url).toContain(`/graph/v1/paper/${name}/references?`);
    expect(ask('citations', facts).url).toContain(`/graph/v1/paper/${name}/citations?`);
    expect(ask('similar', facts).url).toContain(`/recommendations/v1/papers/forpaper/${name}?`);
    expect(ask('citations', facts).headers).toMatchObject({ 'x-api-key': 's3cret' });
  });

  it('are not asked for without one', () => {
    expect(ask('citations', { title: 'x', openAlexId: 'W1' })).toBeUndefined();
  });

  it('as many as wanted and allowed, from the pool that fits', () => {
    expect(readParameters(ask('citations', { corpusId: '1' }, 5_000)).limit).toBe('1000');
    expect(readParameters(ask('similar', { corpusId: '1' }, 5_000))).toMatchObject({ limit: '500', from: 'recent' });
    expect(readParameters(ask('similar', { corpusId: '1', fieldsOfStudy: ['Computer Science'] }))).toMatchObject({
      limit: '50',
      from: 'all-cs',
    });
  });

  it.each([
    [
      'references' as const,
      { offset: 0, data: [{ citedPaper: PAPER }, { citedPaper: { paperId: null, title: 'No number' } }] },
      2,
    ],
    ['citations' as const, { offset: 0, next: 1, data: [{ citingPaper: PAPER }, { citingPaper: null }] }, 1],
    ['similar' as const, { recommendedPapers: [PAPER, BARE] }, 2],
    ['references' as const, { data: null, citingPaperInfo: { openAccessPdf: {} } }, 0],
    ['similar' as const, { recommendedPapers: [] }, 0],
  ])('%s are read: %#', (relation, body, count) => {
    const page = related?.read(answerOf(body), ask(relation, { corpusId: '1' }));
    expect(page && 'records' in page && page.records.length).toBe(count);
  });

  it('a work that it does not know has none; other failures are failures', () => {
    const sent = ask('citations', { corpusId: '1' });
    expect(related?.read(answerOf({ error: 'Paper with id CorpusId:1 not found' }, 404), sent)).toEqual({
      records: [],
    });
    expect(related?.read(answerOf('<html>not found</html>', 404), sent)).toEqual({ failure: 'refused' });
    expect(related?.read(answerOf({ recommendedPapers: [PAPER] }, 500), sent)).toEqual({ failure: 'server error' });
    expect(related?.read(answerOf({ message: 'Too Many Requests', code: '429' }, 429), sent)).toEqual({
      failure: 'rate limited',
    });
    expect(related?.read(answerOf({ data: 'x' }), sent)).toEqual({ failure: 'unreadable' });
  });
});
