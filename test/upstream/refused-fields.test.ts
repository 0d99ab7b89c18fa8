import { describe, expect, it } from 'vitest';
import { answerFailure } from '../../src/upstream/failures.ts';
import { saidError } from '../helpers/said.ts';

const factsOf = (json: unknown) => answerFailure('create', 400, json, undefined).details;

describe('a creation that is refused as invalid', () => {
  it('shows the service’s words only under fields', () => {
    const error = [
      { path: 'limit', message: 'must be 100, 200 or 300' },
      { path: 'query', message: 'too short' },
    ];
    expect(saidError(factsOf({ error }))).toEqual({
      code: 'INVALID_INPUT',
      message: 'The search service refused the request as invalid; what it said is under fields. No job was created.',
      charged: 'no',
      retryable: false,
      next: 'Correct the fields listed under `fields` and call again.',
      fields: [
        { field: 'limit', message: 'must be 100, 200 or 300' },
        { field: 'query', message: 'too short' },
      ],
    });
  });

  it('has one field for one text', () => {
    expect(factsOf({ error: 'Bad request' }).fields).toEqual([{ field: 'request', message: 'Bad request' }]);
  });

  it.each([[undefined], ['<html>'], [{}], [{ error: [] }], [{ error: '' }]])('has no fields for %j', (json) => {
    expect(factsOf(json).fields).toEqual([]);
  });

  it('calls a field without a name the request', () => {
    const error = [{ message: 'no name' }, { path: ' \u0007', message: 'a name of nothing' }];
    expect(factsOf({ error }).fields).toEqual([
      { field: 'request', message: 'a name of nothing' },
      { field: 'request', message: 'no name' },
    ]);
  });

  it('shows foreign text on one line, cleaned, and at most 200 characters of it', () => {
    const error = [{ path: 'query\u001b[31m', message: `one\ntwo\u202e ${'x'.repeat(300)}` }];
    expect(factsOf({ error }).fields).toEqual([{ field: 'query', message: `one two ${'x'.repeat(191)}…` }]);
    expect(factsOf({ error: 'y'.repeat(201) }).fields).toEqual([{ field: 'request', message: `${'y'.repeat(199)}…` }]);
    expect(factsOf({ error: 'y'.repeat(200) }).fields).toEqual([{ field: 'request', message: 'y'.repeat(200) }]);
  });
});
