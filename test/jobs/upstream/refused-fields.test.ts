import { describe, expect, it } from 'vitest';
import { answerFailure } from '../../../src/jobs/upstream/failures.ts';
import { saidError } from '../../helpers/said.ts';

const factsOf = (json: unknown) => answerFailure('create', 400, json, undefined).details;

describe('a creation that is refused as invalid', () => {
  it('shows words about fields only under fields', () => {
    const error = [
      { path: 'limit', message: 'must be 100, 200 or 300' },
      { path: 'query', message: 'too short' },
    ];
    expect(saidError(factsOf({ error }))).toEqual({
      code: 'INVALID_INPUT',
      message: 'The search service refused the request as invalid; what it said is under fields. No job was created.',
      charged: 'no',
      retryable: false,
      next: 'Correct what the service names and call again.',
      fields: [
        { field: 'limit', message: 'must be 100, 200 or 300' },
        { field: 'query', message: 'too short' },
      ],
    });
  });

  it('shows a text in the message', () => {
    const { message, fields } = saidError(factsOf({ error: 'Bad request' }));
    expect(message).toBe(
      'The search service refused the request as invalid. No job was created. The service said: “Bad request”.',
    );
    expect(fields).toEqual([]);
  });

  it.each([[undefined], ['<html>'], [{}], [{ error: [] }], [{ error: '' }]])('has no fields for %j', (json) => {
    expect(factsOf(json).fields).toEqual([]);
  });

  it('calls a field without a name the request', () => {
    const error = [{ message: 'no name' }, { path: ' \u0007', message: 'a name of nothing' }];
    const { problem, fields } = factsOf({ error });
    expect(fields).toEqual([{ field: 'request', message: 'a name of nothing' }]);
    expect(problem).toContainEqual({ kind: 'service-said', text: 'no name' });
  });

  it('shows foreign text on one line, cleaned, and at most 200 characters of it, 500 of a text', () => {
    const error = [{ path: 'query\u001b[31m', message: `one\ntwo\u202e ${'x'.repeat(300)}` }];
    expect(factsOf({ error }).fields).toEqual([{ field: 'query', message: `one two ${'x'.repeat(191)}…` }]);
    const text = (error: string) => factsOf({ error }).problem.at(-1);
    expect(text('y'.repeat(501))).toEqual({ kind: 'service-said', text: `${'y'.repeat(499)}…` });
    expect(text('y'.repeat(500))).toEqual({ kind: 'service-said', text: 'y'.repeat(500) });
    expect(text('one\ntwo\u202e')).toEqual({ kind: 'service-said', text: 'one two' });
  });
});
