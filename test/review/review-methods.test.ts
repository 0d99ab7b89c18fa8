import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import { sealEvents } from '../../src/platform/sealed-log.ts';
import type { Protocol } from '../../src/review/protocol.ts';
import { methodsOf } from '../../src/review/screening/methods-section.ts';
import { contentOf } from '../../src/review/screening/review-content.ts';
import { flowOf } from '../../src/review/screening/review-flow.ts';
import type { OpenReview } from '../../src/review/screening/review-log.ts';
import { createReviews } from '../../src/review/screening/reviewing.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { storeFolder } from '../jobs/store/stores.ts';
import { ANA, BEN, fileOf, histories, opening } from './histories.ts';

/** What the paragraph on methods says, against what was done. */

const stores: { close(): unknown }[] = [];
afterEachTest(async () => {
  for (const store of stores.splice(0)) await store.close();
});

async function openReview(protocol: Partial<Protocol> = {}, papers = 12) {
  const store = openJobStore(storeFolder(), 1);
  stores.push(store);
  const [open] = opening(protocol);
  const sealed = open ? sealEvents({ n: 0, hash: '' }, [open], ANA, '2026-01-05T09:00:00.000Z') : [];
  const ref = `R${await store.openReview(sealed)}`;
  const reviews = createReviews({ store, account: 'a', software: 'test', isQuoted: () => true });
  await reviews.importFile(ref, fileOf(Array.from({ length: papers }, (_, index) => index + 1)), ANA);
  const decide = (numbers: number[], decision: 'include' | 'exclude' | 'maybe', more = {}, who = ANA) =>
    reviews.screen(
      { review: ref, decisions: numbers.map((number) => ({ ref: `${ref}-${number}`, decision, ...more })), ...more },
      who,
    );
  return { reviews, ref, decide };
}

it('the paragraph, the flow and the progress have one number of screened records, in every history', () => {
  fc.assert(
    fc.property(histories, (log) => {
      const state = log.state();
      const review = { ref: 'R1', state, events: log.events, records: new Map() } as unknown as OpenReview;
      const [, said] = /abstracts of ([\d,]+) of/.exec(methodsOf(review, 'test')) ?? [];
      expect(Number(said ?? 0)).toBe(flowOf(state).databases.screened ?? 0);
    }),
  );
});

it('full texts have their sentence, in the numbers of the flow, with who agreed', async () => {
  const { reviews, ref, decide } = await openReview({ readers: '2' });
  for (const who of [ANA, BEN]) {
    await decide([1, 2, 3, 4], 'include', { stage: 'title-abstract' }, who);
    await decide([5, 6], 'exclude', { stage: 'title-abstract' }, who);
  }
  expect(await reviews.methods(ref)).not.toMatch(/full text/);
  for (const who of [ANA, BEN]) {
    await decide([1], 'include', { stage: 'full-text' }, who);
    await decide([2, 3], 'exclude', { stage: 'full-text', reasons: ['C3'] }, who);
  }
  expect(await reviews.methods(ref)).toContain(
    'Of 4 reports sought in full text, 3 were assessed by two reviewers; 2 were excluded: no comparison (2); 1 was included. On the 3 full texts that two reviewers screened, agreement was 100%',
  );
});

it('an unmet criterion for inclusion is a reason in the words of what was not met', async () => {
  const { reviews, ref, decide } = await openReview();
  await decide([1, 2], 'include');
  await decide([1], 'exclude', { stage: 'full-text', reasons: ['C1'] });
  const { state } = await reviews.read(ref);
  const text = state.criteria[0]?.text;
  expect(flowOf(state).databases.reportsExcluded).toEqual([{ reason: `not met: ${text}`, reports: 1 }]);
  expect(await reviews.methods(ref)).toContain(`1 was excluded: not met: ${text} (1)`);
});

it('claims no agreement where one reader decides, for whom no other may disagree', async () => {
  const { reviews, ref, decide } = await openReview();
  await decide([1, 2], 'exclude');
  await decide([1, 2], 'exclude', {}, BEN);
  expect(await reviews.methods(ref)).not.toMatch(/agreement|two reviewers screened/);
});

it('does not call records screened on which readers disagree', async () => {
  const stop = { rule: 'cmh', target: 0.95, confidence: 0.95 } as const;
  const { reviews, ref, decide } = await openReview({ readers: '2', stop }, 2);
  await decide([1, 2], 'exclude');
  await decide([1], 'exclude', {}, BEN);
  await decide([2], 'include', {}, BEN);
  const said = await reviews.methods(ref);
  expect(said).toContain('abstracts of 1 of 2 records were screened');
  expect(said).toContain('and all records were read.');
});

it('asks for the reason of an excluded full text, until it has one', async () => {
  const { reviews, ref, decide } = await openReview();
  await decide([1, 2], 'include', { stage: 'title-abstract' });
  const asks = async () =>
    (await reviews.screen({ review: ref }, ANA)).notes.filter(({ kind }) => kind === 'excluded-without-reason');
  await decide([1], 'exclude', { stage: 'full-text' });
  await decide([3], 'exclude', { stage: 'title-abstract' });
  expect(await asks()).toEqual([
    { kind: 'excluded-without-reason', review: ref, named: [expect.stringMatching(`^${ref}-1 \\w`)], all: 1 },
  ]);
  await decide([1], 'exclude', { stage: 'full-text', reasons: ['C3'] });
  expect(await asks()).toEqual([]);
});

describe('an order that a model learned', () => {
  const turn = async ({ reviews, ref, decide }: Awaited<ReturnType<typeof openReview>>, order: 'likely' | 'random') => {
    const { next } = await reviews.screen({ review: ref, next: 1, order }, ANA);
    const [, number] = next[0]?.ref.split('-') ?? [];
    return (decision: 'include' | 'exclude') => decide([Number(number)], decision);
  };

  it('is none while nothing relevant was found, nor by chance', async () => {
    const review = await openReview();
    for (let read = 0; read < 4; read++) await (await turn(review, 'likely'))('exclude');
    await (await turn(review, 'random'))('include');
    await (await turn(review, 'random'))('exclude');
    expect(await review.reviews.methods(review.ref)).not.toContain('a model');
  });

  it('is said of the records that were shown so', async () => {
    const review = await openReview();
    await (await turn(review, 'likely'))('include');
    await (await turn(review, 'likely'))('exclude');
    await (await turn(review, 'likely'))('exclude');
    await review.decide([12], 'exclude');
    const read = contentOf(await review.reviews.read(review.ref)).papers.filter(({ verdict }) => verdict).length;
    expect(await review.reviews.methods(review.ref)).toContain(
      `Of ${read} records that were read, 2 were shown in an order that a model`,
    );
  });
});
