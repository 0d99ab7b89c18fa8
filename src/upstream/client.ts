import { createdSchema, readBalances, readErrorAnswer, readJobAnswer } from '../contract/answers.ts';
import { PaperqueueError } from '../contract/errors.ts';
import { toQueryString } from '../contract/filters.ts';
import { CREDITS_PATH, jobPath, OPERATIONS, takes } from '../contract/operations.ts';
import type { JobRequest, RequestBody } from '../contract/requests.ts';
import type { Secret } from '../contract/secret.ts';
import type { AttemptOutcome, CreateOptions, SearchService } from '../jobs/ports/ports.ts';
import { readBody } from '../lib/read-body.ts';
import { readRetryAfter } from '../lib/retry-after.ts';
import {
  answerFailure,
  chargeUnknown,
  invalidAnswer,
  jobNotFound,
  networkFailure,
  noPlaceInPace,
  type RequestKind,
} from './failures.ts';
import type { Pacer } from './pacer.ts';
import { retryCreation, retryRead } from './retries.ts';
import type { Fetch } from './transport.ts';

/** A job of 300 papers is about 1 MB; this is far above and still far below what hurts. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

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

type Answer = { status: number; json: unknown; isJson: boolean };

/** The name that the service uses for the keyword list: an older revision of it says `phrases`. */
type KeywordsName = 'keywords' | 'phrases';

/**
 * The client of the service contract. It sends a creation again only after a failure that certainly cost
 * nothing. It throws PaperqueueError, or the reason of
 * the signal when a read is aborted.
 */
export function createClient(options: ClientOptions): SearchService {
  const { baseUrl, token, fetch, pacer, userAgent } = options;
  let keywordsName: KeywordsName = 'keywords';

  const send = async (kind: RequestKind, path: string, init: RequestInit): Promise<Answer> => {
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
      const read = { status: answer.status, ...parseJson(await readBody(answer, MAX_ANSWER_BYTES)) };
      if (answer.ok) return read;
      const retryAfter = readRetryAfter(answer.headers.get('retry-after'));
      if (retryAfter !== undefined) pause(retryAfter);
      if (kind === 'create' && speaksOfPhrases(read)) return read;
      throw answerFailure(kind, answer.status, read.json, retryAfter);
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw reported(error instanceof PaperqueueError ? error : networkFailure(kind, error));
    }
  };

  /** A pause that cannot be recorded must not take the place of what the answer means for the charge. */
  const pause = (seconds: number): void => {
    try {
      pacer.pauseUntil(Date.now() + seconds * 1000);
    } catch (error) {
      if (error instanceof PaperqueueError) reported(error);
    }
  };

  const reported = (error: PaperqueueError): PaperqueueError => {
    options.onFailure?.(error);
    return error;
  };

  const read = (path: string, signal: AbortSignal): Promise<Answer> =>
    retryRead(async () => {
      await pacer.acquire('read', signal);
      return send('read', path, { method: 'GET', signal });
    }, signal);

  const post = async ({ operation, body, filters }: JobRequest, name: KeywordsName, signal: AbortSignal) => {
    await pacer.acquire('create', signal).catch((error) => {
      throw signal.aborted ? reported(noPlaceInPace()) : error;
    });
    return send('create', `${OPERATIONS[operation].path}?${toQueryString(filters)}`, {
      method: 'POST',
      body: JSON.stringify(wireBody({ operation, body, filters }, name)),
    });
  };

  const createOnce = async (request: JobRequest, signal: AbortSignal): Promise<{ jobId: string }> => {
    let answer = await post(request, keywordsName, signal);
    if (answer.status === 400 && keywordsName === 'keywords' && request.body.keywords) {
      // A 400 created nothing and cost nothing, so that this one re-send is safe.
      answer = await post(request, 'phrases', signal);
      if (answer.status !== 400) keywordsName = 'phrases';
    }
    if (answer.status === 400) throw reported(answerFailure('create', answer.status, answer.json, undefined));
    const created = createdSchema.safeParse(answer.json);
    if (!created.success) throw reported(chargeUnknown('the answer holds no job id', 'no jobId'));
    return { jobId: created.data.jobId };
  };

  return {
    create: (request, { signal, until, onAttempt }) =>
      retryCreation(
        async () => {
          const created = await createOnce(request, signal).catch((error) => {
            tell(onAttempt, outcomeOf(error));
            throw error;
          });
          tell(onAttempt, 'created');
          return created;
        },
        signal,
        until,
      ),

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

/** A record of an attempt that cannot be written must not turn a paid job into a failure. */
function tell(onAttempt: CreateOptions['onAttempt'], outcome: AttemptOutcome): void {
  try {
    onAttempt?.(outcome);
  } catch {
    // The store says the same again, and is heard, when the outcome itself is recorded.
  }
}

function outcomeOf(error: unknown): AttemptOutcome {
  if (!(error instanceof PaperqueueError) || error.facts.charged !== 'no') return 'unknown';
  if (error.facts.code === 'UPSTREAM_UNAVAILABLE') return 'not sent';
  return error.facts.code === 'RATE_LIMITED' ? 'rate limited' : 'refused';
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
