import './sentences.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFinal, type JobAnswer } from '../../contract/answers.ts';
import { isAllowedBaseUrl } from '../../contract/base-url.ts';
import { invalidInput, PaperqueueError as OwnError } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { isIdempotencyKey, KEY_RULE } from '../../contract/operations.ts';
import { REQUESTS_PER_MINUTE } from '../../contract/rules.ts';
import { pollPauseMs, pollSchedule } from '../../jobs/spending/wait.ts';
import { untilAborted } from '../../lib/deadline.ts';
import { toContractForm } from '../../papers/wire.ts';
import { PLAIN_WORDING } from '../../wording/sentences/plain.ts';
import { renderReports } from '../../wording/sentences/sources.ts';
import { openService } from './open-service.ts';
import { toJobRequest } from './search-request.ts';
import type {
  Balances,
  JobStatus,
  PaperqueueErrorClass,
  PaperqueueError as PaperqueueErrorShape,
  SearchRequest,
} from './types.ts';

/** `paperqueue/client`: the service contract over HTTP. docs/api.md shows how to use it. */

export type * from './types.ts';

/** The error class of this package. */
export type PaperqueueError = PaperqueueErrorShape;
export const PaperqueueError: PaperqueueErrorClass = OwnError;

export type ClientOptions = {
  /** Address of the service with its API prefix; https, or http on loopback. */
  baseUrl: string;
  /** Bearer token of the account; printable ASCII without blanks. It never appears in an error. */
  token: string;
  /** Requests per minute that this client sends at most. Default: 10, the service's limit for an account. */
  requestsPerMinute?: number;
  /**
   * Sends requests instead of the client's own transport, which has time-outs and never repeats a creation. It must not
   * repeat one either; the body of a creation can be read only once. Default: the client's own.
   */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

export type CallOptions = {
  /** Ends the waiting, but not a job or a creation that was already sent. Default: nothing ends it. */
  signal?: AbortSignal;
};

export type CreateOptions = CallOptions & {
  /**
   * 1 to 200 printable ASCII characters that name this creation. A service with `idempotencyKeyDays` in its balances
   * charges equal creations under one key once; other services ignore it. Default: none.
   */
  idempotencyKey?: string;
};

export type WaitOptions = CallOptions & {
  /** Called with the state after every poll that found the job running. Default: nothing. */
  onStatus?: (status: string) => void;
};

export type SearchClient = {
  /**
   * Creates a job and spends its credits. It is sent again only after failures that certainly cost nothing.
   * CHARGE_UNKNOWN means that it may have been charged, and that sending it again may pay twice. If the service answers
   * with the papers and no id, the id is this client's own, and only this client has the papers.
   */
  create(request: SearchRequest, options?: CreateOptions): Promise<{ jobId: string }>;
  /** The state of a job, with the papers once it has succeeded. Free. */
  status(jobId: string, options?: CallOptions): Promise<JobStatus>;
  /** Polls until the job is final. Free. */
  wait(jobId: string, options?: WaitOptions): Promise<JobStatus>;
  /**
   * The job that was created under a key; null if there is none and never will be. For services that keep keys. Free.
   */
  closeKey(key: string, options?: CallOptions): Promise<{ jobId: string | null }>;
  /** Credits left; undefined if the service does not report them. Free. */
  balances(options?: CallOptions): Promise<Balances | undefined>;
  /** Closes the connections. */
  close(): Promise<void>;
};

/** How many such results a client keeps. Each is about 1 MB. */
const MAX_ANSWERED = 100;

/** A client of one service. Throws INVALID_INPUT for wrong options; opens no connection before it is used. */
export function createSearchClient(options: ClientOptions): SearchClient {
  const { baseUrl, token, requestsPerMinute = REQUESTS_PER_MINUTE } = checkOptions(options);
  const { service, close } = openService(baseUrl, token, requestsPerMinute, options.fetch);
  const polls = pollSchedule(requestsPerMinute);

  /** Results that came without an id, under ids of our own: they cannot be asked for. */
  const answered = new Map<string, JobAnswer>();
  const keep = (result: JobAnswer): string => {
    const [oldest] = answered.keys();
    if (answered.size >= MAX_ANSWERED && oldest !== undefined) answered.delete(oldest);
    const ownId = `answered-${randomUUID()}`;
    answered.set(ownId, result);
    return ownId;
  };

  const status = async (jobId: string, { signal }: CallOptions = {}): Promise<JobStatus> => {
    const answer = answered.get(jobId) ?? (await service.status(jobId, signal ?? NEVER));
    const { notes: noteData, sources, papers, progress: _, ...rest } = answer;
    const reports = { ...(sources && { sources: renderReports(sources) }) };
    return {
      ...rest,
      ...reports,
      ...(papers && { papers: papers.map(toContractForm) }),
      notes: PLAIN_WORDING.notes(noteData),
      noteData,
      isFinal: isFinal(answer.status),
    };
  };

  return {
    // Asynchronous, so that an invalid request rejects like every other failure.
    create: async (request, { signal, idempotencyKey } = {}) => {
      const { jobId, result, without } = await service.create(toJobRequest(request), {
        deadline: untilAborted(signal ?? NEVER),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey: checkedKey(idempotencyKey) }),
      });
      return { jobId: jobId ?? keep(result as JobAnswer), ...(without && { without }) };
    },
    closeKey: async (key, { signal } = {}) => service.closeKey(checkedKey(key), signal ?? NEVER),
    status,
    async wait(jobId, { signal, onStatus } = {}) {
      const started = Date.now();
      let before: string | undefined;
      for (;;) {
        const job = await status(jobId, signal ? { signal } : {});
        if (job.isFinal) return job;
        const { seemsOver } = job;
        // An answer that merely looks final is final if it is repeated.
        if (seemsOver && before === job.status && Date.now() - started >= SEEMS_OVER_MS) {
          return { ...job, status: seemsOver, isFinal: true };
        }
        before = job.status;
        onStatus?.(job.status);
        await sleep(pollPauseMs(Date.now() - started, polls), undefined, { signal: signal ?? NEVER });
      }
    },
    balances: ({ signal } = {}) => service.balances(signal ?? NEVER),
    close,
  };
}

const SEEMS_OVER_MS = 60_000;

const NEVER = new AbortController().signal;

function checkedKey(key: string): string {
  if (isIdempotencyKey(key)) return key;
  throw invalidInput([invalidField('idempotencyKey', `${KEY_RULE}`)]);
}

/** The token's value must never be part of a message. */
function checkOptions(options: ClientOptions): ClientOptions {
  const { baseUrl, token, requestsPerMinute = REQUESTS_PER_MINUTE } = options;
  const wrong = [
    isAllowedBaseUrl(baseUrl) || {
      field: 'baseUrl',
      message:
        'baseUrl: an https:// address (http:// only on loopback) without query, fragment, user or password is needed',
    },
    (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) ||
      invalidField('token', 'printable ASCII without blanks is needed'),
    (Number.isInteger(requestsPerMinute) && requestsPerMinute > 0) ||
      invalidField('requestsPerMinute', 'a positive whole number is needed'),
  ].filter((problem) => problem !== true);
  if (wrong.length > 0) throw invalidInput(wrong);
  return options;
}
