import type { DecisionRequest } from '../accept.ts';
import type { Stage } from '../protocol.ts';
import { suggestionOn } from '../review-outcomes.ts';
import { findRecord, type Reading, type ReviewState } from '../review-state.ts';

/** The suggestions of assistants on which no person has decided, in the order of the records. */
export function listSuggestions(state: ReviewState): Reading[] {
  return [...state.records.values()].flatMap((record) => suggestionOn(state, record) ?? []);
}

/** Those at a stage, all or those on some records, as decisions that confirm them. */
export function confirmationsOf(
  state: ReviewState,
  stage: Stage,
  refs: readonly string[] | undefined,
): DecisionRequest[] {
  const selected = refs && new Set(refs.flatMap((ref) => findRecord(state, ref)?.ref ?? []));
  return listSuggestions(state)
    .filter((each) => each.stage === stage && (!selected || selected.has(each.ref)))
    .map(({ ref, decision, reasons, who }) => ({ ref, decision, ...(reasons && { reasons }), confirms: who.name }));
}
