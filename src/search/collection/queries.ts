import { type ChoosingFilter, filterRow } from '../../contract/filter-table.ts';
import type { FilterValues } from '../../papers/filters/filter-meaning.ts';
import type { Background, CandidateQuery, CountQuery } from './collection-port.ts';
import { FILTER_FIELDS } from './documents.ts';

/** The engine ends a search after this time, per shard; partial results count. */
const SHARD_TIME = '4s';

/** Returns of each hit its terms, and nothing that the engine would have to unpack. */
export const VECTOR_ONLY = { _source: false, stored_fields: '_none_', docvalue_fields: ['vector'] };

type Clause = Record<string, unknown>;

/** The body of a candidate search. */
export function candidatesBody({ terms, filters, count }: CandidateQuery, background: Background): unknown {
  const should = terms.flatMap(({ term, weight }) => {
    // The engine multiplies by its own idf. The last digits of a logarithm differ between versions of Node, and equal
    // requests must have equal text.
    const boost = Number((weight / engineIdf(term, background)).toPrecision(6));
    return boost > 0 && Number.isFinite(boost) ? [{ term: { words: { value: term, boost } } }] : [];
  });
  return {
    size: count,
    timeout: SHARD_TIME,
    track_total_hits: false,
    ...VECTOR_ONLY,
    query: {
      bool: {
        should,
        minimum_should_match: 1,
        filter: filters ? filterClauses(filters).map(({ clause }) => clause) : [],
      },
    },
  };
}

/** The body of a search for whole papers by the ids of their documents. */
export function papersBody(ids: readonly string[]): unknown {
  const query = { ids: { values: ids } };
  return { size: ids.length, timeout: SHARD_TIME, track_total_hits: false, _source: ['record'], query };
}

/** The body of a search that only counts papers. */
export function countBody(query: CountQuery): unknown {
  const terms =
    'all' in query ? query.all.map((term) => ({ term: { words: term } })) : [{ terms: { words: query.any } }];
  const filter = [...terms, ...(query.filters ? filterClauses(query.filters).map(({ clause }) => clause) : [])];
  return { size: 0, timeout: SHARD_TIME, track_total_hits: true, query: { bool: { filter } } };
}

/**
 * The body of a search that counts, for each filter, the papers with one of the terms that it excludes only because the
 * field is unknown.
 */
export function unknownBody(terms: readonly string[], filters: FilterValues): unknown {
  const clauses = filterClauses(filters);
  const lacks = (name: ChoosingFilter) => ({ bool: { must_not: { exists: { field: documentField(name) } } } });
  const isNotUnmet = clauses.map(({ name, clause }) => ({ bool: { should: [clause, lacks(name)] } }));
  const counts = Object.fromEntries(clauses.map(({ name }) => [name, lacks(name)]));
  return {
    size: 0,
    timeout: SHARD_TIME,
    track_total_hits: false,
    query: { bool: { filter: [{ terms: { words: terms } }, ...isNotUnmet] } },
    aggs: { unknown: { filters: { filters: counts } } },
  };
}

function engineIdf(term: string, { papers, documentFrequency }: Background): number {
  const containing = Math.min(Math.max(documentFrequency(term), 1), papers);
  return Math.log(1 + (papers - containing + 0.5) / (containing + 0.5));
}

function documentField(name: ChoosingFilter): string {
  return FILTER_FIELDS[filterRow(name).field].name;
}

function filterClauses(filters: FilterValues): { name: ChoosingFilter; clause: Clause }[] {
  return Object.entries(filters).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const filter = name as ChoosingFilter;
    const [[kind, condition] = []] = Object.entries(filterRow(filter).clause(value as never));
    const field = documentField(filter);
    const stored = field === 'quartile' ? (value as string[]).map((quartile) => Number(quartile.slice(1))) : condition;
    return [{ name: filter, clause: { [`${kind}`]: { [field]: stored } } }];
  });
}
