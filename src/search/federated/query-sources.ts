import { CHOOSING_FILTERS, filterRow, parseSort } from '../../contract/filter-table.ts';
import type { Filters } from '../../contract/filters.ts';
import type { BackgroundStatistics } from '../../library/engine/rank/statistics.ts';
import { arxivDoi } from '../../papers/arxiv-number.ts';
import { type UnknownFacts, usedFilters } from '../../papers/filters/filter-meaning.ts';
import type { Paper, PaperInput } from '../../papers/paper.ts';
import type { Query } from '../../papers/query/query.ts';
import { type FoundWork, isRanked, NO_RANK, toFoundWorks } from '../../papers/works/found-work.ts';
import { mergeFound } from '../../papers/works/merge.ts';
import { isKnown } from '../../papers/works/survivorship.ts';
import { keyPhrases, type TermStats } from '../sources/key-phrases.ts';
import { lookUpAll } from '../sources/look-up-by-id.ts';
import { type RunnerContext, type SourceOutcome, type SourceWithSettings, searchSources } from '../sources/runner.ts';
import type { SourceSearch } from '../sources/source.ts';
import { trackConnectivity } from '../sources/transport/connectivity.ts';
import type { CollectionOutcome } from './collection-search.ts';

/** The works found by live sources, and the outcome of each search and look-up. */
export type SourcesOutcome = {
  works: FoundWork[];
  outcomes: SourceOutcome[];
  lookUps: SourceOutcome[];
  /** Number of records merged with others, by evidence. Default: not counted. */
  duplicates?: Record<string, number>;
  /** Statistics of the collection, if it answered. */
  background?: BackgroundStatistics | undefined;
  /** For each filter, how many papers of the collection it excludes only because a field is unknown. */
  unknownInCollection?: UnknownFacts | undefined;
};

/** Terms of the query text; each source uses as many as its limits allow. */
const MAX_TERMS = 24;
/** Maximum time for looking up missing fields. */
const COMPLETION_BUDGET_MS = 8_000;
/** Maximum works with missing fields that are looked up, best first. */
const MAX_COMPLETED_WORKS = 400;

/**
 * Searches live sources, and the collection if there is one, by the request's keywords and the best words and phrases
 * of its text. Merges the results and looks up missing fields that filters or the sort order need. Never throws because
 * of a source.
 */
export async function querySources(
  sources: readonly SourceWithSettings[],
  query: Query,
  statistics: () => TermStats,
  outer: RunnerContext,
  collection?: () => Promise<CollectionOutcome>,
): Promise<SourcesOutcome> {
  const context = { ...outer, network: outer.network ?? trackConnectivity() };
  const question = sourceSearch(query, statistics);
  const [live, collected] = await Promise.all([searchSources(sources, question, context), collection?.()]);
  const outcomes = [...live, ...(collected ? [collected.outcome] : [])];
  const collectionPart = { background: collected?.background, unknownInCollection: collected?.unknown };
  const records = outcomes.flatMap(readOutcome);
  const duplicates: Record<string, number> = {};
  const works = mergeFound(records, (evidence) => {
    duplicates[evidence] = (duplicates[evidence] ?? 0) + 1;
  });
  const { completions, lookUps } = await lookUpMissing(sources, works, query.filters, context);
  if (completions.length === 0) return { works, outcomes, lookUps, duplicates, ...collectionPart };
  // A looked-up record that matches no found work is dropped.
  const completed = mergeFound([...works, ...completions]).filter((work) => work.findings.some(isRanked));
  return { works: completed, outcomes, lookUps, duplicates, ...collectionPart };
}

/** A query in the form that sources accept, with the most distinctive words and phrases of its text. */
export function sourceSearch(query: Query, statistics: () => TermStats): SourceSearch {
  const terms = query.text === undefined ? [] : keyPhrases(query.text.text, statistics(), MAX_TERMS);
  return { ...query, terms, count: query.filters.limit };
}

/** The works that a source returned. */
export function readOutcome({ source, records }: SourceOutcome): FoundWork[] {
  return toFoundWorks(source, records).works;
}

/** Limits a look-up that only completes what was found. */
export function withinCompletion(context: RunnerContext): RunnerContext {
  return { ...context, budgetMs: Math.min(context.budgetMs ?? Number.POSITIVE_INFINITY, COMPLETION_BUDGET_MS) };
}

/** Fields that sources report in place of another: ISSNs lead to quartiles, and an existing file has a link. */
const REPORTED_AS: Partial<Record<keyof Paper, keyof Paper>> = { quartile: 'issns', downloadable: 'pdfLink' };
const COUNTS: readonly string[] = ['citationCount', 'influentialCitationCount', 'referenceCount'];

/** The fields that the filters and the sort order of a query need. */
function neededFields(filters: Filters): (keyof Paper)[] {
  const order = filters.sort === undefined ? undefined : parseSort(filters.sort).field;
  const sorted = CHOOSING_FILTERS.filter((name) => name === order);
  const fields = [...usedFilters(filters), ...sorted].map((name) => filterRow(name).field);
  return [
    ...fields.map((field) => REPORTED_AS[field] ?? field),
    ...(order !== undefined && COUNTS.includes(order) ? [order as keyof Paper] : []),
  ];
}

/**
 * Looks up fields that the request needs and works lack (arXiv has no citation counts, Crossref no open-access status),
 * at each source that completes them. These records get no rank, because the source did not find them.
 */
async function lookUpMissing(
  sources: readonly SourceWithSettings[],
  works: readonly FoundWork[],
  filters: Filters,
  context: RunnerContext,
): Promise<{ completions: FoundWork[]; lookUps: SourceOutcome[] }> {
  const needed = neededFields(filters);
  const lookedUp = await Promise.all(
    sources.map((each) => {
      const fields = needed.filter((field) => each.source.lookUp?.completes?.includes(field as keyof PaperInput));
      return lookUpAt(each, fields, works, context);
    }),
  );
  return {
    completions: lookedUp.flatMap(({ works }) => works),
    lookUps: lookedUp.flatMap(({ outcome = [] }) => outcome),
  };
}

async function lookUpAt(
  source: SourceWithSettings,
  needed: readonly (keyof Paper)[],
  works: readonly FoundWork[],
  context: RunnerContext,
): Promise<{ works: FoundWork[]; outcome?: SourceOutcome }> {
  const { name } = source.source;
  const lacking = works.filter(
    ({ record, findings }) =>
      !findings.some((one) => one.source === name) && needed.some((field) => !isKnown(record[field])),
  );
  const dois = lacking
    .flatMap(({ record }) => record.doi ?? arxivDoi(record.arxivId) ?? [])
    .slice(0, MAX_COMPLETED_WORKS);
  if (dois.length === 0) return { works: [] };
  const { records, outcome } = await lookUpAll(source, 'doi', dois, withinCompletion(context));
  const unranked = toFoundWorks(name, [...new Set(records.values())]).works;
  return { works: unranked.map(({ record }) => ({ record, findings: [{ source: name, rank: NO_RANK }] })), outcome };
}
