import { readErrorAnswer } from '../contract/error-answer.ts';
import { takes } from '../contract/operations.ts';
import type { JobRequest, RequestBody } from '../contract/requests.ts';

/** The service's name of the keyword list: an older revision says `phrases`. */
export type KeywordsName = 'keywords' | 'phrases';

/** The body as sent: only fields that the operation takes, with the keyword list under the service's name for it. */
export function wireBody({ operation, body }: JobRequest, keywordsName: KeywordsName): Record<string, unknown> {
  const { keywords, ...rest } = body;
  const fields = Object.entries(rest).filter(([name]) => takes(operation, name as keyof RequestBody));
  const list = keywords && takes(operation, 'keywords') ? { [keywordsName]: keywords } : {};
  return { ...list, ...Object.fromEntries(fields) };
}

/** Whether a 400 mentions `phrases`, in a path or in its text: then the service uses that name. */
export function speaksOfPhrases({ status, json }: { status: number; json: unknown }): boolean {
  if (status !== 400) return false;
  const { text, fields } = readErrorAnswer(json);
  return /\bphrases\b/.test(text ?? '') || fields.some(({ path }) => /\bphrases\b/.test(path));
}
