import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { source as openAlex } from '../../../src/search/sources/openalex/index.ts';
import { answerOf, questionOf, readParameters } from '../../helpers/sources/asking.ts';

const SEARCH = 'search.title_abstract_keywords';
/** Every parameter that OpenAlex is ever sent; it answers 400 to any other. */
const KNOWN = [SEARCH, 'rerank', 'filter', 'sort', 'per_page', 'page', 'select'];
/** Root entries of a work, as sources.md and the documentation of OpenAlex name them. */
const ROOTS = [
  ...['id', 'doi', 'title', 'display_name', 'publication_year', 'publication_date', 'ids', 'type', 'primary_location'],
  ...['best_oa_location', 'locations', 'open_access', 'authorships', 'cited_by_count', 'referenced_works_count'],
  ...[
    'is_retracted',
    'is_paratext',
    'primary_topic',
    'topics',
    'biblio',
    'abstract_inverted_index',
    'relevance_score',
    'language',
    'referenced_works',
  ],
];
const KEYWORDS = ['river sensors', 'water', 'mesh networks'];

function filterOf(filters: Record<string, unknown>): string | undefined {
  return readParameters(openAlex.search(questionOf({ keywords: KEYWORDS, filters }), {})).filter;
}

describe('a search of OpenAlex', () => {
  it('asks for phrases joined by OR, with known parameters alone', () => {
    const request = openAlex.search(questionOf({ keywords: KEYWORDS, count: 300 }), {});
    expect(request.url).toMatch(/^https:\/\/api\.openalex\.org\/works\?/);
    expect(request.headers).toEqual({ Accept: 'application/json' });
    const parameters = readParameters(request);
    expect(parameters).toMatchObject({
      [SEARCH]: '"river sensors" OR "water" OR "mesh networks"',
      filter: 'is_paratext:false',
      per_page: '100',
      page: '1',
    });
    expect(KNOWN).toEqual(expect.arrayContaining(Object.keys(parameters)));
    expect(ROOTS).toEqual(expect.arrayContaining(parameters.select?.split(',') ?? []));
  });

  it.each([
    ['a year', { year: '2021' }, 'publication_year:2021'],
    ['years', { year: '2019:2023' }, 'publication_year:2019-2023'],
    ['one year written as two', { year: '2020:2020' }, 'publication_year:2020'],
    ['citations', { minCitationCount: 10 }, 'cited_by_count:10-'],
    ['open PDFs', { openAccessPdf: true }, 'open_access.is_oa:true,has_pdf_url:true'],
    ['downloads', { downloadable: true }, 'has_pdf_url:true'],
    ['both', { openAccessPdf: true, downloadable: true }, 'open_access.is_oa:true,has_pdf_url:true'],
    ['a journal', { publicationTypes: ['journal'] }, 'primary_location.source.type:journal'],
    ['a lone type of two words', { publicationTypes: ['book series'] }, 'primary_location.source.type:"book series"'],
    ['two types', { publicationTypes: ['journal', 'book series'] }, 'primary_location.source.type:journal|book series'],
    [
      'papers of conferences',
      { publicationTypes: ['conference'] },
      'primary_location.source.type:conference|book series',
    ],
    [
      'quartiles, which only three types have',
      { quartileRanking: ['Q1'] },
      'primary_location.source.type:journal|book series|conference',
    ],
    ['a field', { fieldsOfStudy: ['Geology'] }, 'topics.field.id:19'],
    ['a field of many', { fieldsOfStudy: ['Computer Science', 'Education'] }, 'topics.field.id:17|18|33'],
    ['nothing', { openAccessPdf: false, downloadable: false }, undefined],
  ])('filters by %s', (_what, filters, expected) => {
    expect(filterOf(filters)).toBe(['is_paratext:false', expected].filter(Boolean).join(','));
  });

  it('joins all filters of a job by commas', () => {
    expect(filterOf({ year: '2019:2023', minCitationCount: 1, publicationTypes: ['journal'] })).toBe(
      'is_paratext:false,publication_year:2019-2023,cited_by_count:1-,primary_location.source.type:journal',
    );
  });

  it.each([
    [1, '1'],
    [100, '100'],
    [150, '75'],
    [301, '76'],
  ])('for %i papers has pages of %s', (count, size) => {
    expect(readParameters(openAlex.search(questionOf({ keywords: KEYWORDS, count }), {})).per_page).toBe(size);
  });

  it('keeps within the limits of text and address', () => {
    const long = Array.from({ length: 10 }, (_, number) => `${'河川の水質を測る'.repeat(20)}${number} word`.repeat(30));
    const { url } = openAlex.search(questionOf({ keywords: long, terms: long }), {});
    expect(url.length).toBeLessThan(4_000);
    const text = readParameters({ url })[SEARCH] ?? '';
    expect(text.length).toBeLessThanOrEqual(1_500);
    expect(text.split(' OR ').filter((phrase) => phrase.length > 82)).toEqual([]);
  });

  it('asks every one of ten long keywords', () => {
    const keywords = Array.from({ length: 10 }, (_, number) => `${number} ${'sensor networks '.repeat(9)}`);
    const text = readParameters(openAlex.search(questionOf({ keywords }), {}))[SEARCH] ?? '';
    expect(text.split(' OR ')).toHaveLength(10);
    expect(text.length).toBeLessThanOrEqual(1_500);
  });

  it('goes to another address, with the key as a header and no contact address', () => {
    const settings = { baseUrl: 'http://127.0.0.1:9/mirror', key: new Secret(' k-1 '), contactEmail: 'a@b.example' };
    const request = openAlex.search(questionOf({ keywords: KEYWORDS }), settings);
    expect(request.url).toMatch(/^http:\/\/127\.0\.0\.1:9\/mirror\/works\?/);
    expect(request.url).not.toMatch(/k-1|mailto|api_key|cursor|limit=/);
    expect(request.headers).toEqual({ Accept: 'application/json', Authorization: 'Bearer k-1' });
    expect(readParameters(request).rerank).toBe('true');
  });

  it('sends no empty key', () => {
    const request = openAlex.search(questionOf({ keywords: KEYWORDS }), { key: new Secret('  '), baseUrl: '' });
    expect(request.headers).toEqual({ Accept: 'application/json' });
    expect(readParameters(request)).not.toHaveProperty('rerank');
    expect(request.url).toMatch(/^https:\/\/api\.openalex\.org\/works\?/);
  });

  it('is impossible without words', () => {
    expect(openAlex.cannotAnswer(questionOf({ keywords: ['?!'] }))).toBe('no-words');
    expect(openAlex.cannotAnswer(questionOf({ terms: ['owls'] }))).toBeUndefined();
  });
});

describe('what follows a page of OpenAlex', () => {
  const work = { id: 'https://openalex.org/W1', title: 'Owls' };
  const question = questionOf({ keywords: KEYWORDS, count: 250 });
  const first = openAlex.search(question, { key: new Secret('k') });

  it('is the next page, until there are enough', () => {
    const answer = answerOf({ meta: { count: 4_000 }, results: [work] });
    const pages = [first];
    for (let request = first; ; ) {
      const page = openAlex.readPage(answer, request, question);
      if ('failure' in page || !page.next) break;
      request = page.next;
      pages.push(request);
      expect(page.total).toBe(4_000);
    }
    expect(pages.map((page) => readParameters(page).page)).toEqual(['1', '2', '3']);
    expect(pages.at(-1)?.headers).toEqual(first.headers);
    expect({ ...readParameters(pages.at(-1)), page: '1', rerank: 'true' }).toEqual(readParameters(first));
  });

  it('is reranked as far as any of the first hundred results are in it', () => {
    const answer = answerOf({ meta: { count: 4_000 }, results: [work] });
    const reranked = (count: number) => {
      const asked = { ...question, count };
      const request = openAlex.search(asked, { key: new Secret('k') });
      const page = openAlex.readPage(answer, request, asked);
      return [request, 'next' in page ? page.next : undefined].map((each) => each && readParameters(each).rerank);
    };
    expect(reranked(200)).toEqual(['true', undefined]);
    expect(reranked(150)).toEqual(['true', 'true']);
    // A count of results needs no order.
    expect(reranked(1)).toEqual([undefined, undefined]);
  });

  it.each([400, 403])('is the search in its older form where %i refuses the newer one', (status) => {
    const refusal = answerOf({ error: 'Invalid query parameters error.', message: 'no such parameter' }, status);
    const page = openAlex.readPage(refusal, first, question);
    if (!('next' in page) || !page.next) throw new Error('nothing follows');
    const { [SEARCH]: text, rerank: _, ...others } = readParameters(first);
    expect(readParameters(page.next)).toEqual({ ...others, 'search.title_and_abstract': text });
    expect(page.next.headers).toEqual(first.headers);
    expect(openAlex.readPage(refusal, page.next, question)).toEqual({ failure: 'refused' });
  });

  it.each([
    ['all there is has come', { meta: { count: 84 }, results: [work] }],
    ['an empty page comes', { meta: {}, results: [] }],
    ['an empty page comes in spite of a count', { meta: { count: 4_000 }, results: [] }],
  ])('is nothing where %s', (_what, body) => {
    expect(openAlex.readPage(answerOf(body), first, question)).not.toHaveProperty('next');
  });

  it('is never beyond the ten thousandth', () => {
    const url = new URL(first.url);
    url.searchParams.set('page', '100');
    url.searchParams.set('per_page', '100');
    const answer = answerOf({ meta: { count: 90_000 }, results: [work] });
    expect(openAlex.readPage(answer, { url: url.href }, { ...question, count: 20_000 })).not.toHaveProperty('next');
  });
});

describe('a look-up at OpenAlex', () => {
  const lookUp = openAlex.lookUp as NonNullable<typeof openAlex.lookUp>;

  it.each([
    ['doi', ['10.5555/a', '10.5555/b'], 'doi:10.5555/a|10.5555/b'],
    ['arxiv', ['2101.00001', 'math/0309136'], 'doi:10.48550/arxiv.2101.00001|10.48550/arxiv.math/0309136'],
    ['pmid', ['30000001', '2'], 'ids.pmid:30000001|2'],
  ] as const)('by %s asks for all in one list', (kind, ids, filter) => {
    const parameters = readParameters(lookUp.request(kind, ids, {}));
    expect(parameters).toMatchObject({ filter, per_page: '100', page: '1' });
    expect(KNOWN).toEqual(expect.arrayContaining(Object.keys(parameters)));
  });

  it('leaves out what a filter cannot hold, and asks for it by itself where it is alone', () => {
    expect(readParameters(lookUp.request('doi', ['10.5555/a,b', '10.5555/c'], {})).filter).toBe('doi:10.5555/c');
    expect(lookUp.batches?.('doi', ['10.5555/a,b', '10.5555/c', '10.5555/d'])).toEqual([
      ['10.5555/c', '10.5555/d'],
      ['10.5555/a,b'],
    ]);
    const { pathname, searchParams } = new URL(lookUp.request('doi', ['10.5555/a,b|c'], {}).url);
    expect(pathname).toBe('/works/doi%3A10.5555%2Fa%2Cb%7Cc');
    expect([...searchParams.keys()]).toEqual(['select']);
  });

  it('has an address of bearable length for as many as it takes', () => {
    const usual = Array.from({ length: lookUp.maxIds }, (_, number) => `10.1016/j.jhydrol.2023.12${1000 + number}`);
    const all = lookUp.request('doi', usual, {});
    expect(all.url.length).toBeLessThan(4_000);
    expect(readParameters(all).filter?.split('|')).toHaveLength(lookUp.maxIds);
    const long = usual.map((doi) => `${doi}${'x'.repeat(200)}`);
    const batches = lookUp.batches?.('doi', long) ?? [];
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.flat()).toEqual(long);
    for (const batch of batches) {
      const request = lookUp.request('doi', batch, {});
      expect(request.url.length).toBeLessThan(4_000);
      expect(readParameters(request).filter?.split('|')).toHaveLength(batch.length);
    }
  });
});

describe('related works at OpenAlex', () => {
  const related = openAlex.related as NonNullable<typeof openAlex.related>;

  it.each([
    ['references', 'cited_by:W12'],
    ['citations', 'cites:W12'],
    ['similar', 'related_to:W12'],
  ] as const)('that are %s are asked for by the paper’s own number', (relation, filter) => {
    const request = related.request({ openAlexId: 'https://openalex.org/w12' }, relation, 50, {});
    expect(readParameters(request)).toMatchObject({ filter, sort: 'cited_by_count:desc', per_page: '50', page: '1' });
  });

  it('cannot be asked for by another number', () => {
    expect(related.request({ doi: '10.5555/a', pmid: '1' }, 'citations', 50, {})).toBeUndefined();
    expect(related.request({ openAlexId: 'A5' }, 'citations', 50, {})).toBeUndefined();
  });

  it('are read page by page', () => {
    const request = related.request({ openAlexId: 'W12' }, 'citations', 200, {});
    const answer = answerOf({ meta: { count: 150 }, results: [{ id: 'https://openalex.org/W1', title: 'Owls' }] });
    const page = related.read(answer, request as NonNullable<typeof request>);
    expect(page).toMatchObject({ total: 150, records: [{ title: 'Owls' }] });
    const next = 'next' in page ? page.next : undefined;
    expect(readParameters(next).page).toBe('2');
    expect(related.read(answer, next as NonNullable<typeof next>)).not.toHaveProperty('next');
  });
});
