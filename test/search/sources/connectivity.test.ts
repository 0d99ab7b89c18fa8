import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../../src/platform/net/resolve-name.ts';
import { lookUpAll } from '../../../src/search/sources/look-up-by-id.ts';
import { findRelated, searchSources } from '../../../src/search/sources/runner.ts';
import { trackConnectivity } from '../../../src/search/sources/transport/connectivity.ts';
import { asking, contextOf, json, serve, TWO_PAPERS } from '../../helpers/sources/stand-ins.ts';
import { QUESTION } from '../../helpers/sources/toy-source.ts';

/** What one question of a job learns of the network, the next one knows. */

const ITEMS = json({ items: [{ title: 'On rivers', doi: '10.5555/a' }] });

/** Names that are found only after a while, later than a connection may take. */
function slowNames() {
  let looked = 0;
  const lookup: Lookup = () => {
    looked += 1;
    return new Promise((resolve) => setTimeout(resolve, 500, ['127.0.0.1']));
  };
  return { fetching: { connectMs: 200, lookup }, looked: () => looked };
}

const named = (url: string) => `http://far.invalid:${new URL(url).port}`;

describe('a source that could not be reached', () => {
  it('is not tried again in the same job, and what was kept of it is given', async () => {
    const far = await serve(ITEMS);
    const store = contextOf().store;
    const asked = asking(named(far.url), { name: 'openalex' });
    await lookUpAll(asked, 'doi', ['10.5555/a'], contextOf({ fetching: { lookup: async () => ['127.0.0.1'] }, store }));
    const names = slowNames();
    const network = trackConnectivity();
    const context = contextOf({ fetching: names.fetching, network, store });
    expect(await searchSources([asked], QUESTION, context)).toMatchObject([{ failure: 'unreachable' }]);
    const both = await lookUpAll(asked, 'doi', ['10.5555/a', '10.5555/b'], context);
    expect(both).toMatchObject({
      unanswered: ['10.5555/b'],
      outcome: { failure: 'unreachable', requests: 0, fromCache: 1 },
    });
    expect(both.records.get('10.5555/a')?.title).toBe('On rivers');
    expect(names.looked()).toBe(1);
    // Another job knows nothing of it.
    expect(
      await findRelated(asked, { doi: '10.5555/a' }, 'citations', 5, { ...context, network: trackConnectivity() }),
    ).toMatchObject({ failure: 'unreachable' });
    expect(names.looked()).toBe(2);
  });

  it('is any that waited for its pace while nobody could be reached', async () => {
    const names = slowNames();
    const network = trackConnectivity();
    const context = contextOf({ fetching: names.fetching, network });
    const asked = (['openalex', 'crossref', 'arxiv'] as const).map((name) =>
      asking(`http://${name}.invalid`, { name, paceMs: 3_000 }),
    );
    context.store.updateHost('pace arxiv.invalid', (state, now) => [{ ...state, nextAt: now + 2_000 }, 0]);
    const outcomes = await searchSources(asked, QUESTION, context);
    expect(outcomes.map(({ failure }) => failure)).toEqual(['unreachable', 'unreachable', 'unreachable']);
    expect([...network.unreachable].sort()).toEqual(['crossref', 'openalex']);
    expect(network.isOffline).toBe(true);
  });

  it('is none that waits for its pace while somebody may still answer, or has answered', async () => {
    const near = await serve(TWO_PAPERS);
    const network = trackConnectivity();
    const context = contextOf({ network });
    const paced = asking(near.url, { name: 'arxiv', paceMs: 100 });
    const asked = [
      ...(['openalex', 'crossref'] as const).map((name) => asking(`http://${'a'.repeat(70)}.${name}`, { name })),
      asking((await serve(TWO_PAPERS)).url, { name: 'europepmc' }),
      paced,
    ];
    context.store.updateHost(`pace ${new URL(near.url).host}`, (state, now) => [{ ...state, nextAt: now + 100 }, 0]);
    const outcomes = await searchSources(asked, QUESTION, context);
    expect(outcomes.map(({ failure }) => failure)).toEqual(['unreachable', 'unreachable', undefined, undefined]);
    expect(network).toMatchObject({ isOnline: true, isOffline: false });
  });
});
