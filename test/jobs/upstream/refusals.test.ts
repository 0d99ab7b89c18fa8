import { describe, expect, it } from 'vitest';
import { answerFailure } from '../../../src/jobs/upstream/failures.ts';
import { saidError } from '../../helpers/said.ts';

/** What each status of an answer to a creation means, by the body; the contract's table, part D. */

const STATUSES = Array.from({ length: 300 }, (_, index) => 300 + index);
const WITH_WORDS = [402, 403, 413, 414, 415, 422, 428, 431];
const WORDS = 'Not like this';

const BODIES: [string, unknown, 'words' | 'json' | 'none'][] = [
  ['error', { error: WORDS }, 'words'],
  ['error.message', { error: { message: WORDS } }, 'words'],
  ['message', { message: WORDS }, 'words'],
  ['detail', { detail: WORDS }, 'words'],
  ['detail, a list', { detail: [{ loc: ['body', 'query'], msg: WORDS }] }, 'words'],
  ['errors', { errors: [{ msg: WORDS, param: 'query' }] }, 'words'],
  ['problem+json', { title: 'Refused', detail: WORDS, type: 'about:blank' }, 'words'],
  ['plain text', WORDS, 'words'],
  ['JSON without words', { ok: false }, 'json'],
  ['a page', `<html><body>${WORDS}</body></html>`, 'none'],
  ['a long text', `${WORDS} `.repeat(50), 'none'],
  ['nothing', undefined, 'none'],
];

function isFree(status: number, words: string): boolean {
  if (status === 400 || status === 401 || status === 429) return true;
  return WITH_WORDS.includes(status) && (words === 'words' || (status === 403 && words === 'json'));
}

describe('a creation answered by any status and body', () => {
  it.each(BODIES)('is free only where the service refuses it, and its words are told: %s', (_what, body, words) => {
    const found = STATUSES.map((status) => {
      const { code, charged, retryable, message, fields } = saidError(
        answerFailure('create', status, body, undefined).details,
      );
      const isTold = `${message} ${JSON.stringify(fields)}`.includes(WORDS);
      return { status, charged, isUnknown: code === 'CHARGE_UNKNOWN', retryable, isTold };
    });
    const wanted = STATUSES.map((status) => ({
      status,
      charged: isFree(status, words) ? 'no' : 'unknown',
      isUnknown: !isFree(status, words),
      retryable: status === 429,
      isTold: words === 'words',
    }));
    expect(found).toEqual(wanted);
  });

  it('and a Retry-After is sent again by itself only after a 429', () => {
    const retryable = STATUSES.filter((status) => {
      const { retryable, charged } = answerFailure('create', status, { error: WORDS }, 1).details;
      return retryable && charged === 'no';
    });
    expect(retryable).toEqual([429]);
  });
});

describe('a refusal of a creation', () => {
  const codeOf = (status: number, body: unknown) => answerFailure('create', status, body, undefined).details.code;

  it.each<[number, unknown, string]>([
    [402, { message: 'Payment required' }, 'INSUFFICIENT_CREDITS'],
    [402, 'No.', 'INSUFFICIENT_CREDITS'],
    [403, { error: 'Insufficient credits' }, 'INSUFFICIENT_CREDITS'],
    [403, { error: { message: 'Your balance is too low' } }, 'INSUFFICIENT_CREDITS'],
    [403, {}, 'INSUFFICIENT_CREDITS'],
    [403, { message: 'Forbidden' }, 'UNAUTHORIZED'],
    [403, { message: 'Your plan has no enrichment' }, 'UNAUTHORIZED'],
    [403, { message: 'API rate limit exceeded' }, 'RATE_LIMITED'],
    [403, { errors: [{ field: 'callbackUrl', message: 'not allowed' }] }, 'INVALID_INPUT'],
    [401, { error: 'API key is required' }, 'UNAUTHORIZED'],
    [413, 'Payload too large', 'INVALID_INPUT'],
    [422, { detail: 'too short' }, 'INVALID_INPUT'],
  ])('%i with %j is %s', (status, body, code) => {
    expect(codeOf(status, body)).toBe(code);
  });

  it('that is about no credits says what it is about, and whom to ask', () => {
    const { details } = answerFailure('create', 403, { message: 'Your plan has no enrichment' }, undefined);
    expect(saidError(details)).toEqual({
      code: 'UNAUTHORIZED',
      message: 'The search service denies access. The service said: “Your plan has no enrichment”.',
      charged: 'no',
      retryable: false,
      next: 'Ask those who run the service (PAPERQUEUE_BASE_URL) about it.',
    });
  });

  it('of another status than 400 names the status', () => {
    expect(saidError(answerFailure('create', 413, 'Payload too large', undefined).details)).toEqual({
      code: 'INVALID_INPUT',
      message:
        'The search service refused the request (status 413). No job was created. The service said: “Payload too large”.',
      charged: 'no',
      retryable: false,
      next: 'Correct what the service names and call again.',
      fields: [],
    });
  });
});

describe('a read that fails', () => {
  it.each<[number, string]>([
    [400, 'UPSTREAM_INVALID'],
    [401, 'UNAUTHORIZED'],
    [403, 'UNAUTHORIZED'],
    [404, 'JOB_NOT_FOUND'],
    [410, 'JOB_NOT_FOUND'],
    [429, 'RATE_LIMITED'],
    [500, 'UPSTREAM_UNAVAILABLE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
  ])('by %i keeps its reason', (status, code) => {
    const { details } = answerFailure('read', status, { message: WORDS }, undefined);
    expect(details).toMatchObject({ code, charged: 'no' });
    expect(details.message).toContain(`The service said: “${WORDS}”.`);
  });
});
