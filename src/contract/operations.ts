/** The three creations and the reads of the service: paths, and the body fields that each creation accepts. */

/** Body fields in the order in which they are documented and sent. */
export type BodyField = 'keywords' | 'query' | 'strategy' | 'callbackUrl' | 'scraperKey' | 'enrich';

type OperationRule = {
  path: string;
  /** Body fields that the operation accepts (part A, completed by part B); `strategy` is our own addition. */
  takes: readonly BodyField[];
  /** At least one of these is required. */
  needsOneOf: readonly ('keywords' | 'query')[];
};

export const OPERATIONS = {
  combinedSearch: {
    path: '/v1/job/combinedSearch',
    takes: ['keywords', 'query', 'strategy', 'callbackUrl', 'scraperKey', 'enrich'],
    needsOneOf: ['keywords', 'query'],
  },
  keywordSearch: {
    path: '/v1/job/keywordSearch',
    takes: ['keywords', 'callbackUrl', 'scraperKey', 'enrich'],
    needsOneOf: ['keywords'],
  },
  querySearch: {
    path: '/v1/job/querySearch',
    takes: ['query', 'callbackUrl', 'enrich'],
    needsOneOf: ['query'],
  },
} as const satisfies Record<string, OperationRule>;

export type Operation = keyof typeof OPERATIONS;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as Operation[];

/** Whether the operation accepts this body field. */
export function takes(operation: Operation, field: BodyField): boolean {
  return (OPERATIONS[operation].takes as readonly BodyField[]).includes(field);
}

export const JOBS_PATH = '/v1/job';

/** Path of the status of one job; the id is opaque and is encoded as one path segment. */
export function jobPath(jobId: string): string {
  return `${JOBS_PATH}/${encodeURIComponent(jobId)}`;
}

export const CREDITS_PATH = '/v1/user/getCredits';

export const PAPERS_PATH = '/v1/papers';

/** Closes the key of a creation, at our own service; the hosted one has no such path. */
export const CLOSE_KEY_PATH = `${JOBS_PATH}/closeKey`;

/** Lists the account's jobs that have a key, at our own service. */
export const KEYED_JOBS_PATH = '/v1/user/getJobs';

/** Reviews shared by members of a lab, at our own service; it reports `keepsReviews` with the credits. */
export const REVIEWS_PATH = '/v1/reviews';

/** Identifies a creation, so that our own service recognises a repetition. Other services ignore it. */
export const KEY_HEADER = 'Idempotency-Key';

export const KEY_RULE = '1 to 200 printable ASCII characters without blanks';
export const KEY_PATTERN = /^[\x21-\x7e]{1,200}$/;

export function isIdempotencyKey(text: string): boolean {
  return KEY_PATTERN.test(text);
}
