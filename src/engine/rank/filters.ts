import { type Filters, parseYear } from '../../contract/filters.ts';
import { fieldBits } from '../index/field-bits.ts';
import { FactFlag, type IndexPart } from '../index/index-reader.ts';

/** Whether the paper in a slot passes. */
export type AcceptSlot = (slot: number) => boolean;

/**
 * The filters of a request over the columns of a part; undefined when there is none, so that nothing is asked. A fact
 * that is not known passes no filter.
 */
export function acceptBy(filters: Filters, part: IndexPart): AcceptSlot | undefined {
  const { facts } = part;
  const tests: AcceptSlot[] = [];
  const { fieldsOfStudy, minCitationCount, openAccessPdf, downloadable, quartileRanking, publicationTypes, year } =
    filters;
  // The quickest first, and those that most papers fall by.
  if (year !== undefined) {
    const { from, to } = parseYear(year);
    // Year 0 is not known.
    const least = Math.max(from, 1);
    tests.push((slot) => (facts.year[slot] as number) >= least && (facts.year[slot] as number) <= to);
  }
  if (minCitationCount !== undefined)
    tests.push((slot) => (facts.citations[slot] as number) >= Math.max(minCitationCount, 0));
  if (fieldsOfStudy) {
    const bits = fieldBits(fieldsOfStudy);
    tests.push((slot) => ((facts.fieldBits[slot] as number) & bits) !== 0);
  }
  if (openAccessPdf !== undefined) {
    const wanted = FactFlag.openAccessKnown | (openAccessPdf ? FactFlag.openAccess : 0);
    const both = FactFlag.openAccessKnown | FactFlag.openAccess;
    tests.push((slot) => ((facts.flags[slot] as number) & both) === wanted);
  }
  if (downloadable !== undefined) {
    tests.push((slot) => (((facts.flags[slot] as number) & FactFlag.downloadable) !== 0) === downloadable);
  }
  if (quartileRanking) {
    const wanted = new Uint8Array(256);
    for (const name of quartileRanking) wanted[Number(name.slice(1))] = 1;
    tests.push((slot) => wanted[facts.quartile[slot] as number] === 1);
  }
  if (publicationTypes) {
    const wanted = facts.publicationTypes.map(
      (type) => type !== '' && (publicationTypes as readonly string[]).includes(type),
    );
    tests.push((slot) => wanted[facts.publicationType[slot] as number] === true);
  }
  return all(tests);
}

function all(tests: readonly AcceptSlot[]): AcceptSlot | undefined {
  const [first, second, ...more] = tests;
  if (!first) return undefined;
  if (!second) return first;
  if (more.length === 0) return (slot) => first(slot) && second(slot);
  return (slot) => tests.every((test) => test(slot));
}
