import { createHmac } from 'node:crypto';
import type { Secret } from '../../contract/secret.ts';

/**
 * Standard Webhooks: the receiver recomputes HMAC-SHA256 over `id.timestamp.body` and compares. Symmetric (`v1`), with
 * one signature for each active secret.
 */

const PREFIX = 'whsec_';

type Signing = {
  /** The same for all attempts; must not contain a full stop. */
  id: string;
  /** Time of this attempt, in milliseconds since the epoch. Receivers reject a time that is minutes old. */
  at: number;
  body: Uint8Array;
  secrets: readonly Secret[];
};

/** The three headers that make a delivery verifiable. */
export function signatureHeaders({ id, at, body, secrets }: Signing): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => `v1,${sign(secret, `${id}.${timestamp}.`, body)}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function sign(secret: Secret, head: string, body: Uint8Array): string {
  const key = Buffer.from(secret.reveal().slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(head).update(body).digest('base64');
}
