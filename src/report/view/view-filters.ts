import type { ViewData, ViewPaper } from '../data/report-data.ts';
import { ALL_KEYWORDS } from './summary.ts';

/** The facets that papers can be filtered by, one value at a time. */
export type Facet =
  | 'keyword'
  | 'topic'
  | 'field'
  | 'venue'
  | 'author'
  | 'type'
  | 'design'
  | 'source'
  | 'search'
  | 'decision';

export type Filters = {
  /** Words that must all occur in title, authors, venue, abstract or reference. */
  text: string;
  /** The lowest accepted class of match. */
  match: string;
  yearFrom: number | undefined;
  yearTo: number | undefined;
  openAccess: boolean;
  hideRetracted: boolean;
  /** Selected on a chart. */
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

/** The values that a paper has for a facet. `decision`: the decision on it. */
export function facetValues(
  facet: Facet,
  paper: ViewPaper,
  { topics, searches }: ViewData,
  decision = '',
): readonly string[] {
  const { topic, fields, venue, authors, type, design, foundIn } = paper;
  if (facet === 'keyword') return keywordsOf(paper, searches);
  if (facet === 'search') return paper.searches.map((index) => searches[index]?.ref ?? '');
  const letter = topics[topic ?? -1]?.letter;
  const value = { topic: letter, field: fields, venue, author: authors, type, design, source: foundIn, decision }[
    facet
  ];
  return typeof value === 'string' ? [value] : (value ?? []);
}

function keywordsOf({ keywords = [] }: ViewPaper, searches: ViewData['searches']): string[] {
  const [search] = searches;
  const hasAll = searches.length === 1 && search?.keywords.every((keyword) => keywords.includes(keyword));
  return hasAll ? [...keywords, ALL_KEYWORDS] : keywords;
}

/** The only condition that excludes a paper; `other` is one that is not counted separately, or several. */
export type Obstacle = Facet | 'year' | 'other';

/**
 * The condition that excludes a paper under the filters; undefined if it passes. `words` are the words of the text
 * filter, in lower case.
 */
export function findObstacle(
  data: ViewData,
  paper: ViewPaper,
  filters: Filters,
  words: readonly string[],
  decision?: string,
): Obstacle | undefined {
  const { year, match, oa, retracted } = paper;
  const { yearFrom, yearTo, facets } = filters;
  if (filters.openAccess && !oa) return 'other';
  if (filters.hideRetracted && retracted) return 'other';
  if (filters.match !== '' && !isAtLeast(match, filters.match)) return 'other';
  if (!hasWords(paper, words)) return 'other';
  const isTooEarly = yearFrom !== undefined && (year === undefined || year < yearFrom);
  const isTooLate = yearTo !== undefined && (year === undefined || year > yearTo);
  const obstacles: Obstacle[] = isTooEarly || isTooLate ? ['year'] : [];
  for (const [facet, value] of Object.entries(facets) as [Facet, string][])
    if (!facetValues(facet, paper, data, decision).includes(value)) obstacles.push(facet);
  return obstacles.length > 1 ? 'other' : obstacles[0];
}

/** The active filters, with a name for each and the change that clears it. */
export function listSet({
  filters,
  data,
}: {
  filters: Filters;
  data: ViewData;
}): [name: string, change: Partial<Filters>][] {
  const { text, match, yearFrom, yearTo, openAccess, hideRetracted, facets } = filters;
  const years = yearFrom === yearTo ? String(yearFrom) : `${yearFrom ?? ''}–${yearTo ?? ''}`;
  const topic = data.topics.find(({ letter }) => letter === facets.topic);
  const set: ([string, Partial<Filters>] | false)[] = [
    text !== '' && [`“${text}”`, { text: '' }],
    match !== '' && [
      match === 'strong' ? 'strong' : match === 'good' ? 'fits well' : `${match} or better`,
      { match: '' },
    ],
    (yearFrom ?? yearTo) !== undefined && [years, { yearFrom: undefined, yearTo: undefined }],
    openAccess && ['open access', { openAccess: false }],
    hideRetracted && ['not retracted', { hideRetracted: false }],
    ...(Object.entries(facets) as [Facet, string][]).map(([facet, value]): [string, Partial<Filters>] => {
      const { [facet]: _, ...others } = facets;
      return [facet === 'topic' ? (topic?.name ?? value) : value, { facets: others }];
    }),
  ];
  return set.filter((each) => each !== false);
}

function isAtLeast(match: string | undefined, least: string): boolean {
  return match !== undefined && MATCHES.indexOf(match) <= MATCHES.indexOf(least);
}

/** The searched texts in lower case, cached because each keystroke searches all of them. */
const searched = new WeakMap<ViewPaper, string>();

function hasWords(paper: ViewPaper, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { ref, title, authors, venue, abstract, summary, doi } = paper;
  const text =
    searched.get(paper) ?? [ref, title, authors.join(' '), venue, abstract, summary, doi].join(' ').toLowerCase();
  searched.set(paper, text);
  return words.every((word) => text.includes(word));
}

/** Columns of the table that appear if a paper has a value. */
export const FACTS = ['year', 'cited', 'citedWithin', 'match'] as const;
type Fact = (typeof FACTS)[number];
export type Column = 'rank' | 'title' | Fact;
/** `keys`: sort keys of the papers, for an order that is not a column's. */
export type Order = { by: Column | 'kept'; descending: boolean; keys?: readonly SortKey[] };

/** Sorts papers (indices): missing values last in both directions, equal ones by rank. */
export function sorted(papers: readonly ViewPaper[], indices: readonly number[], order: Order): number[] {
  const direction = order.descending ? -1 : 1;
  const keys = order.keys ?? papers.map((paper, index) => sortKey(paper, order.by as Column, index));
  return [...indices].sort((a, b) => {
    const [left, right] = [keys[a], keys[b]];
    const isLacking = Number(left === undefined) - Number(right === undefined);
    return isLacking || direction * compare(left, right) || a - b;
  });
}

type SortKey = string | number | undefined;

function sortKey(paper: ViewPaper, by: Column, index: number): SortKey {
  if (by === 'rank') return index;
  return by === 'match' ? paper.match && -MATCHES.indexOf(paper.match) : paper[by];
}

function compare(a: SortKey, b: SortKey): number {
  return typeof a === 'string' ? a.localeCompare(String(b), 'en') : Number(a) - Number(b);
}

/** How often each value occurs. */
export function countEach<T extends string | number>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Most frequent first. */
export function byCount<T extends string | number>(counts: Map<T, number>): [value: T, count: number][] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

/** The combinations in which values occur (`OpenAlex + Crossref`), most frequent first. */
export function tallySets(sets: readonly (readonly string[])[]): [set: string, count: number][] {
  return byCount(countEach(sets.filter((set) => set.length > 0).map((set) => [...set].sort().join(' + '))));
}

/** The active filters as a query string. */
export function writeFilters({ facets, text, match, yearFrom, yearTo, openAccess, hideRetracted }: Filters): string {
  const set = {
    text,
    match,
    from: yearFrom,
    to: yearTo,
    open: openAccess || '',
    notRetracted: hideRetracted || '',
    ...facets,
  };
  const pairs = Object.entries(set).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString();
}

/** The reverse of `writeFilters`. Unknown names are ignored. */
export function readFilters(hash: string): Filters {
  const {
    text = '',
    match = '',
    from,
    to,
    open,
    notRetracted,
    ...others
  } = Object.fromEntries(new URLSearchParams(hash));
  const year = (value: string | undefined) => (/^\d{1,4}$/.test(value ?? '') ? Number(value) : undefined);
  const facets = Object.entries(others).filter(([name]) => FACETS.has(name)) as [Facet, string][];
  return {
    ...NO_FILTERS,
    text,
    match,
    yearFrom: year(from),
    yearTo: year(to),
    openAccess: open !== undefined,
    hideRetracted: notRetracted !== undefined,
    facets: Object.fromEntries(facets),
  };
}

const FACETS: ReadonlySet<string> = new Set<Facet>([
  ...(['keyword', 'topic', 'field', 'venue', 'author', 'type', 'design', 'source', 'search', 'decision'] as const),
]);
