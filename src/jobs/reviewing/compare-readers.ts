import { type Agreement, agreementOf } from '../../review/agreement.ts';
import type { Reader, Stage } from '../../review/protocol.ts';
import type { ReviewState } from '../../review/review-state.ts';

/**
 * How far the two readers agree who have most records in common, of all or of those of a kind; undefined with fewer
 * than two.
 */
export function compareReaders(
  { records, readers, protocol }: ReviewState,
  stage: Stage,
  kind?: Reader['kind'],
): (Agreement & { readers: [string, string] }) | undefined {
  const read = new Map<string, Map<string, boolean>>();
  const isLast = stage === protocol.stages.at(-1);
  for (const { ref, readings } of records.values()) {
    for (const [key, { decision, who }] of readings[stage]) {
      if (kind !== undefined && who.kind !== kind) continue;
      if (!read.has(key)) read.set(key, new Map());
      // At the last stage a record is included or it is not; before it, `maybe` passes a record on.
      read.get(key)?.set(ref, isLast ? decision === 'include' : decision !== 'exclude');
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
  const [a, b] = [read.get(first) ?? new Map<string, boolean>(), read.get(second) ?? new Map<string, boolean>()];
  const table = { bothInclude: 0, onlyFirstIncludes: 0, onlySecondIncludes: 0, bothExclude: 0 };
  for (const [ref, isIn] of a) {
    if (!b.has(ref)) continue;
    const isToo = b.get(ref);
    table[isIn ? (isToo ? 'bothInclude' : 'onlyFirstIncludes') : isToo ? 'onlySecondIncludes' : 'bothExclude'] += 1;
  }
  const nameOf = (key: string) => readers.get(key)?.name ?? key;
  return { readers: [nameOf(first), nameOf(second)], ...agreementOf(table, a.size + b.size - 2 * best.both) };
}
