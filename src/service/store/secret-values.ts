import { createHash, randomBytes } from 'node:crypto';
import { Secret } from '../../contract/secret.ts';

/** Secret values, in the same form in every store. */

/** A bearer token. 256 random bits need no slow hash. */
export function newToken(): Secret {
  return new Secret(`pq_${randomBytes(32).toString('base64url')}`);
}

/** The stored form of a token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A callback secret as receivers' libraries expect it: `whsec_` and 32 random bytes in base64 (Standard Webhooks). */
export function newSigningSecret(): Secret {
  return new Secret(`whsec_${randomBytes(32).toString('base64')}`);
}
