import { createHash } from 'node:crypto';
import { creditPool } from '../../contract/credits.ts';
import type { JobRequest } from '../../contract/requests.ts';
import type { Mode } from '../ports/service.ts';

/** Where a request is sent: which account at which service, and which edition of what it searches. */
export type FingerprintScope = { mode: Mode; account: string; edition: string };

/**
 * A hash that two requests share exactly when they ask the same of the same account: operation, keywords and lists in
 * any order, query, filters, limit and enrichment, of the same edition of what is searched. The case of keywords and
 * blanks around and between words mean nothing; callbackUrl asks nothing. In embedded mode the operation and `sort` do
 * not count either: each operation searches the same, and stored papers are sorted when they are read.
 */
export function requestFingerprint({ mode, account, edition }: FingerprintScope, request: JobRequest): string {
  const keywords = request.body.keywords?.map((keyword) => keyword.toLowerCase());
  const equal = { ...request, body: { ...request.body, ...(keywords && { keywords }) } };
  if (mode === 'hosted') return hashOf(account, edition, equal.operation, equal);
  return hashOf(account, edition, 'search', { ...equal, filters: { ...equal.filters, sort: undefined } });
}

/** The fingerprint under which earlier versions recorded the request: a job that was paid then has to be found. */
export function formerFingerprint({ account, edition }: FingerprintScope, request: JobRequest): string {
  return hashOf(account, edition, request.operation, request);
}

function hashOf(account: string, edition: string, operation: string, { body, filters }: JobRequest): string {
  const identity = {
    account,
    edition,
    operation,
    keywords: body.keywords?.map(plain).sort() ?? [],
    query: plain(body.query ?? ''),
    // Lines and quotation marks mean something; absent, so that hashes of other searches stay as they were.
    strategy: body.strategy?.trim().normalize('NFC'),
    pool: creditPool(body),
    filters: Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)].sort() : value])
      .sort(),
  };
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').normalize('NFC');
}
