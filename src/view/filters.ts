import type { ViewData, ViewPaper } from '../papers/report/view-data.ts';

/** What a paper may be filtered by, one value at a time. */
export type Facet = 'topic' | 'field' | 'venue' | 'author' | 'type' | 'design' | 'source' | 'search';

export type Filters = {
  /** Words that all have to be in title, authors, venue, abstract or reference. */
  text: string;
  /** The least class of match. */
  match: string;
  yearFrom: number | undefined;
  yearTo: number | undefined;
  openAccess: boolean;
  hideRetracted: boolean;
  /** Chosen on a chart. */
  facets: Partial<Record<Facet, string>>;
};

export const NO_FILTERS: Filters = {
  text: '',
  match: '',
  yearFrom: undefined,
  yearTo: undefined,
  openAccess: false,
  hideRetracted: false,
  facets: {},
};

/** Best first. */
export const MATCHES = ['strong', 'good', 'partial', 'weak'];

/** The values that a paper has for a facet. */
export function valuesOf(facet: Facet, paper: ViewPaper, { topics, searches }: ViewData): readonly string[] {
  const one = (value: string | undefined) => (value === undefined ? [] : [value]);
  switch (facet) {
    case 'topic':
      return one(paper.topic === undefined ? undefined : topics[paper.topic]?.letter);
    case 'field':
      return paper.fields;
    case 'venue':
      return one(paper.venue);
    case 'author':
      return paper.authors;
    case 'type':
      return one(paper.type);
    case 'design':
      return one(paper.design);
    case 'source':
      return paper.foundIn;
    case 'search':
      return paper.searches.map((index) => searches[index]?.ref ?? '');
  }
}

/** Whether a paper passes the filters; `except` names a facet that is passed over, to count its values. */
export function passes(data: ViewData, paper: ViewPaper, filters: Filters, except?: Facet | 'year'): boolean {
  const { yearFrom, yearTo, facets } = filters;
  if (except !== 'year') {
    if (yearFrom !== undefined && (paper.year === undefined || paper.year < yearFrom)) return false;
    if (yearTo !== undefined && (paper.year === undefined || paper.year > yearTo)) return false;
  }
  if (filters.openAccess && !paper.oa) return false;
  if (filters.hideRetracted && paper.retracted) return false;
  if (filters.match !== '' && !isAtLeast(paper.match, filters.match)) return false;
  for (const [facet, value] of Object.entries(facets) as [Facet, string][])
    if (facet !== except && !valuesOf(facet, paper, data).includes(value)) return false;
  return hasWords(paper, filters.text);
}

function isAtLeast(match: string | undefined, least: string): boolean {
  return match !== undefined && MATCHES.indexOf(match) <= MATCHES.indexOf(least);
}

function hasWords({ ref, title, authors, venue, abstract, summary, doi }: ViewPaper, words: string): boolean {
  const searchWords = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (searchWords.length === 0) return true;
  const text = [ref, title, authors.join(' '), venue, abstract, summary, doi].join(' ').toLowerCase();
  return searchWords.every((word) => text.includes(word));
}

export const COLUMNS = ['rank', 'title', 'year', 'cited', 'citedWithin', 'match'] as const;
export type Column = (typeof COLUMNS)[number];
export type Order = { by: Column; descending: boolean };

/** Papers (indices) in an order; those that lack the value stand last in both directions, equal ones by rank. */
export function sorted(papers: readonly ViewPaper[], indices: readonly number[], order: Order): number[] {
  const direction = order.descending ? -1 : 1;
  const keyOf = (index: number) => sortValue(papers[index] as ViewPaper, order.by, index);
  return [...indices].sort((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined) || a - b;
    return direction * compare(left, right) || a - b;
  });
}

function sortValue(paper: ViewPaper, by: Column, index: number): string | number | undefined {
  if (by === 'rank') return index;
  if (by === 'match') return paper.match && -MATCHES.indexOf(paper.match);
  return paper[by];
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'string' ? a.localeCompare(String(b), 'en') : a - Number(b);
}

/** How often each value occurs, most frequent first. */
export function tally(values: Iterable<string>): [value: string, count: number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

/** The sets in which values occur together (`OpenAlex + Crossref`), most frequent first. */
export function tallySets(sets: readonly (readonly string[])[]): [set: string, count: number][] {
  return tally(sets.filter((set) => set.length > 0).map((set) => [...set].sort().join(' + ')));
}
