import { describe, expect, it } from 'vitest';
import type { Paper } from '../../../src/contract/paper.ts';
import { Secret } from '../../../src/contract/secret.ts';
import type { FoundFacts } from '../../../src/service/enrichment/facts.ts';
import {
  createLookUps,
  type LookUp,
  type LookUpOptions,
  type LookUpSourceName,
} from '../../../src/service/enrichment/identifier-lookups.ts';
import { TOKEN } from '../../helpers/secrets.ts';
import {
  answers,
  breaksOff,
  cutsShort,
  type Handler,
  httpServers,
  NOBODY,
  PATIENT,
  staysSilent,
} from '../scraping/http-servers.ts';
import { ABSTRACT, crossrefOf, crossrefWork, inverted, openAlexOf, openAlexWork } from './open-sources.ts';

const start = httpServers();
const DOI = '10.5555/demo.17';
const PAPER: Paper = { title: 'A toy survey', doi: DOI };

function lookUpAt(source: LookUpSourceName, url: string, options: Partial<LookUpOptions> = {}): LookUp {
  const [lookUp] = createLookUps({
    sources: [source],
    fetch,
    baseUrls: { [source]: url },
    timeoutMs: 2_000,
    ...options,
  });
  if (!lookUp) throw new Error('no look-up');
  return lookUp;
}

async function find(lookUp: LookUp, papers: Paper[], signal = PATIENT) {
  const found: [number, FoundFacts][] = [];
  const report = await lookUp.find(papers, signal, (place, facts) => found.push([place, facts]));
  return { found, report };
}

async function findOne(source: LookUpSourceName, handler: Handler, paper = PAPER) {
  const { url } = await start(handler);
  const { found, report } = await find(lookUpAt(source, url), [paper]);
  const known = Object.entries(found[0]?.[1] ?? {}).filter(([, value]) => value !== undefined);
  return { facts: Object.fromEntries(known), report };
}

const many = (number: number): Paper[] =>
  Array.from({ length: number }, (_, place) => ({ title: `Paper ${place}`, doi: `10.5555/${place}` }));

describe('OpenAlex', () => {
  it('tells what it knows of a work', async () => {
    const { facts, report } = await findOne('openalex', openAlexOf([openAlexWork(DOI)]));
    expect(facts).toEqual({
      title: 'A toy survey of river-sensor networks',
      doi: DOI,
      abstract: ABSTRACT,
      isOpenAccess: true,
      pdfLink: 'https://journal.example/demo-17.pdf',
      citationCount: 12,
      referenceCount: 34,
      venue: 'Journal of Invented Hydrology',
      publisher: 'Example Press',
      year: 2023,
      publicationType: 'journal',
    });
    expect(report).toEqual({ asked: 1, left: 0, requests: 1, failed: 0 });
  });

  it('is asked about 50 works at a time, by DOI, without a key when there is none', async () => {
    const { url, asked } = await start(openAlexOf([]));
    await find(lookUpAt('openalex', url), many(120));
    const filters = asked.map((request) => new URL(request.url, 'http://x').searchParams.get('filter') ?? '');
    expect(filters.map((filter) => filter.split('|').length)).toEqual([50, 50, 20]);
    expect(filters[0]).toMatch(/^doi:10\.5555\/0\|10\.5555\/1\|/);
    expect(asked[0]?.url).not.toContain('api_key');
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  it('is sent at most 10 requests for a job', async () => {
    const { url, asked } = await start(openAlexOf([]));
    const { report } = await find(lookUpAt('openalex', url), many(503));
    expect(asked).toHaveLength(10);
    expect(report).toEqual({ asked: 500, left: 3, requests: 10, failed: 0, failure: 'too many' });
  });

  it('is given the key as a header, not in the address', async () => {
    const { url, asked } = await start(openAlexOf([]));
    await find(lookUpAt('openalex', url, { openAlexKey: new Secret(TOKEN), userAgent: 'paperqueue-test' }), [PAPER]);
    expect(asked[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'user-agent': 'paperqueue-test' });
    expect(asked[0]?.url).not.toContain(TOKEN);
  });

  it('is sent no request line beyond what it takes', async () => {
    const { url, asked } = await start(openAlexOf([]));
    const papers = many(60).map((paper) => ({ ...paper, doi: `${paper.doi}/${'<x>'.repeat(60)}` }));
    await find(lookUpAt('openalex', url), papers);
    expect(asked.length).toBeGreaterThan(5);
    for (const request of asked) expect(request.url.length).toBeLessThan(4_000);
  });

  it('is asked by the DOI of an arXiv number where a paper has no other', async () => {
    const arxiv: Paper = { title: 'Another title', link: 'https://arxiv.org/abs/2304.00001v3' };
    const doi = '10.48550/arxiv.2304.00001';
    const { facts } = await findOne('openalex', openAlexOf([openAlexWork(doi, { type: 'preprint' })]), arxiv);
    expect(facts).toMatchObject({ doi, publicationType: 'preprint' });
  });

  it('fills every paper that has the DOI, and none with what was not asked for', async () => {
    const { url } = await start(answers(200, { results: [openAlexWork('10.5555/other'), openAlexWork(DOI)] }));
    const { found, report } = await find(lookUpAt('openalex', url), [PAPER, { title: 'No identifier' }, PAPER]);
    expect(found.map(([place]) => place)).toEqual([0, 2]);
    expect(report.asked).toBe(2);
  });

  it('is not asked about what would break its filter', async () => {
    const { url, asked } = await start(openAlexOf([]));
    const { report } = await find(lookUpAt('openalex', url), [{ doi: '10.5555/a|b' }, { doi: '10.5555/a,b' }]);
    expect(asked).toEqual([]);
    expect(report).toEqual({ asked: 0, left: 0, requests: 0, failed: 0 });
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no source', { primary_location: { source: null, is_oa: false } }, ['venue', 'publisher', 'publicationType']],
    ['no location', { primary_location: null, best_oa_location: null }, ['venue', 'pdfLink']],
    ['no abstract', { abstract_inverted_index: null }, ['abstract']],
    ['page furniture for an abstract', { abstract_inverted_index: { Login: [0] } }, ['abstract']],
    ['an impossible place of a word', { abstract_inverted_index: { ...inverted(ABSTRACT), far: [1e9] } }, ['abstract']],
    ['places that are none', { abstract_inverted_index: { a: null, b: [-1], c: ['0'] } }, ['abstract']],
    ['no title', { title: null, display_name: null }, ['title']],
    ['no references told', { referenced_works_count: 0 }, ['referenceCount']],
    [
      'nulls',
      { cited_by_count: null, publication_year: null, open_access: null },
      ['citationCount', 'year', 'isOpenAccess'],
    ],
    ['a repository', { primary_location: { source: { type: 'repository', display_name: 'Zenodo' } } }, ['venue']],
  ])('may have %s', async (_what, changes, absent) => {
    const { facts } = await findOne('openalex', openAlexOf([openAlexWork(DOI, changes)]));
    expect(facts.doi).toBe(DOI);
    for (const fact of absent) expect(facts).not.toHaveProperty(fact);
  });

  it('may send null where a work should be', async () => {
    const { facts } = await findOne('openalex', answers(200, { results: [null, 3, {}, openAlexWork(DOI)] }));
    expect(facts.doi).toBe(DOI);
  });
});

describe('Crossref', () => {
  it('tells what it knows of a work', async () => {
    const { facts, report } = await findOne('crossref', crossrefOf([crossrefWork(DOI)]));
    expect(facts).toEqual({
      title: 'A toy survey of <i>river</i>-sensor networks',
      doi: DOI,
      abstract: ABSTRACT,
      isOpenAccess: true,
      pdfLink: 'https://journal.example/demo-17.pdf',
      citationCount: 11,
      referenceCount: 34,
      venue: 'Journal of Invented Hydrology',
      publisher: 'Example Press',
      year: 2023,
      publicationType: 'journal-article',
    });
    expect(report).toEqual({ asked: 1, left: 0, requests: 1, failed: 0 });
  });

  it('is asked one work after the other, and told whom to write to', async () => {
    const { url, asked } = await start(crossrefOf([]));
    await find(lookUpAt('crossref', url, { contactEmail: 'ops@lab.example' }), [PAPER, { doi: '10.5555/a/b?c#d' }]);
    expect(asked.map((request) => request.url)).toEqual([
      '/works/10.5555%2Fdemo.17?mailto=ops%40lab.example',
      '/works/10.5555%2Fa%2Fb%3Fc%23d?mailto=ops%40lab.example',
    ]);
  });

  it('is not asked about what is registered elsewhere', async () => {
    const { url, asked } = await start(crossrefOf([]));
    const papers: Paper[] = [
      { doi: '10.48550/arxiv.1' },
      { link: 'https://arxiv.org/abs/2304.00001' },
      { doi: '10.5281/zenodo.1' },
    ];
    await find(lookUpAt('crossref', url), papers);
    expect(asked).toEqual([]);
  });

  it('that does not know a work is no failure', async () => {
    const { facts, report } = await findOne('crossref', crossrefOf([]));
    expect(facts).toEqual({});
    expect(report).toEqual({ asked: 1, left: 0, requests: 1, failed: 0 });
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['no date at all', { issued: { 'date-parts': [[null]] } }, { year: undefined }],
    [
      'another date',
      { issued: { 'date-parts': [[null]] }, 'published-online': { 'date-parts': [[2021]] } },
      { year: 2021 },
    ],
    ['no title', { title: [] }, { title: undefined }],
    ['no licence', { license: undefined }, { isOpenAccess: undefined, pdfLink: undefined }],
    [
      'a licence of its own',
      { license: [{ URL: 'https://press.example/terms' }] },
      { isOpenAccess: undefined, pdfLink: undefined },
    ],
    ['no references told', { 'references-count': 0 }, { referenceCount: undefined }],
    ['a preprint', { type: 'posted-content', subtype: 'preprint' }, { publicationType: 'preprint' }],
    [
      'nulls',
      { abstract: null, link: null, 'container-title': null, publisher: null },
      { abstract: undefined, venue: undefined },
    ],
  ])('may have %s', async (_what, changes, expected) => {
    const { url } = await start(crossrefOf([crossrefWork(DOI, changes)]));
    const { found } = await find(lookUpAt('crossref', url), [PAPER]);
    expect(found[0]?.[1]).toMatchObject(expected);
  });

  it('that answers with another work fills nothing', async () => {
    const { url } = await start(answers(200, { status: 'ok', message: crossrefWork('10.5555/other') }));
    expect((await find(lookUpAt('crossref', url), [PAPER])).found).toEqual([]);
  });
});

describe.each<[LookUpSourceName]>([['openalex'], ['crossref']])('%s in trouble', (source) => {
  it.each<[string, Handler, string]>([
    ['500', answers(500, '<html>'), 'no answer'],
    ['504', answers(504, { error: 'Gateway timeout', reason: 'query_timeout' }), 'no answer'],
    ['400', answers(400, { error: 'Invalid query parameters error.', message: 'x' }), 'refused'],
    ['403', answers(403, 'blocked'), 'refused'],
    ['an error under 200', answers(200, { error: 'Search failed', message: 'x' }), 'unreadable'],
    ['a failure with a list of messages', answers(200, { status: 'failed', message: [{ type: 'x' }] }), 'unreadable'],
    ['null data', answers(200, { status: 'ok', message: null, results: null }), 'unreadable'],
    ['null', answers(200, 'null'), 'unreadable'],
    ['HTML under 200', answers(200, '<html>'), 'unreadable'],
    ['far too much', answers(200, `"${'x'.repeat(9 * 1024 * 1024)}"`), 'unreadable'],
    ['a connection that breaks', breaksOff, 'no answer'],
    ['an answer that is cut short', cutsShort, 'no answer'],
  ])('by %s tells so, and finds nothing', async (_what, handler, failure) => {
    const { url } = await start(handler);
    const { found, report } = await find(lookUpAt(source, url), [PAPER]);
    expect(found).toEqual([]);
    expect(report).toEqual({ asked: 1, left: 0, requests: 1, failed: 1, failure });
  });

  it('by silence or absence tells so', async () => {
    const { url } = await start(staysSilent);
    for (const lookUp of [lookUpAt(source, url, { timeoutMs: 50 }), lookUpAt(source, NOBODY)]) {
      expect((await find(lookUp, [PAPER])).report).toMatchObject({ failed: 1, failure: 'no answer' });
    }
  });

  it.each<[string, Handler, string]>([
    ['allows no more', answers(429, { error: 'Rate limit exceeded' }, { 'Retry-After': '60' }), 'rate limit'],
    ['allows no more and says not when', answers(429, 'slow down'), 'rate limit'],
    ['pauses', answers(503, { error: 'Search temporarily unavailable' }, { 'Retry-After': '30' }), 'rate limit'],
    ['does not accept the key', answers(401, { error: 'Invalid or missing API key' }), 'key refused'],
  ])('that %s is not asked any more in this job', async (_what, handler, failure) => {
    const { url, asked } = await start(handler);
    const { report } = await find(lookUpAt(source, url), many(120));
    expect(asked).toHaveLength(1);
    expect(report).toMatchObject({ requests: 1, failed: 1, failure });
    expect(report.asked + report.left).toBe(120);
    expect(report.left).toBeGreaterThan(0);
  });

  it('is left in peace by the next job, too, while its pause lasts', async () => {
    const { url, asked } = await start(answers(429, '', { 'Retry-After': '60' }));
    const lookUp = lookUpAt(source, url);
    await find(lookUp, [PAPER]);
    const { report } = await find(lookUp, [PAPER]);
    expect(asked).toHaveLength(1);
    expect(report).toEqual({ asked: 0, left: 1, requests: 0, failed: 0, failure: 'paused' });
  });

  it('is taken for down after three failures in a row', async () => {
    const { url, asked } = await start(answers(502, ''));
    const { report } = await find(lookUpAt(source, url), many(400));
    expect(asked).toHaveLength(3);
    expect(report).toMatchObject({ requests: 3, failed: 3, failure: 'no answer' });
  });

  it('for once goes on', async () => {
    const { url, asked } = await start((received, answer, nth) => {
      if (nth === 1) answer.destroy();
      else answers(200, { status: 'ok', results: [], message: { DOI: '10.5555/x' } })(received, answer, nth);
    });
    const { report } = await find(lookUpAt(source, url), many(120).slice(0, source === 'openalex' ? 120 : 3));
    expect(asked).toHaveLength(3);
    expect(report).toMatchObject({ left: 0, requests: 3, failed: 1, failure: 'no answer' });
  });

  it('is not blamed when the job is stopped', async () => {
    const stop = new AbortController();
    const { url } = await start(() => stop.abort());
    const { found, report } = await find(lookUpAt(source, url), many(120), stop.signal);
    expect(found).toEqual([]);
    expect(report).toEqual({ asked: 0, left: 120, requests: 0, failed: 0 });
  });
});

describe('the sources', () => {
  it('are those that are configured, in that order, each once', () => {
    const names = (sources: LookUpSourceName[]) => createLookUps({ sources, fetch }).map(({ source }) => source);
    expect(names([])).toEqual([]);
    expect(names(['crossref', 'openalex', 'crossref'])).toEqual(['crossref', 'openalex']);
  });
});
