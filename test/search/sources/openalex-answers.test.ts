import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPaper } from '../../../src/papers/paper.ts';
import { source as openAlex } from '../../../src/search/sources/openalex/index.ts';
import { olderSearch } from '../../../src/search/sources/openalex/openalex-requests.ts';
import type { SourceAnswer, SourcePage, SourceRequest } from '../../../src/search/sources/source.ts';
import { answerOf, questionOf, recordsOf } from '../../helpers/sources/asking.ts';
import { inverted } from '../../service/enrichment/open-sources.ts';

const ABSTRACT = 'Rivers are measured by sensors, and people measure the sensors that measure them.';
const WORK = {
  id: 'https://openalex.org/W4000000001',
  doi: 'https://doi.org/10.5555/demo.2023.17',
  title: 'A toy survey of river-sensor networks',
  publication_year: 2023,
  publication_date: '2023-04-12',
  ids: {
    openalex: 'https://openalex.org/W4000000001',
    pmid: 'https://pubmed.ncbi.nlm.nih.gov/30000001',
    pmcid: 'https://www.ncbi.nlm.nih.gov/pmc/articles/9000001',
  },
  primary_location: {
    is_oa: true,
    landing_page_url: 'https://doi.org/10.5555/demo.2023.17',
    pdf_url: null,
    source: {
      id: 'https://openalex.org/S100000001',
      display_name: 'Journal of Invented Hydrology',
      issn_l: '1234-5679',
      issn: ['1234-5679', '2345-6787'],
      host_organization_name: 'Example Press',
      type: 'journal',
    },
    raw_type: 'journal-article',
  },
  best_oa_location: null,
  locations: [
    { is_oa: false, pdf_url: 'https://paywall.example/17.pdf' },
    {
      is_oa: true,
      landing_page_url: 'https://doi.org/10.48550/arxiv.2304.00001',
      pdf_url: 'https://copy.example/17.pdf',
    },
  ],
  type: 'article',
  open_access: { is_oa: true },
  authorships: [{ author: { display_name: 'Ada Beispiel' } }, { raw_author_name: 'Bo Muster' }],
  biblio: { volume: '9', issue: '2', first_page: '1', last_page: '20' },
  language: 'en',
  cited_by_count: 12,
  is_retracted: true,
  is_paratext: false,
  primary_topic: { subfield: { id: 'https://openalex.org/subfields/2312' } },
  topics: [],
  referenced_works_count: 34,
  referenced_works: ['https://openalex.org/W11', 'https://openalex.org/W12'],
  abstract_inverted_index: inverted(ABSTRACT),
};

const QUESTION = questionOf({ keywords: ['rivers'] });
/** In the form that nothing takes the place of when it is refused. */
const REQUEST = olderSearch(openAlex.search(QUESTION, {})) as SourceRequest;

function read(answer: SourceAnswer): SourcePage {
  return openAlex.readPage(answer, REQUEST, QUESTION);
}

function factsOf(changes: object) {
  const [record] = recordsOf(read(answerOf({ meta: { count: 1 }, results: [{ ...WORK, ...changes }] })));
  return record;
}

describe('a work in a list of OpenAlex', () => {
  it('is read whole, with all its numbers and its retraction', () => {
    const [record] = recordsOf(read(answerOf({ meta: { count: 1 }, results: [WORK] })));
    expect(toPaper(record ?? {})).toEqual({
      key: 'doi:10.5555/demo.2023.17',
      title: WORK.title,
      abstract: ABSTRACT,
      authors: ['Ada Beispiel', 'Bo Muster'],
      year: 2023,
      publishedAt: '2023-04-12',
      venue: 'Journal of Invented Hydrology',
      publisher: 'Example Press',
      publicationType: 'journal',
      volume: '9',
      issue: '2',
      pages: '1-20',
      language: 'en',
      issns: ['1234-5679', '2345-6787'],
      fieldsOfStudy: ['Environmental Science'],
      citationCount: 12,
      referenceCount: 34,
      isOpenAccess: true,
      isPrePrint: false,
      isRetracted: true,
      downloadable: true,
      doi: '10.5555/demo.2023.17',
      arxivId: '2304.00001',
      pmid: '30000001',
      pmcid: 'PMC9000001',
      openAlexId: 'W4000000001',
      referencedWorks: ['openalex:W11', 'openalex:W12'],
      link: 'https://doi.org/10.5555/demo.2023.17',
      pdfLink: 'https://copy.example/17.pdf',
    });
  });

  it.each([
    ['its own DOI', { doi: 'https://doi.org/10.48550/arXiv.2101.00002', locations: [] }, '2101.00002'],
    ['a page of arXiv', { locations: [{ landing_page_url: 'http://arxiv.org/abs/math/0309136v2' }] }, 'math/0309136'],
    ['a PDF of arXiv', { locations: [{ pdf_url: 'https://arxiv.org/pdf/2101.00003v1' }] }, '2101.00003'],
    ['no place', { locations: [{ landing_page_url: 'https://arxiv.example/abs/2101.00003' }] }, undefined],
  ])('is known to arXiv by %s', (_what, changes, arxivId) => {
    expect(factsOf(changes)?.arxivId).toBe(arxivId);
  });

  it.each([
    ['a number of an article', { biblio: { first_page: 'e101', last_page: 'e101' } }, { pages: 'e101' }],
    ['a first page alone', { biblio: { volume: null, first_page: '7', last_page: null } }, { pages: '7' }],
    ['no place in its journal', { biblio: null }, { volume: undefined, issue: undefined }],
    ['no source', { primary_location: { ...WORK.primary_location, source: null } }, { venue: undefined, issns: [] }],
    ['no place at all', { primary_location: null, locations: null }, { venue: undefined, pdfLink: undefined }],
    ['no abstract', { abstract_inverted_index: null }, { abstract: undefined }],
    ['one word many times', { abstract_inverted_index: { 'again and again,': [0, 1, 2, 3, 4], end: [5] } }, {}],
    ['no title but a name to show', { title: null, display_name: 'Owls' }, { title: 'Owls' }],
    ['no authors', { authorships: null }, { authors: [] }],
    ['no topics', { topics: null, primary_topic: null }, { fieldsOfStudy: [] }],
    ['no ids', { ids: null, doi: null }, { doi: undefined, pmid: undefined, key: 'openalex:W4000000001' }],
  ])('may have %s', (_what, changes, expected) => {
    const facts = factsOf(changes);
    expect(facts).toMatchObject({ openAlexId: WORK.id });
    for (const [name, value] of Object.entries(expected)) expect(facts?.[name as 'title']).toEqual(value);
  });

  it('with words at several places has them at each', () => {
    const index = { measured: [1, 4], 'Rivers,': [0], 'by sensors that people have themselves': [2], 'and owls,': [3] };
    expect(factsOf({ abstract_inverted_index: index })?.abstract).toBe(
      'Rivers, measured by sensors that people have themselves and owls, measured',
    );
  });

  it('that has neither title nor name stays, for others to complete', () => {
    expect(factsOf({ title: null, display_name: null })).toMatchObject({ title: undefined, doi: WORK.doi });
  });

  it.each([
    ['paratext', { is_paratext: true }],
    ['a deleted work', { id: 'https://openalex.org/W4285719527' }],
    ['another entity', { id: 'https://openalex.org/A1' }],
  ])('is left out as %s', (_what, changes) => {
    const page = read(answerOf({ meta: { count: 2 }, results: [{ ...WORK, ...changes }, WORK, null] }));
    expect(recordsOf(page)).toHaveLength(1);
  });

  it('may have anything anywhere', () => {
    const names = fc.constantFrom(...Object.keys(WORK).filter((name) => name !== 'id'));
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), fc.jsonValue(), (changes, meta) => {
        const page = read(answerOf({ meta, results: [{ ...WORK, ...changes }] }));
        for (const record of recordsOf(page)) expect(toPaper(record)).toBeTruthy();
      }),
    );
  });
});

const BUDGET = {
  error: 'Rate limit exceeded',
  message: 'Insufficient budget. This request costs $0.001.',
  retryAfter: 41_234.2,
  costUsd: 0.001,
  dailyRemainingUsd: 0.0005,
  prepaidRemainingUsd: 0,
  creditsRequired: 10,
  creditsRemaining: 5,
  onetimeCreditsRemaining: 0,
};
/** What the proxy writes for any refusal, also of the pace: nothing is said to remain. */
const PER_SECOND = {
  error: 'Rate limit exceeded',
  message: 'Rate limit exceeded: 10 requests per second. Please slow down.',
  retryAfter: 0.064,
  costUsd: 0.001,
  dailyRemainingUsd: 0,
  prepaidRemainingUsd: 0,
  creditsRequired: 10,
  creditsRemaining: 0,
  onetimeCreditsRemaining: 0,
};
const PER_SECOND_HEADERS = {
  Date: 'Sat, 21 Nov 2026 12:00:00 GMT',
  'Retry-After': '1',
  'X-RateLimit-Limit': '1000',
  'X-RateLimit-Remaining': '0',
  'X-RateLimit-Remaining-USD': '0',
  'X-RateLimit-Prepaid-Remaining-USD': '0',
  'X-RateLimit-Onetime-Remaining': '0',
  'X-RateLimit-Credits-Required': '10',
  'X-RateLimit-Reset': '43200',
};
const SHORT = { error: 'Rate limit exceeded', message: 'Too many requests per second.', retryAfter: 1 };
const HTML = '<html><head><title>Attention</title></head></html>';

describe('a failure of OpenAlex', () => {
  it.each<[string, SourceAnswer, object]>([
    ['texts that are none', answerOf({ error: { toString: null }, message: [] }, 429), { failure: 'rate limited' }],
    ['a used-up budget', answerOf(BUDGET, 429), { failure: 'quota used up', retryAfterSeconds: 41_235 }],
    [
      'a budget told in words',
      answerOf({ ...SHORT, message: BUDGET.message }, 429),
      { failure: 'quota used up', retryAfterSeconds: 1 },
    ],
    [
      'a pace told with the numbers of a used-up budget',
      answerOf(PER_SECOND, 429, PER_SECOND_HEADERS),
      { failure: 'rate limited', retryAfterSeconds: 1 },
    ],
    [
      'a pace a moment before midnight',
      answerOf(PER_SECOND, 429, { ...PER_SECOND_HEADERS, Date: 'Sat, 21 Nov 2026 23:59:59 GMT' }),
      { failure: 'rate limited', retryAfterSeconds: 1 },
    ],
    [
      'an allowance of an address, as a page, until midnight',
      answerOf(HTML, 429, { ...PER_SECOND_HEADERS, 'Retry-After': '43199' }),
      { failure: 'quota used up', retryAfterSeconds: 43_199 },
    ],
    [
      'nothing left by the headers of a page alone',
      answerOf(HTML, 429, { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '600' }),
      { failure: 'rate limited' },
    ],
    [
      'too fast a pace with credits paid for beforehand',
      answerOf(SHORT, 429, { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Prepaid-Remaining-USD': '0.5' }),
      { failure: 'rate limited', retryAfterSeconds: 1 },
    ],
    [
      'a budget without a time, at six in the evening',
      answerOf({ ...BUDGET, retryAfter: undefined }, 429, { Date: 'Sat, 21 Nov 2026 18:00:00 GMT' }),
      { failure: 'quota used up', retryAfterSeconds: 21_600 },
    ],
    ['too fast a pace', answerOf(SHORT, 429), { failure: 'rate limited', retryAfterSeconds: 1 }],
    [
      'too fast a pace with enough left',
      answerOf({ ...BUDGET, message: 'Slow down', creditsRemaining: 900, retryAfter: 2 }, 429),
      { failure: 'rate limited', retryAfterSeconds: 2 },
    ],
    [
      'too fast a pace as a page',
      answerOf(HTML, 429, { 'Retry-After': '7' }),
      { failure: 'rate limited', retryAfterSeconds: 7 },
    ],
    ['a paid plan’s parameter', answerOf({ error: 'Plan upgrade required', message: '' }, 429), { failure: 'refused' }],
    [
      'load shedding',
      answerOf({ error: 'Search temporarily unavailable' }, 503, { 'Retry-After': '30' }),
      { failure: 'rate limited', retryAfterSeconds: 30 },
    ],
    ['an outage', answerOf(HTML, 503), { failure: 'server error' }],
    [
      'a query that takes too long',
      answerOf({ error: 'Gateway timeout', reason: 'query_timeout' }, 504),
      { failure: 'too slow' },
    ],
    [
      'a bad key',
      answerOf({ error: 'Invalid or missing API key', message: 'API key not found' }, 401),
      { failure: 'key refused' },
    ],
    ['a bad parameter', answerOf({ error: 'Invalid query parameters error.' }, 400), { failure: 'refused' }],
    ['another address', answerOf(HTML, 404), { failure: 'refused' }],
    ['a page under a good status', answerOf(HTML), { failure: 'unreadable' }],
    ['an error under a good status', answerOf({ error: 'Oops', message: 'x' }), { failure: 'unreadable' }],
    ['null', answerOf('null'), { failure: 'unreadable' }],
    ['a cut answer', answerOf('{"meta":{"count":1},"results":[{"id":"https://op'), { failure: 'unreadable' }],
  ])('is told apart: %s', (_what, answer, expected) => {
    expect(read(answer)).toEqual(expected);
    const { related, lookUp } = openAlex;
    expect(related?.read(answer, REQUEST)).toEqual(expected);
    expect(lookUp?.read(answer)).toEqual(answer.status === 404 ? { records: [] } : expected);
  });
});

describe('a look-up at OpenAlex', () => {
  it('is read as a list or as one work', () => {
    const records = [{ doi: WORK.doi }];
    expect(openAlex.lookUp?.read(answerOf({ meta: { count: 1 }, results: [WORK] }))).toMatchObject({ records });
    expect(openAlex.lookUp?.read(answerOf(WORK))).toMatchObject({ records });
  });
});

describe('the quota of OpenAlex', () => {
  const NOON = { Date: 'Sat, 21 Nov 2026 12:00:00 GMT' };
  const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');

  it.each<[string, SourceAnswer, object | undefined]>([
    [
      'in its headers',
      answerOf({}, 200, { ...NOON, 'X-RateLimit-Remaining': '990', 'X-RateLimit-Reset': '60' }),
      { remaining: 990, resetsAt: Date.parse('2026-11-21T12:01:00Z') },
    ],
    [
      'with credits that were paid for beforehand',
      answerOf({}, 200, { ...NOON, 'X-RateLimit-Remaining': '0', 'X-RateLimit-Prepaid-Remaining-USD': '0.5' }),
      { remaining: 5_000, resetsAt: MIDNIGHT },
    ],
    [
      'without a time',
      answerOf({}, 200, { ...NOON, 'X-RateLimit-Remaining': '0' }),
      { remaining: 0, resetsAt: MIDNIGHT },
    ],
    ['nowhere in a refusal', answerOf(BUDGET, 429, { ...NOON, 'X-RateLimit-Remaining': '5' }), undefined],
    ['nowhere in a refusal of the pace', answerOf(PER_SECOND, 429, PER_SECOND_HEADERS), undefined],
    ['nowhere', answerOf({ creditsRemaining: 5 }), undefined],
    ['as no number', answerOf({}, 200, { 'X-RateLimit-Remaining': 'many' }), undefined],
  ])('is read %s', (_what, answer, expected) => {
    expect(openAlex.readQuota?.(answer)).toEqual(expected);
  });
});
