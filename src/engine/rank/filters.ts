import { type Filters, parseYear } from '../../contract/filters.ts';
import { fieldBits } from '../index/field-bits.ts';
import { MetadataFlag, type SegmentReader } from '../index/index-reader.ts';

/** Whether the paper with this docId passes. */
export type AcceptDoc = (docId: number) => boolean;

/**
 * Compiles the filters of a request to a test over the columns of a segment; undefined if there are none. Unknown
 * metadata passes no filter.
 */
export function acceptBy(filters: Filters, segment: SegmentReader): AcceptDoc | undefined {
  const { metadata } = segment;
  const tests: AcceptDoc[] = [];
  const { fieldsOfStudy, minCitationCount, openAccessPdf, downloadable, quartileRanking, publicationTypes, year } =
    filters;
  // Cheapest and most selective first.
  if (year !== undefined) {
    const { from, to } = parseYear(year);
    // Year 0 means unknown.
    const minYear = Math.max(from, 1);
    tests.push((docId) => (metadata.year[docId] as number) >= minYear && (metadata.year[docId] as number) <= to);
  }
  if (minCitationCount !== undefined)
    tests.push((docId) => (metadata.citations[docId] as number) >= Math.max(minCitationCount, 0));
  if (fieldsOfStudy) {
    const bits = fieldBits(fieldsOfStudy);
    tests.push((docId) => ((metadata.fieldBits[docId] as number) & bits) !== 0);
  }
  if (openAccessPdf !== undefined) {
    const wanted = MetadataFlag.openAccessKnown | (openAccessPdf ? MetadataFlag.openAccess : 0);
    const both = MetadataFlag.openAccessKnown | MetadataFlag.openAccess;
    tests.push((docId) => ((metadata.flags[docId] as number) & both) === wanted);
  }
  if (downloadable !== undefined) {
    tests.push((docId) => (((metadata.flags[docId] as number) & MetadataFlag.downloadable) !== 0) === downloadable);
  }
  if (quartileRanking) {
    const wanted = new Uint8Array(256);
    for (const name of quartileRanking) wanted[Number(name.slice(1))] = 1;
    tests.push((docId) => wanted[metadata.quartile[docId] as number] === 1);
  }
  if (publicationTypes) {
    const wanted = metadata.publicationTypes.map(
      (type) => type !== '' && (publicationTypes as readonly string[]).includes(type),
    );
    tests.push((docId) => wanted[metadata.publicationType[docId] as number] === true);
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
