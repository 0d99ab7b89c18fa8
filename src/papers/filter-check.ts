import { FILTER_NAMES, type FilterName, type Filters, parseYear } from '../contract/filters.ts';
import type { WirePaper } from '../contract/paper.ts';
import { readFieldOfStudy, readPublicationType, readQuartile } from './vocabulary.ts';

/** What a paper's own facts say of a filter; `unknown` when it lacks the fact. */
export type Verdict = 'met' | 'unmet' | 'unknown';

/** The parameters that choose papers: not how many, nor in which order. */
export type ChoosingFilter = Exclude<FilterName, 'limit' | 'sort'>;

/** The filters that a request uses. */
export function usedFilters(filters: Filters): ChoosingFilter[] {
  return FILTER_NAMES.filter(
    (name): name is ChoosingFilter => name !== 'limit' && name !== 'sort' && filters[name] !== undefined,
  );
}

/** How the facts of some papers agree with each filter of a search, counted per verdict. */
export function checkFilters(papers: readonly WirePaper[], filters: Filters) {
  const counts: Partial<Record<ChoosingFilter, Record<Verdict, number>>> = {};
  for (const name of usedFilters(filters)) {
    const count = { met: 0, unmet: 0, unknown: 0 };
    for (const paper of papers) count[checkFilter(paper, name, filters)] += 1;
    counts[name] = count;
  }
  return counts;
}

/** The filters that at least one of the papers contradicts. */
export function ignoredFilters(counts: ReturnType<typeof checkFilters>): ChoosingFilter[] {
  return (Object.keys(counts) as ChoosingFilter[]).filter((name) => (counts[name]?.unmet ?? 0) > 0);
}

/** Whether a paper meets one filter of a search. A filter that is not used is met. */
export function checkFilter(paper: WirePaper, name: ChoosingFilter, filters: Filters): Verdict {
  const { minCitationCount, quartileRanking, publicationTypes, fieldsOfStudy, year } = filters;
  switch (name) {
    case 'minCitationCount':
      return verdict(minCitationCount, paper.impactFactor?.citationCount, (least, count) => count >= least);
    case 'openAccessPdf':
      return verdict(filters.openAccessPdf, paper.isOpenAccess, isEqual);
    case 'downloadable':
      return verdict(filters.downloadable, paper.downloadable, isEqual);
    case 'quartileRanking':
      return verdict(quartileRanking, readQuartile(paper.v_quartile_ranking), isIn);
    case 'publicationTypes':
      return verdict(publicationTypes, readPublicationType(paper.publicationType), isIn);
    case 'fieldsOfStudy':
      return verdict(fieldsOfStudy, knownFields(paper), (wanted, fields) =>
        fields.some((field) => isIn(wanted, field)),
      );
    case 'year':
      return verdict(year, paper.year, (years, own) => own >= parseYear(years).from && own <= parseYear(years).to);
  }
}

function verdict<Wanted, Fact>(
  wanted: Wanted | undefined,
  fact: Fact | null | undefined,
  fits: (wanted: Wanted, fact: Fact) => boolean,
): Verdict {
  if (wanted === undefined) return 'met';
  if (fact === null || fact === undefined) return 'unknown';
  return fits(wanted, fact) ? 'met' : 'unmet';
}

function isEqual(wanted: boolean, fact: boolean): boolean {
  return wanted === fact;
}

function isIn(wanted: readonly string[], fact: string): boolean {
  return wanted.includes(fact);
}

function knownFields(paper: WirePaper): string[] | undefined {
  const fields = (paper.fieldsOfStudy ?? []).map((name) => readFieldOfStudy(name) ?? name);
  return fields.length > 0 ? fields : undefined;
}
