import { describe, expect, it } from 'vitest';
import type { FieldOfStudy } from '../../../src/contract/rules.ts';
import { toPaper } from '../../../src/papers/paper.ts';
import { source as arxiv } from '../../../src/search/sources/arxiv/index.ts';
import { answerOf, questionOf, readParameters } from '../../helpers/sources/asking.ts';
import { searchServed } from '../../helpers/sources/search-served.ts';

const ATOM = { 'content-type': 'application/atom+xml; charset=UTF-8' };

const ENTRY = `<entry>
    <id>http://arxiv.org/abs/2304.00010v2</id>
    <title>A toy survey of
  river-sensor networks &amp; others</title>
    <updated>2023-05-02T10:00:00Z</updated>
    <link href="https://arxiv.org/abs/2304.00010v2" rel="alternate" type="text/html"/>
    <link href="https://arxiv.org/pdf/2304.00010v2" rel="related" type="application/pdf" title="pdf"/>
    <summary>Rivers are measured by sensors
  and people.</summary>
    <category term="cs.NI" scheme="http://arxiv.org/schemas/atom"/>
    <category term="physics.ao-ph" scheme="http://arxiv.org/schemas/atom"/>
    <published>2023-04-01T09:30:00Z</published>
    <arxiv:comment>20 pages</arxiv:comment>
    <arxiv:journal_ref>J. Invented Hydrol. 9 (2023) 1-20</arxiv:journal_ref>
    <arxiv:doi>10.5555/demo.2023.17</arxiv:doi>
    <arxiv:primary_category term="cs.NI"/>
    <author><name>Ada Beispiel</name><arxiv:affiliation>Invented University</arxiv:affiliation></author>
    <author><name>Bo Muster</name></author>
  </entry>`;

/** An old number, one author, one category, neither journal nor DOI. */
const OLD_ENTRY = `<entry>
    <id>http://arxiv.org/abs/math/0601001v1</id><title>Rivers</title><summary>Flow.</summary>
    <published>2006-01-01T00:00:00Z</published><category term="math.GT"/>
    <arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">This paper has been withdrawn by the author</arxiv:comment>
    <author><name>Ada Beispiel</name></author>
  </entry>`;

function feed(entries: string, total: number): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom">
  <id>https://arxiv.org/api/invented</id><title>arXiv Query</title><updated>2026-11-20T00:00:00Z</updated>
  <opensearch:itemsPerPage>100</opensearch:itemsPerPage>
  <opensearch:totalResults>${total}</opensearch:totalResults>
  <opensearch:startIndex>0</opensearch:startIndex>
  ${entries}</feed>`;
}

const REFUSAL = feed(
  `<entry><id>http://arxiv.org/api/errors#incorrect_id_format_for_x</id><title>Error</title>
   <summary>incorrect id format for x</summary><author><name>arXiv api core</name></author></entry>`,
  1,
);

const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => {
    const number = `2101.${String(from + place).padStart(5, '0')}`;
    return `<entry><id>http://arxiv.org/abs/${number}v1</id><title>T${from + place}</title></entry>`;
  }).join('');

function read(body: string, status = 200, headers: Record<string, string> = ATOM) {
  const question = questionOf({ keywords: ['river'] });
  return arxiv.readPage(answerOf(body, status, headers), arxiv.search(question, {}), question);
}

function queryOf(question: Parameters<typeof questionOf>[0]): string | undefined {
  return readParameters(arxiv.search(questionOf(question), {})).search_query;
}

describe('what arXiv is asked', () => {
  it('any of the keywords in title or abstract, the best first', () => {
    const request = arxiv.search(questionOf({ keywords: ['river-sensor', 'water network'], count: 150 }), {});
    expect(request.url).toContain('https://export.arxiv.org/api/query?');
    expect(readParameters(request)).toEqual({
      search_query: '(ti:"river sensor" OR abs:"river sensor" OR ti:"water network" OR abs:"water network")',
      start: '0',
      max_results: '150',
      sortBy: 'relevance',
      sortOrder: 'descending',
    });
  });

  it('years by the first version, fields by their categories', () => {
    const filters = { limit: 100 as const, year: '2019:2023', fieldsOfStudy: ['Linguistics' as const] };
    expect(queryOf({ keywords: ['a'], filters })).toBe(
      '(ti:"a" OR abs:"a") AND submittedDate:[201901010000 TO 202312312359] AND (cat:cs.CL)',
    );
  });

  it.each<[FieldOfStudy, string]>([
    ['Computer Science', 'cat:stat.ML OR cat:cs.* OR cat:eess.SY'],
    ['Materials Science', 'cat:cond-mat.mtrl-sci'],
    ['Engineering', 'cat:cs.RO OR cat:cs.SY OR cat:eess.*'],
    ['History', 'cat:physics.hist-ph'],
  ])('%s is %s', (field, categories) => {
    const query = queryOf({ keywords: ['a'], filters: { limit: 100, fieldsOfStudy: [field] } }) ?? '';
    const found = [...query.matchAll(/cat:[^ )]+/g)].map(([category]) => category).sort();
    expect(found).toEqual(categories.split(' OR ').sort());
  });

  it('archives by all of their spellings', () => {
    const query = queryOf({ keywords: ['a'], filters: { limit: 100, fieldsOfStudy: ['Physics', 'Mathematics'] } });
    for (const category of [
      'cat:astro-ph*',
      'cat:cond-mat*',
      'cat:hep-th',
      'cat:quant-ph',
      'cat:math.*',
      'cat:math-ph',
    ])
      expect(query).toContain(`${category}${query?.endsWith(`${category})`) ? ')' : ' '}`);
    expect(query).not.toMatch(/physics\.soc-ph|alg-geom|gr-qc\.|cat:cs/);
  });

  it('what it can read: letters of ASCII, few terms of a long text', () => {
    expect(queryOf({ keywords: ['Poincaré–Bendixson', '流域', 'naïve "OR" x)'] })).toBe(
      '(ti:"Poincare Bendixson" OR abs:"Poincare Bendixson" OR ti:"naive OR x" OR abs:"naive OR x")',
    );
    expect(queryOf({ keywords: ['TGF-β', 'NF-κB', 'Łódź'] })).toBe(
      '(ti:"TGF beta" OR abs:"TGF beta" OR ti:"NF kappaB" OR abs:"NF kappaB" OR ti:"lodz" OR abs:"lodz")',
    );
    const query = queryOf({
      terms: Array.from({ length: 5_000 }, (_, number) => `term ${number} ${'long '.repeat(50)}`),
    });
    expect(query?.length).toBeLessThan(2_000);
    expect(query?.match(/ti:/g)?.length).toBeGreaterThan(2);
    expect(queryOf({ terms: Array.from({ length: 50 }, (_, number) => `t${number}`) })?.match(/ti:/g)?.length).toBe(10);
  });

  it('tells how many keywords it cannot be asked for', () => {
    const question = questionOf({ keywords: ['TGF-β', '流域', 'река сенсор', ' '] });
    expect(arxiv.keywordsLeftOut?.(question)).toBe(2);
  });

  it.each([
    [{ quartileRanking: ['Q1' as const] }, 'no-quartiles'],
    [{ publicationTypes: ['journal' as const] }, 'preprints-only'],
    [{ openAccessPdf: false }, 'open-only'],
    [{ downloadable: false }, 'open-only'],
    [{ fieldsOfStudy: ['Law' as const] }, 'other-fields'],
  ])('not what it cannot have: %j', (filters, why) => {
    expect(arxiv.cannotAnswer(questionOf({ keywords: ['a'], filters: { limit: 100, ...filters } }))).toBe(why);
  });

  it('everything else', () => {
    const filters = {
      limit: 100 as const,
      minCitationCount: 5,
      openAccessPdf: true,
      fieldsOfStudy: ['Physics' as const],
    };
    expect(arxiv.cannotAnswer(questionOf({ keywords: ['a'], filters }))).toBeUndefined();
    expect(arxiv.cannotAnswer(questionOf({ keywords: ['流域'], terms: ['…'] }))).toBe('no-words');
  });
});

describe('what arXiv answers', () => {
  it('two entries, wrapped, numbers as they are written', () => {
    const page = read(feed(ENTRY + OLD_ENTRY, 2));
    expect(page).toMatchObject({ total: 2 });
    expect(page).not.toHaveProperty('next');
    const [first, second] = 'records' in page ? page.records.map((record) => toPaper(record)) : [];
    expect(first).toMatchObject({
      key: 'arxiv:2304.00010',
      arxivId: '2304.00010',
      doi: '10.5555/demo.2023.17',
      title: 'A toy survey of river-sensor networks & others',
      abstract: 'Rivers are measured by sensors and people.',
      authors: ['Ada Beispiel', 'Bo Muster'],
      year: 2023,
      publishedAt: '2023-04-01',
      venue: 'J. Invented Hydrol.',
      publicationType: 'preprint',
      fieldsOfStudy: ['Computer Science', 'Environmental Science', 'Physics'],
      isOpenAccess: true,
      isPrePrint: true,
      pdfLink: 'https://arxiv.org/pdf/2304.00010',
    });
    expect(first).not.toHaveProperty('retraction');
    expect(second).toMatchObject({
      arxivId: 'math/0601001',
      doi: '10.48550/arxiv.math/0601001',
      authors: ['Ada Beispiel'],
      fieldsOfStudy: ['Mathematics'],
      venue: 'arXiv',
      retraction: { kind: 'withdrawn', from: 'arxiv' },
    });
  });

  it('a single entry, nothing, and entries that are none', () => {
    expect(read(feed(ENTRY, 1))).toMatchObject({ records: [{ arxivId: '2304.00010' }] });
    expect(read(feed('', 0))).toEqual({ records: [], total: 0 });
    const bare = '<entry><id>http://arxiv.org/abs/2101.00001</id></entry><entry><id>x</id><title>y</title></entry>';
    expect(read(feed(bare, 2))).toEqual({ records: [], total: 2 });
  });

  it('thousands of entities', () => {
    const page = read(
      feed(`<entry><id>http://arxiv.org/abs/2101.00001v1</id><title>${'&amp;'.repeat(5_000)}</title></entry>`, 1),
    );
    expect('records' in page && page.records[0]?.title).toBe('&'.repeat(5_000));
  });

  it.each([
    ['a refusal', REFUSAL, 400, 'refused'],
    ['a refusal under status 200', REFUSAL, 200, 'refused'],
    ['a limit', 'Rate exceeded.', 429, 'rate limited'],
    ['a limit under status 200', 'Rate exceeded.', 200, 'rate limited'],
    ['a failure without XML', 'upstream connect error', 503, 'server error'],
    ['HTML', '<html><body>Hello<br></body></html>', 200, 'unreadable'],
    ['another document', '<rss><channel/></rss>', 200, 'unreadable'],
    ['a cut feed', feed(ENTRY, 1).slice(0, 900), 200, 'unreadable'],
    ['nothing at all', '', 200, 'unreadable'],
  ])('%s', (_, body, status, failure) => {
    expect(read(body, status, { 'content-type': 'text/html' })).toEqual({ failure });
  });

  it('no page of HTML as a feed, nor a feed without children', () => {
    expect(read('<feed/>')).toEqual({ records: [], total: 0 });
  });
});

describe('pages of arXiv', () => {
  it('an answer that is too short is followed by the rest', async () => {
    const { seen, records } = await searchServed(
      arxiv,
      questionOf({ keywords: ['a'], count: 200 }),
      ({ parameters }) => {
        const start = Number(parameters.start);
        return { body: feed(numbered(start, start === 0 ? 120 : 80), 900), type: 'application/atom+xml' };
      },
    );
    expect(seen.map(({ parameters }) => [parameters.start, parameters.max_results])).toEqual([
      ['0', '200'],
      ['120', '80'],
    ]);
    expect(records.map((record) => record.arxivId).slice(118, 122)).toEqual(
      [118, 119, 120, 121].map((n) => `2101.00${n}`),
    );
    expect(records.length).toBe(200);
  });

  it('an empty feed that says that there are results is asked again at half its length', async () => {
    const { seen, records } = await searchServed(arxiv, questionOf({ keywords: ['a'], count: 100 }), (_, place) => ({
      body: feed(place === 0 ? '' : numbered(place * 50, 50), 900),
    }));
    expect(seen.map(({ parameters }) => [parameters.start, parameters.max_results])).toEqual([
      ['0', '100'],
      ['0', '50'],
      ['50', '50'],
    ]);
    expect(records.length).toBe(100);
  });

  it('an empty feed twice is a failure, not zero papers', async () => {
    const { seen, failure } = await searchServed(arxiv, questionOf({ keywords: ['a'] }), () => ({
      body: feed('', 900),
    }));
    expect(seen.length).toBe(2);
    expect(failure).toBe('unreadable');
  });

  it('end with what there is', async () => {
    const { seen, records } = await searchServed(arxiv, questionOf({ keywords: ['a'] }), () => ({
      body: feed(numbered(0, 30), 30),
    }));
    expect([seen.length, records.length]).toEqual([1, 30]);
  });
});

describe('look-ups of arXiv', () => {
  it('asks for as many as it names, and for nothing that would refuse all', () => {
    const sent = arxiv.lookUp?.request('arxiv', ['2101.00001v3', 'math.GT/0601001', 'x,y'], {
      baseUrl: 'http://127.0.0.1:1',
    });
    expect(sent?.url).toMatch(/^http:\/\/127\.0\.0\.1:1\/query\?/);
    expect(sent && readParameters(sent)).toEqual({ id_list: '2101.00001,math/0601001', max_results: '2' });
  });

  it('reads entries and refusals', () => {
    const page = arxiv.lookUp?.read(answerOf(feed(ENTRY, 1), 200, ATOM));
    expect(page).toMatchObject({ records: [{ arxivId: '2304.00010' }] });
    expect(arxiv.lookUp?.read(answerOf(REFUSAL, 400))).toEqual({ failure: 'refused' });
  });
});
