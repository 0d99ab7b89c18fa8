import { describe, expect, it } from 'vitest';
import { readReference } from '../../../src/papers/references/read-reference.ts';
import { prepareReference } from '../../../src/papers/works/prepare-match.ts';
import { askSources } from '../../../src/search/federated/finding/ask-sources.ts';
import { collectCandidates } from '../../../src/search/federated/finding/candidates.ts';
import { collectEvidence } from '../../../src/search/federated/finding/evidence.ts';
import type { SourceWithSettings } from '../../../src/search/sources/runner.ts';
import { asking, contextOf, json, NOON, serve } from '../../helpers/sources/stand-ins.ts';
import { VirtualTime } from '../../helpers/virtual-time.ts';

/** What a look-up says of sources that it had no time to ask about everything. */

const TITLES = ['Tidal heating of urban rivers in a long winter', 'Moonlight and the sleep of many shift workers'];
const BUDGET_MS = 5_000;

async function lookUp(sources: readonly SourceWithSettings[], context = contextOf(), texts = TITLES) {
  const parsed = texts.map(readReference);
  const references = parsed.map(prepareReference);
  const [candidates, evidence] = [collectCandidates(references), collectEvidence()];
  const asked = await askSources(sources, references, { candidates, evidence }, { ...context, budgetMs: BUDGET_MS });
  return { ...asked, verdicts: parsed.map((reference, index) => evidence.judge(reference, index)) };
}

const UNCHECKED = [{ found: 'unchecked' }, { found: 'unchecked' }];
/** The next request after one would have to wait for longer than the call has. */
const SLOW_PACE = { paceMs: BUDGET_MS * 2 };

describe('when the time of the call is over', () => {
  it('a source that had answered so far has not failed, and what it was not asked is counted', async () => {
    const server = await serve(json({ items: [] }));
    const { asked, outcomes, notQueried, verdicts } = await lookUp([asking(server.url, SLOW_PACE)]);
    // As phrases, several in a request; there is no time to look for each where it is misspelt.
    expect(server.arrivals).toHaveLength(1);
    expect(asked).toEqual([{ source: 'crossref', outcome: 'answered' }]);
    expect(outcomes).toEqual([expect.not.objectContaining({ failure: expect.anything() })]);
    expect([notQueried, verdicts]).toEqual([2, UNCHECKED]);
  });

  it('and identifiers that it was not asked for are counted, too', async () => {
    const server = await serve(json({ items: [] }));
    const texts = ['10.1038/nature99999', '10.1038/nature99998', '10.1038/nature99997'];
    const found = await lookUp([asking(server.url, SLOW_PACE)], contextOf(), texts);
    expect(server.arrivals).toHaveLength(1);
    expect(found.asked).toEqual([{ source: 'crossref', outcome: 'answered' }]);
    expect(found.notQueried).toBe(1);
    expect(found.verdicts.map((verdict) => verdict.found)).toEqual(['none', 'none', 'unchecked']);
  });

  it('a source whose pace others use up was not asked, and why is said', async () => {
    const server = await serve(json({ items: [] }));
    const context = contextOf();
    await lookUp([asking(server.url, SLOW_PACE)], context);
    const { asked, outcomes, notQueried } = await lookUp([asking(server.url, SLOW_PACE)], context, [
      'A third title that nobody has ever asked for',
    ]);
    expect(server.arrivals).toHaveLength(1);
    expect(asked).toEqual([{ source: 'crossref', outcome: 'not-asked' }]);
    expect(outcomes).toMatchObject([{ failure: 'queue full', requests: 0 }]);
    expect(notQueried).toBe(1);
  });
});

it('a queue that is free soon after the time of the call is waited for, once', async () => {
  const server = await serve(json({ items: [] }));
  const time = new VirtualTime(NOON);
  const [title] = TITLES;
  const finding = lookUp([asking(server.url, { paceMs: BUDGET_MS + 1_000 })], contextOf({ time }), [title ?? '']);
  await time.running((ms) => ms > BUDGET_MS && ms <= BUDGET_MS + 1_000);
  time.pass(BUDGET_MS + 1_000);
  const { asked, notQueried } = await finding;
  // As a phrase, and where it is misspelt.
  expect(server.arrivals).toHaveLength(2);
  expect([asked, notQueried]).toEqual([[{ source: 'crossref', outcome: 'answered' }], 0]);
});

it('a source that fails after it had answered has failed', async () => {
  const server = await serve((...request) =>
    json(request[2] === 1 ? { items: [] } : {}, request[2] === 1 ? 200 : 429)(...request),
  );
  const { asked, outcomes, verdicts } = await lookUp([asking(server.url)]);
  expect(asked).toEqual([{ source: 'crossref', outcome: 'failed' }]);
  expect(outcomes).toMatchObject([{ failure: 'rate limited' }]);
  expect(verdicts).toEqual(UNCHECKED);
});

it('what a failing source did not answer about is counted, identifiers and titles alike', async () => {
  const [down, up] = [await serve(json({}, 503)), await serve(json({ items: [] }))];
  const { lookUp: byId } = asking(down.url).source;
  const everyKind = { ...byId, kinds: ['doi', 'arxiv', 'pmid'] } as NonNullable<typeof byId>;
  const texts = ['10.1038/nature99999', 'arXiv:2101.99999', 'PMID: 39999999', TITLES[0] ?? ''];
  const { notQueried, asked } = await lookUp(
    [asking(down.url, { lookUp: everyKind }), asking(up.url, { name: 'openalex', lookUp: everyKind })],
    contextOf(),
    texts,
  );
  expect(asked.map(({ outcome }) => outcome)).toEqual(['failed', 'answered']);
  expect(notQueried).toBe(4);
});
