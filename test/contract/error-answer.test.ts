import { describe, expect, it } from 'vitest';
import { readErrorAnswer } from '../../src/contract/error-answer.ts';

const query = (message: string) => ({ fields: [{ path: 'query', message }] });

describe('the text of an error', () => {
  it.each<[string, unknown, string]>([
    ['error', { error: 'Insufficient credits' }, 'Insufficient credits'],
    ['error.message', { error: { code: 400, message: 'too short', status: 'INVALID' } }, 'too short'],
    ['error, and a message that says more', { error: 'Bad Request', message: 'too short' }, 'Bad Request: too short'],
    ['message', { message: 'too short', statusCode: 400 }, 'too short'],
    ['a list of messages', { statusCode: 400, message: ['too short', 'too few'] }, 'too short: too few'],
    ['Message, of another spelling', { Message: 'too short' }, 'too short'],
    ['detail', { detail: 'Not enough credits' }, 'Not enough credits'],
    ['problem+json', { type: 'about:blank', title: 'Refused', detail: 'too short', status: 422 }, 'Refused: too short'],
    ['title alone', { title: 'Refused' }, 'Refused'],
    ['reason', { reason: 'quota' }, 'quota'],
    ['description', { description: 'nothing left' }, 'nothing left'],
    ['a fault', { fault: { faultstring: 'too short' } }, 'too short'],
    ['meta', { meta: { error_message: 'too short' } }, 'too short'],
    ['a validation by part', { validation: { body: { message: 'too short' } } }, 'too short'],
    ['a name that ends with what it is', { failedReason: 'index down', id: 7 }, 'index down'],
    ['error_description', { error: 'invalid_token', error_description: 'expired' }, 'invalid_token: expired'],
    ['failureReason', { state: 'failed', failureReason: 'no source answered' }, 'no source answered'],
    ['errors as texts', { errors: ['too short'] }, 'too short'],
    ['errors as a text', { errors: 'too short' }, 'too short'],
    ['errors without a field', { errors: [{ message: 'a' }, { msg: 'b' }, { detail: 'c' }] }, 'a: b: c'],
    ['errors as an object', { errors: { message: 'too short' } }, 'too short'],
    ['a wrapper', { data: { error: { message: 'too short' } } }, 'too short'],
    ['a list', [{ message: 'too short' }], 'too short'],
    ['a code alone', { success: false, error: { code: 'QUERY_SHORT' } }, 'QUERY_SHORT'],
    ['plain text', ' Payload too large \n', 'Payload too large'],
    ['text of 500 characters', 'x'.repeat(500), 'x'.repeat(500)],
  ])('is read from %s', (_what, body, text) => {
    expect(readErrorAnswer(body)).toEqual({ text, fields: [] });
  });

  it('is given once, however often it is said', () => {
    expect(readErrorAnswer({ error: 'Too short', message: 'too short', detail: 'Too short' })).toEqual({
      text: 'Too short',
      fields: [],
    });
  });
});

describe('wrong fields', () => {
  it.each<[string, unknown]>([
    ['path', { error: [{ message: 'too short', path: 'query' }] }],
    ['field', { errors: [{ message: 'too short', field: 'query' }] }],
    ['param', { errors: [{ msg: 'too short', param: 'query' }] }],
    ['loc', { detail: [{ loc: ['body', 'query'], msg: 'too short', type: 'value_error' }] }],
    ['a pointer', { errors: [{ detail: 'too short', source: { pointer: '/data/attributes/query' } }] }],
    ['an instancePath', { errors: [{ instancePath: '/query', message: 'too short' }] }],
    ['a name of problem+json', { 'invalid-params': [{ name: 'query', reason: 'too short' }] }],
    ['issues', { error: { issues: [{ path: ['query'], message: 'too short' }] } }],
    ['field violations', { error: { details: [{ fieldViolations: [{ field: 'query', description: 'too short' }] }] } }],
    ['one error with a param', { error: { param: 'query', message: 'too short' } }],
    ['errors by field, as lists', { errors: { query: ['too short'] } }],
    ['errors by field, as texts', { errors: { query: 'too short' } }],
    ['errors by field, as objects', { errors: { query: { message: 'too short', kind: 'min' } } }],
    ['fields alone', { query: ['too short'] }],
  ])('are read by %s', (_what, body) => {
    expect(readErrorAnswer(body)).toEqual(query('too short'));
  });

  it('may stand beside a text', () => {
    const body = { message: 'The given data was invalid.', errors: { query: ['too short', 'no words'] } };
    expect(readErrorAnswer(body)).toEqual({
      text: 'The given data was invalid.',
      fields: [
        { path: 'query', message: 'too short' },
        { path: 'query', message: 'no words' },
      ],
    });
  });

  it('keep what can be read of a field, and the place in a list', () => {
    const error = [
      { path: 'query', code: 7 },
      { message: 'bad', path: ['keywords', 0] },
    ];
    expect(readErrorAnswer({ error })).toEqual({
      fields: [
        { path: 'query', message: '' },
        { path: 'keywords[0]', message: 'bad' },
      ],
    });
  });
});

it('reads the first hundred of many wrong fields', () => {
  const named = Object.fromEntries(Array.from({ length: 1_000 }, (_, nth) => [`field${nth}`, ['wrong']]));
  const listed = Array.from({ length: 1_000 }, (_, nth) => ({ field: `field${nth}`, message: 'wrong' }));
  for (const errors of [named, listed]) expect(readErrorAnswer({ errors }).fields).toHaveLength(100);
});

describe('nothing is read', () => {
  const deep = Array.from({ length: 200 }).reduce<unknown>((inner) => ({ error: inner }), { message: 'far down' });
  it.each<[string, unknown]>([
    ['null', null],
    ['nothing', undefined],
    ['an empty object', {}],
    ['an empty text', ' \n'],
    ['a number', { error: 5 }],
    ['flags', { error: true, success: false }],
    ['an empty error', { error: '' }],
    ['an empty list', { errors: [] }],
    ['a page', '<!doctype html><title>403 Forbidden</title>'],
    ['a page with a text before it', 'Sorry <html><body>Blocked</body></html>'],
    ['XML', '<?xml version="1.0"?><Error/>'],
    ['a long text', 'x'.repeat(501)],
    ['what lies too deep', deep],
  ])('from %s', (_what, body) => {
    expect(readErrorAnswer(body)).toEqual({ fields: [] });
  });
});
