import * as z from 'zod';

/** Why a source gave nothing, or not all. */
const SOURCE_FAILURES = [
  'unreachable',
  /** It answered that it has failed itself. */
  'server error',
  'too slow',
  'rate limited',
  /** The rate limit leaves no slot for this request before its deadline. */
  'queue full',
  'quota used up',
  'key refused',
  /** It answers nobody without a key, and keys are free. */
  'key wanted',
  'refused',
  'unreadable',
  'paused after failures',
  /** It searched only a part of what it has. */
  'incomplete',
  'skipped',
] as const;

export type SourceFailure = (typeof SOURCE_FAILURES)[number];

/** A failure of a source with what else is known of it. */
export const failureSchema = z.object({
  failure: z.enum(SOURCE_FAILURES),
  /** More exactly: our own words. */
  detail: z.string().optional(),
  /** When to try again at the earliest, in seconds from then. */
  againSeconds: z.number().optional(),
});

export type KnownFailure = z.output<typeof failureSchema>;

/** What became of asking a source. */
export const sourceOutcomeSchema = failureSchema.partial().extend({
  /** The name of the source for people. */
  title: z.string(),
  gave: z.number(),
  total: z.number().optional(),
  /** How old the stored answers are that were used. */
  keptSeconds: z.number().optional(),
  /** Some answers are stored ones, some new. */
  isPartlyKept: z.boolean().optional(),
  keywordsLeftOut: z.number().optional(),
});

export type SourceOutcomeNote = z.output<typeof sourceOutcomeSchema>;
