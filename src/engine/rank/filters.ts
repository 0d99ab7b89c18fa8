import type { Filters } from '../../contract/filters.ts';
import { FIELDS_OF_STUDY, QUARTILES } from '../../contract/rules.ts';
import { type ChoosingFilter, FILTER_MEANING, filterValuesOf } from '../../papers/filters/filter-meaning.ts';
import { fieldBits } from '../index/field-bits.ts';
import { MetadataFlag, type SegmentReader } from '../index/index-reader.ts';

export type AcceptDoc = (docId: number) => boolean;

/** A filter over the columns of a segment: which papers meet it, and of which its fact is not known. */
type ColumnTest = { filter: ChoosingFilter; accept: AcceptDoc; isUnknown: AcceptDoc };

/** Compiles filters (`papers/filters/filter-meaning.ts`) to a test over columns; unknown metadata passes none. */
export function acceptBy(filters: Filters, segment: SegmentReader): AcceptDoc | undefined {
  return all(columnTests(filters, segment).map(({ accept }) => accept));
}

/**
 * The filters that leave a paper out only because its fact is not known: none of a paper that meets all of them, or
 * whose known facts contradict one.
 */
export function unknownBy(filters: Filters, segment: SegmentReader): (docId: number) => readonly ChoosingFilter[] {
  const tests = columnTests(filters, segment);
  return (docId) => {
    const missed = tests.filter(({ accept }) => !accept(docId));
    return missed.every(({ isUnknown }) => isUnknown(docId)) ? missed.map(({ filter }) => filter) : [];
  };
}

function columnTests(filters: Filters, segment: SegmentReader): ColumnTest[] {
  const { year, citations, fieldBits: bits, flags, quartile, publicationType, publicationTypes } = segment.metadata;
  const values = filterValuesOf(filters);
  const tests: ColumnTest[] = [];
  const add = (filter: ChoosingFilter, isUnknown: AcceptDoc, accept: AcceptDoc) =>
    tests.push({ filter, accept, isUnknown });
  // Cheapest and most selective first.
  if (values.year) {
    const meets = FILTER_MEANING.year.meets(values.year);
    // Year 0 means unknown.
    const isUnknown = (docId: number) => (year[docId] as number) <= 0;
    add('year', isUnknown, (docId) => (year[docId] as number) > 0 && meets(year[docId] as number));
  }
  if (values.minCitationCount !== undefined) {
    const meets = FILTER_MEANING.minCitationCount.meets(values.minCitationCount);
    // Below 0 means unknown.
    const isUnknown = (docId: number) => (citations[docId] as number) < 0;
    add(
      'minCitationCount',
      isUnknown,
      (docId) => (citations[docId] as number) >= 0 && meets(citations[docId] as number),
    );
  }
  if (values.fieldsOfStudy) {
    const meets = FILTER_MEANING.fieldsOfStudy.meets(values.fieldsOfStudy);
    const mask = fieldBits(FIELDS_OF_STUDY.filter((name) => meets([name])));
    const isUnknown = (docId: number) => bits[docId] === 0;
    add('fieldsOfStudy', isUnknown, (docId) => ((bits[docId] as number) & mask) !== 0);
  }
  if (values.openAccessPdf !== undefined) {
    const meets = FILTER_MEANING.openAccessPdf.meets(values.openAccessPdf);
    const has = (docId: number, flag: number) => ((flags[docId] as number) & flag) !== 0;
    const isKnown = (docId: number) => has(docId, MetadataFlag.openAccessKnown);
    const accept = (docId: number) => isKnown(docId) && meets(has(docId, MetadataFlag.openAccess));
    add('openAccessPdf', (docId) => !isKnown(docId), accept);
  }
  if (values.downloadable !== undefined) {
    const meets = FILTER_MEANING.downloadable.meets(values.downloadable);
    const has = (docId: number, flag: number) => ((flags[docId] as number) & flag) !== 0;
    // As `hasPdf` says of a record: none where it is known not to be open.
    const isKnown = (docId: number) =>
      has(docId, MetadataFlag.downloadable) ||
      (has(docId, MetadataFlag.openAccessKnown) && !has(docId, MetadataFlag.openAccess));
    const accept = (docId: number) => isKnown(docId) && meets(has(docId, MetadataFlag.downloadable));
    add('downloadable', (docId) => !isKnown(docId), accept);
  }
  if (values.quartileRanking) {
    const meets = FILTER_MEANING.quartileRanking.meets(values.quartileRanking);
    // The column holds 1 to 4, and 0 for unknown.
    const isMet = [false, ...QUARTILES.map(meets)];
    const isUnknown = (docId: number) => quartile[docId] === 0;
    add('quartileRanking', isUnknown, (docId) => isMet[quartile[docId] as number] === true);
  }
  if (values.publicationTypes) {
    const meets = FILTER_MEANING.publicationTypes.meets(values.publicationTypes);
    const isMet = publicationTypes.map((type) => type !== '' && meets(type));
    const isUnknown = (docId: number) => !publicationTypes[publicationType[docId] as number];
    add('publicationTypes', isUnknown, (docId) => isMet[publicationType[docId] as number] === true);
  }
  return tests;
}

function all(tests: readonly AcceptDoc[]): AcceptDoc | undefined {
  const [first, second, ...more] = tests;
  if (!first) return undefined;
  if (!second) return first;
  if (more.length === 0) return (docId) => first(docId) && second(docId);
  return (docId) => tests.every((test) => test(docId));
}
