import { expect, it } from 'vitest';
import type { Decision, Protocol, Reader, Stage } from '../../src/review/protocol.ts';
import { methodsOf } from '../../src/review/screening/review-content.ts';
import type { OpenReview } from '../../src/review/screening/review-log.ts';
import { ANA, BEN, createLog, MODEL, opening } from '../review/histories.ts';

/** What the paragraph for the methods section says of odd histories. */

const CY: Reader = { kind: 'human', name: 'Cy' };
const FIRST: Stage = 'title-abstract';

function begin(protocol: Partial<Protocol>) {
  const log = createLog(opening(protocol));
  const [stage = FIRST] = protocol.stages ?? [];
  const decide = (who: Reader, decision: Decision | 'withdraw', ...refs: number[]) =>
    log.decide(
      who,
      stage,
      refs.map((n) => ({ ref: `J1-${n}`, decision })),
    );
  const methods = () => {
    const { events } = log;
    const review: OpenReview = {
      ref: 'R1',
      number: 1,
      state: log.state(),
      events,
      last: { n: 0, hash: '' },
      records: new Map(),
    };
    return methodsOf(review, 'test');
  };
  return { ...log, decide, methods };
}

it('a record that was in conflict twice is one disagreement', () => {
  const { add, decide, methods } = begin({ readers: '2' });
  const settle = () => add([{ what: 'resolve', stage: FIRST, ref: 'J1-1', decision: 'exclude' }], CY);
  decide(ANA, 'include', 1, 2);
  decide(BEN, 'exclude', 1, 2);
  settle();
  decide(BEN, 'withdraw', 1);
  decide(BEN, 'exclude', 1);
  settle();
  expect(methods()).toContain('Of 2 disagreements, 1 was resolved');
});

it('reviewers are the people whose decisions stand, each once', () => {
  const { decide, methods } = begin({ readers: '2' });
  decide(ANA, 'include', 1);
  decide({ kind: 'human', name: 'ana' }, 'include', 2);
  decide(BEN, 'include', 1, 2);
  decide(CY, 'include', 3);
  decide(CY, 'withdraw', 3);
  expect(methods()).toContain('by two reviewers, each deciding on every record.');
});

it('what a triage excluded nobody screened, and what an assistant suggests is no decision', () => {
  const triage = begin({ assistant: 'triage' });
  triage.decide(MODEL, 'exclude', 1, 2);
  expect(triage.methods()).toMatch(/no person has decided on one yet\. 2 records were excluded by an AI system/);
  triage.decide(ANA, 'include', 3);
  expect(triage.methods()).toMatch(/^Titles and abstracts of 1 of 5 records were screened .* by one reviewer\. 2 rec/);
  const suggested = begin({ assistant: 'suggest' });
  suggested.decide(MODEL, 'exclude', 1, 2);
  const from = { name: 'old.csv' };
  suggested.add([{ what: 'decide', stage: FIRST, ref: 'J1-3', decision: 'include', from }], BEN);
  suggested.decide(ANA, 'include', 4);
  expect(suggested.methods()).toContain('; 1 decision was made with test on 2026-01-05, and 1 elsewhere');
});

it('an order that had nothing to learn from is not said to have learned', () => {
  const { add, decide, methods } = begin({});
  const served = (labels: number) =>
    add([{ what: 'serve', stage: FIRST, refs: ['J1-1'], order: 'likely', labels }], ANA);
  served(0);
  decide(ANA, 'include', 1);
  expect(methods()).not.toContain('learned');
  served(1);
  expect(methods()).toContain('learned from the decisions');
});

it('an agreement without an error has no interval', () => {
  const { decide, methods } = begin({ readers: '2' });
  for (const who of [ANA, BEN]) {
    decide(who, 'include', 1);
    decide(who, 'exclude', 2);
  }
  expect(methods()).toContain("agreement was 100% (Cohen's kappa 1.00).");
});

it('what is a conflict is no agreement, of maybe at the last stage, too', () => {
  const { decide, methods } = begin({ readers: '2', stages: [FIRST] });
  for (const who of [ANA, BEN]) {
    decide(who, 'exclude', 1);
    decide(who, 'include', 2);
    decide(who, 'maybe', 3);
  }
  expect(methods()).toContain('agreement was 100%');
  decide(ANA, 'maybe', 4);
  decide(BEN, 'exclude', 4);
  expect(methods()).toContain('Of 1 disagreement');
  expect(methods()).toContain('agreement was 75%');
  decide(BEN, 'maybe', 5);
  decide(ANA, 'include', 5);
  expect(methods()).toContain('agreement was 60%');
});

it('the agreement of reviewers is that of people', () => {
  const { decide, methods } = begin({ assistant: 'second', readers: '2' });
  decide(ANA, 'include', 1, 2);
  decide(BEN, 'exclude', 3, 4);
  decide(MODEL, 'include', 1, 2, 3, 4);
  expect(methods()).toContain('by two reviewers. Of 2 disagreements');
  decide(BEN, 'exclude', 2);
  expect(methods()).toContain('On the 1 record that two reviewers screened, agreement was 0%');
});

it('of three who share the records, each record has two, and the agreement says whose it is', () => {
  const { decide, methods } = begin({ readers: '2', stages: ['full-text'] });
  decide(ANA, 'include', 1, 2, 3);
  decide(BEN, 'include', 1);
  decide(CY, 'include', 2, 3);
  const text = methods();
  expect(text).toMatch(/^Full texts of 3 of 5 records were screened .* by 3 reviewers, two deciding on each record\./);
  expect(text).toContain('On the 2 records that Ana and Cy screened, agreement was 100%.');
});

it('an assistant is held to what people settled, not to whoever of them decided first', () => {
  const { add, decide, methods } = begin({ readers: '2' });
  decide(MODEL, 'include', 1, 2, 3);
  decide(MODEL, 'exclude', 4);
  decide(ANA, 'include', 1, 4);
  decide(ANA, 'exclude', 2, 3);
  decide(BEN, 'include', 1, 2, 3);
  decide(BEN, 'exclude', 4);
  expect(methods()).toContain('On 1 record that people also judged, Model kept 1 of the 1 that people included');
  add([{ what: 'resolve', stage: FIRST, ref: 'J1-2', decision: 'include' }], CY);
  add([{ what: 'resolve', stage: FIRST, ref: 'J1-4', decision: 'exclude' }], CY);
  expect(methods()).toContain('On 3 records that people also judged, Model kept 2 of the 2 that people included');
});
