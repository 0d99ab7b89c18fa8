import { describe, expect, it } from 'vitest';
import { knownFailure, outcomeNote } from '../../../src/search/sources/known-failure.ts';
import type { SourceOutcome } from '../../../src/search/sources/runner.ts';
import { storedFailureSchema } from '../../../src/wording/notes/source-outcomes.ts';
import { describeFailure, describeOutcome } from '../../../src/wording/sentences/sources.ts';
import { NOON } from '../../helpers/sources/stand-ins.ts';

const MINUTE = 60_000;

describe('why a source gave nothing', () => {
  it.each([
    ['unreachable', 'could not be reached'],
    ['server error', 'answered with an error of its own'],
    ['too slow', 'did not answer in time'],
    ['rate limited', 'allows no more requests for now'],
    ['queue full', "had to be left out, because this machine's queue for it is full"],
    ['quota used up', 'has no allowance left for today'],
    ['key refused', 'does not accept the key'],
    ['key wanted', 'needs a key, which is free'],
    ['refused', 'refused the request'],
    ['unreadable', 'gave an answer that cannot be read'],
    ['paused after failures', 'is paused after repeated failures'],
    ['skipped', 'was not asked'],
  ] as const)('%s: it %s', (failure, words) => {
    expect(describeFailure({ failure })).toBe(words);
  });

  it.each([
    [1_000, ' (retry in 1 second)'],
    [89_001, ' (retry in 2 minutes)'],
    [5 * MINUTE, ' (retry in 5 minutes)'],
    [12 * 60 * MINUTE, ' (retry in 12 hours)'],
    [0, ''],
    [-5, ''],
  ])('%i ms before it may be asked again says "%s"', (ms, words) => {
    expect(describeFailure(knownFailure('refused', { retryAt: NOON + ms }, NOON))).toBe(`refused the request${words}`);
  });

  it('gives the reason in brackets', () => {
    expect(describeFailure({ failure: 'skipped', detail: 'no-quartiles' })).toBe(
      'was not asked (it has no journal quartiles)',
    );
  });

  it('of rows that earlier versions stored is shown as it stands there', () => {
    const stored = storedFailureSchema.array().parse(['did not answer', { failure: 'skipped', detail: 'it is shut' }]);
    expect(stored.map(describeFailure)).toEqual(['did not answer', 'was not asked (it is shut)']);
  });
});

describe('what came of a source', () => {
  const outcome = (count: number, more: Partial<SourceOutcome> = {}): SourceOutcome => ({
    source: 'arxiv',
    records: Array(count).fill({}),
    requests: 1,
    fromCache: 0,
    ...more,
  });

  it.each([
    [outcome(100, { total: 412 }), 'arXiv gave 100 of 412'],
    [outcome(7, { total: 7 }), 'arXiv gave 7'],
    [outcome(0), 'arXiv gave 0'],
    [outcome(3, { keywordsLeftOut: 1 }), 'arXiv gave 3 (not asked for 1 keyword)'],
    [outcome(0, { failure: 'unreachable' }), 'arXiv could not be reached'],
    [outcome(5, { requests: 0, fromCache: 1, cachedAt: NOON - 180 * MINUTE }), 'arXiv gave 5 (stored 3 hours ago)'],
    [outcome(5, { requests: 0, fromCache: 1, cachedAt: NOON - 59_000 }), 'arXiv gave 5 (stored just now)'],
    [outcome(5, { fromCache: 1, cachedAt: NOON - 5 * MINUTE }), 'arXiv gave 5 (partly stored 5 minutes ago)'],
    [outcome(5, { failure: 'too slow' }), 'arXiv gave 5 (then did not answer in time)'],
    [outcome(5, { failure: 'key refused' }), 'arXiv gave 5 (does not accept the key; asked without it)'],
  ])('%# is said in one line', (what, words) => {
    expect(describeOutcome(outcomeNote('arXiv', what, NOON))).toBe(words);
  });
});
