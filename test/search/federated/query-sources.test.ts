import { describe, expect, it } from 'vitest';
import type { Filters } from '../../../src/contract/filters.ts';
import type { LiveSourceName } from '../../../src/contract/source-names.ts';
import type { PaperInput } from '../../../src/papers/paper.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { querySources } from '../../../src/search/federated/query-sources.ts';
import { keyPhrases, type TermStats } from '../../../src/search/sources/key-phrases.ts';
import type { RunnerContext, SourceWithSettings } from '../../../src/search/sources/runner.ts';
import type { SourceSearch } from '../../../src/search/sources/source.ts';
import { questionOf } from '../../helpers/sources/asking.ts';
import { filtersAsked, serveOpenAlex, work } from '../../helpers/sources/small-openalex.ts';
import { asking, contextOf, json, serve } from '../../helpers/sources/stand-ins.ts';

const STATISTICS: TermStats = { papers: 100, documentFrequency: () => 2 };
const KEYWORDS = ['mussel', 'shore', 'raft'];

type Search = { filters?: Partial<Filters>; query?: string; context?: Partial<RunnerContext> };

function search(asked: readonly SourceWithSettings[], { filters, query, context }: Search = {}) {
  const body = query === undefined ? { keywords: KEYWORDS } : { query };
  const request = { body, filters: { limit: 100 as const, ...filters } };
  return querySources(asked, parseQuery(request), () => STATISTICS, contextOf(context));
}

/** A source that finds these. */
async function finding(name: LiveSourceName, items: PaperInput[]) {
  const { url } = await serve(json({ items }));
  return asking(url, { name });
}

/** The questions that reach a source. */
async function listening() {
  const questions: SourceSearch[] = [];
  const { url } = await serve(json({ items: [] }));
  const search = (question: SourceSearch) => {
    questions.push(question);
    return { url };
  };
  return { asked: asking(url, { search }), questions };
}

describe('the question to the sources', () => {
  it('is the keywords as they are; no statistics are needed for that', async () => {
    const { asked, questions } = await listening();
    const filters = { limit: 200 as const, year: '2020', sort: 'year:desc' };
    const noStatistics = () => {
      throw new Error('nobody needs them');
    };
    await querySources([asked], parseQuery({ body: { keywords: KEYWORDS }, filters }), noStatistics, contextOf());
    expect(questions).toEqual([questionOf({ keywords: KEYWORDS, filters, count: 200 })]);
  });

  it('is the best words and phrases of a text, 24 at most', async () => {
    const { asked, questions } = await listening();
    const query = Array.from({ length: 40 }, (_, place) => `Blue mussel larva${place} settle on rope${place}.`).join(
      ' ',
    );
    await search([asked], { query });
    expect(questions[0]).toMatchObject({ keywords: [], terms: keyPhrases(query, STATISTICS, 24) });
    expect(questions[0]?.terms).toHaveLength(24);
  });

  it('is both where a request has both', async () => {
    const { asked, questions } = await listening();
    const body = { keywords: KEYWORDS, query: 'Kelp forests in the north' };
    await querySources([asked], parseQuery({ body, filters: { limit: 100 } }), () => STATISTICS, contextOf());
    expect(questions[0]?.keywords.map(({ text }) => text)).toEqual(KEYWORDS);
    expect(questions[0]?.terms).toContain('kelp');
  });

  it('is none where nobody is to be asked', async () => {
    expect(await search([])).toEqual({ works: [], outcomes: [], lookUps: [], duplicates: {} });
  });
});

describe('what sources give', () => {
  it('is put together, with what came of each in the order in which they were named', async () => {
    const one = await finding('crossref', [
      { title: 'Rafts', doi: '10.1000/a' },
      { title: 'Mussel beds', doi: '10.1000/b', venue: 'Shores' },
    ]);
    const { url } = await serve(json({}, 400));
    const two = await finding('europepmc', [{ title: 'Mussel beds', doi: '10.1000/b', pmid: '7' }]);
    const { works, outcomes } = await search([one, asking(url, { name: 'arxiv' }), two]);
    expect(outcomes.map(({ source, failure }) => [source, failure])).toEqual([
      ['crossref', undefined],
      ['arxiv', 'refused'],
      ['europepmc', undefined],
    ]);
    expect(works.map(({ record, findings: found }) => [record.title, found])).toEqual([
      [
        'Mussel beds',
        [
          { source: 'europepmc', rank: 1 },
          { source: 'crossref', rank: 2 },
        ],
      ],
      ['Rafts', [{ source: 'crossref', rank: 1 }]],
    ]);
    expect(works[0]?.record).toMatchObject({ venue: 'Shores', pmid: '7' });
  });

  it('keeps its rank where something before it says nothing', async () => {
    const one = await finding('crossref', [{ title: '' }, { title: 'Rafts' }]);
    const { works } = await search([one]);
    expect(works.map(({ findings: found }) => found)).toEqual([[{ source: 'crossref', rank: 2 }]]);
  });
});

const DOI = '10.1000/a';
const BARE = { title: 'Mussel beds 1', doi: DOI };
const WHOLE = work(1, {
  doi: `https://doi.org/${DOI}`,
  publication_year: 2020,
  cited_by_count: 12,
  referenced_works_count: 30,
  type: 'article',
  open_access: { is_oa: true },
  topics: [{ field: { id: 'https://openalex.org/fields/11' } }],
  primary_location: { source: { type: 'journal', issn: ['1234-5679'] } },
  best_oa_location: { is_oa: true, pdf_url: 'https://example.org/a.pdf' },
});

describe('a fact that is missing', () => {
  /** What OpenAlex is asked beside the search, and the work that comes out. */
  async function completed(facts: PaperInput, filters: Partial<Filters>, finds: object[] = []) {
    const server = await serveOpenAlex({ finds, knows: [WHOLE] });
    const { works } = await search([await finding('arxiv', [{ ...BARE, ...facts }]), server.asked], { filters });
    return { lookedUp: filtersAsked(server).filter((filter) => filter.startsWith('doi:')), works };
  }

  const NEEDS: [Partial<Filters>, PaperInput, object][] = [
    [{ minCitationCount: 5 }, { citationCount: 7 }, { citationCount: 12 }],
    [{ year: '2020' }, { year: 2019 }, { year: 2020 }],
    [{ fieldsOfStudy: ['Biology'] }, { fieldsOfStudy: ['Physics'] }, { fieldsOfStudy: expect.anything() }],
    [{ openAccessPdf: true }, { isOpenAccess: false }, { isOpenAccess: true }],
    [{ openAccessPdf: false }, { isOpenAccess: false }, { isOpenAccess: true }],
    [{ downloadable: true }, { pdfLink: 'https://example.org/b.pdf' }, { pdfLink: 'https://example.org/a.pdf' }],
    [{ publicationTypes: ['journal'] }, { publicationType: 'book' }, { publicationType: 'journal' }],
    [{ quartileRanking: ['Q1'] }, { issns: ['2049-3630'] }, { issns: ['1234-5679'] }],
    [{ sort: 'citationCount:desc' }, { citationCount: 7 }, { citationCount: 12 }],
    [{ sort: 'referenceCount:asc' }, { referenceCount: 7 }, { referenceCount: 30 }],
    [{ sort: 'year:asc' }, { year: 2019 }, { year: 2020 }],
    [{ sort: 'quartileRanking:desc' }, { issns: ['2049-3630'] }, { issns: ['1234-5679'] }],
  ];

  it.each(NEEDS)('is looked up by the DOI for %j', async (filters, _known, expected) => {
    const { lookedUp, works } = await completed({}, filters);
    expect(lookedUp).toEqual([`doi:${DOI}`]);
    expect(works).toHaveLength(1);
    expect(works[0]?.record).toMatchObject(expected);
  });

  it.each(NEEDS)('is not looked up for %j where the work has it: %j', async (filters, known) => {
    expect((await completed(known, filters)).lookedUp).toEqual([]);
  });

  it.each<Partial<Filters>>([{}, { sort: 'score:desc' }])('is not looked up where nobody asks: %j', async (filters) => {
    expect((await completed({}, filters)).lookedUp).toEqual([]);
  });

  it('is looked up under the DOI that arXiv gave the work', async () => {
    const { lookedUp } = await completed({ doi: null, arxivId: '2001.00001' }, { minCitationCount: 1 });
    expect(lookedUp).toEqual(['doi:10.48550/arxiv.2001.00001']);
  });

  it('is not looked up where OpenAlex has given the work, or it has no DOI', async () => {
    const found = work(1, { doi: `https://doi.org/${DOI}` });
    expect((await completed({}, { minCitationCount: 1 }, [found])).lookedUp).toEqual([]);
    expect((await completed({ doi: null }, { minCitationCount: 1 })).lookedUp).toEqual([]);
  });

  it('is not looked up where OpenAlex may not be asked', async () => {
    const arxiv = await finding('arxiv', [BARE]);
    const { works, outcomes } = await search([arxiv], { filters: { minCitationCount: 1 } });
    expect([works.length, outcomes.length]).toEqual([1, 1]);
  });

  it('gives the work no rank, and OpenAlex no more than it found', async () => {
    const server = await serveOpenAlex({ knows: [WHOLE] });
    const asked = [server.asked, await finding('arxiv', [BARE])];
    const { works, outcomes } = await search(asked, { filters: { minCitationCount: 1 } });
    expect(works[0]?.findings).toEqual([
      { source: 'arxiv', rank: 1 },
      { source: 'openalex', rank: Number.POSITIVE_INFINITY },
    ]);
    expect(outcomes.map(({ records }) => records.length)).toEqual([0, 1]);
  });

  it('of more works than one request holds is looked up for all of them, each once', async () => {
    const server = await serveOpenAlex({});
    const items = Array.from({ length: 120 }, (_, place) => ({ title: `Raft ${place}`, doi: `10.1000/r${place}` }));
    const asked = [await finding('arxiv', items), server.asked];
    const filters = { limit: 200 as const, minCitationCount: 1 };
    await search(asked, { filters });
    const dois = filtersAsked(server).flatMap((text) => text.replace(/^doi:/, '').split('|'));
    expect(dois.filter((doi) => doi.startsWith('10.')).sort()).toEqual(items.map(({ doi }) => doi).sort());
  });
});

describe('a look-up that fails', () => {
  it.each([
    ['is refused', 'refused', json({ error: 'no' }, 400)],
    ['gives what cannot be read', 'unreadable', json('<html>')],
    [
      'finds the allowance used up',
      'quota used up',
      json({ error: 'Rate limit exceeded', message: 'Insufficient budget.', retryAfter: 40_000 }, 429),
    ],
  ])('because it %s costs nothing of what was found, and is told: %s', async (_why, failure, respond) => {
    const { asked } = await serveOpenAlex({});
    const { url, arrivals } = await serve((response, arrival, nth) => {
      const isSearch = arrival.url.includes('search.title');
      (isSearch ? json({ results: [work(2)] }) : respond)(response, arrival, nth);
    });
    const openAlex = { ...asked, settings: { baseUrl: url } };
    const { works, outcomes, lookUps } = await search([openAlex, await finding('arxiv', [BARE])], {
      filters: { minCitationCount: 1 },
    });
    expect(arrivals).toHaveLength(2);
    expect(works.map(({ record }) => record.title).sort()).toEqual(['Mussel beds 1', 'Mussel beds 2']);
    expect(outcomes.map((outcome) => outcome.failure)).toEqual([undefined, undefined]);
    expect(lookUps).toMatchObject([{ source: 'openalex', failure }]);
  });

  it('because it takes too long ends with the time that there is', async () => {
    const { asked } = await serveOpenAlex({});
    const { url } = await serve((response, arrival, nth) => {
      if (arrival.url.includes('search.title')) json({ results: [] })(response, arrival, nth);
    });
    const asking = [{ ...asked, settings: { baseUrl: url } }, await finding('arxiv', [BARE])];
    const context = { budgetMs: 400 };
    const { works, lookUps } = await search(asking, { filters: { minCitationCount: 1 }, context });
    expect(works).toHaveLength(1);
    expect(lookUps).toMatchObject([{ source: 'openalex', failure: 'too slow' }]);
  });
});
