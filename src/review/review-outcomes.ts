import { type Decision, type Protocol, type Reader, STAGES, type Stage } from './protocol.ts';
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

/** Where a record stands in the whole review: its exclusion, or what the last stage said. */
function finalOutcome(state: ReviewState, ref: string): { stage: Stage; outcome: Outcome } {
  const { stages } = state.protocol;
  const [first = STAGES[0]] = stages;
  let last: { stage: Stage; outcome: Outcome } = { stage: first, outcome: outcomeAt(state, ref, first) };
  for (const stage of stages.slice(1)) {
    if (last.outcome.is !== 'decided' || last.outcome.decision === 'exclude') return last;
    last = { stage, outcome: isAt(state, ref, stage) ? outcomeAt(state, ref, stage) : { is: 'open' } };
  }
  return last;
}

/** The decision of the whole review on a record; undefined while it is open, in conflict or passed on. */
export function finalDecision(state: ReviewState, ref: string): Decision | undefined {
  const { stage, outcome } = finalOutcome(state, ref);
  if (outcome.is !== 'decided') return undefined;
  return outcome.decision === 'exclude' || stage === state.protocol.stages.at(-1) ? outcome.decision : undefined;
}

/** Whether the review includes a record so far: one that passed on, and is not decided there, counts. */
export function isIncluded(state: ReviewState, ref: string): boolean {
  const { outcome } = finalOutcome(state, ref);
  if (outcome.is === 'decided') return outcome.decision === 'include';
  const [first = STAGES[0]] = state.protocol.stages;
  const passed = outcomeAt(state, ref, first);
  return passed.is === 'decided' && passed.decision === 'include';
}
