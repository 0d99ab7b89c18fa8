import { titleFingerprint } from '../papers/identifiers.ts';
import { journalTitleKey } from '../papers/journals.ts';
import type { Paper } from '../papers/paper.ts';
import { toWire } from '../papers/wire.ts';
import { isPreprint } from './matching.ts';

/** Abstracts up to this length may be cut ones; a longer one of the same work says more. */
const SHORT_ABSTRACT = 300;

/**
 * Two records of one work as one, under the key of the first. A record that comes again under its own key is a newer
 * state: what it says counts, and when even the title is another nothing of the old one is kept. Else the published
 * version speaks before a preprint, then the one with a DOI, then the first; what it does not know comes from the
 * other. Counts are the higher of the two (they only grow), what is open or retracted in one is so, and fields of study
 * and ISSNs are put together.
 */
export function mergeRecords(first: Paper, second: Paper): Paper {
  if (first.key === second.key && isOtherTitle(first, second)) return second;
  const [main, other] = first.key === second.key || rank(second) > rank(first) ? [second, first] : [first, second];
  const { quartile, quartileSource, quartileYear, ...merged } = { ...withoutPreprint(other, main), ...main };
  return withProvenance([main, other], {
    ...merged,
    key: first.key,
    authors: main.authors.length > 0 ? main.authors : other.authors,
    fieldsOfStudy: union(main.fieldsOfStudy, other.fieldsOfStudy),
    downloadable: main.downloadable || other.downloadable,
    title: main.title === '' ? other.title : main.title,
    ...rankingOf(main, other),
    ...withKnown('abstract', abstractOf(main, other)),
    ...withKnown('issns', main.issns || other.issns ? union(main.issns ?? [], other.issns ?? []) : undefined),
    ...withKnown('isOpenAccess', either(main.isOpenAccess, other.isOpenAccess)),
    ...withKnown('isRetracted', either(main.isRetracted, other.isRetracted)),
    ...withKnown('citationCount', higher(main.citationCount, other.citationCount)),
    ...withKnown('influentialCitationCount', higher(main.influentialCitationCount, other.influentialCitationCount)),
    ...withKnown('referenceCount', higher(main.referenceCount, other.referenceCount)),
  });
}

/**
 * The merged record with where it was found and where each of its facts was learned: from the first of `parts` that
 * says the same. A fact that a part says without a provenance is the user's own and has none.
 */
export function withProvenance(parts: readonly Paper[], merged: Paper): Paper {
  const { foundIn: _, provenance: __, ...record } = merged;
  const foundIn = [...new Set(parts.flatMap((part) => part.foundIn ?? []))];
  const learned = Object.entries(record).flatMap(([name, value]) => {
    const said = JSON.stringify(value);
    const source = parts.find((part) => JSON.stringify(part[name as keyof Paper]) === said) ?? parts[0];
    const from = source?.provenance?.[name];
    return from === undefined ? [] : [[name, from] as const];
  });
  return {
    ...record,
    ...(foundIn.length > 0 && { foundIn }),
    ...(learned.length > 0 && { provenance: Object.fromEntries(learned) }),
  };
}

/** Whether both have a title, and not the same. */
export function isOtherTitle(a: Paper, b: Paper): boolean {
  return a.title !== '' && b.title !== '' && titleFingerprint(a.title) !== titleFingerprint(b.title);
}

/** What makes a record a preprint does not hold for the work once it is published. */
function withoutPreprint(other: Paper, main: Paper): Paper {
  if (!isPreprintRecord(other) || isPreprintRecord(main)) return other;
  const { isPrePrint, publicationType, ...rest } = other;
  return rest;
}

function isPreprintRecord(record: Paper): boolean {
  return isPreprint(toWire(record, null));
}

/**
 * A quartile with whose it is: one that we computed gives way to any other, and one that was looked up is only of its
 * own venue.
 */
function rankingOf(main: Paper, other: Paper): Partial<Paper> {
  const isComputed = ({ quartileSource }: Paper) => quartileSource === 'openalex-computed';
  const isBetter = main.quartile === undefined || (isComputed(main) && !isComputed(other));
  const isOfOther = other.quartileSource !== undefined && isOtherVenue(main, other);
  const { quartile, quartileSource, quartileYear } = other.quartile && isBetter && !isOfOther ? other : main;
  return {
    ...withKnown('quartile', quartile),
    ...withKnown('quartileSource', quartileSource),
    ...withKnown('quartileYear', quartileYear),
  };
}

function isOtherVenue(a: Paper, b: Paper): boolean {
  if (a.issns?.some((issn) => b.issns?.includes(issn))) return false;
  return a.venue !== undefined && b.venue !== undefined && journalTitleKey(a.venue) !== journalTitleKey(b.venue);
}

function abstractOf(main: Paper, other: Paper): string | undefined {
  const [a, b] = [main.abstract ?? '', other.abstract ?? ''];
  return (a === '' || isCutAbstract(a, b) ? b || a : a) || undefined;
}

/**
 * Whether an abstract seems to have been cut and another one to be the whole: ends cut by a source are the usual fault.
 * What ends like a sentence is whole.
 */
export function isCutAbstract(abstract: string, other: string): boolean {
  if (abstract.length < SHORT_ABSTRACT && other.length > 2 * abstract.length) return true;
  if (other.length <= abstract.length || /[.!?]['"”’)\]]*$/.test(abstract)) return false;
  const start = titleFingerprint(abstract);
  return start.length > 0 && titleFingerprint(other).startsWith(start);
}

function rank(record: Paper): number {
  return (isPreprintRecord(record) ? 0 : 2) + (record.doi === undefined ? 0 : 1);
}

function withKnown<Name extends keyof Paper>(name: Name, value: Paper[Name] | undefined): Partial<Paper> {
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
