import pRetry from 'p-retry';
import { createdSchema, readBalances, readErrorAnswer, readJobAnswer } from '../contract/answers.ts';
import { PaperqueueError } from '../contract/errors.ts';
import { toQueryString } from '../contract/filters.ts';
import { CREDITS_PATH, jobPath, OPERATIONS, takes } from '../contract/operations.ts';
import type { JobRequest, RequestBody } from '../contract/requests.ts';
import type { Secret } from '../contract/secret.ts';
import type { SearchService } from '../jobs/ports.ts';
import {
  answerFailure,
  chargeUnknown,
  invalidAnswer,
  jobNotFound,
  networkFailure,
  type RequestKind,
} from './failures.ts';
import type { Pacer } from './pacer.ts';
import { readBody } from './read-body.ts';
import { readRetryAfter } from './retry-after.ts';
import type { Fetch } from './transport.ts';

export type ClientOptions = {
  /** API prefix included, no slash at the end. */
  baseUrl: string;
  token: Secret;
  fetch: Fetch;
  pacer: Pacer;
  userAgent: string;
  /** Called with what a failure really was, for the log. */
  onFailure?: (error: PaperqueueError) => void;
};

/** How often a read is tried in all, and how long the pauses between the tries are (milliseconds, doubled each time). */
const READ_TRIES = 3;
const READ_PAUSE_MS = 400;

type Answer = { status: number; json: unknown; isJson: boolean };

/** The name that the service uses for the keyword list: an older revision of it says `phrases`. */
type KeywordsName = 'keywords' | 'phrases';

/**
 * The client of the service contract. It never sends a creation a second time. It throws PaperqueueError, or the reason of
 * the signal when a read is aborted.
 */
export function createClient(options: ClientOptions): SearchService {
  const { baseUrl, token, fetch, pacer, userAgent } = options;
  let keywordsName: KeywordsName = 'keywords';

  const send = async (kind: RequestKind, path: string, init: RequestInit): Promise<Answer> => {
    await pacer.acquire(kind, init.signal ?? undefined);
    try {
      const answer = await fetch(`${baseUrl}${path}`, {
        ...init,
        // A redirect would turn the POST into a GET and could carry the token to another host.
        redirect: 'manual',
        headers: {
          Authorization: `Bearer ${token.reveal()}`,
          Accept: 'application/json',
          'User-Agent': userAgent,
          ...(init.body ? { 'Content-Type': 'application/json' } : {}),
        },
      });
      const read = { status: answer.status, ...parseJson(await readBody(answer)) };
      if (answer.ok) return read;
      const retryAfter = readRetryAfter(answer.headers.get('retry-after'));
      if (retryAfter !== undefined) pacer.pauseUntil(Date.now() + retryAfter * 1000);
      if (kind === 'create' && speaksOfPhrases(read)) return read;
      throw answerFailure(kind, answer.status, read.json, retryAfter);
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw reported(error instanceof PaperqueueError ? error : networkFailure(kind, error));
    }
  };

  const reported = (error: PaperqueueError): PaperqueueError => {
    options.onFailure?.(error);
    return error;
  };

  const read = (path: string, signal: AbortSignal): Promise<Answer> =>
    pRetry(() => send('read', path, { method: 'GET', signal }), {
      retries: READ_TRIES - 1,
      minTimeout: READ_PAUSE_MS,
      factor: 2,
      signal,
      shouldRetry: ({ error }) => error instanceof PaperqueueError && error.facts.code === 'UPSTREAM_UNAVAILABLE',
    });

  const post = ({ operation, body, filters }: JobRequest, name: KeywordsName): Promise<Answer> =>
    send('create', `${OPERATIONS[operation].path}?${toQueryString(filters)}`, {
      method: 'POST',
      body: JSON.stringify(wireBody({ operation, body, filters }, name)),
    });

  return {
    async create(request) {
      let answer = await post(request, keywordsName);
      if (answer.status === 400 && keywordsName === 'keywords' && request.body.keywords) {
        // A 400 created nothing and cost nothing, so that this one re-send is safe.
        answer = await post(request, 'phrases');
        if (answer.status !== 400) keywordsName = 'phrases';
      }
      if (answer.status === 400) throw reported(answerFailure('create', answer.status, answer.json, undefined));
      const created = createdSchema.safeParse(answer.json);
      if (!created.success) throw reported(chargeUnknown('the answer holds no job id', 'no jobId'));
      return { jobId: created.data.jobId };
    },

    async status(jobId, signal) {
      // What is no path segment would ask for something else; no service has made such an id.
      if (/^\.{0,2}$/.test(jobId) || !jobId.isWellFormed()) throw jobNotFound();
      const { json, isJson } = await read(jobPath(jobId), signal);
      if (!isJson) throw reported(invalidAnswer('it is no JSON'));
      const answer = readJobAnswer(json);
      if (!answer) throw reported(invalidAnswer('it has no status, or success without results'));
      return answer;
    },

    async balances(signal) {
      try {
        return readBalances((await read(CREDITS_PATH, signal)).json);
      } catch (error) {
        // Not every revision of the service has this operation.
        if (error instanceof PaperqueueError && error.facts.code === 'JOB_NOT_FOUND') return undefined;
        throw error;
      }
    },
  };
}

/** The body as it goes out: only fields that the operation takes, the keyword list under the name the service knows. */
function wireBody({ operation, body }: JobRequest, keywordsName: KeywordsName): Record<string, unknown> {
  const { keywords, ...rest } = body;
  const taken = Object.entries(rest).filter(([name]) => takes(operation, name as keyof RequestBody));
  const list = keywords && takes(operation, 'keywords') ? { [keywordsName]: keywords } : {};
  return { ...list, ...Object.fromEntries(taken) };
}

/** Whether a 400 names `phrases`, in a path or in its text: then the service knows the keyword list under that name. */
function speaksOfPhrases({ status, json }: Answer): boolean {
  if (status !== 400) return false;
  const { text, fields } = readErrorAnswer(json);
  return /\bphrases\b/.test(text ?? '') || fields.some(({ path }) => /\bphrases\b/.test(path));
}

function parseJson(text: string): { json: unknown; isJson: boolean } {
  try {
    return { json: JSON.parse(text), isJson: true };
  } catch {
    return { json: undefined, isJson: false };
  }
}
