import { parseYear } from '../../contract/filter-table.ts';
import type { Filters } from '../../contract/filters.ts';
import type { StrategyNode } from '../../papers/strategy/strategy-tree.ts';
import type { FailureDetail } from '../../wording/notes/source-outcomes.ts';
import { type BatchLimits, inBatches } from './batches.ts';
import { type PhraseLimits, queryPhrases } from './query-phrases.ts';
import type { PaperSource, SourceAnswer, SourcePage, SourceRequest, SourceSearch, SourceSettings } from './source.ts';
import { anyOfFields, type Dialect, strategyQuery, translate } from './translate.ts';

/** Queries in Lucene's syntax, which several sources accept. */

/** URLs of up to 4,000 bytes are safe. Each phrase is sent twice, for title and abstract. */
const LIMITS: PhraseLimits = {
  maxPhrases: 24,
  maxPhraseLength: 200,
  maxCharacters: 1_200,
  separatorLength: '"" OR '.length,
  maxEncodedBytes: 1_500,
};

/** A dialect, with the fields of titles and abstracts. */
export type LuceneDialect = Dialect & { fields: readonly [title: string, abstract: string] };

/** A dialect for strategies: titles and abstracts, and years as the source writes them. */
export function luceneDialect(
  fields: readonly [title: string, abstract: string],
  years: (node: Extract<StrategyNode, { kind: 'years' }>) => string,
  more: Partial<Dialect> = {},
): LuceneDialect {
  const [title, abstract] = fields;
  const fieldsOf = { title: [title], abstract: [abstract], titleAbstract: [title, abstract], topic: undefined };
  return {
    fields,
    operators: { and: ' AND ', or: ' OR ', not: ' NOT ' },
    term: (text, field) => fieldsOf[field] && anyOfFields(fieldsOf[field], `(${text})`),
    wildcards: 'ending',
    minPrefix: 3,
    years,
    maxEncodedBytes: 3_500,
    ...more,
  };
}

/** The condition of a filter by years; none without one. */
export function restrictToYears({ years }: LuceneDialect, { year }: Filters): string[] {
  const range = year === undefined ? undefined : years?.({ kind: 'years', ...parseYear(year) });
  return range === undefined ? [] : [range];
}

/** Why a query cannot be written in this syntax; undefined if it can. */
export function cannotAskInLucene(question: SourceSearch): FailureDetail | undefined {
  return queryPhrases(question, LIMITS).length === 0 ? 'no-words' : undefined;
}

/** The strategy's condition, else that any phrase of the query occurs in one of these fields. */
function wordsOrStrategy(question: SourceSearch, dialect: LuceneDialect): string {
  const query = strategyQuery(question, dialect);
  return query === undefined ? wordsInFields(question, dialect.fields) : `(${query})`;
}

type RequestRecords = (settings: SourceSettings, query: string, count: number) => SourceRequest;

/**
 * The search of a source that accepts Lucene syntax; `request` asks for the records of a query, most relevant first.
 */
export function searchInLucene(
  dialect: LuceneDialect,
  maxPageRecords: number,
  restrictions: (filters: Filters) => string[],
  request: RequestRecords,
): Pick<PaperSource, 'cannotAnswer' | 'search'> & Required<Pick<PaperSource, 'translate'>> {
  return {
    cannotAnswer: cannotAskInLucene,
    translate: (strategy) => translate(strategy, dialect),
    search(question, settings) {
      const query = [wordsOrStrategy(question, dialect), ...restrictions(question.filters)].join(' AND ');
      return request(settings, query, Math.max(1, Math.min(question.count, maxPageRecords)));
    },
  };
}

/** Look-ups by DOI, which is in `field`. */
export function lookUpByDoi(
  field: string,
  limits: Pick<BatchLimits, 'maxValues' | 'maxEncodedBytes'>,
  request: RequestRecords,
  read: (answer: SourceAnswer) => SourcePage,
): NonNullable<PaperSource['lookUp']> {
  // A character that has to be escaped takes three more bytes.
  const batchLimits = { ...limits, separatorBytes: 30, isAlone: () => false };
  return {
    kinds: ['doi'],
    maxIds: limits.maxValues,
    batches: (_kind, dois) => inBatches(dois, batchLimits),
    request: (_kind, dois, settings) => request(settings, anyInField(field, dois), dois.length),
    read,
  };
}

function wordsInFields(question: SourceSearch, fields: readonly string[]): string {
  const phrases = queryPhrases(question, LIMITS);
  return `(${fields.map((field) => anyInField(field, phrases)).join(' OR ')})`;
}

/** The condition that the field contains any of these texts as a phrase. */
function anyInField(field: string, texts: readonly string[]): string {
  return `${field}:(${texts.map(phrase).join(' OR ')})`;
}

/** Escapes every character that could be syntax. */
function phrase(text: string): string {
  return `"${text.replace(/["\\:?*~]/g, '\\$&')}"`;
}
