import { readErrorAnswer } from '../contract/error-answer.ts';
import { type ErrorInput, freeFailure, PaperqueueError } from '../contract/errors.ts';
import type { NetworkProblem, UnreadableAnswer } from '../contract/notes/failure-notes.ts';
import type { ChargeDoubt } from '../contract/notes/spending-notes.ts';
import type { Advice, Note } from '../contract/notes.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import { AnswerTooLarge } from '../lib/read-body.ts';
import { ConnectFailure } from '../net/connect-failure.ts';
import { cleanLine, shorten } from '../papers/text.ts';

/**
 * What a failed request means: the code, whether credits were taken, whether it may be repeated. A creation takes
 * credits at once and has no idempotency key. So only failures before the request went out, and the answers 400, 401,
 * 403 and 429, certainly cost nothing. Everything else is CHARGE_UNKNOWN.
 */

export type RequestKind = 'create' | 'read';

type Cause = { code?: unknown; syscall?: unknown; cause?: unknown; errors?: unknown };

const MAX_FOREIGN_FIELDS = 30;
const MAX_FOREIGN_CHARACTERS = 200;
const CHECK_ADDRESS: Advice = { do: 'check-service', setting: 'PAPERQUEUE_BASE_URL' };

/** A failure without an answer: the thrown `error`, and whether anything of the request may have left. */
export function networkFailure(
  kind: RequestKind,
  error: unknown,
  { address, mayHaveLeft = !isNotSent(error) }: { address: string; mayHaveLeft?: boolean },
): PaperqueueError {
  const reason = reasonOf(error);
  const noAnswer = { kind: 'no-answer', address, ...omitUndefined({ why: reason }) } as const;
  if (!mayHaveLeft) {
    return failure(error, {
      code: 'UPSTREAM_UNAVAILABLE',
      problem: [{ ...noAnswer, isSent: false }],
      retryable: true,
      advice: [CHECK_ADDRESS],
    });
  }
  if (kind === 'create') return chargeUnknown({ why: 'connection-broke' }, error);
  if (error instanceof AnswerTooLarge) return invalidAnswer('too-large');
  return failure(error, {
    code: 'UPSTREAM_UNAVAILABLE',
    problem: [{ ...noAnswer, isSent: true }],
    retryable: true,
    advice: [{ do: 'again' }],
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
function reasonOf(error: unknown): NetworkProblem | undefined {
  for (let cause = error as Cause | undefined, depth = 0; cause && depth < 5; depth += 1) {
    const reason = REASONS[String(cause.code)] ?? (Array.isArray(cause.errors) ? reasonOf(cause.errors[0]) : undefined);
    if (reason !== undefined) return reason;
    if (/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/.test(String(cause.code))) return 'certificate-refused';
    cause = cause.cause as Cause | undefined;
  }
  return undefined;
}

/**
 * Whether the request certainly never left: name look-up, connecting or the TLS handshake failed. Our own transport
 * says so itself; for other fetches the failing system call shows it. A TLS error code alone does not, because it can
 * also follow the request.
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

/** An answer with another status than 2xx. */
export function answerFailure(
  kind: RequestKind,
  status: number,
  json: unknown,
  retryAfterSeconds: number | undefined,
): PaperqueueError {
  if (status === 429) return rateLimited(retryAfterSeconds);
  if (status === 401) return unauthorized();
  if (kind === 'create') return creationRefusal(status, json);
  if (status === 403) return unauthorized();
  if (status === 404) return jobNotFound();
  return failure(`status ${status}`, {
    code: status >= 500 ? 'UPSTREAM_UNAVAILABLE' : 'UPSTREAM_INVALID',
    problem: [{ kind: 'status-to-a-read', status }],
    retryable: status >= 500,
    advice: [status >= 500 ? { do: 'again', when: 'later' } : CHECK_ADDRESS],
    ...omitUndefined({ retryAfterSeconds }),
  });
}

function creationRefusal(status: number, json: unknown): PaperqueueError {
  if (status === 400) return refusedAsInvalid(json);
  // The service states in JSON what the pool lacks. A filtering proxy may replace an answer to a charged request by a
  // page.
  if (status === 403 && json !== undefined) return insufficientCredits();
  return chargeUnknown({ why: 'status', status }, `status ${status}`);
}

function refusedAsInvalid(json: unknown): PaperqueueError {
  const { text, fields } = readErrorAnswer(json);
  const toShortLine = (message: string) => shorten(cleanLine(message), MAX_FOREIGN_CHARACTERS);
  const named = fields
    .slice(0, MAX_FOREIGN_FIELDS)
    .map(({ path, message }) => ({ field: toShortLine(path) || 'request', message: toShortLine(message) }));
  const whole = text === undefined ? [] : [{ field: 'request', message: toShortLine(text) }];
  return failure('status 400', {
    code: 'INVALID_INPUT',
    problem: [{ kind: 'refused-as-invalid' }],
    advice: [{ do: 'correct-named' }],
    fields: [...named, ...whole],
  });
}

function insufficientCredits(): PaperqueueError {
  return failure('status 403', {
    code: 'INSUFFICIENT_CREDITS',
    problem: [{ kind: 'account-too-low' }],
    advice: [{ do: 'see-cost' }],
  });
}

function rateLimited(retryAfterSeconds: number | undefined): PaperqueueError {
  return failure('status 429', {
    code: 'RATE_LIMITED',
    problem: [{ kind: 'no-further-request' }],
    retryable: true,
    advice: [{ do: 'again', when: 'in-a-minute', ...omitUndefined({ seconds: retryAfterSeconds }) }],
    ...omitUndefined({ retryAfterSeconds }),
  });
}

/** The per-minute limit left no room for a creation within the call's time: nothing was sent. */
export function noRoomInMinute(perMinute?: number): PaperqueueError {
  return failure('pace', {
    code: 'RATE_LIMITED',
    problem: [{ kind: 'too-many-requests', ...omitUndefined({ perMinute }) }],
    retryable: true,
    advice: [{ do: 'again', when: 'in-a-minute' }],
  });
}

function unauthorized(): PaperqueueError {
  return failure('status 401 or 403', {
    code: 'UNAUTHORIZED',
    problem: [{ kind: 'token-refused' }],
    advice: [{ do: 'set-token', token: 'PAPERQUEUE_TOKEN', address: 'PAPERQUEUE_BASE_URL' }],
  });
}

export function jobNotFound(): PaperqueueError {
  return failure('status 404', {
    code: 'JOB_NOT_FOUND',
    problem: [{ kind: 'unknown-job-id' }],
    advice: [{ do: 'use-job-ref', canSearch: false }],
  });
}

/** How a server other than the service answers a creation: unknown path, or a page instead of JSON. */
export function looksLikeAnotherServer({ status, isPage }: { status: number; isPage: boolean }): boolean {
  return status === 404 || status === 405 || ((status < 300 || status === 403) && isPage);
}

/**
 * The address seems to belong to another server. A proxy in front of the service can answer the same way after the
 * creation has gone through. So the charge is unknown, as after any answer that is not the service's own.
 */
export function seemsAnotherServer(cause: unknown): PaperqueueError {
  const setting = 'PAPERQUEUE_BASE_URL';
  const problem: Note[] = [{ kind: 'another-server', setting }];
  const advice: Advice[] = [{ do: 'set-address', setting }];
  return new PaperqueueError(
    { code: 'NOT_CONFIGURED', problem, charged: 'unknown', retryable: false, advice },
    { cause },
  );
}

/** A creation of unknown outcome. */
export function chargeUnknown(because: ChargeDoubt, cause: unknown): PaperqueueError {
  const details: ErrorInput = {
    code: 'CHARGE_UNKNOWN',
    problem: [{ kind: 'charge-unknown', because }],
    charged: 'unknown',
    retryable: false,
    advice: [{ do: 'compare-balance' }],
  };
  return new PaperqueueError(details, { cause });
}

/** An answer to a read that violates the contract. */
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
