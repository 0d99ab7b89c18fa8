import { readErrorAnswer } from '../contract/answers.ts';
import { takes } from '../contract/operations.ts';
import type { JobRequest, RequestBody } from '../contract/requests.ts';

/** The name that the service uses for the keyword list: an older revision of it says `phrases`. */
export type KeywordsName = 'keywords' | 'phrases';

/** The body as it goes out: only fields that the operation takes, the keyword list under the name the service knows. */
export function wireBody({ operation, body }: JobRequest, keywordsName: KeywordsName): Record<string, unknown> {
  const { keywords, ...rest } = body;
  const fields = Object.entries(rest).filter(([name]) => takes(operation, name as keyof RequestBody));
  const list = keywords && takes(operation, 'keywords') ? { [keywordsName]: keywords } : {};
  return { ...list, ...Object.fromEntries(fields) };
}

/** Whether a 400 names `phrases`, in a path or in its text: then the service knows the keyword list under that name. */
export function speaksOfPhrases({ status, json }: { status: number; json: unknown }): boolean {
  if (status !== 400) return false;
  const { text, fields } = readErrorAnswer(json);
  return /\bphrases\b/.test(text ?? '') || fields.some(({ path }) => /\bphrases\b/.test(path));
}
