import { readErrorAnswer } from '../../contract/error-answer.ts';
import { FILTER_NAMES } from '../../contract/filter-table.ts';
import { type BodyField, type Operation, takes } from '../../contract/operations.ts';
import type { JobRequest, RequestBody } from '../../contract/requests.ts';

/** The service's name for the keyword list: an older revision calls it `phrases`. */
export type KeywordsName = 'keywords' | 'phrases';

/** The body as sent: only fields that the operation accepts, with the keyword list under the service's name for it. */
export function wireBody({ operation, body }: JobRequest, keywordsName: KeywordsName): Record<string, unknown> {
  const { keywords, ...rest } = body;
  const fields = Object.entries(rest).filter(([name]) => takes(operation, name as keyof RequestBody));
  const list = keywords && takes(operation, 'keywords') ? { [keywordsName]: keywords } : {};
  return { ...list, ...Object.fromEntries(fields) };
}

/** Whether a 400 mentions `phrases`, in a path or in its text: then the service uses that name. */
export function expectsPhrases({ status, body }: Refusal): boolean {
  if (status !== 400) return false;
  const { text, fields } = readErrorAnswer(body);
  return /\bphrases\b/.test(text ?? '') || fields.some(({ path }) => /\bphrases\b/.test(path));
}

type Refusal = { status: number; body: unknown };

export type DoubtfulField = 'scraperKey' | 'enrich';

/** Fields that other documents than the specification give an operation, so that a service may not support them. */
const DOUBTFUL: Partial<Record<Operation, DoubtfulField>> = {
  keywordSearch: 'scraperKey',
  querySearch: 'enrich',
};

const SAYS_UNKNOWN =
  /unknown|unrecogni[sz]ed|unexpected|unsupported|not (?:supported|allowed|permitted|accepted|recogni[sz]ed|known|defined)|additional propert|extra (?:input|field|propert|key)|does not (?:take|accept|support|exist|have)|no such (?:field|propert|parameter)|invalid (?:field|propert|parameter|argument|key\b(?! at))/i;
/** A key may be refused for its value: it is then not left out, which would change the cost of the search. */
const SAYS_WRONG = /valid|credit|balance|quota|expired|revoked|unauthori[sz]ed|rejected|wrong/i;

/**
 * The field of the request that a 400 says the service does not support; undefined for any other refusal. The request
 * may then be sent once more without it, because a 400 created nothing.
 */
export function unknownField(
  { operation, body: sent }: JobRequest,
  { status, body }: Refusal,
): DoubtfulField | undefined {
  const field = DOUBTFUL[operation];
  if (status !== 400 || field === undefined || sent[field] === undefined) return undefined;
  // A value of another type is wrong for any service.
  if (field === 'enrich' && typeof sent.enrich !== 'boolean') return undefined;
  const { text = '', fields } = readErrorAnswer(body);
  const words = [text, ...fields.flatMap(({ path, message }) => [path, message])].join(' ');
  const names = (name: string) => new RegExp(`\\b${name}\\b`, 'i').test(words);
  const isNamed = names(field);
  if (SAYS_UNKNOWN.test(words)) return isNamed || !OTHER_NAMES.some(names) ? field : undefined;
  return isNamed && (field === 'enrich' || !SAYS_WRONG.test(words)) ? field : undefined;
}

const OTHER_NAMES = ['keywords', 'phrases', 'query', 'callbackUrl', ...FILTER_NAMES];

/** The request without one field. */
export function withoutField(request: JobRequest, field: BodyField | undefined): JobRequest {
  if (field === undefined || request.body[field] === undefined) return request;
  return { ...request, body: { ...request.body, [field]: undefined } };
}
