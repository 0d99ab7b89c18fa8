import { asFields, asList, asText } from '../../../lib/json.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { parseCount, readParameter, withParameters } from '../parameters.ts';
import type {
  CitationPage,
  DescribedSource,
  Failed,
  SourceAnswer,
  SourceRequest,
  SourceSearch,
  SourceSettings,
} from '../source.ts';
import { parseAnswer, readFailure } from '../source-failures.ts';
import { translate } from '../translate.ts';
import { cannotAsk, EUROPE_PMC_DIALECT, quoted, writeQuery } from './europepmc-query.ts';
import { metadataFromEuropePmc } from './europepmc-records.ts';

/** Europe PMC: PubMed, PubMed Central and preprints of the life sciences, with abstracts. It has no keys. */

const PUBLIC_API = 'https://www.ebi.ac.uk/europepmc/webservices/rest';
/** The limit is 1,000, but a full record takes about 10 KB. */
const MAX_PAGE_RECORDS = 500;
/** Longer ORs of identifiers end in a 504. */
const MAX_IDS = 50;
/** One identifier may match several records: the article, its manuscript, its preprint. */
const MAX_FOUND_RECORDS = 200;

type Results = { records: PaperInput[]; total?: number; nextCursor?: string };

export const source: DescribedSource = {
  name: 'europepmc',
  title: 'Europe PMC',
  place: 30,
  hosts: ['www.ebi.ac.uk'],
  askedByDefault: 'always',
  weight: 0.9,
  // No limit is published; the community's figure is ten a second.
  paceMs: 340,
  timeoutMs: 20_000,
  maxBytes: 24 * 1024 * 1024,
  maxRequests: 4,
  cannotAnswer: cannotAsk,
  translate: (strategy) => translate(strategy, EUROPE_PMC_DIALECT),
  search(question, settings) {
    return searchRequest(settings, writeQuery(question), { pageSize: pageSize(question.count), cursorMark: '*' });
  },
  readPage,
  lookUp: {
    kinds: ['doi', 'pmid', 'pmcid'],
    maxIds: MAX_IDS,
    request: lookUpRequest,
    read: (answer) => withoutCursor(readResults(answer)),
  },
  // Only for open articles; it does not know others.
  fullText: {
    copy: 'published',
    needs: 'pmcid',
    request: ({ pmcid }, settings) =>
      pmcid ? { url: `${baseOf(settings)}/${pmcid}/fullTextXML`, headers: { Accept: 'application/xml' } } : undefined,
  },
  related: {
    // For references there is only a search field, whose documentation contradicts its use.
    request(paper, relation, count, settings) {
      if (relation !== 'citations' || !/^\d+$/.test(paper.pmid ?? '')) return undefined;
      return searchRequest(settings, `CITES:${paper.pmid}_MED`, { pageSize: pageSize(count), sort: 'CITED desc' });
    },
    read: (answer) => withoutCursor(readResults(answer)),
  },
  // A search for several works would not show which of them a record cites.
  citations: {
    nameOf: ({ pmid }) => (/^\d+$/.test(pmid ?? '') ? (pmid as string) : undefined),
    directions: ['forward'],
    batches: (_, works) => works.map(({ name }) => [name]),
    request: (_, [pmid = ''], settings) =>
      searchRequest(settings, `CITES:${pmid}_MED`, { pageSize: MAX_PAGE_RECORDS, cursorMark: '*' }),
    read: readCiting,
  },
};

function readCiting(answer: SourceAnswer, request: SourceRequest, names: readonly string[]): CitationPage {
  const results = readResults(answer);
  if ('failure' in results) return results;
  const { records, nextCursor, total = 0 } = results;
  const isOver =
    records.length < MAX_PAGE_RECORDS ||
    total <= MAX_PAGE_RECORDS ||
    nextCursor === undefined ||
    nextCursor === readParameter(request, 'cursorMark');
  return {
    found: records.map((record) => ({ record, to: [...names] })),
    listed: [...names],
    ...(!isOver && { next: withParameters(request, { cursorMark: nextCursor }) }),
  };
}

function pageSize(count: number): number {
  return Math.max(1, Math.min(count, MAX_PAGE_RECORDS));
}

function baseOf(settings: SourceSettings): string {
  return settings.baseUrl ?? PUBLIC_API;
}

function searchRequest(
  settings: SourceSettings,
  query: string,
  more: { pageSize: number; cursorMark?: string; sort?: string },
): SourceRequest {
  const request = { url: `${baseOf(settings)}/search`, headers: { Accept: 'application/json' } };
  return withParameters(request, { query, format: 'json', resultType: 'core', ...more });
}

/** By POST, because fifty long DOIs do not fit into a URL. */
function lookUpRequest(kind: string, ids: readonly string[], settings: SourceSettings): SourceRequest {
  const pmids = ids.filter((id) => /^\d+$/.test(id)).map((pmid) => `EXT_ID:${pmid}`);
  const dois = ids.map((doi) => `DOI:${quoted(doi)}`);
  const pmcids = ids.map((pmcid) => `PMCID:${pmcid}`);
  const byPmid = `(${pmids.join(' OR ')}) AND SRC:MED`;
  const query = kind === 'pmid' ? byPmid : (kind === 'pmcid' ? pmcids : dois).join(' OR ');
  const form = { query, format: 'json', resultType: 'core', pageSize: String(MAX_FOUND_RECORDS) };
  return {
    url: `${baseOf(settings)}/searchPOST`,
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  };
}

/**
 * Reads a page of results. It is the last one if it has no new cursor or no records, or if all requested records have
 * arrived.
 */
function readPage(answer: SourceAnswer, request: SourceRequest, question: SourceSearch) {
  const results = readResults(answer);
  if ('failure' in results) return results;
  const { records, nextCursor, total = Number.POSITIVE_INFINITY } = results;
  const isOver =
    records.length === 0 ||
    records.length >= Math.min(question.count, total) ||
    nextCursor === undefined ||
    nextCursor === readParameter(request, 'cursorMark');
  const page = withoutCursor(results);
  return isOver ? page : { ...page, next: withParameters(request, { cursorMark: nextCursor }) };
}

/** Europe PMC answers a bad request with status 200 and an `errCode`. */
function readResults(answer: SourceAnswer): Results | Failed {
  const failed = readFailure(answer);
  if (failed) return failed;
  const json = asFields(parseAnswer(answer));
  if (json.errCode !== undefined || json.errMsg !== undefined) {
    // The code is the status that the answer should have had.
    const status = parseCount(json.errCode) ?? 0;
    return readFailure({ ...answer, status }) ?? { failure: 'refused' };
  }
  const list = asFields(json.resultList);
  if (list !== json.resultList || !Array.isArray(list.result ?? [])) return { failure: 'unreadable' };
  const total = parseCount(json.hitCount);
  const nextCursor = asText(json.nextCursorMark);
  return {
    records: asList(list.result)
      .map((result) => metadataFromEuropePmc(asFields(result)))
      .filter(({ title, abstract }) => title || abstract),
    total,
    nextCursor,
  };
}

function withoutCursor(results: Results | Failed): Omit<Results, 'nextCursor'> | Failed {
  if ('failure' in results) return results;
  const { nextCursor: _, ...page } = results;
  return page;
}
