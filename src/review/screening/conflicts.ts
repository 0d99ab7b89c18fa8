import type { Decision, Reader, Stage } from '../protocol.ts';
import { outcomeOf } from '../review-outcomes.ts';
import { type Reading, readerKey } from '../review-state.ts';
import type { OpenReview } from './review-log.ts';

export type ConflictView = { ref: string; title: string; stage: Stage; readings: ReadingView[] };
type ReadingView = { name: string; kind: Reader['kind']; decision: Decision } & Pick<
  Reading,
  'reasons' | 'note' | 'quote'
>;

/** Records on which readers decided differently. In a blind review, a reader sees those that they have decided on. */
export function conflictsOf({ state, records }: OpenReview, who?: Reader): ConflictView[] {
  const key = who && readerKey(who);
  const { blind, stages } = state.protocol;
  const conflicts: ConflictView[] = [];
  for (const record of state.records.values()) {
    const { ref } = record;
    for (const stage of stages) {
      const outcome = outcomeOf(state, record, stage);
      if (outcome.is !== 'conflict') continue;
      if (blind && key !== undefined && !record.readings[stage].has(key)) continue;
      const readings = outcome.readings.map(({ who: { name, kind }, decision, reasons, note, quote }) => ({
        name,
        kind,
        decision,
        ...(reasons && { reasons }),
        ...(note && { note }),
        ...(quote && { quote }),
      }));
      conflicts.push({ ref, title: records.get(ref)?.paper.title ?? '', stage, readings });
    }
  }
  return conflicts;
}
