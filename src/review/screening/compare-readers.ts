import { type Agreement, type AgreementTable, agreementOf } from '../agreement.ts';
import type { Decision, Reader, Stage } from '../protocol.ts';
import { answerOf } from '../review-outcomes.ts';
import type { ReviewState } from '../review-state.ts';

/**
 * The agreement of the two readers with the most records in common, among all readers or those of one kind; undefined
 * with fewer than two.
 */
export function compareReaders(
  { records, readers, protocol }: ReviewState,
  stage: Stage,
  kind?: Reader['kind'],
): (Agreement & { readers: [string, string] }) | undefined {
  const read = new Map<string, Map<string, Decision>>();
  const isLast = stage === protocol.stages.at(-1);
  for (const { ref, readings } of records.values()) {
    for (const [key, { decision, who }] of readings[stage]) {
      if (kind !== undefined && who.kind !== kind) continue;
      if (!read.has(key)) read.set(key, new Map());
      read.get(key)?.set(ref, answerOf(decision, isLast));
    }
  }
  const keys = [...read.keys()];
  let best: { pair: [string, string]; both: number } | undefined;
  for (const [index, first] of keys.entries()) {
    for (const second of keys.slice(index + 1)) {
      const both = [...(read.get(first)?.keys() ?? [])].filter((ref) => read.get(second)?.has(ref)).length;
      if (!best || both > best.both) best = { pair: [first, second], both };
    }
  }
  if (!best) return undefined;
  const [first, second] = best.pair;
  const answersOf = (key: string) => read.get(key) ?? new Map<string, Decision>();
  const [a, b] = [answersOf(first), answersOf(second)];
  const table = { bothInclude: 0, onlyFirstIncludes: 0, onlySecondIncludes: 0, bothExclude: 0 };
  for (const [ref, one] of a) {
    const other = b.get(ref);
    if (other !== undefined) table[cellOf(one, other)] += 1;
  }
  const nameOf = (key: string) => readers.get(key)?.name ?? key;
  return { readers: [nameOf(first), nameOf(second)], ...agreementOf(table, a.size + b.size - 2 * best.both) };
}

/**
 * Each conflict is a disagreement. For `maybe`, which is a separate answer at the last stage, the decision closer to
 * `include` counts as inclusion. If both agree, only `include` does.
 */
function cellOf(one: Decision, other: Decision): keyof AgreementTable {
  if (one === other) return one === 'include' ? 'bothInclude' : 'bothExclude';
  return one === 'include' || other === 'exclude' ? 'onlyFirstIncludes' : 'onlySecondIncludes';
}
