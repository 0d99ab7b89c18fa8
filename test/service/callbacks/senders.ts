import { expect } from 'vitest';
import type { Lookup } from '../../../src/platform/net/resolve-name.ts';
import { createGuardedSender, type GuardedSenderOptions } from '../../../src/service/callbacks/guarded-fetch.ts';
import { SendFailure } from '../../../src/service/callbacks/send-result.ts';
import { makeCertificates } from './certificates.ts';
import { type Answering, answers, type Receiver, startReceiver } from './receiver.ts';

/** Made once for all test files that name this one. */
export const certificates = await makeCertificates('DNS:receiver.example', 'IP:127.0.0.1');

export const LOOPBACK: Lookup = async () => ['127.0.0.1'];
export const PATIENT = new AbortController().signal;
export const BODY = Buffer.from('{"title":"Ærø 🦪"}');

/** A sender for which the operator has opened 127.0.0.1, every name is there, and the tests' authority is trusted. */
export function senderTo(port: number, options: GuardedSenderOptions = {}) {
  return createGuardedSender({
    allowedPorts: [port],
    allowAddresses: ['127.0.0.1/32'],
    ca: certificates.ca,
    lookup: LOOPBACK,
    ...options,
  });
}

export function post(sender: ReturnType<typeof createGuardedSender>, url: string, signal = PATIENT) {
  return sender.send(url, { 'content-type': 'application/json' }, BODY, signal);
}

/** Why a delivery failed; the answer when it did not. */
export async function outcome(sending: Promise<unknown>): Promise<unknown> {
  try {
    return await sending;
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    expect(error.cause).toBeUndefined();
    return error.reason;
  }
}

export async function receiving(answering: Answering = answers(200)): Promise<Receiver & { url: string }> {
  const receiver = await startReceiver(certificates, answering);
  return { ...receiver, url: `https://receiver.example:${receiver.port}/hook?to=1` };
}
