import { createHash } from 'node:crypto';
import { creditPool } from '../../contract/credits.ts';
import { parseYear } from '../../contract/filter-table.ts';
import type { JobRequest } from '../../contract/requests.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import type { Mode } from '../ports/service.ts';

/** Where a request is sent: which account at which service, and which edition of what it searches. */
export type FingerprintScope = { mode: Mode; account: string; edition: string };

/**
 * A hash that two requests share exactly when they ask the same of the same account: operation, keywords and lists in
 * any order and however often, query, filters, limit and enrichment, of the same edition of what is searched. The case
 * of keywords, blanks around and between words, characters that nobody sees and typographic forms of a sign mean
 * nothing; callbackUrl asks nothing. In embedded mode the operation and `sort` do not count either: each operation
 * searches the same, and stored papers are sorted when they are read.
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

/** The fingerprints under which earlier versions recorded the request: a job that was paid then has to be found. */
export function formerFingerprints(scope: FingerprintScope, request: JobRequest): string[] {
  const keywords = request.body.keywords?.map((keyword) => keyword.toLowerCase());
  const lowered = { ...request, body: { ...request.body, ...(keywords && { keywords }) } };
  const { account, edition } = scope;
  return [fingerprintWithin(scope, lowered), hashOf(account, edition, request.operation, request)];
}

function fingerprintWithin({ mode, account, edition }: FingerprintScope, request: JobRequest): string {
  if (mode === 'hosted') return hashOf(account, edition, request.operation, request);
  return hashOf(account, edition, 'search', { ...request, filters: { ...request.filters, sort: undefined } });
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

const SAME_SIGNS: readonly [RegExp, string][] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018-\u201b\u2032\u02bc]/g, "'"],
  [/[\u201c-\u201f\u2033]/g, '"'],
];
/** Letters that are one with others by their looks only: ligatures of Latin letters, and forms of full width. */
const SAME_LETTERS = /[\ufb00-\ufb06\uff01-\uff5e]/g;

/** The text as anybody types it: what a word processor or a PDF puts in the place of a sign is that sign. */
function plainSigns(text: string): string {
  const visible = visibleLine(text).replace(SAME_LETTERS, (letter) => letter.normalize('NFKC'));
  return plain(SAME_SIGNS.reduce((rest, [forms, sign]) => rest.replace(forms, sign), visible));
}
