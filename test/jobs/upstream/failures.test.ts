import { describe, expect, it } from 'vitest';
import { answerFailure, isNotSent, networkFailure } from '../../../src/jobs/upstream/failures.ts';
import { ConnectFailure } from '../../../src/platform/net/connect-failure.ts';

function failed(code: string, syscall?: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) });
}

const refused = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
const broken = () => Object.assign(new Error('broken'), { code: 'ECONNRESET', syscall: 'read' });
/** An error that lies under so many others. */
const under = (depth: number, error: unknown): unknown =>
  depth === 0 ? error : under(depth - 1, Object.assign(new Error('above'), { cause: error }));
const aggregate = (...errors: Error[]) => new TypeError('fetch failed', { cause: new AggregateError(errors) });

describe('a request has certainly not left', () => {
  it.each([
    ['connecting was refused', failed('ECONNREFUSED', 'connect')],
    ['connecting was reset', failed('ECONNRESET', 'connect')],
    ['connecting timed out', failed('UND_ERR_CONNECT_TIMEOUT')],
    ['the name is unknown', failed('ENOTFOUND', 'getaddrinfo')],
    ['the name server is silent', failed('EAI_AGAIN', 'getaddrinfo')],
    ['the certificate has expired', failed('CERT_HAS_EXPIRED')],
    ['the certificate is of another host', failed('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['the certificate is self-signed', failed('DEPTH_ZERO_SELF_SIGNED_CERT')],
    ['the certificate has no known issuer', failed('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
    ['every address was refused', aggregate(refused(), refused())],
    ['each address failed in a way of its own', aggregate(refused(), failed('CERT_HAS_EXPIRED'))],
    ['the name look-up failed, whatever the code', failed('EVERYTHING', 'getaddrinfo')],
    ['the handshake was refused as self-signed in a chain', failed('SELF_SIGNED_CERT_IN_CHAIN')],
    ['the certificate could not be fetched', failed('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')],
    ['our own transport says so', new ConnectFailure('connection')],
    ['our own transport says so of a time-out', new TypeError('fetch failed', { cause: new ConnectFailure('name') })],
    ['the cause lies four errors deep', under(4, refused())],
  ])('when %s', (_what, error) => {
    expect(isNotSent(error)).toBe(true);
    expect(networkFailure('create', error, { address: 'https://papers.example' }).details).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      charged: 'no',
    });
  });
});

describe('it is unknown whether a request has left', () => {
  const endless = new Error('endless');
  endless.cause = endless;
  it.each<[string, unknown]>([
    ['the connection was reset while reading', failed('ECONNRESET', 'read')],
    ['the connection broke while writing', failed('EPIPE', 'write')],
    ['the other side closed', failed('UND_ERR_SOCKET')],
    ['no head of an answer came', failed('UND_ERR_HEADERS_TIMEOUT')],
    ['no body of an answer came', failed('UND_ERR_BODY_TIMEOUT')],
    ['one of several addresses broke later', aggregate(refused(), broken())],
    ['an aggregate says nothing', aggregate()],
    ['the first of several addresses broke later', aggregate(broken(), refused())],
    ['the cause lies five errors deep, where nobody looks', under(5, refused())],
    ['a code only contains the name of a TLS failure', failed('ERR_CERT_HAS_EXPIRED')],
    ['a code only begins like one', failed('CERTAINLY_NOT')],
    ['a code only ends like one', failed('NOT_SELF_SIGNED_CERT')],
    ['a TLS alert came', failed('ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR')],
    ['the code says connect, the phase does not', failed('ECONNREFUSED', 'write')],
    ['the code is no text', Object.assign(new Error('odd'), { code: 7 })],
    ['the errors are no list', Object.assign(new Error('odd'), { errors: 'connect' })],
    ['the error is a text', 'connect'],
    ['the error is null', null],
    ['the error has no cause', new TypeError('terminated')],
    ['the error is its own cause', endless],
    ['there is no error at all', undefined],
  ])('when %s', (_what, error) => {
    expect(isNotSent(error)).toBe(false);
    expect(networkFailure('create', error, { address: 'https://papers.example' }).details).toMatchObject({
      code: 'CHARGE_UNKNOWN',
      charged: 'unknown',
    });
  });
});

it('of many wrong fields that a service names, thirty are told', () => {
  const error = Array.from({ length: 40 }, (_, index) => ({ path: `field ${index}`, message: 'is wrong' }));
  const { fields } = answerFailure('create', 400, { error }, undefined).details;
  expect(fields).toHaveLength(30);
  expect(fields?.at(-1)).toEqual({ field: 'field 29', message: 'is wrong' });
});
