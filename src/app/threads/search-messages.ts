import type { SourceProgress } from '../../contract/answers.ts';
import { type ErrorDetails, freeFailure, PaperqueueError } from '../../contract/errors.ts';
import type { JobRequest } from '../../contract/requests.ts';
import { Secret } from '../../contract/secret.ts';
import { SearchFailedError, type SearchOutcome } from '../../jobs/ports/search-engine.ts';
import type { Config } from '../../platform/config.ts';
import { isOutOfFiles } from '../../platform/out-of-files.ts';
import type { CollectionAnswer } from '../../search/collection/admin-port.ts';

/** Messages to a searching thread. Searches are numbered per thread. */
export type Order = { search: number; request: JobRequest; scraperKey?: string } | { abort: number } | 'close';

/** The thread's replies. An outcome is JSON, which another thread receives faster than objects. */
export type Reply = { collection: CollectionAnswer } | SearchReply;

type SearchReply = { search: number } & (
  | { progress: SourceProgress[] }
  | { outcome: string }
  | { failure: PackedFailure }
);

type PackedFailure =
  | { details: ErrorDetails; stack: string | undefined }
  | { failed: Pick<SearchOutcome, 'notes' | 'sources'> }
  | { message: string; stack: string | undefined };

/** An error in the form that threads can exchange: classes and their fields cannot be sent. */
export function packFailure(error: unknown): PackedFailure {
  if (error instanceof SearchFailedError) return { failed: error.outcome };
  if (!(error instanceof Error)) return { message: String(error), stack: undefined };
  const { message, stack } = error;
  return error instanceof PaperqueueError ? { details: error.details, stack } : { message, stack };
}

export function unpackFailure(failure: PackedFailure): Error {
  if ('failed' in failure) return new SearchFailedError(failure.failed);
  const error = 'details' in failure ? new PaperqueueError(failure.details) : new Error(failure.message);
  return failure.stack === undefined ? error : Object.assign(error, { stack: failure.stack });
}

/** The configuration as text, including its secrets: only for a thread of this process. */
export function packConfig(config: Config): string {
  return JSON.stringify(config, function (this: Record<string, unknown>, key, value) {
    const field = this[key];
    return field instanceof Secret ? { secret: field.reveal() } : value;
  });
}

export function unpackConfig(text: string): Config {
  return JSON.parse(text, (_key, value) => (typeof value?.secret === 'string' ? new Secret(value.secret) : value));
}

/** The error of a call whose thread ended before answering. */
export function endOfThread(what: 'searched' | 'read', cause?: unknown): PaperqueueError {
  const because = isOutOfFiles(cause)
    ? { problem: [{ kind: 'too-many-files' as const }], advice: [{ kind: 'allow-more-files' as const }] }
    : {
        problem: [{ kind: 'thread-ended' as const, what }],
        advice: [what === 'read' ? { kind: 'again' as const } : { kind: 'see-log' as const }],
      };
  return freeFailure({ code: 'INTERNAL', ...because, retryable: true }, { cause });
}
