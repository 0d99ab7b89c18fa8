import { joinAnswerLines } from '../../contract/answers.ts';
import { createEraser } from '../../contract/eraser.ts';
import { PaperqueueError } from '../../contract/errors.ts';
import { namesJobId, readCreatedId } from '../../contract/reading/created-id.ts';
import { findResults } from '../../contract/reading/result-list.ts';
import { Secret } from '../../contract/secret.ts';
import { orAborted, startDeadline } from '../../lib/deadline.ts';
import { asFields, hasTooManyValues, parseExactly, parseJson, readJsonLines } from '../../lib/json.ts';
import { AnswerTooLarge, readBody } from '../../lib/read-body.ts';
import { MAX_RETRY_AFTER_SECONDS, readRetryAfter } from '../../lib/retry-after.ts';
import type { Pacer, Slot } from '../../platform/net/pacer.ts';
import {
  answerFailure,
  isNotSent,
  jobInError,
  looksLikeAnotherServer,
  networkFailure,
  type RequestKind,
} from './failures.ts';
import type { HttpAnswer } from './transport.ts';

/** A job of 300 papers is about 1 MB. This is far more, and still harmless. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * Also bounds responses that trickle: a call must end within 50 seconds, and an intent counts as abandoned after two
 * minutes.
 */
const MAX_EXCHANGE_MS = 45_000;

/** A longer body that is not JSON is not a message of the service. */
const MAX_PLAIN_CHARACTERS = 1_000;

/** Headers with the address of a job, or of its state. */
const LOCATIONS = ['location', 'content-location', 'operation-location', 'azure-asyncoperation'];

type Exchange = {
  kind: RequestKind;
  slot: Slot;
  /** The signal that may end the request; nothing ends a creation. */
  caller?: AbortSignal;
  /** False while nothing of the request can have left. */
  isSent: () => boolean;
  send: (signal: AbortSignal) => Promise<HttpAnswer>;
  /** Statuses beside 2xx that are valid. Default: none. */
  expected?: readonly number[];
};

export type Answer = {
  status: number;
  json: unknown;
  /** The JSON, or the text of a body that is not JSON if it is short. */
  body: unknown;
  isJson: boolean;
  isPage: boolean;
  /** Headers with the job's location, its id, and the next page. */
  location?: string;
  jobId?: string;
  link?: string;
};

type Options = {
  baseUrl: string;
  token: Secret;
  secrets?: readonly Secret[];
  pacer: Pacer;
  onFailure?: (error: PaperqueueError) => void;
  maxExchangeMs?: number;
};

/** Requests and their whole responses, without the secrets that a service may repeat. */
export function createExchanges(options: Options) {
  const { baseUrl, pacer, maxExchangeMs = MAX_EXCHANGE_MS } = options;
  let secrets = [options.token, ...(options.secrets ?? [])];
  let eraser = createEraser(secrets);

  /** A key sent with a request may come back in any later response. */
  const rememberKey = (key: string): void => {
    if (secrets.some((secret) => secret.reveal() === key)) return;
    secrets = [...secrets, new Secret(key)];
    eraser = createEraser(secrets);
  };

  /** One request and its whole response, within the time of an exchange. Throws for any status but 2xx. */
  const exchange = async ({ kind, slot, caller, isSent, send, expected = [] }: Exchange): Promise<Answer> => {
    const deadline = startDeadline(maxExchangeMs, caller);
    const { signal } = deadline;
    const received = async () => {
      const { status, headers, body } = await orAborted(send(signal), signal);
      const isPaid = kind === 'create' && isSuccess(status);
      const encoded = { body, contentType: headers.get('content-type') };
      const text = await readBody(encoded, MAX_ANSWER_BYTES, signal, (part) => isPaid && isWhole(part));
      if (hasTooManyValues(text)) throw new AnswerTooLarge();
      const { json: foreign, ...form } = readJsonBody(text);
      const json = await eraser.json(foreign);
      const plain = text.length > MAX_PLAIN_CHARACTERS ? undefined : eraser.text(text);
      return { status, headers, json, body: form.isJson ? json : plain, ...form };
    };
    try {
      const { headers: answerHeaders, ...read } = await received();
      const textOf = (name: string) => eraser.text(answerHeaders.get(name) ?? '') || undefined;
      const location = LOCATIONS.map(textOf).find((address) => address !== undefined);
      const answer = { ...read, location, jobId: textOf('x-job-id') ?? textOf('job-id'), link: textOf('link') };
      if (isSuccess(answer.status) || expected.includes(answer.status)) return answer;
      // A date is meant by the service's own clock.
      const sentAt = Date.parse(answerHeaders.get('date') ?? '');
      const retryAfter = readRetryAfter(
        answerHeaders.get('retry-after'),
        sentAt || undefined,
        Number.POSITIVE_INFINITY,
      );
      if (retryAfter !== undefined) pause(Math.min(retryAfter, MAX_RETRY_AFTER_SECONDS));
      // A service that has made a job has taken its credits, even if it asks to slow down, or redirects to the job.
      const isRedirect = answer.status >= 300 && answer.status < 400;
      if (kind === 'create' && (namesJobId(answer.json) || isRedirect))
        throw jobInError(
          answer.status,
          answer.body,
          readCreatedId({ ...asFields(answer.json), ...(isRedirect && { location }) }),
        );
      if (kind === 'create' && (answer.status === 400 || looksLikeAnotherServer(answer))) return answer;
      throw answerFailure(kind, answer.status, answer.body, retryAfter);
    } catch (error) {
      const mayHaveLeft = isSent() && !isNotSent(error);
      if (!mayHaveLeft) slot.giveBack();
      if (caller?.aborted) throw caller.reason;
      throw reported(
        error instanceof PaperqueueError ? error : networkFailure(kind, error, { address: baseUrl, mayHaveLeft }),
      );
    } finally {
      deadline.dispose();
    }
  };

  /** A pause that cannot be recorded must not hide what the response means for the charge. */
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

  return { exchange, reported, rememberKey };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether a text is complete JSON with the id of a job, or with papers, so that nothing was cut off. */
function isWhole(text: string): boolean {
  return readCreatedId(readJsonBody(text).json) !== undefined || findResults(parseJson(text))?.hasPapers === true;
}

/** What precedes JSON so that no browser runs it as a script, `)]}'` or `for(;;);`, or that one does, `callback(`. */
const GUARD = /^\s*(?:\)\]\}'?,?|(?:for|while)\s*\([;1]*\);|(?:\/\*\*\/)?[\w$.]{1,100}\()(?=\s*[[{])/;

/** A body that is not JSON may be an HTML page. */
function readJsonBody(text: string): Pick<Answer, 'json' | 'isJson' | 'isPage'> {
  try {
    return { json: parseExactly(text), isJson: true, isPage: false };
  } catch {
    const lines = readJsonLines(text);
    if (lines !== undefined) return { json: joinAnswerLines(lines), isJson: true, isPage: false };
    const guard = GUARD.exec(text)?.[0];
    if (guard !== undefined) {
      const end = guard.endsWith('(') ? text.lastIndexOf(')') : text.length;
      return readJsonBody(text.slice(guard.length, end));
    }
    return { json: undefined, isJson: false, isPage: text.trimStart().startsWith('<') };
  }
}
