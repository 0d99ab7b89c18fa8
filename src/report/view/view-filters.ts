import type { ViewData, ViewPaper } from '../data/report-data.ts';
import { ALL_KEYWORDS } from './facts.ts';

/** The facets that papers can be filtered by, each by several values. */
const FACETS = [
  ...(['match', 'status', 'keyword', 'topic', 'field', 'venue', 'author', 'type', 'design'] as const),
  ...(['source', 'search', 'only', 'decision'] as const),
] as const;
export type Facet = (typeof FACETS)[number];

export type Filters = {
  /** Words that must all occur in title, authors, venue, abstract or notice; or the reference of a paper. */
  text: string;
  yearFrom: number | undefined;
  yearTo: number | undefined;
  openAccess: boolean;
  hideRetracted: boolean;
  /** A paper passes with any of a facet's values; of keywords it needs all. */
  facets: Partial<Record<Facet, readonly string[]>>;
};

export const NO_FILTERS: Filters = {
  text: '',
  yearFrom: undefined,
  yearTo: undefined,
  openAccess: false,
  hideRetracted: false,
  facets: {},
};

/** Best first. */
export const MATCHES = ['strong', 'good', 'partial', 'weak'] as const;

/** The displayed name of a facet's value. */
export function nameValue(facet: Facet, value: string, { topics }: ViewData): string {
  if (facet === 'match') return value === 'partial' ? 'in part' : value;
  if (facet === 'topic') return topics.find(({ letter }) => letter === value)?.name ?? value;
  return facet === 'only' ? `only in ${value}` : value;
}

/** The values that a paper has for a facet. `decision`: the decision on it. */
export function facetValues(
  facet: Facet,
  paper: ViewPaper,
  { topics, searches }: ViewData,
  decision = '',
): readonly string[] {
  const { topic, fields, venue, authors, type, design, foundIn, match, retracted, notice } = paper;
  if (facet === 'keyword') return listKeywords(paper, searches);
  if (facet === 'search' || facet === 'only') {
    const refs = paper.searches.map((index) => searches[index]?.ref ?? '');
    return facet === 'search' || refs.length === 1 ? refs : [];
  }
  const letter = topics[topic ?? -1]?.letter;
  const status = retracted ? 'retracted' : notice && 'with a notice';
  const values = { match, status, topic: letter, field: fields, venue, author: authors, type, design, decision };
  const value = facet === 'source' ? foundIn : values[facet];
  return typeof value === 'string' ? [value] : (value ?? []);
}

function listKeywords({ keywords = [] }: ViewPaper, searches: ViewData['searches']): string[] {
  const [search] = searches;
  const hasAll = searches.length === 1 && search?.keywords.every((keyword) => keywords.includes(keyword));
  return hasAll ? [...keywords, ALL_KEYWORDS] : keywords;
}

/** The only condition that excludes a paper; `other`: a condition without counts, or several conditions. */
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
  const { year, oa, retracted } = paper;
  const { yearFrom, yearTo, facets } = filters;
  if (filters.openAccess && !oa) return 'other';
  if (filters.hideRetracted && retracted) return 'other';
  if (!hasWords(paper, words)) return 'other';
  const isTooEarly = yearFrom !== undefined && (year === undefined || year < yearFrom);
  const isTooLate = yearTo !== undefined && (year === undefined || year > yearTo);
  const obstacles: Obstacle[] = isTooEarly || isTooLate ? ['year'] : [];
  for (const [facet, chosen] of Object.entries(facets) as [Facet, readonly string[]][]) {
    const values = facetValues(facet, paper, data, decision);
    const has = (value: string) => values.includes(value);
    if (!(facet === 'keyword' ? chosen.every(has) : chosen.some(has))) obstacles.push(facet);
  }
  return obstacles.length > 1 ? 'other' : obstacles[0];
}

/** The filters with a value of a facet added, or removed if it is set already. */
export function toggleValue({ facets }: Filters, facet: Facet, value: string): Pick<Filters, 'facets'> {
  const { [facet]: former = [], ...others } = facets;
  const values = former.includes(value) ? former.filter((each) => each !== value) : [...former, value];
  return { facets: values.length > 0 ? { ...others, [facet]: values } : others };
}

/** An active filter: its name, and the change that clears it. */
type ActiveFilter = [name: string, change: Partial<Filters>];

export function listSet({ filters, data }: { filters: Filters; data: ViewData }): ActiveFilter[] {
  const { text, yearFrom, yearTo, openAccess, hideRetracted, facets } = filters;
  const years = yearFrom === yearTo ? String(yearFrom) : `${yearFrom ?? ''}–${yearTo ?? ''}`;
  const set: (ActiveFilter | false)[] = [
    text !== '' && [`“${text}”`, { text: '' }],
    (yearFrom ?? yearTo) !== undefined && [years, { yearFrom: undefined, yearTo: undefined }],
    openAccess && ['open access', { openAccess: false }],
    hideRetracted && ['not retracted', { hideRetracted: false }],
    ...(Object.entries(facets) as [Facet, readonly string[]][]).flatMap(([facet, values]) =>
      values.map((value): ActiveFilter => [nameValue(facet, value, data), toggleValue(filters, facet, value)]),
    ),
  ];
  return set.filter((each) => each !== false);
}

/** The searched texts in lower case, made once: each keystroke searches all of them. */
const searched = new WeakMap<ViewPaper, string>();

function searchedText(paper: ViewPaper): string {
  const { title, authors, venue, abstract, summary, doi, notice, retracted } = paper;
  const text =
    searched.get(paper) ??
    [title, authors.join(' '), venue, abstract, summary, doi, retracted && 'retracted', notice].join(' ').toLowerCase();
  searched.set(paper, text);
  return text;
}

const REF = /^[jl]\d+(?:-\d+)?$/;

function hasWords(paper: ViewPaper, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const isNamed = (ref: string) => [paper.ref, ...(paper.also ?? [])].some((each) => each.toLowerCase() === ref);
  return words.every((word) => (REF.test(word) && isNamed(word)) || searchedText(paper).includes(word));
}

/** The words of a text filter, in lower case. */
export function typedWords({ text }: Filters): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The orders of the list, by the field that is sorted. */
export const ORDERS = {
  rank: 'best first',
  cited: 'most cited',
  citedWithin: 'most cited here',
  year: 'newest',
  title: 'by title',
  kept: 'like what I kept',
} as const;
/** `keys`: sort keys of the papers, for an order that no field of a paper gives. */
export type Order = { by: keyof typeof ORDERS; keys?: readonly SortKey[] };

/** Sorts papers (indices): numbers from the highest, missing values last, equal ones by rank. */
export function sorted(papers: readonly ViewPaper[], indices: readonly number[], { by, keys }: Order): number[] {
  if (by === 'rank') return [...indices].sort((a, b) => a - b);
  const keyOf = (index: number) => keys?.[index] ?? (by === 'kept' ? undefined : papers[index]?.[by]);
  const keyed = indices.map((index) => [index, keyOf(index)] as const);
  return keyed
    .sort(([a, left], [b, right]) => {
      const isLacking = Number(left === undefined) - Number(right === undefined);
      return isLacking || compare(left, right) || a - b;
    })
    .map(([index]) => index);
}

type SortKey = string | number | undefined;

const inEnglish = new Intl.Collator('en');

function compare(a: SortKey, b: SortKey): number {
  return typeof a === 'string' ? inEnglish.compare(a, String(b)) : Number(b) - Number(a);
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
export function writeFilters({ facets, text, yearFrom, yearTo, openAccess, hideRetracted }: Filters): string {
  const set = {
    text,
    from: yearFrom,
    to: yearTo,
    open: openAccess || '',
    notRetracted: hideRetracted || '',
    ...facets,
  };
  const pairs = Object.entries(set).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each ?? '')]),
  );
  return new URLSearchParams(pairs.filter(([, value]) => value !== '')).toString();
}

/** The reverse of `writeFilters`. Unknown names are ignored. */
export function readFilters(hash: string): Filters {
  const set = new URLSearchParams(hash);
  const readYear = (name: string) => (/^\d{1,4}$/.test(set.get(name) ?? '') ? Number(set.get(name)) : undefined);
  const facets = FACETS.map((facet) => [facet, set.getAll(facet).filter(Boolean)] as const);
  return {
    text: set.get('text') ?? '',
    yearFrom: readYear('from'),
    yearTo: readYear('to'),
    openAccess: set.has('open'),
    hideRetracted: set.has('notRetracted'),
    facets: Object.fromEntries(facets.filter(([, values]) => values.length > 0)),
  };
}
