import { afterAll, expect, it } from 'vitest';
import type { ReviewStore } from '../../src/jobs/ports/reviews.ts';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import { createReviewLog } from '../../src/review/screening/review-log.ts';
import { storeFolder } from '../jobs/store/stores.ts';

const store = openJobStore(storeFolder(), 1);
afterAll(() => store.close());

const WHO = { kind: 'human', name: 'ana' } as const;
const NOW = () => new Date('2026-01-02T03:04:05Z');

/** An import of one record. */
function importOf(ref: string) {
  const paper = { key: ref, title: `Paper ${ref}`, authors: [], fieldsOfStudy: [], downloadable: false };
  const source = { from: 'job' as const, job: ref, sources: [] };
  return {
    acts: [{ what: 'import' as const, source, identified: 1, records: [ref], duplicates: [] }],
    records: [{ ref, paper }],
  };
}

it('a review whose records could not be read is read again, and no event counts twice', async () => {
  let failures = 0;
  const unsteady: ReviewStore = {
    ...store,
    reviewRecords: (...given) => {
      if (failures-- > 0) throw new Error('the connection broke');
      return store.reviewRecords(...given);
    },
  };
  const [here, there] = [createReviewLog(unsteady, NOW), createReviewLog(store, NOW)];
  const protocol = { stages: ['title-abstract' as const], readers: '1' as const, blind: false };
  const opening = {
    what: 'open' as const,
    question: 'Which?',
    criteria: [],
    protocol: { ...protocol, assistant: 'second' as const, priors: [] },
  };
  const ref = await here.create([opening], WHO);
  await here.write(ref, WHO, () => importOf('J1-1'));
  await there.write(ref, WHO, () => importOf('J2-1'));
  await there.write(ref, WHO, () => ({
    acts: [{ what: 'decide', stage: 'title-abstract', ref: 'J1-1', decision: 'include' }],
  }));

  failures = 1;
  await expect(here.read(ref)).rejects.toThrow('the connection broke');
  const { state, events, records } = await here.read(ref);
  expect(events.map(({ what }) => what)).toEqual(['open', 'import', 'import', 'decide']);
  expect(state.imports.map(({ records }) => records)).toEqual([['J1-1'], ['J2-1']]);
  expect(state.decisions).toBe(1);
  expect([...records.keys()]).toEqual(['J1-1', 'J2-1']);
});
