import { expect, it } from 'vitest';
import { createReviews } from '../../src/jobs/reviewing/reviewing.ts';
import { openJobStore } from '../../src/store/job-store.ts';
import { seedsOf } from '../../src/wiring/connect-reviews.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ANA } from '../review/histories.ts';

const TITLES = ['Owls hunt at night', 'Mussels cling to rock', 'Lakes remember the wind'];

/** A review of a file of three papers; the first is known to be relevant. */
async function openReview() {
  const store = openJobStore(temporaryFolder(), 1);
  const reviews = createReviews({ store, account: 'a', software: 'test', isQuoted: () => true });
  const number = store.recordLookUp({
    ...{ mode: 'embedded', account: 'a', fingerprint: 'f', record: { items: [], count: 1, found: [] } },
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
  const { included, known } = await seedsOf(reviews, 'R1');
  expect(included.map(({ label }) => label)).toEqual(['J1-2']);
  expect(known.map(({ paper }) => paper.title).sort()).toEqual([...TITLES].sort());
  await close();
});

it('records read by chance are a certificate, and those known before count as found', async () => {
  const { reviews, close } = await openReview();
  const { next, stop } = await reviews.screen({ review: 'R1', next: 2, order: 'random' }, ANA);
  expect(stop).toMatchObject({ relevant: 1 });
  const given = next.map(({ ref }) => ({ ref, decision: 'exclude' as const }));
  const read = await reviews.screen({ review: 'R1', decisions: given }, ANA);
  expect(read.stop.statements).toContainEqual(expect.objectContaining({ rule: 'random-tail', read: 2 }));
  await close();
});
