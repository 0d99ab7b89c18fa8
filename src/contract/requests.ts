import * as z from 'zod';
import { asText } from '../lib/json.ts';
import { countCharacters, visibleLine, visibleText } from '../lib/visible-text.ts';
import { callbackUrlSchema } from './callback-url.ts';
import type { Filters } from './filters.ts';
import { checkRule, type InvalidField, invalidField, invalidFields, ruleError } from './invalid.ts';
import { type BodyField, OPERATIONS, type Operation, takes as takesField } from './operations.ts';
import { KEYWORDS, QUERY, STRATEGY } from './rules.ts';

const KEYWORDS_RULE = `${KEYWORDS.min} to ${KEYWORDS.max} entries`;
const QUERY_RULE = `${QUERY.min} to ${QUERY.max} characters`;
const STRATEGY_RULE = `${STRATEGY.min} to ${STRATEGY.max} characters`;
const entries = checkRule(KEYWORDS_RULE, (input: readonly unknown[]) => input.length);
// zod checks the length of any value, even of a list in place of a text.
const trimmedLength = (input: unknown) => countCharacters(visibleText(asText(input) ?? ''));
const characters = checkRule(QUERY_RULE, trimmedLength);
const strategyCharacters = checkRule(STRATEGY_RULE, trimmedLength);

/**
 * The body fields, each with its rule. Surrounding blanks and invisible characters are removed: they have no meaning
 * and would spoil a search.
 */
export const bodyShape = {
  keywords: z
    .array(
      z
        .string(ruleError('a text'))
        .overwrite(visibleLine)
        .min(1, { error: 'a text that is not blank, got a blank one' }),
      {
        error: (issue) => `${KEYWORDS_RULE}, got ${issue.input === undefined ? 'nothing' : 'no list of texts'}`,
      },
    )
    .min(KEYWORDS.min, entries)
    .max(KEYWORDS.max, entries),
  query: z.string(ruleError(QUERY_RULE)).overwrite(visibleText).min(QUERY.min, characters).max(QUERY.max, characters),
  strategy: z
    .string(ruleError(STRATEGY_RULE))
    .overwrite(visibleText)
    .min(STRATEGY.min, strategyCharacters)
    .max(STRATEGY.max, strategyCharacters),
  callbackUrl: callbackUrlSchema,
  // The message never shows the value: it is a secret.
  scraperKey: z
    .string({ error: 'a key at the scraping service, got no text' })
    .regex(/^[\x21-\x7e]+$/, { error: 'a key at the scraping service without blanks, got something else' }),
  enrich: z.boolean(ruleError('true or false')),
} satisfies Record<BodyField, z.ZodType>;

/** The body of a creation. OPERATIONS says which of these fields an operation takes. */
export type RequestBody = {
  /** 3 to 10 keywords or phrases. */
  keywords?: string[] | undefined;
  /** A description of 50 to 5000 characters. */
  query?: string | undefined;
  /** A Boolean strategy (`papers/strategy/`) by itself; only our own service accepts it. */
  strategy?: string | undefined;
  /** An https URL that the service calls when the job has ended. Default: none. */
  callbackUrl?: string | undefined;
  /** A key for the web-scraping service; charges the Private Key pool. Never part of an error. Default: none. */
  scraperKey?: string | undefined;
  /** Whether to fill in missing fields, which charges the Pro pool. Default: false. */
  enrich?: boolean | undefined;
};

/** One valid request to create a job. */
export type JobRequest = { operation: Operation; body: RequestBody; filters: Filters };

/** The schema of one operation's body, with additional keys of the caller or without some. */
export function requestSchema(operation: Operation, extra: z.ZodRawShape, without: readonly BodyField[] = []) {
  const { takes, needsOneOf } = OPERATIONS[operation];
  const isAlone = needsOneOf.length === 1;
  const takesStrategy = 'strategy' in extra || (takesField(operation, 'strategy') && !without.includes('strategy'));
  const shape: Record<string, z.ZodType> = {};
  for (const field of takes.filter((name) => !without.includes(name) && !(name in extra))) {
    const needed = isAlone && !takesStrategy && (needsOneOf as readonly string[]).includes(field);
    shape[field] = needed ? bodyShape[field] : bodyShape[field].optional();
  }
  // The caller may add another form of the topic, such as parts.
  const topics = [...needsOneOf, ...('parts' in extra ? ['parts'] : [])];
  const names = needsOneOf.join(' or ');
  const when = (payload: { value: unknown }) =>
    (!isAlone || takesStrategy) && typeof payload.value === 'object' && payload.value !== null;
  return z
    .strictObject({ ...shape, ...extra })
    .refine((input) => isAnyGiven(input, [...topics, 'strategy']), {
      path: [names],
      error: isAlone
        ? `${names} or a strategy is needed, got neither`
        : `at least one of ${needsOneOf.join(' and ')} is needed, got neither`,
      // Checks this even if other fields are wrong, so that all are reported at once.
      when,
    })
    .refine((input) => !isAnyGiven(input, ['strategy']) || !isAnyGiven(input, topics), {
      path: ['strategy'],
      error: `no ${names} beside it, got both`,
      when,
    });
}

function isAnyGiven(input: object, fields: readonly string[]): boolean {
  return fields.some((field) => (input as Record<string, unknown>)[field] !== undefined);
}

type Parsed<T> = { value: T } | { invalid: InvalidField[] };

/** Reads the JSON body of a creation, for the service's side. Reports all wrong fields at once. */
export function parseBody(operation: Operation, body: unknown): Parsed<RequestBody> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { invalid: [invalidField('body', 'a JSON object is needed')] };
  }
  const parsed = requestSchema(operation, {}).safeParse(body);
  if (!parsed.success) return { invalid: invalidFields(parsed.error, OPERATIONS[operation].takes) };
  return { value: parsed.data as RequestBody };
}
