import { randomUUID } from 'node:crypto';
import { callbackUrlProblem as spellingProblem } from '../../contract/callback-url.ts';
import { freeFailure, invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { callbackUrlProblem } from '../../platform/net/address-policy.ts';
import type { NoteOf } from '../../wording/notes.ts';
import { createGuardedSender, type GuardedSenderOptions } from './guarded-fetch.ts';
import { SendFailure } from './send-result.ts';

declare module '../../jobs/features.ts' {
  interface OperatorFeatures {
    /** Opens an address for reports of watched searches. Throws INVALID_INPUT if it may not be called. */
    reportAddress(url: string): Promise<SendReport>;
  }
}

/** Sends a report as JSON. Throws UPSTREAM_UNAVAILABLE if the receiver does not accept it. */
export type SendReport = (report: object, signal: AbortSignal) => Promise<void>;

/**
 * Opens an address for reports, over the guarded connection of callbacks. A report is sent once. It is not signed,
 * because it belongs to no account. Throws INVALID_INPUT for an address that callbacks may not use, in a message that
 * does not repeat it.
 */
export function openReportAddress(
  url: string,
  options: GuardedSenderOptions = {},
): { send: SendReport; close: () => void } {
  const problem = spellingProblem(url) ?? callbackUrlProblem(url, options);
  if (problem !== undefined) throw invalidInput([invalidField('callback', `${problem}`)]);
  const sender = createGuardedSender(options);
  const send: SendReport = async (report, signal) => {
    const headers = { 'content-type': 'application/json', 'user-agent': 'paperqueue', 'webhook-id': randomUUID() };
    const body = Buffer.from(JSON.stringify(report));
    const outcome = await sender.send(url, headers, body, signal).then(
      ({ status }) => (status >= 200 && status < 300 ? undefined : { status }),
      (error: unknown) => {
        if (error instanceof SendFailure) return error.reason;
        throw error;
      },
    );
    if (outcome !== undefined) throw notTaken(outcome);
  };
  return { send, close: sender.close };
}

function notTaken(outcome: NoteOf<'report-not-taken'>['outcome']) {
  return freeFailure({
    code: 'UPSTREAM_UNAVAILABLE',
    problem: [{ kind: 'report-not-taken', outcome }],
    advice: [{ kind: 'see-feed' }],
  });
}
