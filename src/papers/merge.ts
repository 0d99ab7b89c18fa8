import { titleFingerprint } from './identifiers.ts';
import { isPreprint } from './identity.ts';
import { type PaperRecord, toServicePaper } from './record.ts';

/** Abstracts up to this length may be cut ones; a longer one of the same work says more. */
const SHORT_ABSTRACT = 300;

/**
 * Two records of one work as one, under the key of the first. A record that comes again under its own key is a newer state:
 * what it says counts, and when even the
 * title is another nothing of the old one is kept. Else the published version speaks before a preprint, then the one with a DOI, then the first; what it
 * does not know comes from the other. Counts are the higher of the two (they only grow), what is open or retracted in one
 * is so, and fields of study and ISSNs are put together.
 */
export function mergeRecords(first: PaperRecord, second: PaperRecord): PaperRecord {
  if (first.key === second.key && isOtherTitle(first, second)) return second;
  const [main, other] = first.key === second.key || rank(second) > rank(first) ? [second, first] : [first, second];
  const merged: PaperRecord = { ...withoutPreprint(other, main), ...main, key: first.key };
  return {
    ...merged,
    authors: main.authors.length > 0 ? main.authors : other.authors,
    fieldsOfStudy: union(main.fieldsOfStudy, other.fieldsOfStudy),
    downloadable: main.downloadable || other.downloadable,
    title: main.title === '' ? other.title : main.title,
    ...withKnown('abstract', abstractOf(main, other)),
    ...withKnown('issns', main.issns || other.issns ? union(main.issns ?? [], other.issns ?? []) : undefined),
    ...withKnown('isOpenAccess', either(main.isOpenAccess, other.isOpenAccess)),
    ...withKnown('isRetracted', either(main.isRetracted, other.isRetracted)),
    ...withKnown('citationCount', higher(main.citationCount, other.citationCount)),
    ...withKnown('influentialCitationCount', higher(main.influentialCitationCount, other.influentialCitationCount)),
    ...withKnown('referenceCount', higher(main.referenceCount, other.referenceCount)),
  };
}

/** Whether both have a title, and not the same. */
export function isOtherTitle(a: PaperRecord, b: PaperRecord): boolean {
  return a.title !== '' && b.title !== '' && titleFingerprint(a.title) !== titleFingerprint(b.title);
}

/** What makes a record a preprint does not hold for the work once it is published. */
function withoutPreprint(other: PaperRecord, main: PaperRecord): PaperRecord {
  if (!isPreprintRecord(other) || isPreprintRecord(main)) return other;
  const { isPrePrint, publicationType, ...rest } = other;
  return rest;
}

function isPreprintRecord(record: PaperRecord): boolean {
  return isPreprint(toServicePaper(record, null));
}

/** The best abstracts are whole; ends cut by a source are the usual fault. */
function abstractOf(main: PaperRecord, other: PaperRecord): string | undefined {
  const [a, b] = [main.abstract ?? '', other.abstract ?? ''];
  if (a === '' || (a.length < SHORT_ABSTRACT && b.length > 2 * a.length)) return b || undefined;
  return a;
}

function rank(record: PaperRecord): number {
  return (isPreprintRecord(record) ? 0 : 2) + (record.doi === undefined ? 0 : 1);
}

function withKnown<Name extends keyof PaperRecord>(
  name: Name,
  value: PaperRecord[Name] | undefined,
): Partial<PaperRecord> {
  return value === undefined ? {} : { [name]: value };
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}

function either(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  return a === undefined ? b : a || (b ?? false);
}

function higher(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : Math.max(a, b ?? a);
}
