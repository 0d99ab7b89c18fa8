import { readOpenAlexId } from '../../../formats/json/openalex.ts';
import { asFields, asList, asNumber, asText, type Fields } from '../../../lib/json.ts';
import {
  type AuthorCandidate,
  type AuthorId,
  type AuthorOrder,
  type AuthorQuery,
  readOrcid,
} from '../../../papers/references/author-query.ts';
import { cleanLine, shorten } from '../../../papers/text.ts';
import { linkBatches } from '../batches.ts';
import type {
  CitationPage,
  DescribedSource,
  Failed,
  SourceAnswer,
  SourcePage,
  SourceRequest,
  SourceSettings,
} from '../source.ts';
import { translate } from '../translate.ts';
import { readList, readLookedUp, readQuota, readWorks } from './openalex-answers.ts';
import {
  citingRequest,
  LOOK_UP_KINDS,
  listPhrases,
  listRequest,
  lookUpBatches,
  lookUpRequest,
  MAX_LOOK_UP_IDS,
  MAX_OFFSET,
  nextPage,
  OPENALEX_DIALECT,
  olderSearch,
  relatedRequest,
  searchRequest,
  worksByFilter,
} from './openalex-requests.ts';

/** Ten list requests a second are allowed without a search text, even without a key. */
const LIST_PACE_MS = 150;

/**
 * OpenAlex (CC0): the broadest source, with most of our filters. Without a key each IP address has a daily allowance
 * (1,000 credits in August 2026); a page of a search costs 10, a look-up 1.
 */
export const source: DescribedSource = {
  name: 'openalex',
  title: 'OpenAlex',
  place: 10,
  hosts: ['api.openalex.org'],
  key: {
    setting: 'PAPERQUEUE_OPENALEX_KEY',
    means: 'your key at OpenAlex',
    form: {
      title: 'OpenAlex key',
      description: 'Your key at OpenAlex, which allows ten times as many searches a day.',
    },
  },
  askedByDefault: 'always',
  hasFreeKeys: true,
  weight: 1,
  // Without a key, one search per second may have more than five operators.
  paceMs: 1_050,
  // OpenAlex itself gives up after 5 to 9 seconds.
  timeoutMs: 15_000,
  // A hundred works with a hundred authors each, with institutions.
  maxBytes: 32 * 1024 * 1024,
  maxRequests: 5,
  cannotAnswer: (question) => (listPhrases(question).length === 0 ? 'no-words' : undefined),
  translate: (strategy) => translate(strategy, OPENALEX_DIALECT),
  search: searchRequest,
  readPage: (answer, request, question) => readPage(answer, request, question.count),
  lookUp: {
    kinds: LOOK_UP_KINDS,
    completes: [
      ...(['fieldsOfStudy', 'citationCount', 'isOpenAccess', 'pdfLink', 'issns', 'publicationType'] as const),
      ...(['year', 'referenceCount'] as const),
    ],
    enriches: [
      'doi',
      ...(['abstract', 'isOpenAccess', 'pdfLink', 'citationCount', 'referenceCount'] as const),
      ...(['venue', 'publisher', 'year', 'publicationType'] as const),
    ],
    maxIds: MAX_LOOK_UP_IDS,
    paceMs: LIST_PACE_MS,
    batches: lookUpBatches,
    request: lookUpRequest,
    read: readLookedUp,
  },
  // The runner stops when enough records have arrived.
  related: {
    needs: 'openAlexId',
    request: relatedRequest,
    read: (answer, request) => readPage(answer, request, Number.POSITIVE_INFINITY),
  },
  citations: {
    nameOf: ({ openAlexId }) => readOpenAlexId(openAlexId),
    hasListsInLookUps: true,
    directions: ['forward'],
    batches: (_, works) => linkBatches(works, { maxWorks: MAX_LOOK_UP_IDS, maxLinks: MAX_OFFSET / 2 }),
    request: (_, names, settings) => citingRequest(names, settings),
    read: readCiting,
    paceMs: LIST_PACE_MS,
  },
  authors: {
    paceMs: LIST_PACE_MS,
    request: authorsRequest,
    read: readAuthors,
    worksRequest: authorWorksRequest,
    readWorks: (answer, request) => readPage(answer, request, Number.POSITIVE_INFINITY),
  },
  readQuota,
};

function readPage(answer: SourceAnswer, request: SourceRequest, limit: number): SourcePage {
  const page = readWorks(answer);
  if ('failure' in page) {
    const older = page.failure === 'refused' ? olderSearch(request) : undefined;
    return older ? { records: [], next: older, isRefusedForm: true } : page;
  }
  const { records, count, total } = page;
  const next = count === 0 ? undefined : nextPage(request, Math.min(limit, total ?? limit));
  return { records, ...(next && { next }), total };
}

/** A citing work includes its whole list of references, so that it shows which of the works it cites. */
function readCiting(answer: SourceAnswer, request: SourceRequest, names: readonly string[]): CitationPage {
  const page = readPage(answer, request, MAX_OFFSET);
  if ('failure' in page) return page;
  const { records, next, total = 0 } = page;
  const found = records.map((record) => {
    const cited = new Set(record.referencedWorks?.flatMap((name) => readOpenAlexId(name) ?? []));
    return { record, to: names.filter((name) => cited.has(name)) };
  });
  const isCut = total > MAX_OFFSET && ({ isCut: true } as const);
  return { found, listed: [...names], next, ...isCut };
}

const SELECT = 'id,orcid,display_name,works_count,cited_by_count,last_known_institutions';
const MAX_NAME_CHARACTERS = 200;
const MAX_SHOWN_CHARACTERS = 120;

/** Requests people, best matching names first. */
export function authorsRequest(query: AuthorQuery, count: number, settings: SourceSettings): SourceRequest {
  const which: Record<string, string> =
    'name' in query
      ? { search: plainName(query.name) }
      : { filter: 'orcid' in query ? `orcid:${query.orcid}` : `openalex:${query.openAlexId}` };
  return listRequest('authors', { ...which, per_page: String(count), select: SELECT }, settings);
}

/** The name without characters that are operators in its search. */
function plainName(name: string): string {
  return name
    .replace(/[^\p{L}\p{M}\p{N}'’.-]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_CHARACTERS);
}

/** The people in an answer; entries without a number or name are omitted. */
export function readAuthors(answer: SourceAnswer): { authors: AuthorCandidate[] } | Failed {
  const list = readList(answer);
  return 'failure' in list ? list : { authors: list.results.map(asFields).flatMap(readAuthor) };
}

function readAuthor(author: Fields): AuthorCandidate[] {
  const id = /(?:^|\/)(A\d{1,12})$/i.exec(asText(author.id) ?? '')?.[1]?.toUpperCase();
  const name = cleanLine(asText(author.display_name) ?? '');
  if (id === undefined || name === '') return [];
  const affiliation = asList(author.last_known_institutions)
    .map((institution) => asText(asFields(institution).display_name))
    .find((text) => text !== undefined);
  const fields = {
    affiliation: affiliation && shorten(cleanLine(affiliation), MAX_SHOWN_CHARACTERS),
    works: asNumber(author.works_count),
    citations: asNumber(author.cited_by_count),
    orcid: readOrcid(asText(author.orcid)),
  };
  return [{ id, name: shorten(name, MAX_SHOWN_CHARACTERS), ...fields }];
}

const SORT: Record<AuthorOrder, string> = { newest: 'publication_date:desc', cited: 'cited_by_count:desc' };

/** The works of a person. */
export function authorWorksRequest(
  author: AuthorId,
  order: AuthorOrder,
  count: number,
  settings: SourceSettings,
): SourceRequest {
  const filter =
    'orcid' in author ? `authorships.author.orcid:${author.orcid}` : `authorships.author.id:${author.openAlexId}`;
  return worksByFilter(filter, SORT[order], count, settings);
}
