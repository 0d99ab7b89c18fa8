import fc from 'fast-check';
import type { Screening } from '../../src/formats/decisions/screening.ts';
import { LOG_START, sealEvents } from '../../src/platform/sealed-log.ts';
import { type DecisionRequest, judgeDecisions } from '../../src/review/accept.ts';
import type { ReviewAct, ReviewEvent } from '../../src/review/events.ts';
import { foldEvents } from '../../src/review/fold-events.ts';
import {
  ASSISTANT_ROLES,
  type Decision,
  type Protocol,
  READER_SETS,
  type Reader,
  type Stage,
} from '../../src/review/protocol.ts';
import { hasPassedTo, outcomeAt } from '../../src/review/review-outcomes.ts';
import type { ReviewState } from '../../src/review/review-state.ts';
import type { ReviewFile } from '../../src/review/screening/import-decisions.ts';
import { openEvents } from '../../src/review/sealed-log.ts';

/** Reviews with a history, for laws that hold of every one. */

export const ANA: Reader = { kind: 'human', name: 'Ana' };
export const BEN: Reader = { kind: 'human', name: 'Ben' };
export const MODEL: Reader = { kind: 'assistant', name: 'Model', model: 'm-1' };

const CRITERIA = [
  { id: 'C1', kind: 'include', text: 'adults' },
  { id: 'C2', kind: 'exclude', text: 'animals' },
  { id: 'C3', kind: 'exclude', text: 'no comparison', stage: 'full-text' },
] as const;

const PROTOCOL: Protocol = {
  stages: ['title-abstract', 'full-text'],
  readers: '1',
  blind: false,
  assistant: 'suggest',
  priors: [],
};

/** A review of one job's records, `count` of which were new. */
export function opening(protocol: Partial<Protocol> = {}, count = 5): ReviewAct[] {
  const refs = Array.from({ length: count }, (_, index) => `J1-${index + 1}`);
  return [
    { what: 'open', question: 'Does it work?', criteria: [...CRITERIA], protocol: { ...PROTOCOL, ...protocol } },
    {
      what: 'import',
      source: { from: 'job', job: 'J1', sources: ['library'] },
      identified: count + 1,
      records: refs,
      duplicates: [[`J1-${count + 1}`, 'J1-1']],
    },
  ];
}

/** A log that is written act by act, as two processes would. */
export function createLog(acts: readonly ReviewAct[], who: Reader = ANA) {
  let last: { n: number; hash: string } = LOG_START;
  let clock = Date.parse('2026-01-05T09:00:00.000Z');
  const events: ReviewEvent[] = [];
  const add = (more: readonly ReviewAct[], by: Reader) => {
    clock += 1000;
    const sealed = sealEvents(last, more, by, new Date(clock).toISOString());
    const opened = openEvents(last, sealed);
    events.push(...opened.events);
    last = opened.last;
  };
  add(acts, who);
  return {
    events,
    add,
    state: (): ReviewState => foldEvents(events),
    now: () => new Date(clock).toISOString(),
    decide(by: Reader, stage: Stage, given: readonly DecisionRequest[]) {
      const judged = judgeDecisions(foldEvents(events), by, stage, given, (_, quote) => quote === 'in the text');
      add(judged.acts, by);
      return judged;
    },
  };
}

/** A file with a paper for each number, and a decision on it where there is one. */
export function fileOf(papers: readonly number[], decision?: Screening['decisions'][number]): ReviewFile {
  const records = papers.map((paper, row) => {
    const words = {
      title: `A study of subject ${paper} by itself`,
      doi: `10.1/${paper}`,
      authors: [`Writer ${paper}`],
    };
    const found = { ...words, key: `k${paper}`, year: 2001, fieldsOfStudy: [], downloadable: false };
    return { row: row + 1, paper: found, screening: { decisions: decision ? [decision] : [] } };
  });
  return { name: 'file.csv', databases: [], records };
}

/** Any protocol, readers and decisions, also wrong ones, texts that were sought, and conflicts that were settled. */
export const histories = fc
  .record({
    readers: fc.constantFrom(...READER_SETS),
    assistant: fc.constantFrom(...ASSISTANT_ROLES),
    blind: fc.boolean(),
    batches: fc.array(
      fc.record({
        by: fc.constantFrom(ANA, BEN, MODEL),
        stage: fc.constantFrom<Stage>('title-abstract', 'full-text'),
        given: fc.array(
          fc.record({
            ref: fc.constantFrom('J1-1', 'J1-2', 'J1-3', 'J1-4', 'J1-5', 'J1-6', 'J9-1'),
            decision: fc.constantFrom('include', 'exclude', 'maybe', 'withdraw', 'note'),
            note: fc.constantFrom(undefined, 'a', 'b'),
            reasons: fc.option(fc.subarray(['C1', 'C2', 'C3', 'C9']), { nil: undefined }),
          }),
          { maxLength: 6 },
        ),
        sought: fc.option(fc.record({ ref: fc.constantFrom('J1-1', 'J1-2', 'J1-3'), found: fc.boolean() })),
        settled: fc.option(fc.constantFrom<Decision>('include', 'exclude', 'maybe')),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ batches, ...protocol }) => {
    const log = createLog(opening(protocol));
    for (const { by, stage, given, sought, settled } of batches) {
      log.decide(by, stage, given);
      const state = log.state();
      const ref = [...state.records.keys()].find((each) => outcomeAt(state, each, stage).is === 'conflict');
      if (settled && ref) log.add([{ what: 'resolve', stage, ref, decision: settled }], by);
      if (sought && hasPassedTo(state, sought.ref, 'full-text')) log.add([{ what: 'retrieve', ...sought }], by);
    }
    return log;
  });
