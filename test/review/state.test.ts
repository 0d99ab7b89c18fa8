import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOG_START, sealEvents } from '../../src/platform/sealed-log.ts';
import { foldEvents } from '../../src/review/fold-events.ts';
import { isCounted, STAGES } from '../../src/review/protocol.ts';
import { labelsFor, labelsThatCount, progressOf, recordsToRead } from '../../src/review/queue.ts';
import { hasPassedTo, isAt, outcomeAt, standingDecision } from '../../src/review/review-outcomes.ts';
import { flowOf } from '../../src/review/screening/review-flow.ts';
import { openEvents } from '../../src/review/sealed-log.ts';
import { ANA, BEN, createLog, histories, MODEL, opening } from './histories.ts';

const FIRST = 'title-abstract';

describe('one reader', () => {
  it('decides, and a second final decision waits until the first is withdrawn', () => {
    const log = createLog(opening());
    expect(log.decide(ANA, FIRST, [{ ref: 'J1-1', decision: 'include' }])).toMatchObject({ accepted: 1, refused: [] });
    expect(log.decide(ANA, FIRST, [{ ref: 'j1-1', decision: 'exclude', reasons: ['C2'] }])).toMatchObject({
      accepted: 0,
      refused: [{ ref: 'j1-1', kind: 'decided-otherwise', decision: 'include' }],
    });
    log.decide(ANA, FIRST, [
      { ref: 'J1-1', decision: 'withdraw' },
      { ref: 'J1-1', decision: 'exclude', reasons: ['c2'] },
    ]);
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toMatchObject({ decision: 'exclude', reasons: ['C2'] });
    expect(standingDecision(log.state(), 'J1-1')).toBe('exclude');
  });

  it('changes a decision all or not at all: what stood stands where the new one is refused', () => {
    const log = createLog(opening());
    log.decide(ANA, FIRST, [{ ref: 'J1-1', decision: 'include', note: 'adults' }]);
    const length = log.events.length;
    const change = [
      { ref: 'J1-1', decision: 'withdraw' as const },
      { ref: 'J1-1', decision: 'exclude' as const, reasons: ['C77'] },
    ];
    const other = { ref: 'J1-2', decision: 'exclude' as const };
    expect(log.decide(ANA, FIRST, [...change, other])).toMatchObject({
      accepted: 1,
      repeated: 0,
      acts: [{ what: 'decide', ref: 'J1-2' }],
      refused: [{ ref: 'J1-1', kind: 'no-criterion' }],
    });
    expect(log.events).toHaveLength(length + 1);
    expect(log.state().records.get('J1-1')?.readings[FIRST].get('human:ana')).toMatchObject({ note: 'adults' });
    // What follows is judged by what stands again.
    const next = { ref: 'J1-1', decision: 'exclude' as const };
    expect(log.decide(ANA, FIRST, [...change, next]).refused.map(({ kind }) => kind)).toEqual([
      'no-criterion',
      'decided-otherwise',
    ]);
    const tooLong = { ref: 'J1-1', decision: 'note' as const, note: 'x'.repeat(20_001) };
    expect(log.decide(ANA, FIRST, [...change.slice(0, 1), tooLong])).toMatchObject({ accepted: 0, acts: [] });
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toMatchObject({ decision: 'include' });
    // A withdrawal that something followed is none of a later refusal's.
    const [back, wrong] = change;
    const anew = [back, next, wrong] as typeof change;
    expect(log.decide(ANA, FIRST, anew)).toMatchObject({ accepted: 2, refused: [{ kind: 'no-criterion' }] });
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toMatchObject({ decision: 'exclude' });
  });

  it('says the same again, and nothing is added', () => {
    const log = createLog(opening());
    const given = [{ ref: 'J1-2', decision: 'exclude' as const, reasons: ['C2'], note: 'mice' }];
    log.decide(ANA, FIRST, given);
    const length = log.events.length;
    expect(log.decide(ANA, FIRST, given)).toMatchObject({ accepted: 1, repeated: 1, acts: [] });
    expect(log.events).toHaveLength(length);
    expect(log.decide(ANA, FIRST, [{ ...given[0], note: 'rats', decision: 'exclude', ref: 'J1-2' }]).acts).toHaveLength(
      1,
    );
  });

  it('keeps of the same decision what is not named again, and takes away what is given as none', () => {
    const log = createLog(opening());
    const first = { reasons: ['C2'], quote: 'not checked', tags: ['mice'], from: { name: 'old.csv' } };
    log.add([{ what: 'decide', stage: FIRST, ref: 'J1-1', decision: 'exclude', ...first }], ANA);
    const again = (given: object) => log.decide(ANA, FIRST, [{ ref: 'J1-1', decision: 'exclude', ...given }]);
    const reading = () => log.state().records.get('J1-1')?.readings[FIRST].get('human:ana');
    expect(again({ note: 'rats' })).toMatchObject({ accepted: 1, repeated: 0 });
    expect(reading()).toMatchObject({ ...first, note: 'rats' });
    expect(again({ reasons: ['c2'], from: { name: 'new.csv' } })).toMatchObject({ repeated: 1, acts: [] });
    expect(again({ reasons: [], note: '' })).toMatchObject({ accepted: 1, repeated: 0 });
    expect(reading()).not.toHaveProperty('reasons');
    expect(reading()).not.toHaveProperty('note');
    expect(reading()).toMatchObject({ tags: ['mice'] });
    expect(again({ tags: [], note: '' })).toMatchObject({ repeated: 0 });
    expect(again({ tags: [] })).toMatchObject({ repeated: 1, acts: [] });
  });

  it('notes without deciding, which counts for nothing and stands until the next note or decision', () => {
    const log = createLog(opening());
    const noteOn = (ref: string) => [...(log.state().records.get(ref)?.notes.values() ?? [])];
    const noted = { ref: 'j1-1', decision: 'note' as const, note: 'read later', tags: ['mice', 'mice'] };
    expect(log.decide(ANA, FIRST, [noted])).toMatchObject({ accepted: 1, repeated: 0 });
    expect(log.decide(ANA, FIRST, [noted])).toMatchObject({ accepted: 1, repeated: 1, acts: [] });
    expect(noteOn('J1-1')).toMatchObject([{ who: ANA, note: 'read later', tags: ['mice'] }]);
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toEqual({ is: 'open' });
    expect(log.state().decisions).toBe(0);
    expect(log.decide(ANA, FIRST, [{ ref: 'J1-1', decision: 'include', note: 'adults' }]).acts).toHaveLength(1);
    expect(noteOn('J1-1')).toEqual([]);
    log.decide(ANA, FIRST, [{ ref: 'J1-1', decision: 'note', tags: ['rats'] }]);
    const reading = () => log.state().records.get('J1-1')?.readings[FIRST].get('human:ana');
    expect(reading()).toMatchObject({ decision: 'include', tags: ['rats'] });
    expect(reading()?.note).toBeUndefined();
    log.decide(ANA, FIRST, [
      { ref: 'J1-1', decision: 'withdraw' },
      { ref: 'J1-1', decision: 'note', note: 'again' },
    ]);
    expect([reading(), noteOn('J1-1')]).toMatchObject([undefined, [{ note: 'again' }]]);
    expect(log.decide(ANA, FIRST, [{ ref: 'J1-1', decision: 'note' }]).acts).toEqual([{ what: 'note', ref: 'J1-1' }]);
    expect(log.decide(ANA, FIRST, [{ ref: 'J9-9', decision: 'note' }]).refused).toMatchObject([
      { ref: 'J9-9', kind: 'not-in-review' },
    ]);
  });

  it('has each wrong decision refused by name, and the others taken', () => {
    const log = createLog(opening());
    const { refused, accepted } = log.decide(ANA, FIRST, [
      { ref: 'J7-1', decision: 'include' },
      { ref: 'J1-1', decision: 'exclude', reasons: ['C3'] },
      { ref: 'J1-2', decision: 'withdraw' },
      { ref: 'J1-3', decision: 'include', quote: 'not there' },
      { ref: 'J1-4', decision: 'include', quote: 'in the text' },
    ]);
    expect(refused.map(({ kind }) => kind)).toEqual([
      'not-in-review',
      'no-criterion',
      'nothing-to-withdraw',
      'quote-not-found',
    ]);
    expect(accepted).toBe(1);
    expect(log.decide(ANA, 'full-text', [{ ref: 'J1-5', decision: 'include' }]).refused).toMatchObject([
      { kind: 'not-at-stage' },
    ]);
    expect(log.decide(BEN, FIRST, [{ ref: 'J1-4', decision: 'exclude' }]).refused).toMatchObject([
      { kind: 'decided-by-another', name: 'Ana' },
    ]);
  });

  it('is shown what was shown before, and nothing that another is reading', () => {
    const log = createLog(opening());
    log.add([{ what: 'serve', stage: FIRST, refs: ['J1-1', 'J1-2'], order: 'likely', labels: 0 }], ANA);
    expect(recordsToRead(log.state(), ANA, FIRST, log.now())).toEqual({
      pending: ['J1-1', 'J1-2'],
      others: ['J1-3', 'J1-4', 'J1-5'],
    });
    expect(recordsToRead(log.state(), BEN, FIRST, log.now()).others).toEqual(['J1-3', 'J1-4', 'J1-5']);
    expect(recordsToRead(log.state(), MODEL, FIRST, log.now()).others).toHaveLength(5);
    for (const at of ['2026-01-05T09:45:00.000Z', '2026-01-05T08:15:00.000Z'])
      expect(recordsToRead(log.state(), BEN, FIRST, at).others).toHaveLength(5);
  });

  it('takes the same withdrawal again for the same, and has no other', () => {
    const log = createLog(opening());
    log.decide(ANA, FIRST, [{ ref: 'J1-1', decision: 'include' }]);
    const back = [{ ref: 'J1-1', decision: 'withdraw' as const }];
    expect(log.decide(ANA, FIRST, [...back, ...back])).toMatchObject({ accepted: 2, repeated: 1, refused: [] });
    expect(log.decide(ANA, FIRST, back)).toMatchObject({ accepted: 1, repeated: 1, refused: [], acts: [] });
    expect(log.decide(BEN, FIRST, back).refused).toMatchObject([{ kind: 'nothing-to-withdraw' }]);
  });

  it('keeps a retired criterion for the decisions that it was the reason of', () => {
    const log = createLog(opening());
    const both = { ref: 'J1-1', decision: 'exclude' as const, reasons: ['C2', 'C1'] };
    log.decide(ANA, FIRST, [both]);
    const criteria = log
      .state()
      .criteria.map((each) => (each.id === 'C2' ? { ...each, retired: true as const } : each));
    log.add([{ what: 'criteria', criteria }], ANA);
    expect(log.decide(ANA, FIRST, [{ ref: 'J1-2', decision: 'exclude', reasons: ['C2'] }]).refused).toMatchObject([
      { kind: 'no-criterion', known: ['C1'] },
    ]);
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toMatchObject({ reasons: ['C1', 'C2'] });
    // The same again, as after a lost answer or from a file.
    expect(log.decide(ANA, FIRST, [both])).toMatchObject({ accepted: 1, repeated: 1, refused: [], acts: [] });
    expect(log.state().changes).toMatchObject([{ what: 'criteria', decisions: 1 }]);
  });

  it('decides on a full text that was missing, which shows that it was found', () => {
    const log = createLog(opening());
    log.decide(ANA, FIRST, [
      { ref: 'J1-1', decision: 'include' },
      { ref: 'J1-2', decision: 'include' },
    ]);
    for (const ref of ['J1-1', 'J1-2']) log.add([{ what: 'retrieve', ref, found: false }], ANA);
    expect(flowOf(log.state()).databases).toMatchObject({ sought: 2, notRetrieved: 2 });
    expect(standingDecision(log.state(), 'J1-1')).toBeUndefined();
    expect(log.decide(ANA, 'full-text', [{ ref: 'J1-1', decision: 'include' }])).toMatchObject({ accepted: 1 });
    expect(flowOf(log.state()).databases).toMatchObject({ sought: 2, notRetrieved: 1, assessed: 1 });
    expect(standingDecision(log.state(), 'J1-1')).toBe('include');
  });

  it('sends maybe on to the full text, and a duplicate means its record', () => {
    const log = createLog(opening());
    log.decide(ANA, FIRST, [{ ref: 'J1-6', decision: 'maybe' }]);
    expect(isAt(log.state(), 'J1-1', 'full-text')).toBe(true);
    log.add([{ what: 'retrieve', ref: 'J1-1', found: false }], ANA);
    expect(isAt(log.state(), 'J1-1', 'full-text')).toBe(false);
  });
});

describe('two readers', () => {
  it('agree, or leave a conflict that is settled once', () => {
    const log = createLog(opening({ readers: '2', blind: true }));
    log.decide(ANA, FIRST, [
      { ref: 'J1-1', decision: 'include' },
      { ref: 'J1-2', decision: 'include' },
    ]);
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toEqual({ is: 'open' });
    log.decide(BEN, FIRST, [
      { ref: 'J1-1', decision: 'maybe' },
      { ref: 'J1-2', decision: 'exclude', reasons: ['C2'] },
    ]);
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toMatchObject({ decision: 'include', by: 'readers' });
    expect(outcomeAt(log.state(), 'J1-2', FIRST).is).toBe('conflict');
    // Blind: each learns from its own decisions.
    expect(labelsFor(log.state(), ANA, FIRST).map(({ isRelevant }) => isRelevant)).toEqual([true, true]);
    log.add([{ what: 'resolve', stage: FIRST, ref: 'J1-2', decision: 'exclude', reasons: ['C2'] }], ANA);
    expect(standingDecision(log.state(), 'J1-2')).toBe('exclude');
    expect(log.decide(BEN, FIRST, [{ ref: 'J1-2', decision: 'include' }]).refused[0]?.kind).toBe('settled');
  });
});

it('a reader is one, however a program writes the accent of the name', () => {
  const log = createLog(opening({ readers: '2' }));
  for (const name of ['Jose\u0301', 'JOS\u00c9'])
    log.decide({ kind: 'human', name }, FIRST, [{ ref: 'J1-1', decision: 'include' }]);
  expect(outcomeAt(log.state(), 'J1-1', FIRST)).toEqual({ is: 'open' });
});

it('a conflict counts for no stop before it is settled', () => {
  const log = createLog(opening({ readers: '2' }));
  log.decide(ANA, FIRST, [{ ref: 'J1-1', decision: 'exclude' }]);
  log.decide(BEN, FIRST, [{ ref: 'J1-1', decision: 'include' }]);
  const cleo = { kind: 'human', name: 'Cleo' } as const;
  for (const who of [undefined, cleo]) expect(labelsThatCount(log.state(), who, FIRST)).toEqual([]);
  expect(labelsThatCount(log.state(), BEN, FIRST)).toMatchObject([{ ref: 'J1-1', isRelevant: true }]);
  log.add([{ what: 'resolve', stage: FIRST, ref: 'J1-1', decision: 'include' }], ANA);
  for (const who of [undefined, ANA])
    expect(labelsThatCount(log.state(), who, FIRST)).toMatchObject([{ ref: 'J1-1', isRelevant: true }]);
});

describe('an assistant', () => {
  it('takes a suggestion back, and what people have settled stays settled', () => {
    const log = createLog(opening({ readers: '2' }));
    for (const [who, decision] of [
      [MODEL, 'include'],
      [ANA, 'include'],
      [BEN, 'exclude'],
    ] as const)
      log.decide(who, FIRST, [{ ref: 'J1-1', decision }]);
    log.add([{ what: 'resolve', stage: FIRST, ref: 'J1-1', decision: 'include' }], ANA);
    log.decide(MODEL, FIRST, [{ ref: 'J1-1', decision: 'withdraw' }]);
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toMatchObject({ is: 'decided', by: 'resolution' });
    log.decide(BEN, FIRST, [{ ref: 'J1-1', decision: 'withdraw' }]);
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toEqual({ is: 'open' });
  });

  it('suggests, and a person decides', () => {
    const log = createLog(opening());
    log.decide(MODEL, FIRST, [{ ref: 'J1-1', decision: 'exclude', reasons: ['C2'] }]);
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toEqual({ is: 'open' });
    expect(log.decide(ANA, FIRST, [{ ref: 'J1-1', decision: 'include' }]).refused).toEqual([]);
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toMatchObject({ decision: 'include' });
  });

  it('excludes alone only where the protocol lets it', () => {
    const log = createLog(opening({ assistant: 'triage' }));
    log.decide(MODEL, FIRST, [
      { ref: 'J1-1', decision: 'exclude' },
      { ref: 'J1-2', decision: 'include' },
    ]);
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toMatchObject({ decision: 'exclude', by: 'triage' });
    expect(outcomeAt(log.state(), 'J1-2', FIRST)).toEqual({ is: 'open' });
  });

  it('is one of two where the protocol pairs it with a person', () => {
    const log = createLog(opening({ readers: 'human+assistant' }));
    log.decide(MODEL, FIRST, [{ ref: 'J1-1', decision: 'include' }]);
    expect(outcomeAt(log.state(), 'J1-1', FIRST)).toEqual({ is: 'open' });
    log.decide(BEN, FIRST, [{ ref: 'J1-1', decision: 'exclude' }]);
    expect(outcomeAt(log.state(), 'J1-1', FIRST).is).toBe('conflict');
  });
});

describe('every history', () => {
  it('counts each record once at each stage', () => {
    fc.assert(
      fc.property(histories, (log) => {
        for (const reader of [undefined, ANA, MODEL]) {
          const stages = progressOf(log.state(), reader);
          for (const { records, include, exclude, maybe, conflicts, open } of stages) {
            expect(include + exclude + maybe + conflicts + open).toBe(records);
          }
          const [first, second] = stages;
          expect(first?.records).toBe(5);
          const state = log.state();
          const passed = [...state.records.values()].filter(({ ref }) => hasPassedTo(state, ref, 'full-text'));
          const missing = passed.filter(({ retrieved }) => retrieved === false).length;
          expect(second?.records).toBe((first?.include ?? 0) + (first?.maybe ?? 0) - missing);
        }
      }),
    );
  });

  it('shows a reader no record twice after its decision', () => {
    fc.assert(
      fc.property(histories, (log) => {
        const state = log.state();
        const { pending, others } = recordsToRead(state, ANA, FIRST, log.now());
        for (const ref of [...pending, ...others]) {
          expect(state.records.get(ref)?.readings[FIRST].has('human:ana')).toBe(false);
        }
      }),
    );
  });

  it('counts for a stop what people, and readers by the protocol, decided, and nothing else', () => {
    fc.assert(
      fc.property(histories, (log) => {
        const state = log.state();
        const withoutOthers = foldEvents(
          log.events.filter(
            ({ what, who }) => isCounted(who, state.protocol) || !['decide', 'withdraw'].includes(what),
          ),
        );
        for (const stage of STAGES) {
          const ofAll = labelsThatCount(state, undefined, stage);
          expect(ofAll).toEqual(labelsThatCount(withoutOthers, undefined, stage));
          for (const { ref } of ofAll) expect(outcomeAt(state, ref, stage)).toMatchObject({ is: 'decided' });
          expect(labelsThatCount(state, ANA, stage)).toEqual(labelsThatCount(withoutOthers, ANA, stage));
          if (!isCounted(MODEL, state.protocol)) expect(labelsThatCount(state, MODEL, stage)).toEqual(ofAll);
        }
      }),
    );
  });

  it('has a flow whose numbers add up', () => {
    fc.assert(
      fc.property(histories, (log) => {
        const { databases, included } = flowOf(log.state());
        const {
          identified,
          removed,
          screened = 0,
          excluded = 0,
          unscreened = 0,
          sought = 0,
          notRetrieved = 0,
          assessed,
          reportsExcluded,
        } = databases;
        const total = identified.reduce((sum, { records }) => sum + records, 0);
        expect(total).toBe(6);
        expect((removed.duplicates ?? 0) + (removed.automation ?? 0) + screened + unscreened).toBe(total);
        expect(notRetrieved + (assessed ?? 0)).toBeLessThanOrEqual(sought);
        if (assessed === undefined) {
          expect(included.reports).toBeUndefined();
          return;
        }
        const out = (reportsExcluded ?? []).reduce((sum, { reports }) => sum + reports, 0);
        expect(assessed).toBeLessThanOrEqual(screened - excluded);
        expect(out + (included.reports ?? 0)).toBe(assessed);
      }),
    );
  });

  it('is the same however its log was read', () => {
    fc.assert(
      fc.property(histories, fc.nat(), (log, cut) => {
        const at = 1 + (cut % log.events.length);
        const state = foldEvents(log.events.slice(at), foldEvents(log.events.slice(0, at)));
        expect(state).toEqual(log.state());
      }),
    );
  });
});

describe('the log', () => {
  it('shows where it was changed, and keeps what stands before', () => {
    const log = createLog(opening());
    log.decide(ANA, FIRST, [{ ref: 'J1-1', decision: 'include' }]);
    log.decide(ANA, FIRST, [{ ref: 'J1-2', decision: 'exclude' }]);
    const sealed = sealEvents(LOG_START, opening(), ANA, '2026-01-05T09:00:00.000Z');
    const more = sealEvents(
      sealed[1] ?? LOG_START,
      [{ what: 'retrieve', ref: 'J1-1', found: true }],
      BEN,
      '2026-01-06T09:00:00.000Z',
    );
    const whole = [...sealed, ...more];
    expect(openEvents(LOG_START, whole)).toMatchObject({ last: { n: 3 }, events: { length: 3 } });
    for (let index = 0; index < whole.length; index += 1) {
      const changed = whole.map((event, at) =>
        at === index ? { ...event, text: event.text.replace('2026', '2025').replace('later', 'sooner') } : event,
      );
      expect(openEvents(LOG_START, changed)).toMatchObject({ damagedAt: index + 1, events: { length: index } });
      const missing = whole.filter((_, at) => at !== index);
      const { damagedAt } = openEvents(LOG_START, missing);
      if (index < whole.length - 1) expect(damagedAt).toBe(index + 1);
    }
  });
});
