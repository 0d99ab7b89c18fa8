import * as z from 'zod';

/** Why a source returned nothing, or only a part. */
const SOURCE_FAILURES = [
  'unreachable',
  /** It reported its own failure. */
  'server error',
  'too slow',
  'rate limited',
  /** The rate limit leaves no slot for this request before its deadline. */
  'queue full',
  'quota used up',
  'key refused',
  /** It requires a key, which is free. */
  'key wanted',
  'refused',
  'unreadable',
  /** For a model on this machine. */
  'unusable',
  'paused after failures',
  /** It searched only a part of its papers. */
  'incomplete',
  'skipped',
] as const;

export type SourceFailure = (typeof SOURCE_FAILURES)[number];

/** Maps a failed exchange with a server to the source's failure. */
export const FAILURE_OF_EXCHANGE = {
  ended: 'too slow',
  'too slow': 'too slow',
  'too large': 'unreadable',
  broken: 'unreachable',
  cut: 'unreachable',
} as const satisfies Record<string, SourceFailure>;

/** Why a source was not queried, or what is wrong with it or its answer. */
const DETAILS = [
  'no-words',
  'no-quartiles',
  'preprints-only',
  'articles-only',
  'life-sciences-only',
  'computer-science-only',
  'other-fields',
  'open-only',
  'no-books',
  'no-search',
  'no-look-up',
  'no-relation',
  'no-people',
  'time-over',
  // For the collection.
  'no-papers',
  'closed-index',
  'other-version',
  'unfinished-load',
  'nothing-loaded',
  'unfit-papers',
  'damaged-statistics',
  'foreign-record',
  'too-large',
  'no-client',
  'untrusted-certificate',
  // For a model on this machine.
  'no-model',
  'unfit-tokenizer',
  'unfit-weights',
  'no-onnx-runtime',
] as const;

const detailSchema = z.union([
  z.enum(DETAILS),
  z.object({ failedShards: z.number(), of: z.number() }),
  z.object({ status: z.number() }),
  /** A setting that it requires. */
  z.object({ setting: z.string() }),
  /** The text of an earlier version. */
  z.object({ text: z.string() }),
]);

export type FailureDetail = z.output<typeof detailSchema>;

/** A source's failure and its details. */
export const failureSchema = z.object({
  failure: z.enum(SOURCE_FAILURES),
  detail: z.union([detailSchema, z.string().transform((text) => ({ text }))]).optional(),
  /** The earliest time for another attempt, in seconds after the failure. */
  againSeconds: z.number().optional(),
});

export type KnownFailure = z.output<typeof failureSchema>;

/** A failure, or the text of an earlier version. */
export const storedFailureSchema = z.union([
  failureSchema,
  z.object({ text: z.string() }),
  z.string().transform((text) => ({ text })),
]);

export type StoredFailure = z.output<typeof storedFailureSchema>;

/** A difference between a source's request and the requested strategy. A string is from an earlier version. */
export const changeSchema = z.union([
  z.enum(['words-only', 'other-forms', 'words-apart']),
  z.object({ without: z.string() }),
  z.object({ part: z.string(), as: z.string() }),
  z.object({ tooLong: z.number() }),
  z.object({ more: z.number() }),
  z.object({ text: z.string() }),
  z.string().transform((text) => ({ text })),
]);

export type RequestChange = z.output<typeof changeSchema>;

/** The outcome of asking a source. */
export const sourceOutcomeSchema = failureSchema.partial().extend({
  /** The source's name for people. */
  title: z.string(),
  gave: z.number(),
  total: z.number().optional(),
  /** The age of the cached answers. */
  keptSeconds: z.number().optional(),
  /** Some answers are cached, others new. */
  isPartlyKept: z.boolean().optional(),
  keywordsLeftOut: z.number().optional(),
});

export type SourceOutcomeNote = z.output<typeof sourceOutcomeSchema>;
