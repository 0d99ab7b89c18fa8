import { omitUndefined } from '../../lib/omit-undefined.ts';
import { lastOfEach, type Screened, whatCounts } from '../decisions/screening.ts';

/** What a format cannot express of the decisions on some records. Numbers of records, unless stated otherwise. */
export type LeftOutOfFile = {
  /** Decided as `maybe`, and undecided in the file. */
  maybe?: number;
  /** With decisions none of which counts yet, and undecided in the file. */
  unsettled?: number;
  /** Number of readers' individual decisions that it lacks; it has the decision that counts, if there is one. */
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
type Told = (record: Screened) => readonly Noted[];

/** The parts of the decisions on a record that a format can contain. */
export type Carries =
  | 'all'
  | {
      /** The last decision of each reader, or the verdict, or only a verdict of `include` or `exclude`. */
      decisions: 'readers' | 'verdict' | 'label';
      /** Whose reasons it contains. Absent: none. */
      reasons?: Told;
      notes?: Told;
      tags?: Told;
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
  reasons: (record) => (record.verdict === 'exclude' ? whatCounts(record) : []),
  tags: ({ decisions, notes = [] }) => [...decisions, ...notes],
};

function labelled(record: Screened): readonly Noted[] {
  return isLabelled(record) ? whatCounts(record) : [];
}

function isLabelled({ verdict }: Screened): boolean {
  return verdict === 'include' || verdict === 'exclude';
}

/** The parts of the decisions on these records that a file with such a format lacks; undefined if it lacks nothing. */
export function leftOutOf(records: readonly Screened[], carries: Carries): LeftOutOfFile | undefined {
  if (carries === 'all') return undefined;
  const { decisions: told, reasons, notes, tags, hasTimes, hasPrior } = carries;
  const sum = (count: (record: Screened) => number) => records.reduce((all, record) => all + count(record), 0);
  const number = (holds: (record: Screened) => boolean) => records.filter(holds).length;
  const isPerReader = told === 'readers';
  const decisions = records.flatMap((record) => record.decisions);
  const readers = new Set(decisions.map(({ reader }) => reader)).size;
  const stages = new Set(decisions.map(({ stage }) => stage)).size;
  const lost = (of: (noted: Noted) => readonly string[], has: Told = () => []) =>
    sum((record) => {
      const kept = has(record).flatMap(of);
      return new Set(
        allOn(record)
          .flatMap(of)
          .filter((each) => !kept.includes(each)),
      ).size;
    });
  const left: LeftOutOfFile = {
    maybe: told === 'label' ? number(({ verdict }) => verdict === 'maybe') : 0,
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
  const some = omitUndefined(
    Object.fromEntries(Object.entries(left).map(([what, count]) => [what, count || undefined])),
  );
  return Object.keys(some).length === 0 ? undefined : some;
}

function allOn({ decisions, resolutions = [], notes = [] }: Screened): readonly Noted[] {
  return [...decisions, ...resolutions, ...notes];
}

function ofLastStage({ decisions }: Screened) {
  return decisions.filter(({ stage }) => stage === decisions.at(-1)?.stage);
}

/** Whether readers gave different tags, or excluded it for different reasons. */
function isShared(record: Screened): boolean {
  const last = lastOfEach(record);
  const differ = (given: readonly (readonly string[])[]) => new Set(given.map((each) => JSON.stringify(each))).size > 1;
  const excluding = last.filter(({ decision }) => decision === 'exclude');
  return differ(last.map(({ tags = [] }) => tags)) || differ(excluding.map(({ reasons = [] }) => reasons));
}
