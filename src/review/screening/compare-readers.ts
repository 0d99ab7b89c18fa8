import { type Decision, isCounted, type Reader, type Stage } from '../protocol.ts';
import { answerOf, outcomeOf } from '../review-outcomes.ts';
import { type Reading, type ReviewState, readerKey } from '../review-state.ts';
import { clopperPearsonUpper } from '../stopping/distributions.ts';
import type { OpenReview } from './review-log.ts';

/**
 * The agreement of the two readers with the most records in common, among all readers or those of one kind; undefined
 * with fewer than two. Where one reader decides, another who decided the same is none: a different decision is refused.
 */
export function compareReaders(
  { records, readers, protocol }: ReviewState,
  stage: Stage,
  kind?: Reader['kind'],
): (Agreement & { readers: [string, string]; maybeCountsAs: MaybeCountsAs }) | undefined {
  const read = new Map<string, Map<string, Decision>>();
  const isLast = stage === protocol.stages.at(-1);
  for (const { ref, readings } of records.values()) {
    for (const [key, { decision, who, confirms }] of readings[stage]) {
      // Who confirms suggestions has not read the records independently.
      if (confirms !== undefined || (kind !== undefined && who.kind !== kind)) continue;
      if (!read.has(key)) read.set(key, new Map());
      read.get(key)?.set(ref, answerOf(decision, isLast));
    }
  }
  const keys = [...read.keys()];
  const isCountedKey = (key: string) => {
    const reader = readers.get(key);
    return reader !== undefined && isCounted(reader, protocol);
  };
  let best: { pair: [string, string]; both: number } | undefined;
  for (const [index, first] of keys.entries()) {
    for (const second of keys.slice(index + 1)) {
      if (protocol.readers === '1' && isCountedKey(first) && isCountedKey(second)) continue;
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
  return {
    readers: [nameOf(first), nameOf(second)],
    maybeCountsAs: isLast ? 'neither' : 'include',
    ...agreementOf(table, a.size + b.size - 2 * best.both),
  };
}

/**
 * Each conflict is a disagreement. For `maybe`, which is a separate answer at the last stage, the decision closer to
 * `include` counts as inclusion. If both agree, only `include` does.
 */
function cellOf(one: Decision, other: Decision): keyof AgreementTable {
  if (one === other) return one === 'include' ? 'bothInclude' : 'bothExclude';
  return one === 'include' || other === 'exclude' ? 'onlyFirstIncludes' : 'onlySecondIncludes';
}

/** The decisions of two readers on the records that both read. */
export type AgreementTable = {
  bothInclude: number;
  onlyFirstIncludes: number;
  onlySecondIncludes: number;
  bothExclude: number;
};

/** What `maybe` counts as in a measure: inclusion, which it is before the last stage, or an answer of its own. */
export type MaybeCountsAs = 'include' | 'neither';

/** The agreement of two readers. A measure that is undefined for the table is absent. */
export type Agreement = {
  /** Records that both read, and records that only one of them read. */
  both: number;
  onlyOne: number;
  /** The percentage of equal decisions. */
  percent?: number;
  /**
   * Cohen's kappa (1960); undefined if each reader decided the same on all records, because chance then explains
   * everything.
   */
  kappa?: number;
  /**
   * Kappa's 95 % interval, within -1 to 1, by the large-sample standard error of Fleiss, Cohen and Everitt (1969).
   * Absent if the error is computed as 0.
   */
  interval?: [low: number, high: number];
  /**
   * Kappa adjusted for prevalence and bias (Byrt, Bishop and Carlin 1993): twice the share of equal decisions, minus 1.
   */
  pabak?: number;
  /** Gwet's AC1 (2008), which stays close to the share of agreement if one decision is rare. */
  ac1?: number;
};

/** The 97.5 % quantile of the standard normal distribution. */
const Z = 1.959963984540054;

/** The agreement of two readers; `onlyOne` counts the records that only one of them read. */
export function agreementOf(table: AgreementTable, onlyOne: number): Agreement {
  const { bothInclude, onlyFirstIncludes, onlySecondIncludes, bothExclude } = table;
  const both = bothInclude + onlyFirstIncludes + onlySecondIncludes + bothExclude;
  if (both === 0) return { both, onlyOne };
  const equal = (bothInclude + bothExclude) / both;
  const first = (bothInclude + onlyFirstIncludes) / both;
  const second = (bothInclude + onlySecondIncludes) / both;
  const middle = (first + second) / 2;
  const byChance = 2 * middle * (1 - middle);
  return {
    both,
    onlyOne,
    percent: 100 * equal,
    ...kappaOf(table, both),
    pabak: 2 * equal - 1,
    ac1: (equal - byChance) / (1 - byChance),
  };
}

function kappaOf(table: AgreementTable, both: number): Pick<Agreement, 'kappa' | 'interval'> {
  const [a, b, c, d] = [table.bothInclude, table.onlyFirstIncludes, table.onlySecondIncludes, table.bothExclude].map(
    (count) => count / both,
  ) as [number, number, number, number];
  const [first, second] = [a + b, a + c];
  const byChance = first * second + (1 - first) * (1 - second);
  // Uses counts, because rounding must not decide whether both readers gave all records the same decision.
  if (table.bothInclude === both || table.bothExclude === both) return {};
  const kappa = (a + d - byChance) / (1 - byChance);
  const rest = 1 - kappa;
  const equal = a * (1 - (first + second) * rest) ** 2 + d * (1 - (2 - first - second) * rest) ** 2;
  const unequal = rest ** 2 * (b * (second + 1 - first) ** 2 + c * (first + 1 - second) ** 2);
  const variance = (equal + unequal - (kappa - byChance * rest) ** 2) / (both * (1 - byChance) ** 2);
  const margin = Z * Math.sqrt(Math.max(0, variance));
  // If all agree, or one reader decided the same on all, the formula gives no error, however few the records.
  if (margin < 1e-6) return { kappa };
  return { kappa, interval: [Math.max(-1, kappa - margin), Math.min(1, kappa + margin)] };
}

/** The share of the records included by people that an assistant kept, among those that both judged. */
export type Sensitivity = { value: number; interval: [low: number, high: number] };

/** Both tails of a 95 % interval have this confidence each. */
const ONE_SIDED = 0.975;

/**
 * The share of `relevant` records that were `found`, with its exact 95 % interval (Clopper and Pearson 1934). Undefined
 * without relevant records.
 */
export function sensitivityOf(found: number, relevant: number): Sensitivity | undefined {
  if (relevant === 0) return undefined;
  const low = 1 - clopperPearsonUpper(relevant - found, relevant, ONE_SIDED);
  return { value: found / relevant, interval: [low, clopperPearsonUpper(found, relevant, ONE_SIDED)] };
}

/** How a reader's decisions at a stage compare with another person's. Of those that differ, some are settled. */
type Comparison = {
  name: string;
  agreed: number;
  differ: number;
  settled: number;
  onlyOther: number;
  onlyOwn: number;
};

/** The comparison with each other person who decided at the stage. */
export function compareWithOthers(
  { records, readers, protocol }: ReviewState,
  who: Pick<Reader, 'kind' | 'name'>,
  stage: Stage,
): Comparison[] {
  const own = readerKey(who);
  const isLast = stage === protocol.stages.at(-1);
  const others = [...readers].filter(([key, { kind }]) => key !== own && kind === 'human');
  return others.flatMap(([key, { name }]) => {
    const counts = { name, agreed: 0, differ: 0, settled: 0, onlyOther: 0, onlyOwn: 0 };
    for (const { readings, resolved } of records.values()) {
      const [mine, theirs] = [readings[stage].get(own), readings[stage].get(key)];
      if (mine && theirs) {
        const isEqual = answerOf(mine.decision, isLast) === answerOf(theirs.decision, isLast);
        counts[isEqual ? 'agreed' : resolved[stage] ? 'settled' : 'differ'] += 1;
      } else if (theirs) counts.onlyOther += 1;
      else if (mine) counts.onlyOwn += 1;
    }
    const { agreed, differ, settled, onlyOther } = counts;
    return agreed + differ + settled + onlyOther > 0 ? [counts] : [];
  });
}

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
