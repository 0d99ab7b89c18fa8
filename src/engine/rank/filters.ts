import type { Filters } from '../../contract/filters.ts';
import { FIELDS_OF_STUDY, QUARTILES } from '../../contract/rules.ts';
import { FILTER_MEANING, filterValuesOf } from '../../papers/filters/filter-meaning.ts';
import { fieldBits } from '../index/field-bits.ts';
import { MetadataFlag, type SegmentReader } from '../index/index-reader.ts';

export type AcceptDoc = (docId: number) => boolean;

/** Compiles filters (`papers/filters/filter-meaning.ts`) to a test over columns; unknown metadata passes none. */
export function acceptBy(filters: Filters, segment: SegmentReader): AcceptDoc | undefined {
  const { year, citations, fieldBits: bits, flags, quartile, publicationType, publicationTypes } = segment.metadata;
  const values = filterValuesOf(filters);
  const tests: AcceptDoc[] = [];
  // Cheapest and most selective first.
  if (values.year) {
    const meets = FILTER_MEANING.year.meets(values.year);
    // Year 0 means unknown.
    tests.push((docId) => (year[docId] as number) > 0 && meets(year[docId] as number));
  }
  if (values.minCitationCount !== undefined) {
    const meets = FILTER_MEANING.minCitationCount.meets(values.minCitationCount);
    // Below 0 means unknown.
    tests.push((docId) => (citations[docId] as number) >= 0 && meets(citations[docId] as number));
  }
  if (values.fieldsOfStudy) {
    const meets = FILTER_MEANING.fieldsOfStudy.meets(values.fieldsOfStudy);
    const mask = fieldBits(FIELDS_OF_STUDY.filter((name) => meets([name])));
    tests.push((docId) => ((bits[docId] as number) & mask) !== 0);
  }
  if (values.openAccessPdf !== undefined) {
    const meets = FILTER_MEANING.openAccessPdf.meets(values.openAccessPdf);
    const has = (docId: number, flag: number) => ((flags[docId] as number) & flag) !== 0;
    tests.push((docId) => has(docId, MetadataFlag.openAccessKnown) && meets(has(docId, MetadataFlag.openAccess)));
  }
  if (values.downloadable !== undefined) {
    const meets = FILTER_MEANING.downloadable.meets(values.downloadable);
    tests.push((docId) => meets(((flags[docId] as number) & MetadataFlag.downloadable) !== 0));
  }
  if (values.quartileRanking) {
    const meets = FILTER_MEANING.quartileRanking.meets(values.quartileRanking);
    // The column holds 1 to 4, and 0 for unknown.
    const isMet = [false, ...QUARTILES.map(meets)];
    tests.push((docId) => isMet[quartile[docId] as number] === true);
  }
  if (values.publicationTypes) {
    const meets = FILTER_MEANING.publicationTypes.meets(values.publicationTypes);
    const isMet = publicationTypes.map((type) => type !== '' && meets(type));
    tests.push((docId) => isMet[publicationType[docId] as number] === true);
  }
  return all(tests);
}

function all(tests: readonly AcceptDoc[]): AcceptDoc | undefined {
  const [first, second, ...more] = tests;
  if (!first) return undefined;
  if (!second) return first;
  if (more.length === 0) return (docId) => first(docId) && second(docId);
  return (docId) => tests.every((test) => test(docId));
}
