import type { Decision, Protocol, Reader, Stage } from './protocol.ts';
import { findRecord, type Reading, type ReviewState } from './review-state.ts';

/**
 * What follows from the readers' decisions. Nothing of this is stored. At a stage before the last, `maybe` passes a
 * record on like `include`; at the last it is no answer yet.
 */
export type Outcome =
  | { is: 'open' }
  | { is: 'conflict'; readings: Reading[] }
  /** `by`: how it came about. `reasons` are the ids of criteria, of all who decided so. */
  | { is: 'decided'; decision: Decision; by: 'reader' | 'readers' | 'resolution' | 'triage'; reasons: string[] };

/** Whether what a reader decides counts, rather than being a suggestion or a triage. */
export function isCounted(
  { kind }: Pick<Reader, 'kind'>,
  { readers, assistant }: Pick<Protocol, 'readers' | 'assistant'>,
): boolean {
  return kind === 'human' || assistant === 'second' || readers === 'human+assistant';
}

/** The outcome of a record at a stage. `open` for a record that the review lacks. */
export function outcomeAt(state: ReviewState, ref: string, stage: Stage): Outcome {
  const record = findRecord(state, ref);
  if (!record) return { is: 'open' };
  const resolution = record.resolved[stage];
  if (resolution) {
    return { is: 'decided', decision: resolution.decision, by: 'resolution', reasons: resolution.reasons ?? [] };
  }
  const { readers, assistant } = state.protocol;
  const all = [...record.readings[stage].values()];
  const humans = all.filter(({ who }) => who.kind === 'human');
  const assistants = all.filter(({ who }) => who.kind === 'assistant');
  const isByPair = readers === 'human+assistant';
  const counting = all.filter(({ who }) => isCounted(who, state.protocol));
  const isEnough = isByPair ? humans.length > 0 && assistants.length > 0 : counting.length >= (readers === '2' ? 2 : 1);
  if (isEnough) return decide(counting, stage === state.protocol.stages.at(-1));
  const [first] = assistants;
  if (
    assistant === 'triage' &&
    humans.length === 0 &&
    first &&
    assistants.every(({ decision }) => decision === 'exclude')
  ) {
    return { is: 'decided', decision: 'exclude', by: 'triage', reasons: reasonsOf(assistants) };
  }
  return { is: 'open' };
}

function decide(readings: readonly Reading[], isLast: boolean): Outcome {
  const decisions = new Set(readings.map(({ decision }) => (decision === 'maybe' && !isLast ? 'include' : decision)));
  if (decisions.size > 1) return { is: 'conflict', readings: [...readings] };
  const decision = readings.some((reading) => reading.decision === 'include')
    ? 'include'
    : (readings[0]?.decision ?? 'maybe');
  return { is: 'decided', decision, by: readings.length > 1 ? 'readers' : 'reader', reasons: reasonsOf(readings) };
}

function reasonsOf(readings: readonly Reading[]): string[] {
  return [...new Set(readings.flatMap(({ reasons = [] }) => reasons))];
}

/** Whether a record is to be decided on at a stage: it has passed the stages before, and its text was not missing. */
export function isAt(state: ReviewState, ref: string, stage: Stage): boolean {
  const record = findRecord(state, ref);
  const { stages } = state.protocol;
  const index = stages.indexOf(stage);
  if (!record || index < 0) return false;
  if (stage === 'full-text' && record.retrieved === false) return false;
  return stages.slice(0, index).every((before) => {
    const outcome = outcomeAt(state, ref, before);
    return outcome.is === 'decided' && outcome.decision !== 'exclude';
  });
}

/**
 * The decision that stands on a record in the whole review: that of the last stage which has one. Until its full text
 * is decided, a record has the decision that passed it on. Undefined while nothing is decided, while the only readers
 * disagree, and once its full text could not be had.
 */
export function standingDecision(state: ReviewState, ref: string): Decision | undefined {
  let standing: Decision | undefined;
  for (const stage of state.protocol.stages) {
    if (standing === 'exclude') return standing;
    if (stage === 'full-text' && findRecord(state, ref)?.retrieved === false) return undefined;
    const outcome = outcomeAt(state, ref, stage);
    if (outcome.is !== 'decided') return standing;
    standing = outcome.decision;
  }
  return standing;
}
