import { parseYear } from '../../contract/filter-table.ts';
import type { Filters } from '../../contract/filters.ts';
import { fieldsOf, listOf } from '../../lib/json.ts';
import { failed, failureOf, jsonOf } from '../failures.ts';
import { cannotAskInLucene, luceneDialect, wordsOrStrategy } from '../lucene.ts';
import { baseOf, countOf, parameterOf, withParameters } from '../parameters.ts';
import type { DescribedSource, SourceAnswer, SourcePage, SourceRequest } from '../source.ts';
import { translate } from '../translate.ts';
import { FIELDS, metadataFromHal } from './read.ts';

const PUBLIC_API = 'https://api.archives-ouvertes.fr';
/** It gives up to 10,000, with abstracts some megabytes. */
const MAX_PAGE_RECORDS = 500;
const DIALECT = luceneDialect(['title_t', 'abstract_t'], ({ from, to }) => `producedDateY_i:[${from} TO ${to}]`);

/** HAL: the open archive of French research, with theses and reports that are nowhere else. It has no keys. */
export const source: DescribedSource = {
  name: 'hal',
  title: 'HAL',
  place: 95,
  hosts: ['api.archives-ouvertes.fr'],
  // Its records are typed in by authors and libraries.
  precedence: { openCopies: 45 },
  weight: 0.7,
  // No limit is documented.
  paceMs: 1_000,
  timeoutMs: 20_000,
  maxBytes: 8 * 1024 * 1024,
  maxRequests: 3,
  cannotAnswer: cannotAskInLucene,
  translate: (strategy) => translate(strategy, DIALECT),
  search(question, settings) {
    const request = { url: `${baseOf(settings, PUBLIC_API)}/search/`, headers: { Accept: 'application/json' } };
    const q = [wordsOrStrategy(question, DIALECT), ...restrictions(question.filters)].join(' AND ');
    const rows = Math.max(1, Math.min(question.count, MAX_PAGE_RECORDS));
    return withParameters(request, { q, wt: 'json', fl: FIELDS.join(), rows, start: 0 });
  },
  readPage,
};

function restrictions({ year }: Filters): string[] {
  const years = year === undefined ? undefined : parseYear(year);
  return years ? [`producedDateY_i:[${years.from} TO ${years.to}]`] : [];
}

function readPage(answer: SourceAnswer, request: SourceRequest, { count }: { count: number }): SourcePage {
  const failure = failureOf(answer);
  if (failure) return failure;
  const { response, error } = fieldsOf(jsonOf(answer));
  // A query that it cannot read is an error with the status of an answer.
  if (error !== undefined) return failed(Number(fieldsOf(error).code) >= 500 ? 'server error' : 'refused');
  const { numFound, docs } = fieldsOf(response);
  const total = countOf(numFound);
  if (total === undefined) return failed('unreadable');
  const entries = listOf(docs).map(fieldsOf);
  const read = (countOf(parameterOf(request, 'start')) ?? 0) + entries.length;
  const hasMore = entries.length > 0 && read < Math.min(count, total);
  const records = entries.map(metadataFromHal).filter(({ title }) => title);
  return { records, total, ...(hasMore && { next: withParameters(request, { start: read }) }) };
}
