import { expect, it } from 'vitest';
import { readSeeds } from '../../src/app/connect-reviews.ts';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import type { TextView } from '../../src/reading/full-text.ts';
import type { TextOutcome } from '../../src/reading/notes.ts';
import { noteRetrieval } from '../../src/reading/texts.ts';
import { createReviews } from '../../src/review/screening/reviewing.ts';
import { storeFolder } from '../jobs/store/stores.ts';
import { ANA } from './histories.ts';

const TITLES = ['Owls hunt at night', 'Mussels cling to rock', 'Lakes remember the wind'];

/** A review of a file of three papers; the first is known to be relevant. */
const ENDLESS = { signal: new AbortController().signal };

async function openReview() {
  const store = openJobStore(storeFolder(), 1);
  const reviews = createReviews({ store, account: 'a', software: 'test', isQuoted: () => true });
  const number = store.recordLookUp({
    mode: 'embedded',
    account: 'a',
    fingerprint: 'f',
    record: { items: [], count: 1, found: [] },
    ...{
      papers: TITLES.map((title, key) => ({
        title,
        key: `k${key}`,
        doi: `10.1234/${key}`,
        authors: [`Writer ${key}`],
        fieldsOfStudy: [],
        downloadable: false,
      })),
      notes: [],
      sources: [],
    },
  } as never).number;
  const asked = { question: 'Which?', criteria: [{ kind: 'exclude', text: 'birds' } as const], jobs: `J${number}` };
  const strange = { ...asked, protocol: { priors: ['J9-9'] } };
  await expect(reviews.open(strange, ANA)).rejects.toMatchObject({ details: { code: 'JOB_NOT_FOUND' } });
  await reviews.open({ ...asked, protocol: { priors: ['J1-1'], stages: ['title-abstract'] } }, ANA);
  return { reviews, close: () => store.close() };
}

it('a citation search follows what a review includes, and knows all that it has', async () => {
  const { reviews, close } = await openReview();
  const decisions = [
    { ref: 'J1-2', decision: 'include' as const },
    { ref: 'J1-3', decision: 'exclude' as const, reasons: ['C1'] },
  ];
  await reviews.screen({ review: 'R1', decisions }, ANA);
  const { included, known } = await readSeeds(reviews, 'R1');
  expect(included.map(({ label }) => label)).toEqual(['J1-2']);
  expect(known.map(({ paper }) => paper.title).sort()).toEqual([...TITLES].sort());
  await close();
});

it('records read by chance are a certificate, and those known before count as found', async () => {
  const { reviews, close } = await openReview();
  const { next, stop } = await reviews.screen({ review: 'R1', next: 2, order: 'random' }, ANA);
  // Nobody screened it, and yet it is among what was found.
  expect(stop).toMatchObject({ screened: 0, relevant: 0 });
  expect(stop.statements).toContainEqual(expect.objectContaining({ rule: 'cmh', frontier: 1 / 3 }));
  const given = next.map(({ ref }) => ({ ref, decision: 'exclude' as const }));
  const read = await reviews.screen({ review: 'R1', decisions: given }, ANA);
  expect(read.stop.statements).toContainEqual(expect.objectContaining({ rule: 'random-tail', read: 2 }));
  await close();
});

it('a text that is read, or that all who were asked lack, is known to the review that waits for it', async () => {
  const { reviews, close } = await openReview();
  await reviews.changeProtocol('R1', { stages: ['title-abstract', 'full-text'] }, ANA);
  const include = ['J1-1', 'J1-2'].map((ref) => ({ ref, decision: 'include' as const }));
  await reviews.screen({ review: 'R1', decisions: include }, ANA);
  const tell = (ref: string, view: Partial<TextView>) =>
    noteRetrieval({ reviews: async () => reviews }, { paper: { ref }, ...view }, ANA, ENDLESS);
  const attempt = (outcome: TextOutcome) => ({ kind: 'text-attempt', from: 'A', outcome }) as const;
  const retrieved = async (ref: string) => (await reviews.read('R1')).state.records.get(ref)?.retrieved;
  // One that failed may have it, and nobody was asked.
  await tell('J1-1', { notes: [attempt('nothing-there'), attempt({ failure: 'library alone' })] });
  await tell('J1-1', { notes: [{ kind: 'no-text-source' }] });
  expect(await retrieved('J1-1')).toBeUndefined();
  const missing = await tell('J1-1', { notes: [attempt('nothing-there'), attempt({ failure: 'closed' })] });
  expect(missing.notes).toContainEqual({ kind: 'retrieval-recorded', reviews: ['R1'], found: false });
  expect(await retrieved('J1-1')).toBe(false);
  const source = { copy: 'published', from: 'A', date: '2026-01-05', hash: 'h' } as const;
  expect((await tell('J1-1', { source })).notes).toEqual([
    { kind: 'retrieval-recorded', reviews: ['R1'], found: true },
  ]);
  expect((await tell('J1-1', { source })).notes).toBeUndefined();
  // What was found once is not missing, and the third has not come to its text.
  await tell('J1-1', { notes: [attempt('nothing-there')] });
  await tell('J1-3', { source });
  expect([await retrieved('J1-1'), await retrieved('J1-2'), await retrieved('J1-3')]).toEqual([
    true,
    undefined,
    undefined,
  ]);
  await close();
});
