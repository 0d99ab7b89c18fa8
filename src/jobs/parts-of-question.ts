import * as z from 'zod';
import { invalidInput } from '../contract/errors.ts';
import { checkRule, invalidField, invalidFields, ruleError } from '../contract/invalid.ts';
import type { JobRequest } from '../contract/requests.ts';
import { QUERY } from '../contract/rules.ts';
import { countCharacters, visibleText } from '../lib/visible-text.ts';
import { keywordsOfPart } from './short-search.ts';

export const PARTS = { min: 2, max: 8, minWords: 3 } as const;

const PARTS_RULE = `${PARTS.min} to ${PARTS.max} sub-questions`;
const PART_RULE = `a sub-question of ${PARTS.minWords} words or more, up to ${QUERY.max} characters`;
const entries = checkRule(PARTS_RULE, (input: readonly unknown[]) => input.length);

export const partsSchema = z
  .array(
    z
      .string(ruleError(PART_RULE))
      .overwrite(visibleText)
      .max(QUERY.max, ruleError(PART_RULE))
      .regex(/\S\s+\S+\s+\S/, ruleError(PART_RULE)),
    ruleError(PARTS_RULE),
  )
  .min(PARTS.min, entries)
  .max(PARTS.max, entries);

/**
 * The searches of a question in parts: the whole question first, if the request has one, then each part. A part that is
 * long enough is sent as a query, a shorter one as its key phrases. Throws INVALID_INPUT.
 */
export function searchesOfParts({ operation, body, filters }: JobRequest, parts: readonly string[]): JobRequest[] {
  const parsed = partsSchema.safeParse(parts);
  if (!parsed.success) throw invalidInput(invalidFields(parsed.error, ['parts']));
  if (body.strategy !== undefined) throw invalidInput([invalidField('parts', 'no strategy beside them, got both')]);
  const { keywords: _, query, ...options } = body;
  const isWhole = body.keywords !== undefined || query !== undefined;
  const partSearches = [...new Set(parsed.data)].map((part): JobRequest => {
    const topic = countCharacters(part) < QUERY.min ? { keywords: keywordsOfPart(part) } : { query: part };
    return { operation: 'combinedSearch', body: { ...topic, ...options }, filters };
  });
  return [...(isWhole ? [{ operation, body, filters }] : []), ...partSearches];
}
