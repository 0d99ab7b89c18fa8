import { describe, expect, it, vi } from 'vitest';
import type { PaperInput } from '../../../src/papers/paper.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { withSourceDates } from '../../../src/search/federated/persist-results.ts';
import { queryRelated } from '../../../src/search/federated/query-related.ts';
import { querySources } from '../../../src/search/federated/query-sources.ts';
import { lookUpFailures } from '../../../src/search/federated/source-reports.ts';
import { asking, clock, contextOf, json, NOON, type StandIn, serve } from '../../helpers/sources/stand-ins.ts';
import { QUESTION, toySource } from '../../helpers/sources/toy-source.ts';
import { VirtualTime } from '../../helpers/virtual-time.ts';

const DAY = 24 * 60 * 60_000;
const DOI = '10.5555/shore';
const TITLE = 'Filter feeding of mussels on sheltered shores';

/** A server of one source: what it finds, and what it knows when it is asked by DOI. */
function sourceOf(found: PaperInput[], known: PaperInput[] = found): Promise<StandIn> {
  return serve((...request) => json({ items: request[1].url === '/doi' ? known : found })(...request));
}

const request = (filters: Record<string, unknown>) => ({
  body: { keywords: QUESTION.keywords.map(({ text }) => text) },
  filters: { ...QUESTION.filters, ...filters },
});
const statistics = () => ({ papers: 0, documentFrequency: () => 0 });
const lookUpsTo = ({ arrivals }: StandIn) => arrivals.filter(({ url }) => url === '/doi').length;

describe('what others found and OpenAlex knows more of', () => {
  const crossrefFound = [{ doi: DOI, title: TITLE }];
  const ask = (openAlex: StandIn, crossref: StandIn, filters: object, context = contextOf()) => {
    const asked = [asking(openAlex.url, { name: 'openalex' }), asking(crossref.url, { name: 'crossref' })];
    return querySources(asked, parseQuery(request({ ...filters })), statistics, context);
  };

  it('is completed where a filter needs it, and told to be as old as the answer that was kept', async () => {
    const openAlex = await sourceOf([], [{ doi: DOI, title: TITLE, citationCount: 7 }]);
    const crossref = await sourceOf(crossrefFound);
    const time = clock();
    const context = contextOf({ now: time.now });
    const provenanceOf = async () => {
      const [work] = withSourceDates(await ask(openAlex, crossref, { minCitationCount: 5 }, context), time.now());
      return work?.record.provenance;
    };
    expect(await provenanceOf()).toMatchObject({
      citationCount: { from: 'openalex', on: '2026-11-20' },
      doi: { from: 'crossref', on: '2026-11-20' },
    });
    time.forward(6 * DAY);
    expect(await provenanceOf()).toMatchObject({
      citationCount: { from: 'openalex', on: '2026-11-20' },
      doi: { from: 'crossref', on: '2026-11-26' },
    });
    expect(lookUpsTo(openAlex)).toBe(1);
  });

  it('is told when it could not be looked up', async () => {
    const openAlex = await serve((...request) =>
      (request[1].url === '/doi' ? json({ wait: 600 }, 429) : json({ items: [] }))(...request),
    );
    const found = await ask(openAlex, await sourceOf(crossrefFound), { minCitationCount: 5 });
    expect(found.works).toHaveLength(1);
    expect(lookUpFailures(found.lookUps)).toEqual([
      {
        kind: 'facts-not-found',
        title: 'OpenAlex',
        why: { failure: 'rate limited', againSeconds: expect.closeTo(600, -1) },
      },
    ]);
  });

  it('is no paper of its own where it does not fit the one that it was looked up for', async () => {
    const openAlex = await sourceOf([], [{ doi: DOI, title: 'Currents of the open sea in winter' }]);
    const { works } = await ask(openAlex, await sourceOf(crossrefFound), { minCitationCount: 5 });
    expect(lookUpsTo(openAlex)).toBe(1);
    expect(works.map(({ record }) => record.title)).toEqual([TITLE]);
  });

  it('is not asked for what OpenAlex cannot tell; Semantic Scholar is, where it may be asked', async () => {
    const openAlex = await sourceOf([]);
    const crossref = await sourceOf(crossrefFound);
    await ask(openAlex, crossref, { sort: 'influentialCitationCount:desc' });
    expect(lookUpsTo(openAlex)).toBe(0);
    const scholar = await sourceOf([], [{ doi: DOI, title: TITLE, influentialCitationCount: 2 }]);
    const asked = [asking(crossref.url, { name: 'crossref' }), asking(scholar.url, { name: 'semanticscholar' })];
    const { works } = await querySources(
      asked,
      parseQuery(request({ sort: 'influentialCitationCount:desc' })),
      statistics,
      contextOf(),
    );
    expect(works.map(({ record }) => record.influentialCitationCount)).toEqual([2]);
  });
});

describe('works related to one', () => {
  const record = { key: 'k', title: TITLE, authors: [], fieldsOfStudy: [], downloadable: false, doi: DOI };

  it('are told to be unknown for the true reason where OpenAlex could not be asked which work it is', async () => {
    const openAlex = await serve(json({ wait: 600 }, 429));
    const asked = asking(openAlex.url, { name: 'openalex', related: relatedByNumber() });
    const { outcomes } = await queryRelated([asked], record, 'citations', 10, contextOf());
    expect(outcomes).toMatchObject([{ source: 'openalex', failure: 'rate limited', retryAt: expect.any(Number) }]);
  });

  it('are asked of others while OpenAlex is asked which work it is, within the time given', async () => {
    const openAlex = await serve(() => {});
    const scholar = await sourceOf([{ doi: '10.5555/citing', title: 'Mussels on shores, and who cites them' }]);
    const asked = [
      asking(openAlex.url, { name: 'openalex', related: relatedByNumber() }),
      asking(scholar.url, { name: 'semanticscholar' }),
    ];
    const time = new VirtualTime(NOON);
    const finding = queryRelated(asked, record, 'citations', 10, contextOf({ budgetMs: 300, time }));
    await vi.waitUntil(() => openAlex.arrivals.length + scholar.arrivals.length === 2);
    await time.fireOnly((ms) => ms === 300, 1);
    time.pass(300);
    const { works, outcomes } = await finding;
    expect(works).toHaveLength(1);
    expect(openAlex.arrivals).toHaveLength(1);
    expect(outcomes.map(({ failure }) => failure)).toEqual(['too slow', undefined]);
  });
});

/** As OpenAlex does it: by its own number alone. */
function relatedByNumber() {
  const { related } = toySource();
  if (!related) throw new Error('the toy tells of related works');
  const byNumber: typeof related = {
    ...related,
    needs: 'openAlexId',
    request: (facts, ...rest) => (facts.openAlexId ? related.request(facts, ...rest) : undefined),
  };
  return byNumber;
}
