import { createHash } from 'node:crypto';
import { creditPool } from '../../contract/credits.ts';
import type { JobRequest } from '../../contract/requests.ts';

/**
 * A hash that two requests share exactly when they ask the same of the same account: operation, keywords and lists in
 * any order, query, filters, limit and enrichment, of the same edition of what is searched. Blanks around and between
 * words mean nothing; callbackUrl asks nothing.
 */
export function requestFingerprint(account: string, edition: string, { operation, body, filters }: JobRequest): string {
  const asked = {
    account,
    edition,
    operation,
    keywords: body.keywords?.map(plain).sort() ?? [],
    query: plain(body.query ?? ''),
    pool: creditPool(body),
    filters: Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)].sort() : value])
      .sort(),
  };
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').normalize('NFC');
}
