import { decisive, lastOfEach, type Screened } from '../decisions/screening.ts';

/** The parts of decisions that a file format cannot contain. Numbers of records, unless stated otherwise. */
export type LeftOutOfFile = {
  /** Decided as `maybe`, and undecided in the file. */
  maybe?: number;
  /** With decisions but no verdict yet, and undecided in the file. */
  unsettled?: number;
  /** Number of readers whose own decisions it lacks; it has the verdict, if there is one. */
  readers?: number;
  /** Number of stages, which it does not name. */
  stages?: number;
  /** Number of decisions of an earlier stage. */
  earlier?: number;
  /** Number of resolved conflicts. */
  resolutions?: number;
  /** Number of quotations. */
  quotes?: number;
  /** Number of reasons, notes and tags, counted once per record. */
  reasons?: number;
  notes?: number;
  tags?: number;
  /** With reasons or tags of several readers, without saying whose they are. */
  shared?: number;
  /** Number of decisions whose time it lacks. */
  times?: number;
  /** Known to be relevant before the screening. */
  priors?: number;
};

/** Sources of reasons, notes and tags: decisions, resolutions, and notes without a decision. */
type Noted = { reasons?: string[]; note?: string; tags?: string[] };
type Source = (record: Screened) => readonly Noted[];

/** The parts of the decisions on a record that a format can contain. */
export type Carries =
  | 'all'
  | {
      /** The last decision of each reader, or the verdict, or only a verdict of `include` or `exclude`. */
      decisions: 'readers' | 'verdict' | 'label';
      /** Whose reasons it contains. Absent: none. */
      reasons?: Source;
      notes?: Source;
      tags?: Source;
      hasTimes?: true;
      /** Whether it can contain that a record was known beforehand. */
      hasPrior?: (record: Screened) => boolean;
    };

/** A format with one keyword for a record's decision, and nothing else. */
export const ONLY_THE_DECISION: Carries = { decisions: 'verdict' };

/** ASReview labels `include` and `exclude`, with the reasons and notes of those who decided so. */
export const OF_LABELLED = {
  decisions: 'label',
  reasons: labelled,
  notes: labelled,
  hasTimes: true,
  hasPrior: () => true,
} as const satisfies Carries;

/** Its project file also lacks data about records without a label. */
export const OF_PROJECT: Carries = { ...OF_LABELLED, hasPrior: isLabelled };

export const OF_RAYYAN: Carries = {
  decisions: 'readers',
  reasons: (record) => lastOfEach(record).filter(({ decision }) => decision === 'exclude'),
  notes: lastOfEach,
  tags: lastOfEach,
};

export const OF_COVIDENCE: Carries = {
  decisions: 'verdict',
  reasons: (record) => (record.verdict === 'exclude' ? decisive(record) : []),
  tags: ({ decisions, notes = [] }) => [...decisions, ...notes],
};

function labelled(record: Screened): readonly Noted[] {
  return isLabelled(record) ? decisive(record) : [];
}

function isLabelled({ verdict }: Screened): boolean {
  return verdict === 'include' || verdict === 'exclude';
}

/** The parts of the decisions on these records that a file with such a format lacks; undefined if it lacks nothing. */
export function leftOutOf(records: readonly Screened[], carries: Carries): LeftOutOfFile | undefined {
  if (carries === 'all') return undefined;
  const { decisions: contained, reasons, notes, tags, hasTimes, hasPrior } = carries;
  const sum = (count: (record: Screened) => number) => records.reduce((all, record) => all + count(record), 0);
  const number = (holds: (record: Screened) => boolean) => records.filter(holds).length;
  const isPerReader = contained === 'readers';
  const decisions = records.flatMap((record) => record.decisions);
  const readers = new Set(decisions.map(({ reader }) => reader)).size;
  const stages = new Set(decisions.map(({ stage }) => stage)).size;
  const lost = (read: (noted: Noted) => readonly string[], source: Source = () => []) =>
    sum((record) => {
      const kept = source(record).flatMap(read);
      const all = [...record.decisions, ...(record.resolutions ?? []), ...(record.notes ?? [])].flatMap(read);
      return new Set(all.filter((each) => !kept.includes(each))).size;
    });
  const left: LeftOutOfFile = {
    maybe: contained === 'label' ? number(({ verdict }) => verdict === 'maybe') : 0,
    unsettled: isPerReader ? 0 : number((record) => !record.verdict && record.decisions.length > 0),
    readers: isPerReader ? 0 : readers,
    stages: stages > 1 ? stages : 0,
    earlier: sum((record) => record.decisions.length - (isPerReader ? lastOfEach(record) : ofLastStage(record)).length),
    resolutions: sum(({ resolutions = [] }) => resolutions.length),
    quotes: decisions.filter(({ quote }) => quote).length,
    reasons: lost((noted) => noted.reasons ?? [], reasons),
    notes: lost(({ note }) => (note ? [note] : []), notes),
    tags: lost((noted) => noted.tags ?? [], tags),
    shared: isPerReader ? number(isShared) : 0,
    times: hasTimes ? 0 : decisions.filter(({ at }) => at).length,
    priors: number((record) => record.prior === true && !hasPrior?.(record)),
  };
  const counts = Object.entries(left).filter(([, count]) => count > 0);
  return counts.length === 0 ? undefined : Object.fromEntries(counts);
}

function ofLastStage({ decisions }: Screened) {
  return decisions.filter(({ stage }) => stage === decisions.at(-1)?.stage);
}

/** Whether readers gave different tags, or excluded it for different reasons. */
function isShared(record: Screened): boolean {
  const last = lastOfEach(record);
  const differ = (lists: readonly (readonly string[])[]) => new Set(lists.map((list) => JSON.stringify(list))).size > 1;
  const excluding = last.filter(({ decision }) => decision === 'exclude');
  return differ(last.map(({ tags = [] }) => tags)) || differ(excluding.map(({ reasons = [] }) => reasons));
}
