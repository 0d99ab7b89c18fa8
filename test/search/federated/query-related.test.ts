import { describe, expect, it } from 'vitest';
import type { PaperInput } from '../../../src/papers/paper.ts';
import { queryRelated } from '../../../src/search/federated/query-related.ts';
import type { SourceWithSettings } from '../../../src/search/sources/runner.ts';
import type { Relation } from '../../../src/search/sources/source.ts';
import { record } from '../../helpers/record.ts';
import { filtersAsked, serveOpenAlex, work } from '../../helpers/sources/small-openalex.ts';
import { asking, contextOf, json, NOON, serve } from '../../helpers/sources/stand-ins.ts';
import { VirtualTime } from '../../helpers/virtual-time.ts';

const TITLE = 'Mussel beds 1';

function related(
  asked: readonly SourceWithSettings[],
  facts: PaperInput,
  relation: Relation = 'citations',
  count = 10,
) {
  return queryRelated(asked, record({ title: TITLE, ...facts }), relation, count, contextOf());
}

const FOUND = [
  work(7, { doi: 'https://doi.org/10.1000/seven', title: 'A raft of mussels and what lives on it' }),
  work(8, { title: 'Barnacles on the hulls of slow ships' }),
];

describe('OpenAlex', () => {
  it.each<[Relation, string]>([
    ['references', 'cited_by:W1'],
    ['citations', 'cites:W1'],
    ['similar', 'related_to:W1'],
  ])('is asked for %s by its own number, which it is not asked for where it is known', async (relation, filter) => {
    const server = await serveOpenAlex({ related: FOUND });
    const { works, outcomes } = await related([server.asked], { openAlexId: 'W1', doi: '10.1000/a' }, relation);
    expect(filtersAsked(server)).toEqual([filter]);
    expect(works.map(({ record, findings: found }) => [record.openAlexId, found])).toEqual([
      ['W7', [{ source: 'openalex', rank: 1 }]],
      ['W8', [{ source: 'openalex', rank: 2 }]],
    ]);
    expect(outcomes).toMatchObject([{ source: 'openalex', total: 2 }]);
  });

  it.each<[string, PaperInput, Record<string, unknown>, string]>([
    ['DOI', { doi: '10.1000/a', pmid: '5' }, { doi: 'https://doi.org/10.1000/a' }, 'doi:10.1000/a'],
    [
      'arXiv number',
      { arxivId: '2001.00001' },
      { doi: 'https://doi.org/10.48550/arxiv.2001.00001' },
      'doi:10.48550/arxiv.2001.00001',
    ],
    ['number at PubMed', { pmid: '5' }, { ids: { pmid: 'https://pubmed.ncbi.nlm.nih.gov/5' } }, 'ids.pmid:5'],
  ])('tells its number by the %s first', async (_by, facts, known, filter) => {
    const server = await serveOpenAlex({ knows: [work(1, known)], related: FOUND });
    const { works } = await related([server.asked], facts);
    expect(filtersAsked(server)).toEqual([filter, 'cites:W1']);
    expect(works).toHaveLength(2);
  });

  it.each<[string, PaperInput, number]>([
    ['it does not know', { doi: '10.1000/a' }, 1],
    ['has no number at all', {}, 0],
  ])('is not asked about a work that %s, and says so', async (_what, facts, requests) => {
    const server = await serveOpenAlex({ related: FOUND });
    const { works, outcomes } = await related([server.asked], facts);
    expect(server.arrivals).toHaveLength(requests);
    expect(works).toEqual([]);
    expect(outcomes).toMatchObject([{ source: 'openalex', failure: 'skipped', detail: 'no-relation' }]);
  });
});

describe('several sources', () => {
  it('are asked if they can tell; what they give is put together, at most so many of each', async () => {
    const openAlex = await serveOpenAlex({ related: FOUND });
    const items = [{ title: 'Kelp' }, { title: FOUND[0]?.title as string, doi: '10.1000/seven' }, { title: 'Sand' }];
    const scholar = await serve(json({ items }));
    const mute = await serve(json({ items }));
    const asked = [
      openAlex.asked,
      asking(scholar.url, { name: 'semanticscholar' }),
      { ...asking(mute.url), source: withoutRelated(asking(mute.url)) },
    ];
    const { works, outcomes } = await related(asked, { doi: '10.1000/a', openAlexId: 'W1' }, 'similar', 2);
    expect(mute.arrivals).toEqual([]);
    expect(outcomes.map(({ source, records }) => [source, records.length])).toEqual([
      ['openalex', 2],
      ['semanticscholar', 2],
    ]);
    expect(works.map(({ record }) => record.title).sort()).toEqual(
      ['Barnacles on the hulls of slow ships', 'Kelp', FOUND[0]?.title].sort(),
    );
    expect(works.find(({ record }) => record.doi === '10.1000/seven')?.findings).toEqual([
      { source: 'openalex', rank: 1 },
      { source: 'semanticscholar', rank: 2 },
    ]);
  });

  it('of which one fails give what the other has', async () => {
    const openAlex = await serveOpenAlex({ related: FOUND });
    const broken = await serve(json({}, 400));
    const asked = [asking(broken.url, { name: 'semanticscholar' }), openAlex.asked];
    const { works, outcomes } = await related(asked, { doi: '10.1000/a', openAlexId: 'W1' });
    expect([works.length, outcomes.map(({ failure }) => failure)]).toEqual([2, ['refused', undefined]]);
  });

  it('are none: nobody is asked', async () => {
    expect(await related([], { doi: '10.1000/a' })).toEqual({ works: [], outcomes: [], lookUps: [] });
  });
});

describe('the time that there is', () => {
  it('is that of both questions together: the second has what the first has not taken', async () => {
    const { asked } = await serveOpenAlex({});
    const time = new VirtualTime(NOON);
    const slow = await serve((response, arrival, nth) => {
      const isLookUp = arrival.url.includes('doi');
      const results = [work(1, { doi: 'https://doi.org/10.1000/a' })];
      if (!isLookUp) return;
      time.pass(1_200);
      json({ results })(response, arrival, nth);
    });
    const paper = record({ title: TITLE, doi: '10.1000/a' });
    const openAlex = { ...asked, settings: { baseUrl: slow.url } };
    const finding = queryRelated([openAlex], paper, 'similar', 10, contextOf({ budgetMs: 1_400, time }));
    await time.running((ms) => ms === 200);
    time.pass(200);
    const { outcomes } = await finding;
    expect(outcomes).toMatchObject([{ source: 'openalex', records: [] }]);
  });
});

function withoutRelated({ source }: SourceWithSettings): SourceWithSettings['source'] {
  const { related: _, ...rest } = source;
  return rest;
}
