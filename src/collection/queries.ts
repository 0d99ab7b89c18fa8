import type { FilterValues } from '../papers/filters/filter-meaning.ts';
import type { Background, CandidateQuery } from './port.ts';

/** The engine ends a search after this long, on each shard alone; what it has by then counts. */
const SHARD_TIME = '4s';

type Clause = Record<string, unknown>;

/** The body of a search for candidates. */
export function candidatesBody({ terms, filters, count }: CandidateQuery, background: Background): unknown {
  const should = terms.flatMap(({ term, weight }) => {
    // The engine multiplies by an idf of its own. The last digits of a logarithm differ between versions of Node, and
    // equal questions have to be equal texts.
    const boost = Number((weight / idfOfEngine(term, background)).toPrecision(6));
    return boost > 0 && Number.isFinite(boost) ? [{ term: { words: { value: term, boost } } }] : [];
  });
  return {
    size: count,
    timeout: SHARD_TIME,
    track_total_hits: false,
    _source: ['record'],
    query: { bool: { should, minimum_should_match: 1, filter: filters ? filterClauses(filters) : [] } },
  };
}

/** The body of a search that only counts the papers with all of the terms. */
export function countBody(terms: readonly string[]): unknown {
  const filter = terms.map((term) => ({ term: { words: term } }));
  return { size: 0, timeout: SHARD_TIME, track_total_hits: true, query: { bool: { filter } } };
}

function idfOfEngine(term: string, { papers, documentFrequency }: Background): number {
  const containing = Math.min(Math.max(documentFrequency(term), 1), papers);
  return Math.log(1 + (papers - containing + 0.5) / (containing + 0.5));
}

/** Every filter that chooses papers has an entry, or the types do not check. */
const CLAUSES: { [Name in keyof FilterValues]-?: (value: NonNullable<FilterValues[Name]>) => Clause } = {
  year: ({ from, to }) => ({ range: { year: { gte: from, lte: to } } }),
  minCitationCount: (min) => ({ range: { citations: { gte: min } } }),
  fieldsOfStudy: (names) => ({ terms: { fields: names } }),
  openAccessPdf: (flag) => ({ term: { openAccess: flag } }),
  downloadable: (flag) => ({ term: { downloadable: flag } }),
  quartileRanking: (names) => ({ terms: { quartile: names.map((name) => Number(name.slice(1))) } }),
  publicationTypes: (types) => ({ terms: { type: types } }),
};

/** `papers/filters/filter-meaning.ts` says what these mean. */
function filterClauses(filters: FilterValues): Clause[] {
  return Object.entries(filters).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const clause = CLAUSES[name as keyof FilterValues] as (value: unknown) => Clause;
    return [clause(value)];
  });
}
