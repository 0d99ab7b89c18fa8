import type { SourceName } from '../../contract/source-names.ts';
import { arxivKey } from '../arxiv-number.ts';
import { type BibtexSource, joinBibtexSources } from '../bibtex-source.ts';
import { readDatabases, readKeywords, readNotes } from '../clean-fields.ts';
import { journalTitleKey } from '../journals/journal-ranking.ts';
import type { Paper } from '../paper.ts';
import { RETRACTION_KINDS } from '../retraction/notes.ts';
import { isCutAbstract } from './abstracts.ts';
import { isPreprintVenue, readPublishedDoi } from './identity.ts';
import * as precedence from './source-precedence.ts';

/**
 * How each field survives a merge: within one list or the library (`inList`), across sources (`acrossSources`), and
 * between a stored and a live record (`changes`). Enrichment only fills missing fields (`follows`).
 */

export type Member = { record: Paper; isPreprint: boolean; source?: SourceName };

type Choice = { value: unknown; member: Member } | undefined;

/** Chooses among records in order: the main one first, or by `precedence`. */
type Strategy = (members: readonly Member[], field: MergedField) => Choice;

export type MergedField = Exclude<
  keyof Paper,
  'key' | 'foundIn' | 'provenance' | 'quartileSource' | 'quartileYear' | 'hasMoreAuthors'
>;

export type Survival = {
  precedence: precedence.Precedence;
  inList: Strategy;
  acrossSources: Strategy;
  /** Applies to the preprint only, not to the work once it is published. */
  ofVersion?: true;
  /** The values of stored and live records are combined; neither replaces the other. */
  accumulates?: true;
  /** Changes over time, so the later value wins. Retractions have their own rules. */
  changes?: 'count' | 'state' | 'retraction';
};

/** A field taken from the same record as another field. */
type Follower = { follows: MergedField };

/** The types require a row for every field of a paper. */
type Table = {
  [Name in keyof Required<Paper>]: Name extends MergedField ? Survival : Follower | 'made by the merge';
};

const { BIBLIOGRAPHY, WHERE_PUBLISHED, OPEN_COPIES, MEDICAL_NUMBERS } = precedence;

export const SURVIVORSHIP: Table = {
  key: 'made by the merge',
  title: both(BIBLIOGRAPHY, firstKnown),
  abstract: both(precedence.ABSTRACTS, wholeAbstract),
  summary: both(precedence.SUMMARIES, firstKnown),
  authors: both(precedence.AUTHOR_NAMES, preferably('authors', haveGivenName)),
  hasMoreAuthors: { follows: 'authors' },
  familyNames: { ...both(precedence.AUTHOR_NAMES, joinedNames), accumulates: true },
  year: both(BIBLIOGRAPHY, firstKnown),
  publishedAt: { ...both(BIBLIOGRAPHY, firstKnown), acrossSources: dateOfYear },
  venue: { ...both(WHERE_PUBLISHED, firstKnown), acrossSources: venueOfVersion },
  publisher: both(WHERE_PUBLISHED, firstKnown),
  publisherPlace: both(WHERE_PUBLISHED, firstKnown),
  edition: both(WHERE_PUBLISHED, firstKnown),
  series: both(WHERE_PUBLISHED, firstKnown),
  seriesNumber: both(WHERE_PUBLISHED, firstKnown),
  // A preprint server's volume numbers are not the journal's.
  volume: { ...both(WHERE_PUBLISHED, firstKnown), ofVersion: true },
  issue: { ...both(WHERE_PUBLISHED, firstKnown), ofVersion: true },
  pages: { ...both(WHERE_PUBLISHED, firstKnown), ofVersion: true },
  editors: { ...both(WHERE_PUBLISHED, firstKnown), ofVersion: true },
  isbns: { ...both(WHERE_PUBLISHED, union), ofVersion: true },
  language: both(BIBLIOGRAPHY, firstKnown),
  country: both(WHERE_PUBLISHED, firstKnown),
  quartile: { ...both(WHERE_PUBLISHED, quartileOfVenue), changes: 'state' },
  quartileSource: { follows: 'quartile' },
  quartileYear: { follows: 'quartile' },
  publicationType: { ...both(precedence.PUBLICATION_TYPES, firstKnown), ofVersion: true },
  studyTypes: { ...both(MEDICAL_NUMBERS, union), ofVersion: true },
  fieldsOfStudy: { ...both(precedence.FIELDS, union), acrossSources: firstKnown },
  keywords: { ...both(precedence.FIELDS, joinedBy(readKeywords)), accumulates: true },
  notes: { ...both(BIBLIOGRAPHY, joinedBy(readNotes)), accumulates: true },
  databases: { ...both(BIBLIOGRAPHY, joinedBy(readDatabases)), accumulates: true },
  citationCount: { ...both(precedence.CITATIONS, highest), acrossSources: highestOfWideCounts, changes: 'count' },
  influentialCitationCount: { ...both(precedence.SEMANTIC_SCHOLAR, highest), changes: 'count' },
  // Zero often means that the publisher deposited no list.
  referenceCount: {
    ...both(precedence.SEMANTIC_SCHOLAR, highest),
    acrossSources: preferably('referenceCount', (count) => count > 0),
    changes: 'count',
  },
  isOpenAccess: { ...both(precedence.OPEN_ACCESS, trueIfAny), acrossSources: openIfPdf, changes: 'state' },
  isPrePrint: { ...both(precedence.VERSIONS, firstKnown), ofVersion: true },
  downloadable: { ...both(OPEN_COPIES, onlyTrue), changes: 'state' },
  // A DOI given by arXiv is the published version's. Other preprints' own DOIs come after it.
  doi: {
    ...both(WHERE_PUBLISHED, firstKnown),
    acrossSources: preferably('doi', (_, { record }) => readPublishedDoi(record) !== undefined),
  },
  arxivId: { ...both(precedence.ARXIV_NUMBERS, firstKnown), acrossSources: arxivNumber },
  pmid: both(MEDICAL_NUMBERS, firstKnown),
  pmcid: both(MEDICAL_NUMBERS, firstKnown),
  openAlexId: both(OPEN_COPIES, firstKnown),
  corpusId: both(precedence.SEMANTIC_SCHOLAR, firstKnown),
  // The print and electronic editions have one each, and few sources have both.
  issns: both(WHERE_PUBLISHED, union),
  isRetracted: { ...both(MEDICAL_NUMBERS, trueIfAny), changes: 'retraction' },
  retraction: { ...both(MEDICAL_NUMBERS, gravest), accumulates: true },
  link: { ...both(WHERE_PUBLISHED, firstKnown), changes: 'state' },
  pdfLink: { ...both(OPEN_COPIES, firstKnown), changes: 'state' },
  referencedWorks: { ...both(OPEN_COPIES, union), accumulates: true },
  bibtex: both(BIBLIOGRAPHY, joinedEntries),
  foundIn: 'made by the merge',
  provenance: 'made by the merge',
};

function both(order: precedence.Precedence, strategy: Strategy): Survival {
  return { precedence: order, inList: strategy, acrossSources: strategy };
}

const ROWS = Object.entries(SURVIVORSHIP);

/** Fields that a merge chooses by a row of their own. */
export const MERGED_FIELDS = ROWS.filter(
  (row): row is [MergedField, Survival] => typeof row[1] === 'object' && 'precedence' in row[1],
);

const FOLLOWERS = new Map<keyof Paper, (keyof Paper)[]>();
for (const [name, row] of ROWS) {
  if (typeof row !== 'object' || !('follows' in row)) continue;
  FOLLOWERS.set(row.follows, [...(FOLLOWERS.get(row.follows) ?? []), name as keyof Paper]);
}

/** Fields that follow another: a quartile keeps its origin. */
export function listFollowers(field: MergedField): readonly (keyof Paper)[] {
  return FOLLOWERS.get(field) ?? [];
}

export function isKnown(value: unknown): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function firstKnown(members: readonly Member[], field: MergedField): Choice {
  return firstOf(members, field, () => true);
}

function firstOf<Name extends MergedField>(
  members: readonly Member[],
  field: Name,
  accept: (value: NonNullable<Paper[Name]>, member: Member) => boolean,
): Choice {
  const member = members.find((one) => {
    const value = one.record[field];
    return isKnown(value) && accept(value as NonNullable<Paper[Name]>, one);
  });
  return member && { value: member.record[field], member };
}

/** The first acceptable value, else the first value. */
function preferably<Name extends MergedField>(
  field: Name,
  accept: (value: NonNullable<Paper[Name]>, member: Member) => boolean,
): Strategy {
  return (members) => firstOf(members, field, accept) ?? firstKnown(members, field);
}

/** True if any record says so, else the first record's value. */
function trueIfAny(members: readonly Member[], field: MergedField): Choice {
  return onlyTrue(members, field) ?? firstKnown(members, field);
}

function onlyTrue(members: readonly Member[], field: MergedField): Choice {
  return firstOf(members, field, (value) => value === true);
}

const GRAVEST_FIRST = [...RETRACTION_KINDS, 'none'] as const;

/** The most serious status; among equal ones the first with a date. */
function gravest(members: readonly Member[]): Choice {
  const known = members.flatMap((member) => {
    const { retraction: value } = member.record;
    return value === undefined ? [] : [{ value, member, rank: GRAVEST_FIRST.indexOf(value.kind) }];
  });
  const [first] = known.sort(
    (a, b) => a.rank - b.rank || Number(b.value.date !== undefined) - Number(a.value.date !== undefined),
  );
  return first;
}

/** If a PDF is known, true as soon as one record says so. */
function openIfPdf(members: readonly Member[], field: MergedField): Choice {
  const hasPdf = members.some(({ record }) => record.pdfLink !== undefined);
  return hasPdf ? trueIfAny(members, field) : firstKnown(members, field);
}

function highest(members: readonly Member[], field: MergedField): Choice {
  let best: { value: number; member: Member } | undefined;
  for (const member of members) {
    const value = member.record[field];
    if (typeof value === 'number' && (best === undefined || value > best.value)) best = { value, member };
  }
  return best;
}

function highestOfWideCounts(members: readonly Member[], field: MergedField): Choice {
  const wide = members.filter(({ source }) => source !== undefined && precedence.WIDE_COUNTS.has(source));
  return highest(wide, field) ?? firstKnown(members, field);
}

function union(members: readonly Member[], field: MergedField): Choice {
  return joinedBy((values) => [...new Set(values)])(members, field);
}

/** The values of all records, without duplicates, in the spelling of the first. */
function joinedBy<Value>(read: (values: readonly Value[]) => Value[] | undefined): Strategy {
  return (members, field) => {
    const having = members.filter(({ record }) => isKnown(record[field]));
    const values = having.flatMap(({ record }) => record[field] as readonly unknown[] as Value[]);
    return having[0] && { value: read(values), member: having[0] };
  };
}

/** The family names of every source. On conflict the first source wins. */
function joinedNames(members: readonly Member[]): Choice {
  const having = members.filter(({ record }) => record.familyNames !== undefined);
  const [first] = having;
  const value = Object.fromEntries(having.flatMap(({ record }) => Object.entries(record.familyNames ?? {})).reverse());
  return first && { value, member: first };
}

/** The main record's entry, plus fields that only others have. */
function joinedEntries(members: readonly Member[]): Choice {
  const having = members.filter(({ record }) => record.bibtex !== undefined);
  const [first] = having;
  const entries = having.map(({ record }) => record.bibtex as BibtexSource);
  return first && { value: entries.reduce(joinBibtexSources), member: first };
}

/** The first abstract, unless a longer one starts with it. */
function wholeAbstract(members: readonly Member[]): Choice {
  let best: { value: string; member: Member } | undefined;
  for (const member of members) {
    const { abstract } = member.record;
    if (abstract && (best === undefined || isCutAbstract(best.value, abstract))) best = { value: abstract, member };
  }
  return best;
}

/** The most precise date in the chosen year. Dates in other years count only if there is none in that year. */
function dateOfYear(members: readonly Member[]): Choice {
  const year = firstKnown(members, 'year')?.value;
  let best: { value: string; member: Member } | undefined;
  for (const member of members) {
    const { publishedAt: value } = member.record;
    if (!value || (year !== undefined && !value.startsWith(String(year)))) continue;
    if (best === undefined || value.length > best.value.length) best = { value, member };
  }
  return best ?? firstKnown(members, 'publishedAt');
}

/** The published version did not appear on the preprint server. */
function venueOfVersion(members: readonly Member[]): Choice {
  const isPublished = members.some(({ isPreprint }) => !isPreprint);
  return firstOf(members, 'venue', (venue, one) => !(isPublished && one.isPreprint && isPreprintVenue(venue)));
}

/** The arXiv number from anywhere in a record except its key, which belongs to its source. */
function arxivNumber(members: readonly Member[]): Choice {
  for (const member of members) {
    const value = arxivKey({ ...member.record, key: '' });
    if (value !== undefined) return { value, member };
  }
  return undefined;
}

/**
 * Any quartile takes precedence over a computed one (of an earlier version). A looked-up quartile applies only to its
 * venue.
 */
function quartileOfVenue(members: readonly Member[]): Choice {
  const [main, ...others] = members;
  let best = main;
  for (const other of others) {
    const { quartile, quartileSource } = other.record;
    if (quartile === undefined) continue;
    const isBetter = best?.record.quartile === undefined || (isComputed(best) && !isComputed(other));
    const isOfOther = quartileSource !== undefined && main !== undefined && isOtherVenue(main.record, other.record);
    if (isBetter && !isOfOther) best = other;
  }
  return best?.record.quartile === undefined ? undefined : { value: best.record.quartile, member: best };
}

function isComputed({ record }: Member): boolean {
  return record.quartileSource === 'openalex-computed';
}

function isOtherVenue(a: Paper, b: Paper): boolean {
  if (a.issns?.some((issn) => b.issns?.includes(issn))) return false;
  return a.venue !== undefined && b.venue !== undefined && journalTitleKey(a.venue) !== journalTitleKey(b.venue);
}

/** Whether a name has more than initials before the family name. */
function haveGivenName(names: readonly string[]): boolean {
  const isGiven = (word: string) => /\p{L}{2}/u.test(word) && !/^\p{Lu}{2,3}$/u.test(word);
  return names.some((name) => name.split(/[\s.-]+/).filter(isGiven).length > 1);
}
