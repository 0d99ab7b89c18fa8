import type { Paper } from '../contract/paper.ts';
import { venueOf } from './present.ts';
import { readFieldOfStudy, readPublicationType, readQuartile } from './vocabulary.ts';

/** What the papers of a job are like, as counts; a value that a paper lacks is counted under `unknown`. */
export type Facets = Record<string, Record<string, number>>;

const UNKNOWN = 'unknown';
const MOST_VENUES = 8;
/** From how many papers on years are counted by decade. */
const MOST_YEARS = 12;
/** Lower ends of the citation bands, highest first. */
const CITATION_BANDS = [1000, 100, 10, 1, 0];

/** Counts by year (by decade where there are many), field, type, quartile, open access, citation band and venue. */
export function countFacets(papers: readonly Paper[]): Facets {
  const years = new Set(papers.map((paper) => paper.year).filter((year) => year != null));
  const yearName = (year: number) => (years.size > MOST_YEARS ? `${Math.floor(year / 10) * 10}s` : String(year));
  return {
    year: byName(papers, (paper) => (paper.year == null ? [] : [yearName(paper.year)])),
    field: byCount(papers, (paper) => (paper.fieldsOfStudy ?? []).map((name) => readFieldOfStudy(name) ?? 'other')),
    type: byCount(papers, (paper) => present(readPublicationType(paper.publicationType))),
    quartile: byName(papers, (paper) => present(readQuartile(paper.v_quartile_ranking))),
    openAccess: byCount(papers, (paper) => (paper.isOpenAccess == null ? [] : [paper.isOpenAccess ? 'yes' : 'no'])),
    citations: byName(papers, (paper) => present(citationBand(paper.impactFactor?.citationCount))),
    venue: byCount(papers, (paper) => present(venueOf(paper)), MOST_VENUES),
  };
}

function present(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}

function citationBand(citations: number | null | undefined): string | undefined {
  if (citations == null) return undefined;
  const at = CITATION_BANDS.findIndex((least) => citations >= least);
  const least = CITATION_BANDS[at];
  if (least === undefined) return undefined;
  const next = CITATION_BANDS[at - 1];
  if (next === undefined) return `${least}+`;
  return next - 1 === least ? String(least) : `${least}-${next - 1}`;
}

function tally(papers: readonly Paper[], valuesOf: (paper: Paper) => string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const paper of papers) {
    const values = new Set(valuesOf(paper));
    for (const value of values.size > 0 ? values : [UNKNOWN]) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function byName(papers: readonly Paper[], valuesOf: (paper: Paper) => string[]): Record<string, number> {
  const entries = [...tally(papers, valuesOf)].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  return Object.fromEntries(entries);
}

function byCount(papers: readonly Paper[], valuesOf: (paper: Paper) => string[], most = Number.POSITIVE_INFINITY) {
  const entries = [...tally(papers, valuesOf)].sort(([a, m], [b, n]) => n - m || a.localeCompare(b, 'en'));
  const kept = entries.filter(([name]) => name !== UNKNOWN).slice(0, most);
  return Object.fromEntries([...kept, ...entries.filter(([name]) => name === UNKNOWN)]);
}
