import { type ChoosingFilter, type ChoosingRow, filterRow } from '../../../contract/filter-table.ts';
import type { Filters } from '../../../contract/filters.ts';
import { FIELDS_OF_STUDY, QUARTILES } from '../../../contract/rules.ts';
import { compileCondition, toFilterValues, usedFilters } from '../../../papers/filters/filter-meaning.ts';
import { fieldBits, MetadataFlag } from '../index/index-columns.ts';
import type { SegmentReader } from '../index/index-reader.ts';

export type AcceptDoc = (docId: number) => boolean;

/** A filter over the columns of a segment: which papers meet it, and for which papers the field is unknown. */
type ColumnTest = { filter: ChoosingFilter; accept: AcceptDoc; isUnknown: AcceptDoc };

/** Compiles filters (`contract/filter-table.ts`) to a test over columns; unknown metadata passes none. */
export function compileFilters(filters: Filters, segment: SegmentReader): AcceptDoc | undefined {
  return all(columnTests(filters, segment).map(({ accept }) => accept));
}

/**
 * The filters that exclude a paper only because a field is unknown. Empty if the paper meets all filters, or if a known
 * field contradicts one.
 */
export function compileUnknown(filters: Filters, segment: SegmentReader): (docId: number) => readonly ChoosingFilter[] {
  const tests = columnTests(filters, segment);
  return (docId) => {
    const missed = tests.filter(({ accept }) => !accept(docId));
    return missed.every(({ isUnknown }) => isUnknown(docId)) ? missed.map(({ filter }) => filter) : [];
  };
}

/** How the columns of a segment store a field: for which papers it is known, and for which its value passes `meets`. */
type Column = (metadata: SegmentReader['metadata'], meets: (value: unknown) => boolean) => Omit<ColumnTest, 'filter'>;

/** Cheapest and most selective first. */
const COLUMNS: Record<ChoosingRow['field'], Column> = {
  // Year 0 means unknown.
  year: ({ year }, meets) => counted(year, 1, meets),
  citationCount: ({ citations }, meets) => counted(citations, 0, meets),
  fieldsOfStudy: ({ fieldBits: bits }, meets) => {
    const mask = fieldBits(FIELDS_OF_STUDY.filter((name) => meets([name])));
    return { isUnknown: (docId) => bits[docId] === 0, accept: (docId) => ((bits[docId] as number) & mask) !== 0 };
  },
  isOpenAccess: ({ flags }, meets) => {
    const has = (docId: number, flag: number) => ((flags[docId] as number) & flag) !== 0;
    const isKnown = (docId: number) => has(docId, MetadataFlag.openAccessKnown);
    return {
      isUnknown: (docId) => !isKnown(docId),
      accept: (docId) => isKnown(docId) && meets(has(docId, MetadataFlag.openAccess)),
    };
  },
  downloadable: ({ flags }, meets) => {
    const has = (docId: number, flag: number) => ((flags[docId] as number) & flag) !== 0;
    // As in `hasPdf`: a paper known not to be open access has no PDF.
    const isKnown = (docId: number) =>
      has(docId, MetadataFlag.downloadable) ||
      (has(docId, MetadataFlag.openAccessKnown) && !has(docId, MetadataFlag.openAccess));
    return {
      isUnknown: (docId) => !isKnown(docId),
      accept: (docId) => isKnown(docId) && meets(has(docId, MetadataFlag.downloadable)),
    };
  },
  quartile: ({ quartile }, meets) => {
    // The column holds 1 to 4, and 0 for unknown.
    const isMet = [false, ...QUARTILES.map(meets)];
    return {
      isUnknown: (docId) => quartile[docId] === 0,
      accept: (docId) => isMet[quartile[docId] as number] === true,
    };
  },
  publicationType: ({ publicationType, publicationTypes }, meets) => {
    const isMet = publicationTypes.map((type) => type !== '' && meets(type));
    return {
      isUnknown: (docId) => !publicationTypes[publicationType[docId] as number],
      accept: (docId) => isMet[publicationType[docId] as number] === true,
    };
  },
};

/** A test of a numeric column. Values below `least` mean unknown. */
function counted(numbers: ArrayLike<number>, least: number, meets: (value: unknown) => boolean) {
  const isUnknown = (docId: number) => (numbers[docId] as number) < least;
  return { isUnknown, accept: (docId: number) => !isUnknown(docId) && meets(numbers[docId]) };
}

function columnTests(filters: Filters, { metadata }: SegmentReader): ColumnTest[] {
  const values = toFilterValues(filters);
  const used = usedFilters(filters);
  return Object.entries(COLUMNS).flatMap(([field, column]) =>
    used
      .filter((filter) => filterRow(filter).field === field)
      .map((filter) => ({ filter, ...column(metadata, compileCondition(filter, values[filter])) })),
  );
}

function all(tests: readonly AcceptDoc[]): AcceptDoc | undefined {
  const [first, second, ...more] = tests;
  if (!first) return undefined;
  if (!second) return first;
  if (more.length === 0) return (docId) => first(docId) && second(docId);
  return (docId) => tests.every((test) => test(docId));
}
