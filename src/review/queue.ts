import { isCounted, type Reader, type Stage } from './protocol.ts';
import { hasReached, isTriaged, outcomeOf } from './review-outcomes.ts';
import { findRecord, type RecordState, type ReviewState, readerKey } from './review-state.ts';

/** How long a record that was shown to one reader is kept from the others, where one decides. */
const LEASE_MS = 30 * 60_000;

/**
 * The records that a reader has yet to decide on at a stage, in the review's order: `pending` were shown to this reader
 * before, and come first; records known to be relevant come when nothing else is left. Where one reader decides,
 * records shown to another are left out for the time of a lease.
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

/** A clock that is far ahead of ours keeps no record back. */
function isLeased(served: ReadonlyMap<string, string>, key: string, { from, to }: { from: string; to: string }) {
  if (served.size === 0) return false;
  const [kind] = key.split(':');
  // An assistant that suggests does not keep a person from reading.
  return [...served].some(([other, at]) => other !== key && other.startsWith(`${kind}:`) && at > from && at < to);
}

/** A record's label as it stands, and when the record was read first. */
export type Label = { ref: string; isRelevant: boolean; n: number };

/**
 * What the order of a reader's records learns from, in the order in which it was decided: the reader's own decisions
 * and, unless the review is blind, what stands of the others', suggestions of assistants among them. Records known
 * beforehand come first, as long as nobody decided on them.
 */
export function labelsFor(state: ReviewState, who: Pick<Reader, 'kind' | 'name'>, stage: Stage): Label[] {
  return labelsOf(state, who, stage, () => true);
}

/**
 * What a stop rests on: the same of decisions that count alone. Without a reader, or for one who only suggests, what
 * the review counts. Suggestions and the exclusions of a triage are none.
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
 * Whether a stop at a stage speaks of a record: it has come there, and what was decided on it or known of it before it
 * came, or before it left, is none of the stage. What a triage excluded nobody has read.
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
    const own = key === undefined ? undefined : readings[stage].get(key);
    if (state.protocol.blind && key !== undefined) {
      const n = own && whenRead(state, record, stage, [own]);
      if (own && n) labels.push({ ref, isRelevant: own.decision !== 'exclude', n });
      else if (priors.has(ref)) labels.push({ ref, isRelevant: true, n: 0 });
      continue;
    }
    if (readings[stage].size === 0 && !resolved[stage] && !priors.has(ref)) continue;
    const outcome = outcomeOf(state, record, stage);
    // Of others no conflict, in which none is right yet; of the whole review nothing that a second reader has to read.
    const isUndecided = !own && (outcome.is === 'conflict' || (key === undefined && outcome.is === 'open'));
    const all = isUndecided ? [] : [...readings[stage].values()].filter(({ who }) => counts(who));
    const shown = own ?? all.find(({ who }) => who.kind === 'human') ?? all[0];
    const isTriaged = all.length === 0 && !resolved[stage];
    const decision = outcome.is === 'decided' && !isTriaged ? outcome.decision : shown?.decision;
    const n = whenRead(state, record, stage, own ? [own] : all) ?? resolved[stage]?.n ?? 0;
    if (decision) labels.push({ ref, isRelevant: decision !== 'exclude', n });
    else if (priors.has(ref)) labels.push({ ref, isRelevant: true, n: 0 });
  }
  return labels.sort((a, b) => a.n - b.n);
}

/**
 * When as many as the protocol asks for had read a record. A stop takes decisions for the order in which records were
 * drawn, so one that is changed, that others follow, or whose conflict is settled stays where it was.
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

/** The records that were known to be relevant beforehand. */
export function priorsOf(state: ReviewState): ReadonlySet<string> {
  return new Set(state.protocol.priors.flatMap((ref) => findRecord(state, ref)?.ref ?? []));
}

export type StageProgress = {
  stage: Stage;
  /** Records that have come to this stage. */
  records: number;
  include: number;
  exclude: number;
  maybe: number;
  conflicts: number;
  /** Without an outcome, conflicts not counted. */
  open: number;
  /** How many the reader has decided on. */
  own: number;
};

/** How far each stage of the review is. */
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
    }
    return counts;
  });
}
