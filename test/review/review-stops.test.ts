import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Decision, Protocol } from '../../src/review/protocol.ts';
import { STAGES } from '../../src/review/protocol.ts';
import { progressOf } from '../../src/review/queue.ts';
import type { OpenReview } from '../../src/review/screening/review-log.ts';
import { stopState } from '../../src/review/screening/stop-state.ts';
import { ANA, BEN, createLog, histories, MODEL, opening } from './histories.ts';

/** What a stop of a review rests on: the records that it speaks of, and the decisions on them, each once. */

const [FIRST, TEXT] = STAGES;

/** A review of so many records as the stop reads it. */
function reviewOf({ events, state }: Pick<ReturnType<typeof createLog>, 'events' | 'state'>): OpenReview {
  const last = { n: 0, hash: '' };
  return { ...{ ref: 'R1', number: 1, last, records: new Map() }, events, state: state() };
}

function begin(protocol: Partial<Protocol>, count: number) {
  const log = createLog(opening(protocol, count));
  const refs = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `J1-${from + index}`);
  return {
    ...log,
    refs,
    all: (decision: Decision | 'withdraw', from: number, to: number) =>
      refs(from, to).map((ref) => ({ ref, decision })),
    stop: (who = ANA as Parameters<typeof stopState>[1], stage: (typeof STAGES)[number] = FIRST) =>
      stopState(reviewOf(log), who, stage),
  };
}

it('papers known beforehand are none of the full texts before they have come there', () => {
  const priors = Array.from({ length: 10 }, (_, index) => `J1-${index + 1}`);
  const { decide, all, stop } = begin({ priors }, 30);
  decide(ANA, FIRST, all('include', 20, 22));
  const { statements, ...said } = stop(ANA, TEXT);
  expect(said).toMatchObject({ holds: false, screened: 0, records: 3 });
  expect(statements.filter(({ holds }) => holds)).toEqual([]);
});

it('a full text that a later exclusion took away counts for no stop', () => {
  const { decide, all, stop } = begin({}, 30);
  decide(ANA, FIRST, all('include', 1, 20));
  decide(ANA, TEXT, all('exclude', 1, 12));
  decide(ANA, FIRST, [...all('withdraw', 1, 12), ...all('exclude', 1, 12)]);
  const { statements, ...said } = stop(ANA, TEXT);
  expect(said).toMatchObject({ holds: false, screened: 0, records: 8 });
  expect(statements.filter(({ holds }) => holds)).toEqual([]);
});

it('nothing is shown of a stage to which no record has come', () => {
  const { decide, all, stop } = begin({ stop: { rule: 'random-tail', target: 0.95, confidence: 0.95 } }, 3);
  decide(ANA, FIRST, all('exclude', 1, 3));
  expect(stop(ANA, FIRST)).toMatchObject({ holds: true });
  const { statements, ...said } = stop(ANA, TEXT);
  expect(said).toMatchObject({ holds: false, records: 0 });
  expect(statements.filter(({ holds }) => holds)).toEqual([]);
});

it('notes on what was read long ago, and decisions that are changed, are no run of irrelevant records', () => {
  const { decide, all, refs, stop, state } = begin({ stages: [FIRST] }, 300);
  decide(ANA, FIRST, all('exclude', 1, 60));
  decide(ANA, FIRST, all('include', 61, 80));
  const before = stop();
  decide(
    ANA,
    FIRST,
    refs(1, 60).map((ref) => ({ ref, decision: 'note', note: 'mice' })),
  );
  expect(stop()).toEqual(before);
  expect(state().decisions).toBe(80);
  const reading = state().records.get('J1-1')?.readings[FIRST].get('human:ana');
  expect(reading).toMatchObject({ note: 'mice', n: 3, at: '2026-01-05T09:00:02.000Z' });
  decide(ANA, FIRST, [...all('withdraw', 1, 60), ...all('include', 1, 60)]);
  decide(ANA, FIRST, [...all('withdraw', 1, 60), ...all('exclude', 1, 60)]);
  expect(stop()).toEqual(before);
  decide(BEN, FIRST, all('exclude', 1, 60));
  expect(stop(undefined)).toEqual(before);
});

it('conflicts that are settled at the end are no run of irrelevant records', () => {
  const { add, decide, all, refs, stop } = begin({ stages: [FIRST], readers: '2' }, 300);
  decide(ANA, FIRST, [...all('exclude', 1, 60), ...all('include', 61, 80)]);
  decide(BEN, FIRST, all('include', 1, 80));
  for (const ref of refs(1, 60)) add([{ what: 'resolve', stage: FIRST, ref, decision: 'exclude' }], ANA);
  const { screened, statements } = stop(undefined);
  expect(screened).toBe(80);
  expect(statements).toContainEqual({ rule: 'irrelevant-50', kind: 'heuristic', run: 0, holds: false });
});

it('a stop speaks of no more decisions than its stage has', () => {
  fc.assert(
    fc.property(histories, fc.subarray(['J1-1', 'J1-2', 'J1-6']), (log, priors) => {
      const protocol = { ...log.state().protocol, priors };
      log.add([{ what: 'protocol', protocol }], ANA);
      for (const stage of STAGES) {
        for (const who of [undefined, ANA, BEN, MODEL]) {
          const { screened, records, triaged = 0 } = stopState(reviewOf(log), who, stage);
          const progress = progressOf(log.state(), undefined).find((each) => each.stage === stage);
          expect(records + triaged).toBe(progress?.records);
          expect(screened).toBeLessThanOrEqual(records);
          if (who === undefined && records > 0 && progress) {
            const { include, exclude, maybe } = progress;
            expect(screened).toBe(include + exclude + maybe - triaged);
          }
        }
      }
    }),
  );
});

it('a full text has no stop while titles are open that their own rule does not let end', () => {
  const { decide, all, stop } = begin({}, 30);
  decide(ANA, FIRST, all('include', 1, 3));
  decide(ANA, TEXT, all('include', 1, 3));
  const { statements, ...said } = stop(ANA, TEXT);
  expect(said).toMatchObject({ holds: false, screened: 3, records: 3 });
  expect(statements.filter((each) => each.holds || ('frontier' in each && each.frontier))).toEqual([]);
  decide(ANA, FIRST, all('exclude', 4, 30));
  expect(stop(ANA, TEXT)).toMatchObject({ holds: true, records: 3 });
});

it('titles that their own rule lets end are in the way of no stop of the full texts', () => {
  const { decide, all, stop } = begin({ stop: { rule: 'irrelevant-50', target: 0.95, confidence: 0.95 } }, 300);
  decide(ANA, FIRST, [...all('include', 1, 80), ...all('exclude', 81, 140)]);
  decide(ANA, TEXT, all('exclude', 1, 80));
  expect(stop(ANA, FIRST).holds).toBe(true);
  expect(stop(ANA, TEXT).holds).toBe(true);
});

it('a random tail has one beginning, whatever other orders were asked for in between', () => {
  const stopRule = { rule: 'random-tail', target: 0.95, confidence: 0.95 } as const;
  const { add, decide, all, stop } = begin({ stages: [FIRST], stop: stopRule }, 300);
  const serve = (order: 'likely' | 'random') =>
    add([{ what: 'serve', stage: FIRST, refs: ['J1-300'], order, labels: 0 }], ANA);
  const tail = () => stop().statements.find(({ rule }) => rule === 'random-tail');
  serve('likely');
  decide(ANA, FIRST, all('include', 1, 20));
  serve('random');
  decide(ANA, FIRST, all('include', 21, 22));
  const before = tail();
  expect(before).toMatchObject({ found: 2 });
  serve('likely');
  serve('random');
  expect(tail()).toEqual(before);
  decide(ANA, FIRST, all('include', 23, 23));
  expect(tail()).toMatchObject({ found: 3 });
});
