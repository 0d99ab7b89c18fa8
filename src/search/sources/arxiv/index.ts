import { readArxivFeed } from '../../../formats/xml/arxiv.ts';
import { arxivDoi, readArxivId } from '../../../papers/arxiv-number.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { parseCount, readParameter, withParameters } from '../parameters.ts';
import type {
  DescribedSource,
  Failed,
  SourceAnswer,
  SourcePage,
  SourceRequest,
  SourceSearch,
  SourceSettings,
} from '../source.ts';
import { readFailure } from '../source-failures.ts';
import { translate } from '../translate.ts';
import { ARXIV_DIALECT, cannotAsk, keywordsLeftOut, writeQuery } from './arxiv-query.ts';

/** arXiv: preprints of physics, mathematics, computer science and related fields, with free PDFs. It has no keys. */

const PUBLIC_API = 'https://export.arxiv.org/api';
const PUBLIC_PAGES = 'https://arxiv.org';
/** arXiv's limit for one answer. */
const MAX_RESULTS = 2_000;
/** About six hundred would no longer fit into a URL. */
const MAX_IDS = 100;

export const source: DescribedSource = {
  name: 'arxiv',
  title: 'arXiv',
  place: 40,
  hosts: ['export.arxiv.org'],
  askedByDefault: 'always',
  weight: 0.8,
  // The terms of use allow one request every three seconds.
  paceMs: 3_500,
  timeoutMs: 30_000,
  maxBytes: 16 * 1024 * 1024,
  maxRequests: 3,
  cannotAnswer: cannotAsk,
  keywordsLeftOut,
  translate: (strategy) => translate(strategy, ARXIV_DIALECT),
  search(question, settings) {
    const request = requestTo(settings.baseUrl);
    return withParameters(request, {
      search_query: writeQuery(question),
      start: 0,
      max_results: pageLimit(question),
      sortBy: 'relevance',
      sortOrder: 'descending',
    });
  },
  readPage,
  fullText: {
    copy: 'preprint',
    request: (paper, settings) => textRequest('html', paper, settings),
    pdf: (paper, settings) => textRequest('pdf', paper, settings),
  },
  lookUp: {
    kinds: ['arxiv'],
    maxIds: MAX_IDS,
    request(_kind, ids, settings) {
      // A single invalid number makes arXiv reject all of them.
      const numbers = ids.map(readArxivId).filter((id) => id !== undefined);
      // The default of `max_results` is ten.
      return withParameters(requestTo(settings.baseUrl), { id_list: numbers.join(','), max_results: numbers.length });
    },
    read(answer) {
      const feed = readAnswer(answer);
      return 'failure' in feed ? feed : { records: feed.records };
    },
  },
};

/** Papers are on a different host than the search. arXiv's limit covers both together. */
function textRequest(
  kind: 'html' | 'pdf',
  { arxivId }: Pick<PaperInput, 'arxivId'>,
  { baseUrl }: SourceSettings,
): SourceRequest | undefined {
  if (!arxivId) return undefined;
  const paceHost = new URL(baseUrl ?? PUBLIC_API).host;
  const headers = { Accept: kind === 'pdf' ? 'application/pdf' : 'text/html' };
  return { url: `${baseUrl ?? PUBLIC_PAGES}/${kind}/${arxivId}`, headers, paceHost };
}

function requestTo(baseUrl = PUBLIC_API): SourceRequest {
  return { url: `${baseUrl}/query`, headers: { Accept: 'application/atom+xml' } };
}

function pageLimit(question: SourceSearch): number {
  return Math.max(1, Math.min(question.count, MAX_RESULTS));
}

/**
 * Reads a page of results. arXiv sometimes returns too few entries. An empty first page is requested again at half its
 * length (a cache would repeat the same answer); a short page is followed by a request for the rest.
 */
function readPage(answer: SourceAnswer, request: SourceRequest, question: SourceSearch): SourcePage {
  const feed = readAnswer(answer);
  if ('failure' in feed) return feed;
  const { records, entries, total = 0 } = feed;
  const start = parseCount(readParameter(request, 'start')) ?? 0;
  const pageSize = parseCount(readParameter(request, 'max_results')) ?? 0;
  const page = { records, total };
  if (entries === 0 && total > start) {
    const half = Math.ceil(pageLimit(question) / 2);
    return pageSize > half
      ? { ...page, next: withParameters(request, { max_results: half }) }
      : { failure: 'unreadable' };
  }
  const end = Math.min(pageLimit(question), total);
  const read = start + entries;
  if (entries === 0 || read >= end) return page;
  return { ...page, next: withParameters(request, { start: read, max_results: end - read }) };
}

type Feed = { records: PaperInput[]; entries: number; total?: number };

/** A rate limit may arrive as text with status 200, an error as a feed. */
function readAnswer(answer: SourceAnswer): Feed | Failed {
  const failed = readFailure(answer);
  if (failed) return failed;
  const feed = readArxivFeed(answer.text);
  if (feed === undefined) return { failure: /^\s*rate exceeded/i.test(answer.text) ? 'rate limited' : 'unreadable' };
  if (feed.refusal !== undefined) return { failure: 'refused' };
  const records = feed.entries.flatMap((reading) =>
    'metadata' in reading && (reading.metadata.title || reading.metadata.abstract) ? [withDoi(reading.metadata)] : [],
  );
  return { records, entries: feed.entries.length, total: feed.total };
}

/** Adds the DOI that arXiv registers at DataCite, which the feed omits; a journal's DOI takes precedence. */
function withDoi(record: PaperInput): PaperInput {
  return { ...record, doi: record.doi || arxivDoi(record.arxivId ?? undefined) };
}
