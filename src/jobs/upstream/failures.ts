import { type ErrorAnswer, readErrorAnswer } from '../../contract/error-answer.ts';
import { type ErrorInput, freeFailure, PaperqueueError } from '../../contract/errors.ts';
import { REDACTED } from '../../contract/secret.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { AnswerTooLarge } from '../../lib/read-body.ts';
import { cleanLine, shorten } from '../../papers/text.ts';
import { ConnectFailure } from '../../platform/net/connect-failure.ts';
import type { Advice, Note, NoteOf } from '../../wording/notes.ts';
import type { NetworkProblem, UnreadableAnswer } from './notes.ts';

/**
 * Maps a failed request to an error: the code, whether credits were taken, whether it may be repeated. A creation takes
 * credits at once. So only failures before the request left, a 429, and refusals in the service's own words
 * (`REFUSALS`) certainly cost nothing. Everything else is CHARGE_UNKNOWN. The service's message is always passed on.
 */

/** Any request but a creation is a read: it costs nothing. */
export type RequestKind = 'create' | 'read';

type Cause = { code?: unknown; syscall?: unknown; cause?: unknown; errors?: unknown };

const MAX_FOREIGN_FIELDS = 30;
const MAX_FIELD_CHARACTERS = 200;
const MAX_TEXT_CHARACTERS = 500;
const CHECK_ADDRESS: Advice = { kind: 'check-service', setting: 'PAPERQUEUE_BASE_URL' };

/** A failure without a response: the thrown `error`, and whether any part of the request may have left. */
export function networkFailure(
  kind: RequestKind,
  error: unknown,
  { address, mayHaveLeft = !isNotSent(error) }: { address: string; mayHaveLeft?: boolean },
): PaperqueueError {
  const reason = findNetworkProblem(error);
  const noAnswer = { kind: 'no-answer', address, ...omitUndefined({ why: reason }) } as const;
  if (!mayHaveLeft) {
    return failure(error, {
      code: 'UPSTREAM_UNAVAILABLE',
      problem: [{ ...noAnswer, isSent: false }],
      retryable: true,
      advice: [CHECK_ADDRESS],
    });
  }
  if (kind === 'create') return chargeUnknown({ kind: 'connection-broke' }, error);
  if (error instanceof AnswerTooLarge) return invalidAnswer('too-large');
  return failure(error, {
    code: 'UPSTREAM_UNAVAILABLE',
    problem: [{ ...noAnswer, isSent: true }],
    retryable: true,
    advice: [{ kind: 'again' }],
  });
}

const REASONS: Readonly<Record<string, NetworkProblem>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'broken',
  UND_ERR_SOCKET: 'broken',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'no-names',
  ETIMEDOUT: 'too-slow',
  UND_ERR_CONNECT_TIMEOUT: 'too-slow',
  ENETUNREACH: 'no-network',
  EHOSTUNREACH: 'no-way',
};

/** Maps an error code (or that of its `cause` chain) to a reason for the missing response. */
function findNetworkProblem(error: unknown): NetworkProblem | undefined {
  for (let cause = error as Cause | undefined, depth = 0; cause && depth < 5; depth += 1) {
    const reason =
      REASONS[String(cause.code)] ?? (Array.isArray(cause.errors) ? findNetworkProblem(cause.errors[0]) : undefined);
    if (reason !== undefined) return reason;
    if (/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/.test(String(cause.code))) return 'certificate-refused';
    cause = cause.cause as Cause | undefined;
  }
  return undefined;
}

/**
 * Whether the request certainly never left: name look-up, connecting or the TLS handshake failed. Our own transport
 * reports this; for other fetches the failing system call shows it. A TLS error code alone does not, because it can
 * also occur after the request.
 */
export function isNotSent(error: unknown): boolean {
  for (let cause = error as Cause | undefined, depth = 0; cause && depth < 5; depth += 1) {
    if (cause instanceof ConnectFailure) return true;
    const { code, syscall, errors } = cause;
    if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
    if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ERR_TLS_CERT_ALTNAME_INVALID') return true;
    if (/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(String(code))) return true;
    // Several addresses tried (happy eyeballs): every attempt failed while connecting.
    if (Array.isArray(errors) && errors.length > 0) return errors.every((entry) => isNotSent(entry));
    cause = cause.cause as Cause | undefined;
  }
  return false;
}

/**
 * Statuses with which a service refuses a creation, which then costs nothing: any 400 and 401, a 403 in JSON, and all
 * others in the service's own words. An HTML page comes from a proxy, which may have replaced the answer to a paid
 * request.
 */
const REFUSALS = [400, 401, 402, 403, 413, 414, 415, 422, 428, 431];

/** A response with a status other than 2xx. `body` is its JSON, or the text of a body that is not JSON. */
export function answerFailure(
  kind: RequestKind,
  status: number,
  body: unknown,
  retryAfterSeconds: number | undefined,
): PaperqueueError {
  const answer = cleanAnswer(readErrorAnswer(body));
  const notes = toServiceNotes(answer);
  if (status === 429) return rateLimited(status, notes, retryAfterSeconds);
  if (status === 401) return unauthorized(notes);
  if (kind === 'create') return creationFailure(status, body, answer);
  if (status === 403) return notes.length > 0 ? accessDenied(notes) : unauthorized(notes);
  // 410: the job existed.
  if (status === 404 || status === 410) return jobNotFound(status, notes);
  return failure(`status ${status}`, {
    code: status >= 500 ? 'UPSTREAM_UNAVAILABLE' : 'UPSTREAM_INVALID',
    problem: [{ kind: 'status-to-a-read', status }, ...notes],
    retryable: status >= 500,
    advice: [status >= 500 ? { kind: 'again', when: 'later' } : CHECK_ADDRESS],
    ...omitUndefined({ retryAfterSeconds }),
  });
}

/** Foreign text, each on one line, cleaned and cut. A field without a name means the request. */
function cleanAnswer({ text, fields }: ErrorAnswer): ErrorAnswer {
  const toField = (line: string) => shorten(cleanLine(line), MAX_FIELD_CHARACTERS);
  const line = text === undefined ? '' : shorten(cleanLine(text), MAX_TEXT_CHARACTERS);
  return {
    ...(line !== '' && { text: line }),
    fields: fields
      .slice(0, MAX_FOREIGN_FIELDS)
      .map(({ path, message }) => ({ path: toField(path) || 'request', message: toField(message) })),
  };
}

/** The service's message as a note; the messages on wrong fields if there is no other. */
function toServiceNotes({ text, fields }: ErrorAnswer): Note[] {
  const words = text ?? fields.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return words === '' ? [] : [{ kind: 'service-said', text: shorten(words, MAX_TEXT_CHARACTERS) }];
}

function creationFailure(status: number, body: unknown, answer: ErrorAnswer): PaperqueueError {
  const notes = toServiceNotes(answer);
  const isInJson = status === 403 && typeof body === 'object' && body !== null;
  const isRefusal = REFUSALS.includes(status) && (status === 400 || isInJson || notes.length > 0);
  if (!isRefusal) return chargeUnknown({ kind: 'status', status }, `status ${status}`, notes);
  if (status !== 402 && status !== 403) return refusedAsInvalid(status, answer);
  const words = [answer.text, ...answer.fields.map(({ message }) => message)].join(' ');
  // For a 403 the service documents only the lack of credits.
  if (status === 402 || notes.length === 0 || SPEAKS_OF_CREDITS.test(words)) return insufficientCredits(status, notes);
  if (SPEAKS_OF_RATE.test(words)) return rateLimited(status, notes, undefined);
  return answer.fields.length > 0 ? refusedAsInvalid(status, answer) : accessDenied(notes);
}

const SPEAKS_OF_CREDITS = /credit|balance|quota|funds|allowance|top.?up|payment/i;
const SPEAKS_OF_RATE = /rate.?limit|too many requests/i;

function refusedAsInvalid(status: number, { text, fields }: ErrorAnswer): PaperqueueError {
  const refusal: Note = { kind: 'refused-as-invalid', status, isNamed: fields.length > 0 };
  return failure(`status ${status}`, {
    code: 'INVALID_INPUT',
    problem: [refusal, ...(text === undefined ? [] : toServiceNotes({ text, fields: [] }))],
    advice: [{ kind: 'correct-named' }],
    fields: fields.map(({ path, message }) => ({ field: path, message })),
  });
}

function insufficientCredits(status: number, notes: readonly Note[]): PaperqueueError {
  return failure(`status ${status}`, {
    code: 'INSUFFICIENT_CREDITS',
    problem: [{ kind: 'account-too-low' }, ...notes],
    advice: [{ kind: 'see-cost' }],
  });
}

function rateLimited(status: number, notes: readonly Note[], retryAfterSeconds: number | undefined): PaperqueueError {
  return failure(`status ${status}`, {
    code: 'RATE_LIMITED',
    problem: [{ kind: 'no-further-request' }, ...notes],
    retryable: true,
    advice: [{ kind: 'again', when: 'in-a-minute', ...omitUndefined({ seconds: retryAfterSeconds }) }],
    ...omitUndefined({ retryAfterSeconds }),
  });
}

/**
 * The per-minute limit, or a pause that the service requested, left no room for a creation within the call's time:
 * nothing was sent.
 */
export function noRoomInMinute(perMinute?: number, pauseMs = 0): PaperqueueError {
  const seconds = pauseMs > 0 ? Math.ceil(pauseMs / 1000) : undefined;
  return failure('pace', {
    code: 'RATE_LIMITED',
    // Names only limits that delay us.
    problem: [
      {
        kind: 'too-many-requests',
        ...(seconds === undefined ? omitUndefined({ perMinute }) : { pauseSeconds: seconds }),
      },
    ],
    retryable: true,
    advice: [{ kind: 'again', when: 'in-a-minute', ...omitUndefined({ seconds }) }],
    ...omitUndefined({ retryAfterSeconds: seconds }),
  });
}

function unauthorized(notes: readonly Note[]): PaperqueueError {
  return failure('status 401 or 403', {
    code: 'UNAUTHORIZED',
    problem: [{ kind: 'token-refused' }, ...notes],
    advice: [{ kind: 'set-token', token: 'PAPERQUEUE_TOKEN', address: 'PAPERQUEUE_BASE_URL' }],
  });
}

/** The service may know the token, but does not allow it this. */
function accessDenied(notes: readonly Note[]): PaperqueueError {
  return failure('status 403', {
    code: 'UNAUTHORIZED',
    problem: [{ kind: 'access-denied' }, ...notes],
    advice: [{ kind: 'ask-service', setting: 'PAPERQUEUE_BASE_URL' }],
  });
}

export function jobNotFound(status = 404, notes: readonly Note[] = []): PaperqueueError {
  return failure(`status ${status}`, {
    code: 'JOB_NOT_FOUND',
    problem: [{ kind: 'unknown-job-id' }, ...notes],
    advice: [{ kind: 'use-job-ref', canSearch: false }],
  });
}

/** Whether a creation was answered by a server other than the service: unknown path, or a page instead of JSON. */
export function looksLikeAnotherServer({ status, isPage }: { status: number; isPage: boolean }): boolean {
  return status === 404 || status === 405 || ((status < 300 || status === 403) && isPage);
}

/**
 * The address seems to belong to another server. But a proxy in front of the service can answer the same way after the
 * creation has gone through, so the charge is unknown, as after any response that is not the service's own.
 */
export function seemsAnotherServer(cause: unknown): PaperqueueError {
  const setting = 'PAPERQUEUE_BASE_URL';
  const problem: Note[] = [{ kind: 'another-server', setting }];
  const advice: Advice[] = [{ kind: 'set-address', setting }];
  return new PaperqueueError(
    { code: 'NOT_CONFIGURED', problem, charged: 'unknown', retryable: false, advice },
    { cause },
  );
}

/** A creation of unknown outcome; `notes` have the service's message. */
export function chargeUnknown(
  because: NoteOf<'charge-unknown'>['because'],
  cause: unknown,
  notes: readonly Note[] = [],
): PaperqueueError {
  const details: ErrorInput = {
    code: 'CHARGE_UNKNOWN',
    problem: [{ kind: 'charge-unknown', because }, ...notes],
    charged: 'unknown',
    retryable: false,
    advice: [{ kind: 'compare-balance' }],
  };
  return new PaperqueueError(details, { cause });
}

/**
 * A creation whose answer has no certain job: the service's message is passed on, and an id that it names is kept, so
 * that the job is found by it.
 */
export function jobInError(status: number, body: unknown, jobId: string | undefined): PaperqueueError {
  const named: Note[] = jobId === undefined || jobId.includes(REDACTED) ? [] : [{ kind: 'names-job', jobId }];
  const notes = toServiceNotes(cleanAnswer(readErrorAnswer(body)));
  const because =
    status >= 300
      ? ({ kind: 'status', status } as const)
      : ({ kind: jobId === undefined ? 'no-id' : 'error-with-id' } as const);
  return chargeUnknown(because, `status ${status}`, [...notes, ...named]);
}

/** A response to a read that violates the contract. */
export function invalidAnswer(what: UnreadableAnswer): PaperqueueError {
  return failure(what, {
    code: 'UPSTREAM_INVALID',
    problem: [{ kind: 'unreadable-answer', what }],
    retryable: true,
    advice: [CHECK_ADDRESS],
  });
}

/** A failure that certainly cost nothing; `cause` is for the log. */
function failure(cause: unknown, details: Parameters<typeof freeFailure>[0]): PaperqueueError {
  return freeFailure(details, { cause });
}
