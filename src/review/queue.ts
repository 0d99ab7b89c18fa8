import { isCounted, type Reader, type Stage } from './protocol.ts';
import { hasReached, isTriaged, outcomeOf, suggestionOn } from './review-outcomes.ts';
import { findRecord, type RecordState, type ReviewState, readerKey } from './review-state.ts';

/** With a single reader, how long a record shown to one reader is withheld from the others. */
const LEASE_MS = 30 * 60_000;

/**
 * The records that a reader has yet to decide on at a stage, in the review's order: `pending` were shown to this reader
 * before, and come first; records known to be relevant come last. With a single reader, records shown to another one
 * are excluded for the time of a lease.
 */
export function recordsToRead(
  state: ReviewState,
  who: Pick<Reader, 'kind' | 'name'>,
  stage: Stage,
  now: string,
): { pending: string[]; others: string[] } {
  const key = readerKey(who);
  const at = (ms: number) => new Date(Date.parse(now) + ms).toISOString();
  const lease = { from: at(-LEASE_MS), to: at(LEASE_MS) };
  const pending: string[] = [];
  const others: string[] = [];
  const known: string[] = [];
  const priors = priorsOf(state);
  for (const record of state.records.values()) {
    const { ref, readings, served } = record;
    if (readings[stage].has(key) || !hasReached(state, record, stage)) continue;
    const outcome = outcomeOf(state, record, stage);
    if (outcome.is === 'decided') continue;
    if (served[stage].has(key)) pending.push(ref);
    else if (state.protocol.readers !== '1' || !isLeased(served[stage], key, lease))
      (priors.has(ref) ? known : others).push(ref);
  }
  return { pending, others: others.length > 0 ? others : known };
}

/** A lease dated far in the future, by a wrong clock, does not withhold a record. */
function isLeased(served: ReadonlyMap<string, string>, key: string, { from, to }: { from: string; to: string }) {
  if (served.size === 0) return false;
  const [kind] = key.split(':');
  // An assistant that only suggests does not keep a person from reading.
  return [...served].some(([other, at]) => other !== key && other.startsWith(`${kind}:`) && at > from && at < to);
}

/** A record's current label, and the event with which it was first read. */
export type Label = { ref: string; isRelevant: boolean; n: number };

/**
 * The labels that a reader's ranking learns from, in the order of decision: the reader's own decisions and, unless the
 * review is blind, the valid decisions of others, including an assistant's suggestions. Records known beforehand come
 * first, until someone decides on them.
 */
export function labelsFor(state: ReviewState, who: Pick<Reader, 'kind' | 'name'>, stage: Stage): Label[] {
  return labelsOf(state, who, stage, () => true);
}

/**
 * The labels that a stopping rule uses: as `labelsFor`, but only with decisions that count. Without a reader, or for
 * one who only suggests, those of the whole review. Suggestions and exclusions by a triage do not count.
 */
export function labelsThatCount(
  state: ReviewState,
  who: Pick<Reader, 'kind' | 'name'> | undefined,
  stage: Stage,
): Label[] {
  const counts = (each: Pick<Reader, 'kind'>) => isCounted(each, state.protocol);
  const labels = labelsOf(state, who && counts(who) ? who : undefined, stage, counts);
  return labels.filter(({ ref }) => isOfStop(state, state.records.get(ref) as RecordState, stage));
}

/**
 * Whether a stopping rule at a stage covers a record. It must be at the stage now: decisions made before it got there,
 * or before it left again, do not count. Records excluded by a triage are not covered, because nobody read them.
 */
export function isOfStop(state: ReviewState, record: RecordState, stage: Stage): boolean {
  if (!hasReached(state, record, stage)) return false;
  return state.protocol.assistant !== 'triage' || !isTriaged(outcomeOf(state, record, stage));
}

function labelsOf(
  state: ReviewState,
  who: Pick<Reader, 'kind' | 'name'> | undefined,
  stage: Stage,
  counts: (who: Reader) => boolean,
): Label[] {
  const key = who && readerKey(who);
  const priors = priorsOf(state);
  const labels: Label[] = [];
  for (const record of state.records.values()) {
    const { ref, readings, resolved } = record;
    const ownReading = key === undefined ? undefined : readings[stage].get(key);
    if (state.protocol.blind && key !== undefined) {
      const n = ownReading && whenRead(state, record, stage, [ownReading]);
      if (ownReading && n) labels.push({ ref, isRelevant: ownReading.decision !== 'exclude', n });
      else if (priors.has(ref)) labels.push({ ref, isRelevant: true, n: 0 });
      continue;
    }
    if (readings[stage].size === 0 && !resolved[stage] && !priors.has(ref)) continue;
    const outcome = outcomeOf(state, record, stage);
    // Excludes conflicts of other readers, which have no right answer yet; for the whole review also records that a
    // second reader has yet to read.
    const isUndecided = !ownReading && (outcome.is === 'conflict' || (key === undefined && outcome.is === 'open'));
    const all = isUndecided ? [] : [...readings[stage].values()].filter(({ who }) => counts(who));
    const shown = ownReading ?? all.find(({ who }) => who.kind === 'human') ?? all[0];
    const isTriaged = all.length === 0 && !resolved[stage];
    const decision = outcome.is === 'decided' && !isTriaged ? outcome.decision : shown?.decision;
    const n = whenRead(state, record, stage, ownReading ? [ownReading] : all) ?? resolved[stage]?.n ?? 0;
    if (decision) labels.push({ ref, isRelevant: decision !== 'exclude', n });
    else if (priors.has(ref)) labels.push({ ref, isRelevant: true, n: 0 });
  }
  return labels.sort((a, b) => a.n - b.n);
}

/**
 * When a record had been read by as many readers as the protocol requires. Stopping rules use decisions in the order in
 * which records were drawn, so later changes, further decisions and resolutions do not move a record.
 */
function whenRead(
  { protocol: { readers } }: ReviewState,
  { firstRead }: RecordState,
  stage: Stage,
  readings: readonly { who: Reader }[],
): number | undefined {
  const all = readings.flatMap(({ who }) => firstRead[stage].get(readerKey(who)) ?? []).sort((a, b) => a - b);
  return readers === '1' ? all[0] : (all[1] ?? all[0]);
}

/** The records known to be relevant beforehand. */
export function priorsOf(state: ReviewState): ReadonlySet<string> {
  return new Set(state.protocol.priors.flatMap((ref) => findRecord(state, ref)?.ref ?? []));
}

export type StageProgress = {
  stage: Stage;
  /** Records that have reached this stage. */
  records: number;
  include: number;
  exclude: number;
  maybe: number;
  conflicts: number;
  /** Without an outcome, excluding conflicts. */
  open: number;
  /** Of these, those with only an assistant's suggestions, which a person may confirm; absent if there are none. */
  suggested?: number;
  /** Records that the reader has decided on. */
  own: number;
};

/** The progress at each stage of the review. */
export function progressOf(state: ReviewState, who: Pick<Reader, 'kind' | 'name'> | undefined): StageProgress[] {
  const key = who && readerKey(who);
  return state.protocol.stages.map((stage) => {
    const counts: StageProgress = {
      stage,
      records: 0,
      include: 0,
      exclude: 0,
      maybe: 0,
      conflicts: 0,
      open: 0,
      own: 0,
    };
    for (const record of state.records.values()) {
      if (!hasReached(state, record, stage)) continue;
      counts.records += 1;
      if (key !== undefined && record.readings[stage].has(key)) counts.own += 1;
      const outcome = outcomeOf(state, record, stage);
      if (outcome.is === 'decided') counts[outcome.decision] += 1;
      else counts[outcome.is === 'conflict' ? 'conflicts' : 'open'] += 1;
      if (suggestionOn(state, record)?.stage === stage) counts.suggested = (counts.suggested ?? 0) + 1;
    }
    return counts;
  });
}
