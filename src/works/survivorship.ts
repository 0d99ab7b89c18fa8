import { SOURCE_NAMES, type SourceName } from '../contract/source-names.ts';
import type { Paper } from '../papers/paper.ts';
import { toWire } from '../papers/wire.ts';
import { isPreprintVenue, publishedDoiOf } from './matching.ts';
import { isCutAbstract } from './merge-records.ts';
import { FIELD_ORDERS, type MergedField, WIDE_COUNTS } from './source-precedence.ts';

/** A record of one work. */
export type SourcedRecord = {
  source: SourceName;
  rank: number;
  record: Paper;
  isPreprint: boolean;
  /** As `papers/arxiv.ts` reads it from wherever it stands in the record. */
  arxivId: string | undefined;
};

type Provenance = Partial<Record<MergedField, SourceName>>;
type Choice<Value> = { value: Value; source: SourceName } | undefined;

/** What makes a record a preprint does not hold for the work once it is published. */
const OF_THE_VERSION: ReadonlySet<MergedField> = new Set(['isPrePrint', 'publicationType']);

/**
 * The best value of each fact among records of one work, and whose it is. Published versions speak before preprints,
 * then the order of sources decides. Some facts have rules of their own: the highest count of those who count widely, a
 * date as precise as known for the year that is told, open access where a PDF is known, the whole abstract instead of a
 * cut one, names instead of initials; and a retraction that one source knows counts.
 */
export function bestRecordOf(members: readonly SourcedRecord[]): { record: Paper; provenance: Provenance } {
  const isPublished = members.some(({ isPreprint }) => !isPreprint);
  const provenance: Provenance = {};
  const facts: Record<string, unknown> = {};
  const keep = <Value>(field: MergedField, choice: Choice<Value>) => {
    if (choice === undefined) return;
    facts[field] = choice.value;
    provenance[field] = choice.source;
  };
  for (const field of Object.keys(FIELD_ORDERS) as MergedField[]) {
    const ordered = inOrder(members, field);
    const speaking = isPublished && OF_THE_VERSION.has(field) ? ordered.filter((one) => !one.isPreprint) : ordered;
    const choose = RULES[field] ?? ((some: readonly SourcedRecord[]) => firstKnown(some, field));
    keep(field, choose(speaking, isPublished));
  }
  // Lists and whether there is a file are part of every record, known or not.
  const record = {
    key: leaderOf(members).record.key,
    title: '',
    authors: [],
    fieldsOfStudy: [],
    downloadable: false,
    ...facts,
  } as Paper;
  return { record, provenance };
}

/** The record that the others complete: a published one, of the best source for what is printed on a paper. */
function leaderOf(members: readonly SourcedRecord[]): SourcedRecord {
  return inOrder(members, 'title')[0] as SourcedRecord;
}

/**
 * Published versions first, then by the order of sources for the field, then by rank; equal records in their own order.
 */
function inOrder(members: readonly SourcedRecord[], field: MergedField): SourcedRecord[] {
  const order = [...new Set([...FIELD_ORDERS[field], ...SOURCE_NAMES])];
  return [...members].sort(
    (a, b) =>
      Number(a.isPreprint) - Number(b.isPreprint) ||
      order.indexOf(a.source) - order.indexOf(b.source) ||
      a.rank - b.rank,
  );
}

function isKnown(value: unknown): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function firstKnown<Field extends MergedField>(
  members: readonly SourcedRecord[],
  field: Field,
  accept: (value: NonNullable<Paper[Field]>, member: SourcedRecord) => boolean = () => true,
): Choice<Paper[Field]> {
  const found = members.find((one) => {
    const value = one.record[field];
    return isKnown(value) && accept(value as NonNullable<Paper[Field]>, one);
  });
  return found && { value: found.record[field], source: found.source };
}

type Rule = (members: readonly SourcedRecord[], isPublished: boolean) => Choice<unknown>;

const RULES: Partial<Record<MergedField, Rule>> = {
  abstract: wholeAbstract,
  authors: (members) =>
    firstKnown(members, 'authors', (names) => names.some(hasGivenName)) ?? firstKnown(members, 'authors'),
  publishedAt: dateOfYear,
  year: (members) => firstKnown(members, 'year'),
  // A preprint server is not where a published work appeared.
  venue: (members, isPublished) =>
    firstKnown(members, 'venue', (venue, one) => !(isPublished && one.isPreprint && isPreprintVenue(venue))),
  // What arXiv names is the published version's; no other preprint's own DOI stands before that.
  doi: (members) =>
    firstKnown(members, 'doi', (_, { record }) => publishedDoiOf(toWire(record, null)) !== undefined) ??
    firstKnown(members, 'doi'),
  arxivId: (members) => {
    const found = members.find(({ arxivId }) => arxivId !== undefined);
    return found && { value: found.arxivId, source: found.source };
  },
  citationCount: (members) =>
    highest(
      members.filter(({ source }) => WIDE_COUNTS.has(source)),
      'citationCount',
    ) ?? firstKnown(members, 'citationCount'),
  // None often means that the publisher deposited no list.
  referenceCount: (members) =>
    firstKnown(members, 'referenceCount', (count) => count > 0) ?? firstKnown(members, 'referenceCount'),
  influentialCitationCount: (members) => highest(members, 'influentialCitationCount'),
  isOpenAccess: (members) => {
    const hasPdf = members.some(({ record }) => record.pdfLink !== undefined);
    return (
      (hasPdf ? firstKnown(members, 'isOpenAccess', (is) => is) : undefined) ?? firstKnown(members, 'isOpenAccess')
    );
  },
  isRetracted: (members) => firstKnown(members, 'isRetracted', (is) => is) ?? firstKnown(members, 'isRetracted'),
  downloadable: (members) => firstKnown(members, 'downloadable', (is) => is) ?? undefined,
  issns: allIssns,
};

function highest(
  members: readonly SourcedRecord[],
  field: 'citationCount' | 'influentialCitationCount',
): Choice<number> {
  let best: { value: number; source: SourceName } | undefined;
  for (const { record, source } of members) {
    const value = record[field];
    if (value !== undefined && (best === undefined || value > best.value)) best = { value, source };
  }
  return best;
}

/** The first abstract in the order, unless another one is the whole of what it is the beginning of. */
function wholeAbstract(members: readonly SourcedRecord[]): Choice<string> {
  let best: { value: string; source: SourceName } | undefined;
  for (const { record, source } of members) {
    const { abstract } = record;
    if (abstract && (best === undefined || isCutAbstract(best.value, abstract))) best = { value: abstract, source };
  }
  return best;
}

/** The most precise date of the year that is told; of another year only where no date is of that one. */
function dateOfYear(members: readonly SourcedRecord[]): Choice<string | undefined> {
  const year = firstKnown(members, 'year')?.value;
  let best: { value: string; source: SourceName } | undefined;
  for (const { record, source } of members) {
    const { publishedAt: value } = record;
    if (!value || (year !== undefined && !value.startsWith(String(year)))) continue;
    if (best === undefined || value.length > best.value.length) best = { value, source };
  }
  return best ?? firstKnown(members, 'publishedAt');
}

/** Print and electronic edition have one each, and hardly a source has both. */
function allIssns(members: readonly SourcedRecord[]): Choice<string[]> {
  const published = members.filter(({ record }) => record.issns !== undefined);
  const [first] = published;
  if (!first) return undefined;
  return { value: [...new Set(published.flatMap(({ record }) => record.issns ?? []))], source: first.source };
}

/** Whether a name has more than initials before the family name. */
function hasGivenName(name: string): boolean {
  return name.split(/[\s.-]+/).filter((word) => /\p{L}{2}/u.test(word) && !/^\p{Lu}{2,3}$/u.test(word)).length > 1;
}
