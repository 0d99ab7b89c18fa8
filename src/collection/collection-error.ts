import { freeFailure, PaperqueueError } from '../contract/errors.ts';

/** Why the engine gave nothing, in the words that sources use. */
export type CollectionFailure =
  | 'unreachable'
  | 'server error'
  | 'too slow'
  | 'rate limited'
  | 'key refused'
  | 'refused'
  | 'unreadable';

const MESSAGES: Record<CollectionFailure, [message: string, next: string]> = {
  unreachable: ['could not be reached', 'Check PAPERQUEUE_COLLECTION_URL, and whether the engine runs.'],
  'server error': ['answered with an error of its own', "Look at the engine's log, and try again."],
  'too slow': ['did not answer in time', 'Try again later, or give the engine more memory or machines.'],
  'rate limited': ['takes no more requests for now', 'Try again in a minute.'],
  'key refused': ['does not accept the user and password', 'Correct them in PAPERQUEUE_COLLECTION_URL.'],
  refused: ['refused the request', 'Check the version of the engine: OpenSearch 2 or later.'],
  unreadable: ['gave an answer that cannot be read', 'Check that PAPERQUEUE_COLLECTION_URL is the engine itself.'],
};

/** A failure of the collection. `detail` is in our own words: nothing of the engine's answer is in it. */
export class CollectionError extends PaperqueueError {
  constructor(
    readonly failure: CollectionFailure,
    readonly detail?: string,
    options?: { cause?: unknown; next?: string; code?: 'NOT_CONFIGURED' },
  ) {
    const [message, next] = MESSAGES[failure];
    const { details } = freeFailure({
      code: options?.code ?? 'UPSTREAM_UNAVAILABLE',
      message: `The collection ${message}${detail === undefined ? '' : ` (${detail})`}.`,
      next: options?.next ?? next,
      retryable: failure !== 'key refused' && failure !== 'refused',
    });
    super(details, options);
  }
}

/** The failure that a status of the engine means; undefined for a good one. */
export function failureOfStatus(status: number): CollectionFailure | undefined {
  if (status < 400) return undefined;
  if (status === 401 || status === 403) return 'key refused';
  if (status === 429) return 'rate limited';
  if (status >= 500) return 'server error';
  return 'refused';
}
