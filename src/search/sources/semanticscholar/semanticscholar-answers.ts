import { metadataFromSemanticScholar } from '../../../formats/json/semantic-scholar.ts';
import { asFields, asId, asList, asText, asTexts } from '../../../lib/json.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { parseCount } from '../parameters.ts';
import type { Failed, SourceAnswer, SourceRequest } from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';

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
