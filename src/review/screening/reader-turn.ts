import { createHash } from 'node:crypto';
import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { ReviewRecord } from '../../jobs/ports/reviews.ts';
import { once, oncePer } from '../../lib/once.ts';
import { readQueryText } from '../../papers/query/query.ts';
import { bestSentence } from '../../papers/relevance/best-sentence.ts';
import { readQueryTerms } from '../../papers/relevance/query-terms.ts';
import type { DecisionRequest } from '../accept.ts';
import { criteriaOf } from '../event-rules.ts';
import type { ReviewAct, ServingOrder } from '../events.ts';
import type { Criterion, Decision, Reader, Stage } from '../protocol.ts';
import { progressOf, recordsToRead } from '../queue.ts';
import { findRecord, type Reading, type ReviewState, readerKey } from '../review-state.ts';
import { orderRecords } from './order-records.ts';
import type { OpenReview } from './review-log.ts';

/** Determines what a reader sees and does next. */

export type ScreenRequest = {
  review: string;
  stage?: Stage | undefined;
  decisions?: readonly DecisionRequest[] | undefined;
  /** Number of records to show. */
  next?: number | undefined;
  order?: ServingOrder | undefined;
  view?: 'compact' | 'abstract' | undefined;
};

/**
 * The requested stage, else the first at which the reader, or any reader, has work left, else the last that records
 * have reached.
 */
export function chooseStage(state: ReviewState, requested: Stage | undefined, who: Reader | undefined): Stage {
  const { stages } = state.protocol;
  if (requested !== undefined) {
    if (!stages.includes(requested))
      throw invalidInput([invalidField('stage', { kind: 'no-stage', given: requested, stages })]);
    return requested;
  }
  const progress = progressOf(state, who);
  const open = progress.find((stage) => (who?.kind === 'assistant' ? stage.own < stage.records : stage.open > 0));
  const reached = progress.findLast(({ records }) => records > 0);
  return (open ?? reached)?.stage ?? stages[0] ?? 'title-abstract';
}

/** The latest stage at which the reader was shown the first of these records: a batch belongs to one stage. */
export function lastShownAt(state: ReviewState, who: Reader, [first]: readonly DecisionRequest[]): Stage | undefined {
  const record = first && findRecord(state, first.ref);
  const key = readerKey(who);
  return state.protocol.stages.findLast((stage) =>
    [record?.served, record?.firstRead].some((of) => of?.[stage].has(key)),
  );
}

/**
 * The criteria that a reader saw last; undefined if they have not changed since, or if the reader has not seen any yet.
 */
export function criteriaSeen({ changes, lastSeen }: ReviewState, who: Reader): Criterion[] | undefined {
  const seen = lastSeen.get(readerKey(who));
  const change = changes.find(({ what, n }) => what === 'criteria' && seen !== undefined && n > seen);
  return change?.what === 'criteria' ? change.before : undefined;
}

/** An assistant is recorded with the hash of the criteria that it was shown. */
export function declared(who: Reader, state: ReviewState): Reader {
  if (who.kind !== 'assistant') return who;
  const criteria = (criteriaSeen(state, who) ?? state.criteria).filter(({ retired }) => !retired);
  return { ...who, criteria: createHash('sha256').update(JSON.stringify(criteria)).digest('hex').slice(0, 12) };
}

export function serve(review: OpenReview, who: Reader, stage: Stage, count: number, order: ServingOrder, at: string) {
  const { pending, others } = recordsToRead(review.state, who, stage, at);
  const again = pending.slice(0, count);
  const missing = count - again.length;
  if (missing === 0 || others.length === 0) return { refs: again };
  const { refs, labels, seed } = orderRecords(review, who, stage, others, order, missing);
  const act: ReviewAct = { what: 'serve', stage, refs, order, labels, ...(seed && { seed }) };
  return { refs: [...again, ...refs], act };
}

/** The reader's last valid decision. */
export function lastReading(
  { records }: ReviewState,
  who: Reader,
): { ref: string; decision: Decision; stage: Stage } | undefined {
  const key = readerKey(who);
  let last: Reading | undefined;
  for (const { readings } of records.values()) {
    for (const stage of Object.values(readings)) {
      const reading = stage.get(key);
      if (reading && reading.n > (last?.n ?? 0)) last = reading;
    }
  }
  return last && { ref: last.ref, decision: last.decision, stage: last.stage };
}

/** A record as a reader sees it. */
export type ShownRecord = {
  ref: string;
  title: string;
  year?: number;
  venue?: string;
  type?: string;
  retracted?: true;
  /** The sentences of the abstract that best match the question and the criteria, in their order. */
  says?: string[];
  abstract?: string;
  /** Absent if it has one. */
  hasNoAbstract?: true;
};

const MAX_SENTENCE_CHARACTERS = 220;
const MAX_SENTENCES = 3;
const MAX_TERM_SETS = 10;
const MAX_TERM_CHARACTERS = 2_000;

/** How records are shown. One object serves all records of an answer, because `readShownTerms` caches by it. */
type Showing = { question: string; criteria: readonly Criterion[]; stage: Stage; view: 'compact' | 'abstract' };

export function showRecord(record: ReviewRecord | undefined, showing: Showing): ShownRecord | undefined {
  if (!record) return undefined;
  const { title, year, venue, publicationType, isRetracted, abstract } = record.paper;
  return {
    ref: record.ref,
    title,
    ...(year !== undefined && { year }),
    ...(venue !== undefined && { venue }),
    ...(publicationType !== undefined && { type: publicationType }),
    ...(isRetracted && { retracted: true as const }),
    ...(abstract
      ? showing.view === 'abstract'
        ? { abstract }
        : { says: sentencesOn(abstract, showing) }
      : { hasNoAbstract: true }),
  };
}

/** The terms of the question and of the first criteria of a stage, from the beginning of long texts. */
const readShownTerms = oncePer(({ question, criteria, stage }: Showing) => {
  const ofStage = criteriaOf({ criteria: [...criteria] }, stage);
  const texts = [question, ...ofStage.map(({ text, words = [] }) => [text, ...words].join(' '))];
  return texts
    .slice(0, MAX_TERM_SETS)
    .map((text) =>
      once(() => readQueryTerms({ keywords: [], text: readQueryText(text.slice(0, MAX_TERM_CHARACTERS)) })),
    );
});

/** The best sentence for the question and for each criterion, without duplicates. */
function sentencesOn(abstract: string, showing: Showing): string[] {
  const sentences = new Set<string>();
  for (const terms of readShownTerms(showing)) {
    if (sentences.size >= MAX_SENTENCES) break;
    sentences.add(bestSentence(abstract, terms(), MAX_SENTENCE_CHARACTERS));
  }
  sentences.delete('');
  return [...sentences].sort((a, b) => abstract.indexOf(a) - abstract.indexOf(b));
}
