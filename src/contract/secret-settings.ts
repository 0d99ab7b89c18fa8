import * as z from 'zod';
import { isAllowedBaseUrl, isAllowedOwnUrl } from './base-url.ts';
import { POOLS } from './credits.ts';
import { Secret } from './secret.ts';

/** Rules of settings whose wrong values are not shown, because they are or may hold secrets. */

/** A secret's value is never part of a message. */
function secretLike(pattern: RegExp, what: string) {
  const matching = z
    .string()
    .trim()
    .regex(pattern, { error: `${what}, got something else` });
  return matching.transform((value) => new Secret(value));
}

export const secret = secretLike(/^[\x21-\x7e]+$/, 'a value of printable ASCII without blanks');
export const databaseUrl = secretLike(/^postgres(ql)?:\/\/[\x21-\x7e]+$/, 'a postgresql:// address');
export const sealingKey = secretLike(
  /^[\da-f]{64}(,[\da-f]{64})*$/i,
  '64 hexadecimal digits (openssl rand -hex 32), or several such keys, comma-separated',
);

/** Addresses of one search engine. They may hold a password, and so are a secret as a whole. */
export const collectionUrl = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim().replace(/\/+$/, '')))
  .refine((urls) => urls.every((url) => isAllowedOwnUrl(url.replace(/^(https?:\/\/)[^/@]*@/, '$1'))), {
    error:
      'https:// addresses of one OpenSearch, comma-separated (http:// on loopback and in private networks), got something else',
  })
  .transform((urls) => new Secret(urls.join(',')));

/** An address, without slashes at its end. A wrong one is not shown: it may hold a password. */
function address(isAllowed: (text: string) => boolean, plainHttp: string) {
  const error = `an https:// address (http:// ${plainHttp}) without query, fragment, user or password, got something else`;
  return z
    .string()
    .trim()
    .refine(isAllowed, { error })
    .transform((text) => text.replace(/\/+$/, ''));
}

/** The address of a service. */
export const baseUrl = address(isAllowedBaseUrl, 'only on loopback');
/** An address that the user runs or rents. */
export const ownUrl = address(isAllowedOwnUrl, 'on loopback and in private networks');

const CREDITS_RULE = {
  error: (issue: { input?: unknown }) =>
    `pool:credits, comma-separated, with pool one of ${POOLS.join(', ')}, got ${JSON.stringify(issue.input)}`,
};

/** The setting with the credits of the local user of embedded mode, by pool. */
export const localCredits = z
  .string()
  .regex(new RegExp(`^(${POOLS.join('|')}):\\d{1,9}(,(${POOLS.join('|')}):\\d{1,9})*$`), CREDITS_RULE)
  .refine((text) => POOLS.every((pool) => text.split(`${pool}:`).length <= 2), CREDITS_RULE)
  .transform((text) => Object.fromEntries(text.split(',').map((part) => splitCredits(part))));

function splitCredits(part: string): [string, number] {
  const [pool = '', credits = ''] = part.split(':');
  return [pool, Number(credits)];
}

/** The name of a model at an endpoint. */
export const modelName = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,200}$/, {
    error: ({ input }) => `a name of printable ASCII without blanks, got ${JSON.stringify(input)}`,
  });
