import { describe, expect, it } from 'vitest';
import { lookUpAll } from '../../../src/search/sources/look-up-by-id.ts';
import type { RunnerContext } from '../../../src/search/sources/runner.ts';
import { asking, clock, contextOf, json, NOON, serve } from '../../helpers/sources/stand-ins.ts';
import { VirtualTime } from '../../helpers/virtual-time.ts';

const DAY = 24 * 60 * 60_000;
const known: Record<string, object> = {
  '10.5555/a': { doi: 'https://doi.org/10.5555/A', title: 'A', citationCount: 3 },
  '10.5555/b': { doi: '10.5555/b', title: 'B' },
  '10.48550/arxiv.2304.00001': { arxivId: '2304.00001v2', doi: '10.5555/c', title: 'C' },
  '10.5555/old': { doi: '10.5555/new', title: 'Renamed' },
};

/** Knows some works, and answers as many as it is asked for in one request. */
const library = () =>
  serve((response, { body }, nth) => {
    const ids = JSON.parse(body) as string[];
    json({ items: ids.map((id) => known[id]).filter(Boolean) })(response, {} as never, nth);
  });

describe('look-ups', () => {
  it('go in batches, and give facts by the identifiers as they were given', async () => {
    const server = await library();
    const ids = ['https://doi.org/10.5555/A', '10.5555/b', 'doi:10.48550/arXiv.2304.00001', '10.5555/none', 'nonsense'];
    const { records: found, outcome } = await lookUpAll(asking(server.url), 'doi', ids, contextOf());
    expect([...found].map(([id, { title }]) => [id, title])).toEqual([
      ['https://doi.org/10.5555/A', 'A'],
      ['10.5555/b', 'B'],
      ['doi:10.48550/arXiv.2304.00001', 'C'],
    ]);
    expect(outcome).toMatchObject({ source: 'crossref', requests: 2, fromCache: 0, records: [{}, {}, {}] });
    expect(server.arrivals.map(({ body }) => JSON.parse(body))).toEqual([
      ['10.5555/a', '10.5555/b'],
      ['10.48550/arxiv.2304.00001', '10.5555/none'],
    ]);
  });

  it('go in the batches that the source makes; what it leaves out is neither asked nor taken for unknown', async () => {
    const server = await library();
    const asked = asking(server.url);
    const { lookUp } = asked.source;
    const batches = (_kind: string, ids: readonly string[]) =>
      ids.filter((id) => !id.endsWith('none')).map((id) => [id]);
    const source = { ...asked.source, ...(lookUp && { lookUp: { ...lookUp, batches } }) };
    const context = contextOf();
    const { records: found } = await lookUpAll(
      { ...asked, source },
      'doi',
      ['10.5555/a', '10.5555/none', '10.5555/b'],
      context,
    );
    expect([...found.keys()]).toEqual(['10.5555/a', '10.5555/b']);
    expect(server.arrivals.map(({ body }) => body)).toEqual(['["10.5555/a"]', '["10.5555/b"]']);
    const whole = await lookUpAll(asked, 'doi', ['10.5555/none'], context);
    expect(whole.outcome).toMatchObject({ requests: 1, fromCache: 0 });
  });

  it('are kept for a week, each by itself, and so is what is not known', async () => {
    const server = await library();
    const time = clock();
    const context = contextOf({ now: time.now });
    const ask = (...ids: string[]) => lookUpAll(asking(server.url), 'doi', ids, context);
    await ask('10.5555/a', '10.5555/none');
    time.forward(7 * DAY - 1);
    const again = await ask('10.5555/a', '10.5555/none', '10.5555/b');
    expect(again.outcome).toMatchObject({ requests: 1, fromCache: 2, cachedAt: NOON });
    expect([...again.records.keys()]).toEqual(['10.5555/a', '10.5555/b']);
    expect(server.arrivals.map(({ body }) => body)).toEqual(['["10.5555/a","10.5555/none"]', '["10.5555/b"]']);
    time.forward(1);
    expect((await ask('10.5555/a')).outcome).toMatchObject({ requests: 1, fromCache: 0 });
  });

  it('take the answer to a single question for the answer; among several one under another name makes no misses', async () => {
    const server = await library();
    const context = contextOf();
    const ask = (...ids: string[]) => lookUpAll(asking(server.url), 'doi', ids, context);
    expect((await ask('10.5555/old', '10.5555/none')).records.size).toBe(0);
    const { records: found, outcome } = await ask('10.5555/old');
    expect(found.get('10.5555/old')).toMatchObject({ title: 'Renamed' });
    expect(outcome).toMatchObject({ requests: 1, fromCache: 0 });
  });

  it('give what came before a failure, and keep nothing of the failure', async () => {
    const server = await serve((response, arrival, nth) =>
      (nth === 1 ? json({ items: [known['10.5555/a']] }) : json({}, 400))(response, arrival, nth),
    );
    const context = contextOf();
    const ids = ['10.5555/a', '10.5555/none', '10.5555/b'];
    const { records: found, outcome } = await lookUpAll(asking(server.url), 'doi', ids, context);
    expect([[...found.keys()], outcome.failure, outcome.requests]).toEqual([['10.5555/a'], 'refused', 2]);
    expect((await lookUpAll(asking(server.url), 'doi', ids, context)).outcome).toMatchObject({
      requests: 1,
      fromCache: 2,
    });
  });

  it('keep a pace of their own where the source allows it, and a search after one need not wait for longer', async () => {
    const server = await library();
    const slow = asking(server.url, { paceMs: 60_000 });
    const { lookUp } = slow.source;
    const source = { ...slow.source, ...(lookUp && { lookUp: { ...lookUp, paceMs: 80 } }) };
    const ids = ['10.5555/a', '10.5555/b', '10.5555/c', '10.5555/d', '10.5555/e'];
    const time = new VirtualTime(NOON);
    const context = contextOf({ time });
    const sent: number[] = [];
    const fetch: RunnerContext['fetch'] = (...request) => {
      sent.push(time.now() - NOON);
      return context.fetch(...request);
    };
    const lookingUp = lookUpAll({ ...slow, source }, 'doi', ids, { ...context, fetch });
    for (let waits = 0; waits < 2; waits += 1) {
      await time.running((ms) => ms === 80);
      time.pass(80);
    }
    expect((await lookingUp).outcome).toMatchObject({ requests: 3 });
    expect(sent).toEqual([0, 80, 160]);
  });

  it('are skipped by a source that does not know such identifiers', async () => {
    const { records: found, outcome } = await lookUpAll(asking('http://127.0.0.1:9'), 'pmid', ['123'], contextOf());
    expect(outcome).toMatchObject({ failure: 'skipped', detail: 'no-look-up', requests: 0 });
    expect(found.size).toBe(0);
  });
});
