import { describe, expect, it } from 'vitest';
import { ERROR_CODES, invalidInput, PaperqueueError } from '../../src/contract/errors.ts';

describe('errors', () => {
  it('have a closed set of codes', () => {
    expect(ERROR_CODES).toEqual([
      'INVALID_INPUT',
      'NOT_CONFIGURED',
      'UNAUTHORIZED',
      'INSUFFICIENT_CREDITS',
      'CREDIT_CAP',
      'RATE_LIMITED',
      'CHARGE_UNKNOWN',
      'JOB_NOT_FOUND',
      'JOB_FAILED',
      'UPSTREAM_UNAVAILABLE',
      'UPSTREAM_INVALID',
      'STORE_UNAVAILABLE',
      'INTERNAL',
    ]);
  });

  it('carry their facts, and the cause apart from them', () => {
    const cause = new Error('socket closed');
    const facts = {
      code: 'CHARGE_UNKNOWN',
      message: 'The outcome is unknown.',
      charged: 'unknown',
      retryable: false,
      next: 'Call get_job.',
    } as const;
    const error = new PaperqueueError(facts, { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'PaperqueueError', message: 'The outcome is unknown.', cause });
    expect(error.details).toEqual({
      ...facts,
      problem: [{ kind: 'text', text: 'The outcome is unknown.' }],
      advice: [{ kind: 'text', text: 'Call get_job.' }],
    });
    expect(JSON.stringify(error.details)).not.toContain('socket');
  });

  it('say of invalid input every wrong field, and that nothing was charged', () => {
    const fields = [
      { field: 'limit', message: 'limit: 100, 200 or 300, got 5' },
      { field: 'year', message: 'year: YYYY, got "x"' },
    ];
    expect(invalidInput(fields).details).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'limit: 100, 200 or 300, got 5; year: YYYY, got "x"',
      charged: 'no',
      retryable: false,
      next: expect.stringContaining('limit, year'),
      fields,
    });
  });
});
