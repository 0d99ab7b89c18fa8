import { createHash } from 'node:crypto';
import { creditPool } from '../../contract/credits.ts';
import { parseYear } from '../../contract/filter-table.ts';
import type { JobRequest } from '../../contract/requests.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import type { Mode } from '../ports/service.ts';

/** Where a request is sent: the account, the service, and the edition of what it searches. */
export type FingerprintScope = { mode: Mode; account: string; edition: string };

/**
 * A hash that two requests share only if they are the same request from the same account: operation, keywords and lists
 * (in any order and repetition), query, filters, limit, enrichment, and the edition searched. It ignores the case of
 * keywords, spacing, invisible characters, typographic variants, and callbackUrl. In embedded mode it also ignores the
 * operation and `sort`: all operations search the same way, and stored papers are sorted when read.
 */
export function requestFingerprint(scope: FingerprintScope, { operation, body, filters }: JobRequest): string {
  const { keywords = [], query = '' } = body;
  const lowered = keywords.map((keyword) => plainSigns(keyword.toLowerCase()));
  const year = filters.year && Object.values(parseYear(filters.year)).join(':');
  const plain: JobRequest = {
    operation,
    body: {
      ...body,
      keywords: [...new Set(lowered)].filter((keyword) => keyword !== ''),
      query: plainSigns(query),
    },
    filters: { ...filters, year },
  };
  return fingerprintWithin(scope, plain);
}

/** The request's fingerprints in earlier versions, to find jobs that were paid for then. */
export function formerFingerprints(scope: FingerprintScope, request: JobRequest): string[] {
  const keywords = request.body.keywords?.map((keyword) => keyword.toLowerCase());
  const lowered = { ...request, body: { ...request.body, ...(keywords && { keywords }) } };
  const { account, edition } = scope;
  return [fingerprintWithin(scope, lowered), hashRequest(account, edition, request.operation, request)];
}

function fingerprintWithin({ mode, account, edition }: FingerprintScope, request: JobRequest): string {
  if (mode === 'hosted') return hashRequest(account, edition, request.operation, request);
  return hashRequest(account, edition, 'search', { ...request, filters: { ...request.filters, sort: undefined } });
}

function hashRequest(account: string, edition: string, operation: string, { body, filters }: JobRequest): string {
  const identity = {
    account,
    edition,
    operation,
    keywords: body.keywords?.map(plain).sort() ?? [],
    query: plain(body.query ?? ''),
    // Lines and quotation marks matter. Absent without a strategy, so that other searches keep their hashes.
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

const SAME_SIGNS: readonly [RegExp, string][] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018-\u201b\u2032\u02bc]/g, "'"],
  [/[\u201c-\u201f\u2033]/g, '"'],
];
/** Letters that only look different: Latin ligatures and full-width forms. */
const SAME_LETTERS = /[\ufb00-\ufb06\uff01-\uff5e]/g;

/** The text as typed: undoes substitutions by word processors and PDFs. */
function plainSigns(text: string): string {
  const visible = visibleLine(text).replace(SAME_LETTERS, (letter) => letter.normalize('NFKC'));
  return plain(SAME_SIGNS.reduce((rest, [forms, sign]) => rest.replace(forms, sign), visible));
}
