import { metadataFromDblp } from '../../formats/read/apis/dblp.ts';
import { fieldsOf, oneOrMore } from '../../lib/json.ts';
import { failed, failureOf, jsonOf } from '../failures.ts';
import { baseOf, countOf, parameterOf, withParameters } from '../parameters.ts';
import type { DescribedSource, SourceAnswer, SourcePage, SourceRequest } from '../source.ts';
import { cannotAsk, keywordsLeftOut, queryOf } from './query.ts';

const PUBLIC_API = 'https://dblp.org';
/** It allows 1,000. */
const MAX_PAGE_RECORDS = 300;
/** Instead of an answer, the page of a check for browsers comes, with status 200 or 500. */
const PAGE = /^\s*<(?:!doctype|html)/i;

/** DBLP: titles of computer science with their venues, without abstracts, the newest first. It has no keys. */
export const source: DescribedSource = {
  name: 'dblp',
  title: 'DBLP',
  place: 70,
  hosts: ['dblp.org'],
  precedence: {},
  weight: 0.5,
  // It asks for one or two seconds between requests.
  paceMs: 2_000,
  timeoutMs: 20_000,
  maxBytes: 8 * 1024 * 1024,
  maxRequests: 2,
  cannotAnswer: cannotAsk,
  keywordsLeftOut,
  search(question, settings) {
    const request = { url: `${baseOf(settings, PUBLIC_API)}/search/publ/api`, headers: { Accept: 'application/json' } };
    const size = Math.max(1, Math.min(question.count, MAX_PAGE_RECORDS));
    return withParameters(request, { q: queryOf(question), format: 'json', h: size, f: 0, c: 0 });
  },
  readPage,
};

function readPage(answer: SourceAnswer, request: SourceRequest): SourcePage {
  if (PAGE.test(answer.text)) return failed('refused');
  const failure = failureOf(answer);
  if (failure) return failure;
  const hits = fieldsOf(fieldsOf(fieldsOf(jsonOf(answer)).result).hits);
  const total = countOf(hits['@total']);
  if (total === undefined) return failed('unreadable');
  const entries = oneOrMore(hits.hit).map((hit) => fieldsOf(fieldsOf(hit).info));
  const records = entries.map(metadataFromDblp).filter(({ title }) => title);
  const read = (countOf(parameterOf(request, 'f')) ?? 0) + entries.length;
  const hasMore = entries.length > 0 && read < total;
  return { records, total, ...(hasMore && { next: withParameters(request, { f: read }) }) };
}
