import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { findRelatedLive } from '../../src/federated/query-sources.ts';
import { type Paper, toPaper } from '../../src/papers/paper.ts';
import { lookUpAll } from '../../src/sources/look-up.ts';
import { findRelated, gather } from '../../src/sources/runner.ts';
import { unknownNetwork } from '../../src/sources/transport/company.ts';
import { asking, contextOf, json, serve, TWO_PAPERS, titlesOf } from './stand-ins.ts';
import { QUESTION } from './toy-source.ts';

/** What one question of a job learns of the network, the next one knows. */

const QUICK = { quick: 200, patient: 3_000 };
const ITEMS = json({ items: [{ title: 'On rivers', doi: '10.5555/a' }] });

/** Names that are found only after a while, which a patient try waits for and a quick one does not. */
function slowNames(ms = 500) {
  let looked = 0;
  const lookup: LookupFunction = (_name, { all }, tell) => {
    looked += 1;
    const answer = { address: '127.0.0.1', family: 4 };
    setTimeout(() => (all ? tell(null, [answer]) : tell(null, answer.address, answer.family)), ms);
  };
  return { fetching: { connectMs: QUICK, lookup }, looked: () => looked };
}

const named = (url: string) => `http://far.invalid:${new URL(url).port}`;

describe('a source that is slow to reach', () => {
  it('is looked up at with patience when the search has got answers', async () => {
    const far = await serve(ITEMS);
    const network = unknownNetwork();
    const context = contextOf({ fetching: slowNames().fetching, network });
    await gather([asking((await serve(TWO_PAPERS)).url)], QUESTION, context);
    const { found, outcome } = await lookUpAll(
      asking(named(far.url), { name: 'openalex' }),
      'doi',
      ['10.5555/a'],
      context,
    );
    expect(outcome.failure).toBeUndefined();
    expect(found.get('10.5555/a')?.title).toBe('On rivers');
  });

  it('is not, when nobody has answered yet', async () => {
    const far = await serve(ITEMS);
    const names = slowNames();
    const context = contextOf({ fetching: names.fetching, network: unknownNetwork() });
    const asked = asking(named(far.url), { name: 'openalex' });
    const { outcome } = await lookUpAll(asked, 'doi', ['10.5555/a'], context);
    expect(outcome).toMatchObject({ failure: 'unreachable', requests: 0 });
    expect(names.looked()).toBe(1);
  });

  it('is asked with patience for related works when another one has told some', async () => {
    const [far, near] = [await serve(ITEMS), await serve(TWO_PAPERS)];
    const asked = [asking(near.url, { name: 'europepmc' }), asking(named(far.url), { name: 'semanticscholar' })];
    const record = toPaper({ title: 'Mussel beds', doi: '10.5555/b' }) as Paper;
    const { outcomes } = await findRelatedLive(asked, record, 'citations', 5, contextOf(slowNames()));
    expect(outcomes.map(titlesOf)).toEqual([['On rivers', 'On lakes'], ['On rivers']]);
  });
});

describe('a source that could not be reached', () => {
  it('is not tried again in the same job, and what was kept of it is given', async () => {
    const far = await serve(ITEMS);
    const store = contextOf().store;
    const asked = asking(named(far.url), { name: 'openalex' });
    await lookUpAll(asked, 'doi', ['10.5555/a'], contextOf({ ...slowNames(0), store }));
    const names = slowNames();
    const network = unknownNetwork();
    const context = contextOf({ fetching: names.fetching, network, store });
    expect(await gather([asked], QUESTION, context)).toMatchObject([{ failure: 'unreachable' }]);
    const both = await lookUpAll(asked, 'doi', ['10.5555/a', '10.5555/b'], context);
    expect(both).toMatchObject({ left: ['10.5555/b'], outcome: { failure: 'unreachable', requests: 0, fromCache: 1 } });
    expect(both.found.get('10.5555/a')?.title).toBe('On rivers');
    expect(names.looked()).toBe(1);
    // Another job knows nothing of it.
    expect(
      await findRelated(asked, { doi: '10.5555/a' }, 'citations', 5, { ...context, network: unknownNetwork() }),
    ).toMatchObject({ failure: 'unreachable' });
    expect(names.looked()).toBe(2);
  });

  it('is any that waited for its pace while nobody could be reached', async () => {
    const names = slowNames();
    const network = unknownNetwork();
    const context = contextOf({ fetching: names.fetching, network });
    const asked = (['openalex', 'crossref', 'arxiv'] as const).map((name) =>
      asking(`http://${name}.invalid`, { name, paceMs: 3_000 }),
    );
    context.store.change('pace arxiv.invalid', (state, now) => [{ ...state, nextAt: now + 2_000 }, 0]);
    await gather(asked, QUESTION, context);
    expect([...network.unreachable].sort()).toEqual(['arxiv', 'crossref', 'openalex']);
  });
});
