import { describe, expect, it } from 'vitest';
import type { RelatedOutcome, RelatedWorks } from '../../../src/jobs/ports/related.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { findRelatedPapers, type RelatedDeps } from '../../../src/search/citations/related.ts';
import { NO_FINDER } from '../../helpers/no-finder.ts';
import { textNotes } from '../../helpers/said.ts';
import { ANEW, newJob, openStore } from '../../jobs/store/stores.ts';
import { factsOf } from '../../jobs/submitting.ts';

const NOTES = textNotes('OpenAlex gave 1; Semantic Scholar did not answer in time.');
const PARTIAL: RelatedOutcome = { papers: [fromWire({ title: 'Kelp' })], notes: NOTES, sources: [], isPartial: true };
const COMPLETE: RelatedOutcome = {
  papers: [fromWire({ title: 'Kelp' }), fromWire({ title: 'Sand' })],
  notes: [],
  sources: [],
};
const NONE: RelatedOutcome = { papers: [], notes: textNotes('Nobody.'), sources: [], failed: 'not answered' };

/** Sources that answer so, one after the other, about the paper J1-1. */
function open(...outcomes: RelatedOutcome[]) {
  const store = openStore();
  const { number } = store.beginCreation(newJob(), ANEW).job;
  store.confirm(number, 'id');
  store.finish(number, { status: 'success', papers: [{ title: 'Mussel beds', doi: '10.1000/a' }], notes: [] });
  let asked = 0;
  const related: RelatedWorks = {
    supported: ['openalex', 'semanticscholar'],
    names: ['openalex', 'semanticscholar'],
    find: async () => outcomes[asked++] ?? NONE,
  };
  const deps: RelatedDeps = { store, mode: 'embedded', account: 'mine', related, finder: NO_FINDER, reuseMinutes: 60 };
  const asking = { signal: new AbortController().signal, budgetMs: 900 };
  const find = () => findRelatedPapers(deps, { ref: 'J1-1', relation: 'citations', limit: 20 }, asking);
  return { find, asked: () => asked };
}

describe('a partial answer about related works', () => {
  it('is not repeated: the next call asks again, and a complete one is', async () => {
    const { find, asked } = open(PARTIAL, COMPLETE);
    expect(await find()).toMatchObject({ reused: false, job: { number: 2, papers: 1 } });
    expect(await find()).toMatchObject({ reused: false, job: { number: 3, papers: 2 } });
    expect(await find()).toMatchObject({ reused: true, job: { number: 3 } });
    expect(asked()).toBe(2);
  });

  it('is better than none, where nobody answers now', async () => {
    const { find } = open(PARTIAL);
    await find();
    expect(await find()).toMatchObject({ reused: true, job: { number: 2, papers: 1 } });
    expect((await factsOf(open(NONE).find()))?.code).toBe('UPSTREAM_UNAVAILABLE');
  });
});
