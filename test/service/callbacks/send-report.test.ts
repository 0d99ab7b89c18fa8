import { describe, expect, it } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import type { GuardedSenderOptions } from '../../../src/service/callbacks/guarded-fetch.ts';
import { openReportAddress } from '../../../src/service/callbacks/send-report.ts';
import { answers } from './receiver.ts';
import { certificates, LOOPBACK, PATIENT, receiving } from './senders.ts';

const REPORT = { runs: [{ watch: 'W1', answer: { papers: [{ title: 'Ærø 🦪' }] } }] };

function open(url: string, port: number, options: GuardedSenderOptions = {}) {
  const trusted = { allowedPorts: [port], allowAddresses: ['127.0.0.1/32'], ca: certificates.ca, lookup: LOOPBACK };
  return openReportAddress(url, { ...trusted, ...options });
}

async function failureOf(sending: Promise<unknown>): Promise<PaperqueueError['details']> {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof PaperqueueError) return error.details;
  throw new Error(`no failure of ours: ${error}`);
}

describe('a report', () => {
  it('arrives as JSON, once', async () => {
    const receiver = await receiving();
    await open(receiver.url, receiver.port).send(REPORT, PATIENT);
    expect(receiver.received).toMatchObject([
      { method: 'POST', path: '/hook?to=1', headers: { 'content-type': 'application/json' } },
    ]);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual(REPORT);
  });

  it('that is not taken is a failure that does not repeat the address', async () => {
    const receiver = await receiving(answers(503));
    const { code, charged, message, next } = await failureOf(open(receiver.url, receiver.port).send(REPORT, PATIENT));
    expect([code, charged, message]).toEqual([
      'UPSTREAM_UNAVAILABLE',
      'no',
      'The callback address did not take the report: status 503.',
    ]);
    expect(message + next).not.toContain('hook');
    expect(receiver.received).toHaveLength(1);
  });

  it('goes to no name that leads to a private address', async () => {
    const receiver = await receiving();
    const { message } = await failureOf(
      open(receiver.url, receiver.port, { allowAddresses: [] }).send(REPORT, PATIENT),
    );
    expect(message).toContain('the address is not allowed');
    expect(receiver.received).toEqual([]);
  });

  it.each([
    'http://receiver.example/hook-5f',
    'https://localhost/hook-5f',
    'https://10.0.0.1/hook-5f',
    'https://receiver.example:8443/hook-5f',
    'https://me:hook-5f@receiver.example/',
    'hook-5f',
  ])('has no address such as %s', (url) => {
    expect(() => openReportAddress(url)).toThrow(expect.objectContaining({ details: expect.anything() }));
    try {
      openReportAddress(url);
    } catch (error) {
      const { details } = error as PaperqueueError;
      expect(details.code).toBe('INVALID_INPUT');
      expect(JSON.stringify(details)).not.toContain('hook-5f');
    }
  });
});
