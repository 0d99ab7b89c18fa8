import { grouped } from '../../lib/counted.ts';
import { POOR_SHARE, type ViewData, type ViewPaper } from '../data/report-data.ts';

/** Whether a paper matches at least well. If its match is unknown, it counts as fitting. */
export function fits({ match }: ViewPaper): boolean {
  return match !== 'partial' && match !== 'weak';
}

/** The number of papers that fit; undefined if matches are unknown. */
export function countFitting({ papers }: ViewData): number | undefined {
  return papers.some(({ match }) => match) ? papers.filter(fits).length : undefined;
}

/** Whether hardly any paper fits the query. */
export function isPoor(data: ViewData): boolean {
  const fitting = countFitting(data);
  return fitting !== undefined && fitting < POOR_SHARE * data.papers.length;
}

/** Facts about the papers: how many fit, their years, access and retractions, and how many more the sources have. */
export function listFacts(data: ViewData): string[] {
  const { papers, searches } = data;
  const fitting = countFitting(data);
  // All numbers of the sentence refer to the same papers.
  const years = papers.flatMap((paper) => (fitting && !fits(paper) ? [] : (paper.year ?? [])));
  const [first, last] = [years.reduce((a, b) => Math.min(a, b), 9999), years.reduce((a, b) => Math.max(a, b), 0)];
  const from = first === last ? `, ${first}` : last > 0 ? `, ${first}–${last}` : '';
  const open = papers.filter(({ oa }) => oa).length;
  const retracted = papers.filter((paper) => paper.retracted).length;
  const facts = [
    (fitting === undefined ? '' : `${fitting} of `) +
      count(papers.length, 'paper') +
      (fitting === undefined ? from : ` fit well${fitting > 0 ? from : ''}`),
    open > 0 && `${Math.round((100 * open) / papers.length)} % of all in open access`,
    retracted > 0 && `${retracted} retracted`,
    ...sumSources(searches).flatMap(({ title, gave, total }) =>
      total > gave ? [`${title} holds ${grouped(total)}: ${grouped(gave)} fetched`] : [],
    ),
  ];
  return [...new Set(facts.filter((fact) => fact !== false))];
}

/** The number of records that each source returned, and that it has, over all searches. */
export function sumSources(searches: ViewData['searches']): { title: string; gave: number; total: number }[] {
  const sums = new Map<string, { title: string; gave: number; total: number }>();
  for (const { title, gave, total = gave } of searches.flatMap(({ sources }) => sources)) {
    const sum = sums.get(title) ?? { title, gave: 0, total: 0 };
    sums.set(title, { title, gave: sum.gave + gave, total: sum.total + total });
  }
  return [...sums.values()];
}

/** The query's keywords with the number of papers that have each; for a single search, also how many have all. */
export function countKeywords({ papers, searches }: ViewData): [keyword: string, papers: number][] {
  const isKnown = papers.some(({ keywords }) => keywords);
  const all = [...new Set(searches.flatMap(({ keywords }) => keywords))];
  if (!isKnown) return [];
  const countHaving = (some: readonly string[]) =>
    papers.filter(({ keywords = [] }) => some.every((keyword) => keywords.includes(keyword))).length;
  const counts = all.map((keyword): [string, number] => [keyword, countHaving([keyword])]);
  return all.length > 1 && searches.length === 1 ? [...counts, [ALL_KEYWORDS, countHaving(all)]] : counts;
}

/** The facet value of a paper that has all keywords of the query. */
export const ALL_KEYWORDS = 'all of them';

/** `1 paper`, `1,203 papers`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}
