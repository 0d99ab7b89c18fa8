import { addTo } from '../../lib/groups.ts';
import type { FlowColumn, FlowReason, FlowSource, FlowSourceKind, PrismaFlow, SearchedRecords } from './prisma-flow.ts';

/** The outcome of one identified record, after conflicts have been resolved. */
export type FlowRecord = {
  /** The database, file or search that it came from; absent if `searches` counts it. */
  source?: string;
  kind: FlowSourceKind;
  /** `duplicate`: a duplicate of another record. Removed records have no further fields. */
  removed?: 'duplicate' | 'automation' | 'other';
  /** The decision on title and abstract; absent while undecided, or while readers disagree. */
  screened?: 'include' | 'exclude' | 'maybe';
  /** Whether its full text was retrieved. */
  retrieved?: boolean;
  /** The decision on the full text; absent while undecided. */
  assessed?: { include: true } | { include: false; reason: string };
};

export type FlowOptions = {
  /** Whether full texts are screened; otherwise records included on title and abstract are included. */
  hasFullTexts: boolean;
  /** Whether the protocol lets automation remove records; otherwise that box is left empty. */
  hasAutomation: boolean;
  /** The records that searches identified, and those that they removed before the others became records here. */
  searches?: readonly FlowSearch[];
};

export type FlowSearch = SearchedRecords & { kind: FlowSourceKind };

/** Kinds of sources in the second column. */
const OTHER: ReadonlySet<FlowSourceKind> = new Set(['website', 'organisation', 'citation searching']);

/**
 * The numbers of the flow diagram. A box has a number once work has begun there; before that it is undefined. In every
 * column, as far as the boxes have numbers: identified = removed + screened + unscreened, screened = excluded + sought,
 * sought = not retrieved + assessed + waiting, assessed = excluded with reasons + included.
 */
export function countFlow(records: readonly FlowRecord[], options: FlowOptions): PrismaFlow {
  const isOther = ({ kind }: { kind: FlowSourceKind }) => OTHER.has(kind);
  const others = records.filter(isOther);
  const { searches = [] } = options;
  const otherSearches = searches.filter(isOther);
  const reports = includedOf(records, options);
  return {
    databases: countColumn(
      records.filter((record) => !isOther(record)),
      { ...options, searches: searches.filter((search) => !isOther(search)) },
    ),
    ...(others.length + otherSearches.length > 0 && {
      other: countColumn(others, { ...options, searches: otherSearches }),
    }),
    included: reports === undefined ? {} : { reports },
  };
}

function countColumn(
  records: readonly FlowRecord[],
  { hasFullTexts, hasAutomation, searches = [] }: FlowOptions,
): FlowColumn {
  const count = (is: (record: FlowRecord) => unknown) => records.filter(is).length;
  const removed = (why: FlowRecord['removed'], bySearch: 'duplicates' | 'automation' | 'otherReasons') =>
    searches.reduce((sum, search) => sum + search[bySearch], 0) + count((record) => record.removed === why);
  const automation = removed('automation', 'automation');
  const otherReasons = removed('other', 'otherReasons');
  const screened = count((record) => record.screened);
  const excluded = count((record) => record.screened === 'exclude');
  const notRetrieved = count((record) => record.retrieved === false);
  const assessed = count((record) => record.assessed);
  const isSought = hasFullTexts && records.some((record) => record.assessed || record.retrieved !== undefined);
  const isRetrieved = records.some((record) => record.retrieved !== undefined);
  return {
    identified: countSources(records, searches),
    removed: {
      duplicates: removed('duplicate', 'duplicates'),
      ...((hasAutomation || automation > 0) && { automation }),
      ...(otherReasons > 0 && { otherReasons }),
    },
    ...(screened > 0 && { screened, excluded }),
    unscreened: count((record) => !record.removed && !record.screened),
    ...(isSought && { sought: screened - excluded }),
    ...(isSought && isRetrieved && { notRetrieved }),
    ...(isSought && assessed > 0 && { assessed, reportsExcluded: countReasons(records) }),
  };
}

function countSources(records: readonly FlowRecord[], searches: readonly FlowSearch[]): FlowSource[] {
  const sources = new Map<string, FlowSource>();
  const add = (kind: FlowSourceKind, name: string, more: number) => {
    const key = `${kind} ${name}`;
    const known = sources.get(key)?.records ?? 0;
    sources.set(key, { name, kind, records: known + more });
  };
  for (const { source, kind } of records) if (source !== undefined) add(kind, source, 1);
  for (const { kind, identified } of searches) for (const each of identified) add(kind, each.name, each.records);
  return [...sources.values()].sort((a, b) => b.records - a.records);
}

/** Counts each report by its first reason, most frequent first. */
function countReasons(records: readonly FlowRecord[]): FlowReason[] {
  const counts = new Map<string, number>();
  for (const { assessed } of records) if (assessed && !assessed.include) addTo(counts, assessed.reason);
  return [...counts].map(([reason, reports]) => ({ reason, reports })).sort((a, b) => b.reports - a.reports);
}

function includedOf(records: readonly FlowRecord[], { hasFullTexts }: FlowOptions): number | undefined {
  if (hasFullTexts) {
    if (!records.some(({ assessed }) => assessed)) return undefined;
    return records.filter(({ assessed }) => assessed?.include).length;
  }
  if (!records.some(({ screened }) => screened)) return undefined;
  return records.filter(({ screened }) => screened === 'include').length;
}
