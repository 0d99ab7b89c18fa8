import { freeFailure, PaperqueueError } from '../../contract/errors.ts';
import type { FailureDetail } from '../../wording/notes/source-outcomes.ts';
import type { Advice } from '../../wording/notes.ts';
import type { CollectionFailure } from './notes.ts';

/** A failure of the collection. It contains nothing of the engine's answer. */
export class CollectionError extends PaperqueueError {
  constructor(
    readonly failure: CollectionFailure,
    readonly detail?: FailureDetail,
    options?: { cause?: unknown; advice?: Advice; code?: 'NOT_CONFIGURED' },
  ) {
    const { details } = freeFailure({
      code: options?.code ?? 'UPSTREAM_UNAVAILABLE',
      problem: [{ kind: 'collection-failed', failure, ...(detail !== undefined && { detail }) }],
      advice: [options?.advice ?? { kind: 'mend-collection', failure, setting: 'PAPERQUEUE_COLLECTION_URL' }],
      retryable: failure !== 'key refused' && failure !== 'refused',
    });
    super(details, options);
  }
}

export function isRateLimited(error: Error): boolean {
  return error instanceof CollectionError && error.failure === 'rate limited';
}

/** The failure that a status of the engine means; undefined for success. */
export function failureOfStatus(status: number): CollectionFailure | undefined {
  if (status < 400) return undefined;
  if (status === 401 || status === 403) return 'key refused';
  if (status === 429) return 'rate limited';
  if (status >= 500) return 'server error';
  return 'refused';
}
