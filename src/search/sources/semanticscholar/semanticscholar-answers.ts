import { metadataFromSemanticScholar } from '../../../formats/json/semantic-scholar.ts';
import { asFields, asId, asList, asText, asTexts } from '../../../lib/json.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { linkBatches } from '../batches.ts';
import { parseCount, readParameter, withParameters } from '../parameters.ts';
import type { CitationPage, Failed, PaperSource, SourceAnswer, SourceRequest } from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';
import { idOf, linksRequest, MAX_BATCH_LINKS, MAX_BATCH_PAPERS } from './semanticscholar-requests.ts';

export type Results = { papers: unknown[]; total?: number; next?: number; token?: string };

/** `data` is absent without results, and null if a publisher forbids them. */
export function readResults(answer: SourceAnswer, request?: SourceRequest): Results | Failed {
  const failure = failureOfAnswer(answer, request);
  if (failure) return failure;
  const parsed = parseAnswer(answer);
  const json = asFields(parsed);
  const { data } = json;
  if (json !== parsed || !Array.isArray(data ?? [])) return { failure: 'unreadable' };
  const total = parseCount(json.total);
  if (data === undefined && total === undefined) return failureWithin(json);
  const next = parseCount(json.next);
  const token = asText(json.token);
  return { papers: asList(data), total, next, token };
}

/** The failure in a body with status 200 and without results. */
export function failureWithin(json: Record<string, unknown>): Failed {
  if (asId(json.code) === '429') return { failure: 'rate limited' };
  return { failure: (asText(json.error) ?? asText(json.message)) ? 'refused' : 'unreadable' };
}

/** Semantic Scholar answers a wrong key with 403. A look-up is read without its request, so it may have had a key. */
export function failureOfAnswer(answer: SourceAnswer, request?: SourceRequest): Failed | undefined {
  const hadKey = request === undefined || request.headers?.['x-api-key'] !== undefined;
  return answer.status === 403 && hadKey ? failed('key refused') : readFailure(answer);
}

export function recordsOf(papers: readonly unknown[]): PaperInput[] {
  const records = papers.map(asFields).map((paper) => ({
    ...metadataFromSemanticScholar(paper),
    referencedWorks: asList(paper.references).flatMap((reference) => namesOf(asFields(reference).externalIds)),
  }));
  return records.filter(({ title, abstract }) => title || abstract);
}

/** Identifiers of a cited work. Other sources also know its DOI. */
function namesOf(externalIds: unknown): string[] {
  const { DOI, CorpusId } = asFields(externalIds);
  const corpusId = asId(CorpusId);
  return [...asTexts([DOI]), ...(corpusId ? [`corpus:${corpusId}`] : [])];
}

const RELATION_OF = { backward: 'references', forward: 'citations' } as const;
/** Links of one paper beyond this number are not returned. */
const MAX_LINKS = 9_999;

/** The links of one paper (a page), or of several (by position of the ids). Publishers withhold lists that are null. */
function readLinks(answer: SourceAnswer, request: SourceRequest, ids: readonly string[]): CitationPage {
  if (answer.status === 404 && asText(asFields(parseAnswer(answer)).error)) return { found: [], listed: [] };
  if (ids.length === 1) return readLinkPage(answer, request, ids);
  const parsed = parseAnswer(answer);
  if (answer.status === 400 && /^no valid paper ids/i.test(asText(asFields(parsed).error) ?? ''))
    return { found: [], listed: [] };
  const failure = failureOfAnswer(answer);
  if (failure) return failure;
  if (!Array.isArray(parsed)) return failureWithin(asFields(parsed));
  const lists = ids.map((id, index) => {
    const { references, citations } = asFields(parsed[index]);
    return { id, list: recordsOf(asList(references ?? citations)), isKnown: Array.isArray(citations) };
  });
  const found = lists.flatMap(({ id, list }) => list.map((record) => ({ record, to: [id] })));
  return { found, listed: lists.filter(({ list, isKnown }) => isKnown || list.length > 0).map(({ id }) => id) };
}

function readLinkPage(answer: SourceAnswer, request: SourceRequest, ids: readonly string[]): CitationPage {
  const results = readResults(answer, request);
  if ('failure' in results) return results;
  const links = results.papers.map(asFields).map(({ citedPaper, citingPaper }) => asFields(citedPaper ?? citingPaper));
  const records = recordsOf(links);
  const isForward = new URL(request.url).pathname.endsWith('/citations');
  const { next } = results;
  const limit = parseCount(readParameter(request, 'limit')) ?? links.length;
  const more = next !== undefined && next > (parseCount(readParameter(request, 'offset')) ?? 0) && links.length > 0;
  const following = more && next < MAX_LINKS && { offset: next, limit: Math.min(limit, MAX_LINKS - next) };
  return {
    found: records.map((record) => ({ record, to: [...ids] })),
    listed: isForward || records.length > 0 ? [...ids] : [],
    ...(following && { next: withParameters(request, following) }),
    ...(more && !following && { isCut: true }),
  };
}

export const citations: NonNullable<PaperSource['citations']> = {
  nameOf: idOf,
  directions: ['backward', 'forward'],
  batches: (_, works) => linkBatches(works, { maxWorks: MAX_BATCH_PAPERS, maxLinks: MAX_BATCH_LINKS }),
  request: (direction, ids, settings) => linksRequest(RELATION_OF[direction], ids, settings),
  read: readLinks,
};
