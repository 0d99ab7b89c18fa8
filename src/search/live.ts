import type { FilterName, Filters } from '../contract/filters.ts';
import type { JobRequest } from '../contract/requests.ts';
import { arxivDoi } from '../papers/arxiv.ts';
import type { JournalStatistics } from '../papers/journal-statistics.ts';
import type { PaperRecord } from '../papers/record.ts';
import { lookUpJournals } from './sources/journal-look-up.ts';
import { keyPhrases, type WordStatistics } from './sources/key-phrases.ts';
import { lookUpAll } from './sources/look-up.ts';
import { type FoundRecord, type MergedWork, mergeFound, readFound } from './sources/merge-records.ts';
import type { Relation, SourceQuestion } from './sources/port.ts';
import { type AskedSource, findRelated, gather, type RunnerContext, type SourceOutcome } from './sources/runner.ts';

/** What live sources gave: the works, and what came of asking each. */
export type LiveOutcome = { works: MergedWork[]; outcomes: SourceOutcome[] };

/** Each source takes as many of them as its limits allow. */
const MOST_TERMS = 24;
/** Looking up what is missing is worth waiting for as long as this. */
const COMPLETION_BUDGET_MS = 8_000;
/** Works that are looked up for missing facts, the best ones first. */
const MOST_COMPLETED = 400;

/**
 * Asks live sources what a request asks: its keywords as they are, of its text the best words and phrases. What they give is put
 * together, and facts that the request's filters or sort look at are looked up where they are missing. Never throws because of a source.
 */
export async function searchLive(
  asked: readonly AskedSource[],
  { body, filters }: Omit<JobRequest, 'operation'>,
  statistics: () => WordStatistics,
  context: RunnerContext,
): Promise<LiveOutcome> {
  if (asked.length === 0) return { works: [], outcomes: [] };
  const question: SourceQuestion = {
    keywords: body.keywords ?? [],
    terms: body.query === undefined ? [] : keyPhrases(body.query, statistics(), MOST_TERMS),
    filters,
    count: filters.limit,
  };
  const outcomes = await gather(asked, question, context);
  const found = outcomes.flatMap(readOutcome);
  const works = mergeFound(found);
  const completions = await lookUpMissing(asked, works, filters, context);
  return { works: completions.length === 0 ? works : mergeFound([...found, ...completions]), outcomes };
}

/** What is known of the journals of works whose quartile a request looks at, and that no ranking at hand has. */
export async function findJournals(
  asked: readonly AskedSource[],
  issns: readonly string[],
  context: RunnerContext,
): Promise<JournalStatistics[]> {
  const openAlex = asked.find(({ source }) => source.name === 'openalex');
  if (!openAlex || issns.length === 0) return [];
  return lookUpJournals(openAlex, issns, { ...context, budgetMs: COMPLETION_BUDGET_MS });
}

/** Works related to one that is known, of all sources that can tell; without duplicates. */
export async function findRelatedLive(
  asked: readonly AskedSource[],
  record: PaperRecord,
  relation: Relation,
  count: number,
  context: RunnerContext,
): Promise<LiveOutcome> {
  const known = await identify(asked, record, context);
  const able = asked.filter(({ source }) => source.related !== undefined);
  const outcomes = await Promise.all(able.map((each) => findRelated(each, known, relation, count, context)));
  return { works: mergeFound(outcomes.flatMap(readOutcome)), outcomes };
}

function readOutcome({ source, records }: SourceOutcome): FoundRecord[] {
  return readFound(
    source,
    records.map(({ facts }) => facts),
  ).found;
}

/** OpenAlex tells relations by its own number alone. */
async function identify(
  asked: readonly AskedSource[],
  record: PaperRecord,
  context: RunnerContext,
): Promise<PaperRecord> {
  const openAlex = asked.find(({ source }) => source.name === 'openalex');
  const doi = record.doi ?? arxivDoi(record.arxivId);
  if (!openAlex || record.openAlexId !== undefined) return record;
  const [kind, id] = doi === undefined ? (['pmid', record.pmid] as const) : (['doi', doi] as const);
  if (id === undefined) return record;
  const { found } = await lookUpAll(openAlex, kind, [id], { ...context, budgetMs: COMPLETION_BUDGET_MS });
  const openAlexId = found.get(id)?.openAlexId;
  return openAlexId ? { ...record, openAlexId } : record;
}

/** Facts of a record that a filter looks at, or a sort. */
const FACTS_OF: Partial<Record<FilterName, (keyof PaperRecord)[]>> = {
  fieldsOfStudy: ['fieldsOfStudy'],
  minCitationCount: ['citationCount'],
  openAccessPdf: ['isOpenAccess'],
  downloadable: ['pdfLink'],
  // What a quartile is joined by.
  quartileRanking: ['issns'],
  publicationTypes: ['publicationType'],
  year: ['year'],
};
const FACTS_OF_SORT: Record<string, keyof PaperRecord> = {
  citationCount: 'citationCount',
  influentialCitationCount: 'influentialCitationCount',
  referenceCount: 'referenceCount',
  year: 'year',
};

function neededFacts(filters: Filters): (keyof PaperRecord)[] {
  const byFilters = (Object.keys(FACTS_OF) as FilterName[]).flatMap((name) =>
    filters[name] === undefined ? [] : (FACTS_OF[name] ?? []),
  );
  const bySort = FACTS_OF_SORT[filters.sort?.split(':')[0] ?? ''];
  return bySort === undefined ? byFilters : [...byFilters, bySort];
}

/**
 * What the widest source knows of works that others found and that lack a fact which is asked for: arXiv counts no citations, Crossref
 * knows no open access. These have no rank: the source did not find them.
 */
async function lookUpMissing(
  asked: readonly AskedSource[],
  works: readonly MergedWork[],
  filters: Filters,
  context: RunnerContext,
): Promise<FoundRecord[]> {
  const needed = neededFacts(filters);
  const openAlex = asked.find(({ source }) => source.name === 'openalex');
  if (!openAlex || needed.length === 0) return [];
  const lacking = works.filter(
    ({ record, found }) =>
      !found.some(({ source }) => source === 'openalex') && needed.some((name) => !isKnown(record[name])),
  );
  const dois = lacking.flatMap(({ record }) => record.doi ?? arxivDoi(record.arxivId) ?? []).slice(0, MOST_COMPLETED);
  if (dois.length === 0) return [];
  const budgetMs = Math.min(context.budgetMs ?? Number.POSITIVE_INFINITY, COMPLETION_BUDGET_MS);
  const { found } = await lookUpAll(openAlex, 'doi', dois, { ...context, budgetMs });
  return readFound('openalex', [...new Set(found.values())]).found.map((one) => ({ ...one, rank: NO_RANK }));
}

/** Of a work that a source knows, but did not find. */
const NO_RANK = Number.POSITIVE_INFINITY;

function isKnown(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}
