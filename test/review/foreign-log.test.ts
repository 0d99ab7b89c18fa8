import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sealEvents } from '../../src/platform/sealed-log.ts';
import type { ReviewAct, ReviewEvent } from '../../src/review/events.ts';
import { foldEvents } from '../../src/review/fold-events.ts';
import type { Reader } from '../../src/review/protocol.ts';
import { outcomeAt } from '../../src/review/review-outcomes.ts';
import { openEvents, withDates } from '../../src/review/sealed-log.ts';
import { isReviewEvent } from '../../src/service/routes/review-bodies.ts';
import { ANA, BEN, createLog, histories, opening } from './histories.ts';

const FIRST = 'title-abstract';
const STOP = { rule: 'cmh', target: 0.95, confidence: 0.95 } as const;

/** The opening's protocol with something else in it. */
function protocol(other: object): ReviewAct {
  const [open] = opening({ readers: '2' }) as [Extract<ReviewAct, { what: 'open' }>];
  return { what: 'protocol', protocol: { ...open.protocol, ...other } as typeof open.protocol };
}

/** A review of two readers with a conflict on J1-1, and an include of Ana alone on J1-2. */
function openLog() {
  const log = createLog(opening({ readers: '2' }));
  log.decide(ANA, FIRST, [
    { ref: 'J1-1', decision: 'include' },
    { ref: 'J1-2', decision: 'include' },
  ]);
  log.decide(BEN, FIRST, [{ ref: 'J1-1', decision: 'exclude', reasons: ['C2'] }]);
  return log;
}

describe('an event that no program of ours records', () => {
  it.each<[string, ReviewAct, string, Reader?]>([
    ['settles what is no conflict', { what: 'resolve', stage: FIRST, ref: 'J1-3', decision: 'include' }, 'no-conflict'],
    [
      'settles what the review lacks',
      { what: 'resolve', stage: FIRST, ref: 'J9-9', decision: 'include' },
      'not-in-review',
    ],
    [
      'settles for a reason that is none',
      { what: 'resolve', stage: FIRST, ref: 'J1-1', decision: 'include', reasons: ['C9'] },
      'no-criterion',
    ],
    ['decides on no record', { what: 'decide', stage: FIRST, ref: 'J9-9', decision: 'include' }, 'not-in-review'],
    [
      'decides before its stage',
      { what: 'decide', stage: 'full-text', ref: 'J1-3', decision: 'include' },
      'not-at-stage',
    ],
    [
      'decides for a reason of another stage',
      { what: 'decide', stage: FIRST, ref: 'J1-3', decision: 'exclude', reasons: ['C3'] },
      'no-criterion',
    ],
    ['decides otherwise', { what: 'decide', stage: FIRST, ref: 'J1-2', decision: 'exclude' }, 'decided-otherwise'],
    [
      'is of nobody',
      { what: 'decide', stage: FIRST, ref: 'J1-3', decision: 'include' },
      'nameless',
      { kind: 'human', name: ' ' },
    ],
    ['takes nothing back', { what: 'withdraw', stage: FIRST, ref: 'J1-3' }, 'nothing-to-withdraw'],
    ['notes on no record', { what: 'note', ref: 'J9-9', note: 'x' }, 'not-in-review'],
    ['found a text that nobody sought', { what: 'retrieve', ref: 'J1-3', found: false }, 'not-at-stage'],
    ['opens again', opening()[0] as ReviewAct, 'opened-before'],
    ['drops a criterion', { what: 'criteria', criteria: [] }, 'wrong-criteria'],
    ['drops a stage in use', protocol({ stages: ['full-text'] }), 'wrong-protocol'],
    ['has a stage twice', protocol({ stages: [FIRST, FIRST] }), 'wrong-protocol'],
    ['knows a record that is not there', protocol({ priors: ['J9-9'] }), 'wrong-protocol'],
    ...[2, -1, 0, 1, null, '0.95'].map((target): [string, ReviewAct, string] => [
      `aims at ${JSON.stringify(target)}`,
      protocol({ stop: { ...STOP, target } }),
      'wrong-protocol',
    ]),
    ['is sure of 95', protocol({ stop: { ...STOP, confidence: 95 } }), 'wrong-protocol'],
    ['stops by no rule', protocol({ stop: { ...STOP, rule: 'tired' } }), 'wrong-protocol'],
  ])('%s: it counts for nothing, and is listed', (_, act, kind, who = ANA) => {
    const log = openLog();
    const before = foldEvents(log.events);
    log.add([act], who);
    expect(log.events.at(-1)?.what).toBe(act.what);
    const state = foldEvents(log.events);
    expect(state.leftOut).toEqual([expect.objectContaining({ n: log.events.length, kind })]);
    expect({ ...state, leftOut: [] }).toEqual(before);
  });

  it('brings a record that is there, or a duplicate of none: its others count, once', () => {
    const log = openLog();
    log.add(
      [
        {
          what: 'import',
          source: { from: 'job', job: 'J2', sources: ['x'] },
          identified: 9,
          records: ['J1-1', 'J2-1', 'J2-1'],
          duplicates: [
            ['J2-2', 'J1-2'],
            ['J2-3', 'J9-9'],
            ['J1-3', 'J1-2'],
          ],
          contents: ['a', 'b', 'c'].map((each) => each.repeat(22)),
        },
      ],
      ANA,
    );
    const state = foldEvents(log.events);
    expect(state.leftOut).toMatchObject([{ kind: 'wrong-import' }]);
    expect(state.records.get('J1-1')?.readings[FIRST].size).toBe(2);
    expect([...state.records.keys()]).toEqual(['J1-1', 'J1-2', 'J1-3', 'J1-4', 'J1-5', 'J2-1']);
    expect([...state.duplicates]).toEqual([
      ['J1-6', 'J1-1'],
      ['J2-2', 'J1-2'],
    ]);
    expect([...state.records.values()].map(({ content }) => content?.[0]).join('')).toBe('c');
  });

  it('may be the opening itself: a review with a wrong rule is read without one', () => {
    const log = createLog(opening({ stop: { ...STOP, target: 2 } }));
    expect(foldEvents(log.events)).toMatchObject({ leftOut: [{ n: 1, kind: 'wrong-protocol' }], records: { size: 5 } });
    expect(foldEvents(log.events).protocol).not.toHaveProperty('stop');
  });

  it('is none of a history that programs recorded', () => {
    fc.assert(
      fc.property(histories, (log) => {
        expect(foldEvents(log.events).leftOut).toEqual([]);
      }),
    );
  });

  it('ten conflicts that never were settle nothing', () => {
    const log = createLog(opening({ readers: '2' }, 10));
    for (let nth = 1; nth <= 10; nth += 1)
      log.add([{ what: 'resolve', stage: FIRST, ref: `J1-${nth}`, decision: 'include' }], ANA);
    const state = foldEvents(log.events);
    expect(state.leftOut).toHaveLength(10);
    expect(outcomeAt(state, 'J1-1', FIRST)).toEqual({ is: 'open' });
  });
});

describe('an event of a newer version', () => {
  const AT = '2026-01-05T09:00:00.000Z';

  it('ends what is read, and is no damage', () => {
    const acts = [...opening(), { what: 'adjudicate', ref: 'J1-1' } as unknown as ReviewAct, protocol({})];
    const sealed = sealEvents({ n: 0, hash: '' }, acts, ANA, AT);
    const opened = openEvents({ n: 0, hash: '' }, sealed);
    expect(opened).toMatchObject({ damagedAt: 3, isUnknown: true, last: { n: 2 }, events: { length: 2 } });
    const odd = sealEvents({ n: 0, hash: '' }, opening(), { kind: 'machine' } as unknown as Reader, AT);
    expect(openEvents({ n: 0, hash: '' }, odd)).toMatchObject({ damagedAt: 1, isUnknown: true });
  });

  it.each([2, -1, 0, null, '0.95'])('a service takes no protocol that aims at %s', (target) => {
    const textOf = (act: ReviewAct) => sealEvents({ n: 4, hash: '' }, [act], ANA, AT)[0]?.text ?? '';
    expect(isReviewEvent(textOf(protocol({ stop: { ...STOP, target } })))).toBe(false);
    expect(isReviewEvent(textOf(protocol({ stop: STOP })))).toBe(true);
  });
});

it('dates are those of the service, within a day of it, or none ahead of now', () => {
  const event = (n: number, at: string) => ({ n, at, who: ANA, what: 'note', ref: 'J1-1' }) as ReviewEvent;
  const now = new Date('2026-01-05T09:00:00.000Z');
  const events = [
    event(1, '9999-12-31T00:00:00.000Z'),
    event(2, '2026-01-05T08:00:00.000Z'),
    event(3, '9999-12-31T00:00:00.000Z'),
    event(4, '1970-01-01T00:00:00.000Z'),
    event(5, '2026-01-04T10:00:00.000Z'),
  ];
  const takenAt = '2026-01-05T08:30:00.000Z';
  const dated = withDates(
    events,
    [4, 5].map((n) => ({ n, takenAt })),
    now,
    undefined,
  );
  expect(dated.map(({ at }) => at)).toEqual([
    now.toISOString(),
    '2026-01-05T08:00:00.000Z',
    '2026-01-05T08:00:00.000Z',
    takenAt,
    '2026-01-04T10:00:00.000Z',
  ]);
});
