import { describe, expect, it } from 'vitest';
import { lookUpJournals } from '../../src/sources/journal-look-up.ts';
import { openAlex } from '../../src/sources/openalex/openalex.ts';
import { clock, contextOf, json, serve } from '../helpers/sources/stand-ins.ts';

const DAY = 24 * 60 * 60_000;

describe('statistics of journals by their ISSNs', () => {
  it('are kept for a week, although no papers come with them', async () => {
    const journal = { id: 'https://openalex.org/S7', display_name: 'Shores', issn: ['1234-5679'] };
    const server = await serve(json({ results: [journal], meta: { count: 1 } }));
    const time = clock();
    const context = contextOf({ now: time.now });
    const ask = () => lookUpJournals({ source: openAlex, settings: { baseUrl: server.url } }, ['1234-5679'], context);
    const first = await ask();
    expect(first).toMatchObject({ journals: [{ sourceId: 'S7', title: 'Shores' }], outcome: { requests: 1 } });
    time.forward(7 * DAY - 1);
    expect(await ask()).toMatchObject({ journals: first.journals, outcome: { requests: 0, fromCache: 1 } });
    expect(server.arrivals).toHaveLength(1);
    time.forward(1);
    await ask();
    expect(server.arrivals).toHaveLength(2);
  });
});
