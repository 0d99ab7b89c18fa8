import { expect, it } from 'vitest';
import { sealEvents } from '../../src/jobs/ports/sealed-log.ts';
import { createReviews } from '../../src/jobs/reviewing/reviewing.ts';
import type { ReviewAct } from '../../src/review/events.ts';
import { openJobStore } from '../../src/store/job-store.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ANA, fileOf, opening } from '../review/histories.ts';
import { ANEW, newJob } from '../store/stores.ts';

/** Files that come into one review, one after another. */

const stores: { close(): unknown }[] = [];
afterEachTest(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** A review of no job. */
async function openReview() {
  const store = openJobStore(temporaryFolder(), 1);
  stores.push(store);
  const [open] = opening();
  const [sealed] = open ? sealEvents({ n: 0, hash: '' }, [open], ANA, '2026-01-05T09:00:00.000Z') : [];
  const number = await store.openReview(sealed ? [sealed] : []);
  const reviews = createReviews({ store, account: 'a', software: 'test', isQuoted: () => true });
  return { store, reviews, ref: `R${number}` };
}

it('a record never takes the number of another, so that no decision is lost', async () => {
  const { reviews, ref } = await openReview();
  await reviews.importFile(ref, fileOf([1, 2, 3, 4]), ANA);
  // Only the last two are new: the others were not searched for again.
  expect(await reviews.importFile(ref, fileOf([1, 2, 3, 4, 5, 6], { decision: 'exclude' }), ANA)).toMatchObject({
    records: 2,
  });
  expect(await reviews.importFile(ref, fileOf([7, 8, 9, 10, 11, 12]), ANA)).toMatchObject({ records: 6 });
  const { state, records } = await reviews.read(ref);
  expect([state.records.size, records.size, state.decisions]).toEqual([12, 12, 6]);
  const { progress } = await reviews.screen({ review: ref }, ANA);
  expect(progress[0]).toMatchObject({ records: 12, exclude: 6, open: 6 });
});

it('an import that names a record again changes nothing of it', async () => {
  const { reviews, store, ref } = await openReview();
  await reviews.importFile(ref, fileOf([1, 2], { decision: 'include' }), ANA);
  const { last, records } = await reviews.read(ref);
  const [first, second] = [...records.values()];
  if (!first || !second) throw new Error('no records');
  const again: ReviewAct = {
    ...{ what: 'import', identified: 1, records: [first.ref], duplicates: [] },
    source: { from: 'file', name: 'x', databases: [] },
  };
  const events = sealEvents(last, [again], ANA, '2026-01-06T09:00:00.000Z');
  await store.appendEvents(1, events, [{ ref: first.ref, paper: second.paper }]);
  const read = await reviews.read(ref);
  expect(read.records.get(first.ref)?.paper.title).toBe(first.paper.title);
  const { progress } = await reviews.screen({ review: ref }, ANA);
  expect(progress[0]).toMatchObject({ records: 2, include: 2 });
});

it('a job that is still running is refused by name, not taken without its papers', async () => {
  const { reviews, store, ref } = await openReview();
  const { job } = store.beginCreation(newJob(), ANEW);
  store.confirm(job.number, 'id-1');
  const refused = { details: { code: 'INVALID_INPUT', fields: [{ field: 'jobs' }] } };
  await expect(reviews.addJobs(ref, 'J1', ANA)).rejects.toMatchObject(refused);
  await expect(reviews.open({ question: 'Which?', criteria: [], jobs: 'J1' }, ANA)).rejects.toMatchObject(refused);
  store.finish(job.number, { status: 'success', papers: [{ title: 'Owls hunt at night' }], notes: [] });
  expect(await reviews.addJobs(ref, 'J1', ANA)).toEqual({ records: 1, duplicates: 0 });
});
