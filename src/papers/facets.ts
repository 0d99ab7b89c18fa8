import { addTo, countInOrder } from '../lib/groups.ts';
import { nameAuthors } from './author-forms.ts';
import { detectDesign } from './design/design.ts';
import { PAPER_DECISIONS } from './filters/where.ts';
import { nameVenues } from './journals/venue-names.ts';
import { hasPdf, readAccess } from './open-access.ts';
import type { Paper } from './paper.ts';
import { MATCH_CLASSES, type MatchClass } from './relevance/match-classes.ts';
import { RETRACTION_KINDS } from './retraction/notes.ts';
import { retractionMark, verdictOnRetraction } from './retraction/status.ts';
import { readFieldOfStudy } from './source-words.ts';
import { shorten } from './text.ts';

/** Counts that describe the papers of a job. Papers without a value count as `unknown`. */
export type Facets = Record<string, Record<string, number>>;

const UNKNOWN = 'unknown';
const OTHERS = 'others';
/** Maximum values listed per facet: on a first page (brief), or on request (whole). */
const MAX_NAMED_VALUES = { brief: 6, whole: 40 };
const MAX_NAME_CHARACTERS = 80;
const MAX_ORDERED_VALUES = 150;
/** In brief, years are grouped by decade if there are more than this. */
const MAX_YEARS = 8;
/** Lower ends of the citation bands, highest first. */
const CITATION_BANDS = [1000, 100, 10, 1, 0];

/**
 * Counts by year, field, design, type, quartile, open access, citations, venue and retraction; `whole` adds PDF and
 * author. `brief` groups many years by decade and lists the most frequent values; the rest is under `others`. `matches`
 * are the papers' classes, `decisions` those of reviews on them. A field that no paper has is counted as unknown for
 * all, in brief under `unknown`: omitting it would hide that.
 */
export function countFacets(
  papers: readonly Paper[],
  detail: 'brief' | 'whole',
  matches: readonly MatchClass[] = [],
  decisions: readonly string[] = [],
): Facets {
  const years = new Set(papers.map((paper) => paper.year).filter((year) => year !== undefined));
  const byDecade = detail === 'brief' && years.size > MAX_YEARS;
  const yearName = (year: number) => (byDecade ? `${Math.floor(year / 10) * 10}s` : String(year));
  const maxValues = MAX_NAMED_VALUES[detail];
  const venueNames = nameVenues(papers);
  // On a first page, few papers share an author. The forms of one name are counted together.
  const nameOf = detail === 'whole' && nameAuthors(papers);
  const facets = {
    ...(matches.length > 0 && { match: countInOrder(MATCH_CLASSES, matches) }),
    ...(decisions.length > 0 && { decision: countInOrder(PAPER_DECISIONS, decisions) }),
    year: byName(papers, (paper) => (paper.year === undefined ? [] : [yearName(paper.year)])),
    field: byCount(papers, (paper) => paper.fieldsOfStudy.map((name) => readFieldOfStudy(name) ?? 'other'), maxValues),
    design: byCount(papers, (paper) => countable(detectDesign(paper)), maxValues),
    type: byCount(papers, (paper) => countable(paper.publicationType), maxValues),
    quartile: byName(papers, (paper) => countable(paper.quartile)),
    openAccess: byCount(papers, (paper) => yesOrNo(readAccess(paper).isOpenAccess), 2),
    ...(detail === 'whole' && { pdf: byCount(papers, (paper) => yesOrNo(hasPdf(paper)), 2) }),
    citations: byName(papers, (paper) => countable(citationBand(paper.citationCount))),
    venue: byCount(papers, ({ venue }) => countable(venue && venueNames.get(venue)), maxValues),
    ...(nameOf && {
      author: byCount(papers, ({ authors }) => authors.flatMap((author) => countable(nameOf(author))), maxValues),
    }),
    ...countRetractions(papers),
  };
  const counted = Object.fromEntries(Object.entries(facets).filter(([, counts]) => Object.keys(counts).length > 0));
  return detail === 'brief' ? joinUnknown(counted) : counted;
}

/** Replaces facets that are unknown for all papers by one facet, which lists them. */
function joinUnknown(facets: Facets): Facets {
  const isUnknown = ([, counts]: [string, Record<string, number>]) =>
    Object.keys(counts).every((name) => name === UNKNOWN);
  const entries = Object.entries(facets);
  const unknown = entries.filter(isUnknown).map(([name, counts]) => [name, counts[UNKNOWN] ?? 0]);
  const known = entries.filter((entry) => !isUnknown(entry));
  return { ...Object.fromEntries(known), ...(unknown.length > 0 && { [UNKNOWN]: Object.fromEntries(unknown) }) };
}

function yesOrNo(flag: boolean | undefined): string[] {
  return flag === undefined ? [] : [flag ? 'yes' : 'no'];
}

/** Counts retracted papers and other marks. */
function countRetractions(papers: readonly Paper[]): Facets {
  const kinds = papers.map((paper) => retractionMark(paper)?.kind);
  const verdicts = papers.map(verdictOnRetraction);
  const count = <T>(values: readonly T[], counted: T) => values.filter((value) => value === counted).length;
  const retracted = { yes: count(verdicts, 'yes'), no: count(verdicts, 'no'), [UNKNOWN]: count(verdicts, 'unknown') };
  const others = RETRACTION_KINDS.filter((kind) => kind !== 'retracted').map(
    (kind) => [kind, count(kinds, kind)] as const,
  );
  return { retracted: withoutZeros(retracted), retraction: withoutZeros(Object.fromEntries(others)) };
}

function withoutZeros(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** The name under which a value is counted. A value with the same name as one of our own counts is quoted. */
function countable(value: string | undefined): string[] {
  if (value === undefined) return [];
  return [value === UNKNOWN || value === OTHERS ? `"${value}"` : shorten(value, MAX_NAME_CHARACTERS)];
}

function citationBand(citations: number | undefined): string | undefined {
  if (citations === undefined) return undefined;
  const index = CITATION_BANDS.findIndex((lowest) => citations >= lowest);
  const lowest = CITATION_BANDS[index];
  if (lowest === undefined) return undefined;
  const next = CITATION_BANDS[index - 1];
  if (next === undefined) return `${lowest}+`;
  return next - 1 === lowest ? String(lowest) : `${lowest}-${next - 1}`;
}

function tally(papers: readonly Paper[], valuesOf: (paper: Paper) => string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const paper of papers) {
    const values = new Set(valuesOf(paper));
    for (const value of values.size > 0 ? values : [UNKNOWN]) addTo(counts, value);
  }
  return counts;
}

/** All values in order; if too many to show, only the most frequent. */
function byName(papers: readonly Paper[], valuesOf: (paper: Paper) => string[]): Record<string, number> {
  const counts = byCount(papers, valuesOf, MAX_ORDERED_VALUES);
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
}

/** The `maxValues` most frequent values, then the count of the others, then of papers without one. */
function byCount(
  papers: readonly Paper[],
  valuesOf: (paper: Paper) => string[],
  maxValues: number,
): Record<string, number> {
  const counts = tally(papers, valuesOf);
  const unknown = counts.get(UNKNOWN);
  counts.delete(UNKNOWN);
  const entries = [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b, 'en'));
  const others = entries.slice(maxValues).reduce((sum, [, count]) => sum + count, 0);
  return Object.fromEntries([
    ...entries.slice(0, maxValues),
    ...(others > 0 ? [[OTHERS, others]] : []),
    ...(unknown === undefined ? [] : [[UNKNOWN, unknown]]),
  ]);
}
