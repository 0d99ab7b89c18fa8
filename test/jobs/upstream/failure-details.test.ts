import { describe, expect, it } from 'vitest';
import type { PaperqueueError } from '../../../src/contract/errors.ts';
import {
  answerFailure,
  chargeUnknown,
  invalidAnswer,
  jobNotFound,
  networkFailure,
  noRoomInMinute,
  type RequestKind,
} from '../../../src/jobs/upstream/failures.ts';
import { AnswerTooLarge } from '../../../src/lib/read-body.ts';
import { ConnectFailure } from '../../../src/platform/net/connect-failure.ts';
import { saidError } from '../../helpers/said.ts';

const CHECK = 'Check PAPERQUEUE_BASE_URL and the network, then call again.';
const NOT_SENT = {
  code: 'UPSTREAM_UNAVAILABLE',
  message: 'https://papers.example did not answer (connection refused); the request was not sent.',
  charged: 'no',
  retryable: true,
  next: CHECK,
};
const NOT_ANSWERED = {
  code: 'UPSTREAM_UNAVAILABLE',
  message: 'https://papers.example did not answer (connection broken).',
  charged: 'no',
  retryable: true,
  next: 'Call again.',
};
const UNAUTHORIZED = {
  code: 'UNAUTHORIZED',
  message: 'The search service does not accept the token.',
  charged: 'no',
  retryable: false,
  next: 'Set PAPERQUEUE_TOKEN to a valid token of the service at PAPERQUEUE_BASE_URL. Then restart the server.',
};
const UNKNOWN_JOB = {
  code: 'JOB_NOT_FOUND',
  message: 'No job has this id: it never existed, has expired, or belongs to another account.',
  charged: 'no',
  retryable: false,
  next: 'Use a reference (J1, J2 ...) that an earlier answer gave.',
};
const rateLimited = (wait: string) => ({
  code: 'RATE_LIMITED',
  message: 'The search service allows no further request now.',
  charged: 'no',
  retryable: true,
  next: wait === 'a minute' ? 'Call again in a minute.' : `Wait ${wait} and call again.`,
});
const unknown = (what: string) => ({
  code: 'CHARGE_UNKNOWN',
  message: `It is unknown whether the search was charged: ${what}.`,
  charged: 'unknown',
  retryable: false,
  next: 'Do not simply repeat the search: it may be charged twice. Compare the balance (estimate_credits is free) with the one before.',
});
const unreadable = (what: string) => ({
  code: 'UPSTREAM_INVALID',
  message: `The search service's answer could not be read: ${what}.`,
  charged: 'no',
  retryable: true,
  next: CHECK,
});
const readAnswered = (status: number) => ({
  code: status >= 500 ? 'UPSTREAM_UNAVAILABLE' : 'UPSTREAM_INVALID',
  message: `The search service answered with status ${status}.`,
  charged: 'no',
  retryable: status >= 500,
  next: status >= 500 ? 'Call again later.' : CHECK,
});
const BROKEN = 'the connection broke after the request went out';

/** What a person is told, with the cause that the log gets. */
const told = (error: PaperqueueError) => ({ details: saidError(error.details), cause: error.cause });

describe('a failure without an answer', () => {
  const address = 'https://papers.example';
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
  const connecting = new ConnectFailure('connection', { cause: refused });
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET', syscall: 'read' });
  const large = new AnswerTooLarge('more than anything');
  it.each<[RequestKind, string, Error, object]>([
    ['create', 'connecting failed', connecting, NOT_SENT],
    ['read', 'connecting failed', connecting, NOT_SENT],
    ['create', 'the connection was reset', reset, unknown(BROKEN)],
    ['create', 'the answer was too large', large, unknown(BROKEN)],
    ['read', 'the connection was reset', reset, NOT_ANSWERED],
  ])('to a %s says what it means when %s', (kind, _what, error, details) => {
    expect(told(networkFailure(kind, error, { address }))).toEqual({ details, cause: error });
  });

  it('to a read with too large an answer is an unreadable answer', () => {
    expect(saidError(networkFailure('read', large, { address }).details)).toEqual(
      unreadable('it is larger than any job can be'),
    );
  });
});

describe('an answer with another status than 2xx', () => {
  it.each<[RequestKind, number, object]>([
    ['create', 401, UNAUTHORIZED],
    ['read', 401, UNAUTHORIZED],
    ['read', 403, UNAUTHORIZED],
    ['read', 404, UNKNOWN_JOB],
    ['create', 429, rateLimited('a minute')],
    ['read', 429, rateLimited('a minute')],
    ['create', 301, unknown('the service answered with status 301')],
    ['create', 402, unknown('the service answered with status 402')],
    ['create', 404, unknown(`the service answered with status 404`)],
    ['create', 405, unknown(`the service answered with status 405`)],
    ['create', 406, unknown('the service answered with status 406')],
    ['create', 500, unknown('the service answered with status 500')],
    ['create', 503, unknown('the service answered with status 503')],
    ['read', 302, readAnswered(302)],
    ['read', 400, readAnswered(400)],
    ['read', 499, readAnswered(499)],
    ['read', 500, readAnswered(500)],
    ['read', 503, readAnswered(503)],
  ])('to a %s: %i', (kind, status, details) => {
    // Strictly: a wait that nobody asked for is absent, not undefined.
    expect(saidError(answerFailure(kind, status, undefined, undefined).details)).toStrictEqual(details);
  });

  it('to a creation for which the pool holds too little: 403', () => {
    expect(saidError(answerFailure('create', 403, { error: 'Insufficient credits' }, undefined).details)).toEqual({
      code: 'INSUFFICIENT_CREDITS',
      message: 'The account has too few credits in the pool of this job. The service said: “Insufficient credits”.',
      charged: 'no',
      retryable: false,
      next: 'Call estimate_credits for cost, pool and balance; ask for a lower limit, or have credits added to the account.',
    });
  });

  it.each<[RequestKind, number, object]>([
    ['create', 429, { ...rateLimited('7 seconds'), retryAfterSeconds: 7 }],
    ['read', 503, { ...readAnswered(503), retryAfterSeconds: 7 }],
    ['read', 418, { ...readAnswered(418), retryAfterSeconds: 7 }],
    // A wait would make nobody bold enough to send a creation again whose charge is unknown.
    ['create', 503, unknown('the service answered with status 503')],
  ])('to a %s keeps what Retry-After asks for where it helps: %i', (kind, status, details) => {
    expect(saidError(answerFailure(kind, status, undefined, 7).details)).toEqual(details);
  });

  it('keeps also a Retry-After of 0 seconds', () => {
    expect(saidError(answerFailure('read', 429, undefined, 0).details)).toEqual({
      ...rateLimited('0 seconds'),
      retryAfterSeconds: 0,
    });
  });

  it.each<[RequestKind, number, string]>([
    ['create', 400, 'status 400'],
    ['create', 401, 'status 401 or 403'],
    ['create', 403, 'status 403'],
    ['create', 429, 'status 429'],
    ['create', 500, 'status 500'],
    ['read', 404, 'status 404'],
    ['read', 502, 'status 502'],
  ])('to a %s leaves the status for the log: %i', (kind, status, cause) => {
    expect(answerFailure(kind, status, undefined, undefined).cause).toBe(cause);
  });
});

describe('what else can go wrong', () => {
  it('says so in full', () => {
    expect(told(chargeUnknown({ kind: 'no-id' }, 'for the log'))).toEqual({
      details: unknown('the answer holds no job id'),
      cause: 'for the log',
    });
    expect(told(invalidAnswer('no-json'))).toEqual({ details: unreadable('it is not JSON'), cause: 'no-json' });
    expect(told(jobNotFound())).toEqual({ details: UNKNOWN_JOB, cause: 'status 404' });
    expect(told(noRoomInMinute(10))).toEqual({
      details: {
        code: 'RATE_LIMITED',
        message: 'Too many requests in the last minute (limit 10). Nothing was sent.',
        charged: 'no',
        retryable: true,
        next: 'Call again in a minute.',
      },
      cause: 'pace',
    });
  });
});
