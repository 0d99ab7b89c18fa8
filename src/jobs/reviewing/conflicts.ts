import type { Decision, Reader, Stage } from '../../review/protocol.ts';
import { outcomeAt } from '../../review/review-outcomes.ts';
import { type Reading, readerKey } from '../../review/review-state.ts';
import type { OpenReview } from './review-log.ts';

export type ConflictView = { ref: string; title: string; stage: Stage; readings: ReadingView[] };
type ReadingView = { name: string; kind: Reader['kind']; decision: Decision } & Pick<
  Reading,
  'reasons' | 'note' | 'quote'
>;

/** Records on which readers decided differently. A reader of a blind review sees those that it has decided on. */
export function conflictsOf({ state, records }: OpenReview, who?: Reader): ConflictView[] {
  const key = who && readerKey(who);
  return [...state.records.values()].flatMap(({ ref, readings: byStage }) =>
    state.protocol.stages.flatMap((stage) => {
      const outcome = outcomeAt(state, ref, stage);
      if (outcome.is !== 'conflict') return [];
      if (state.protocol.blind && key !== undefined && !byStage[stage].has(key)) return [];
      const readings = outcome.readings.map(({ who: { name, kind }, decision, reasons, note, quote }) => ({
        ...{ name, kind, decision },
        ...(reasons && { reasons }),
        ...(note && { note }),
        ...(quote && { quote }),
      }));
      return [{ ref, title: records.get(ref)?.paper.title ?? '', stage, readings }];
    }),
  );
}
