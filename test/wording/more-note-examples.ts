import type { NoteOf } from '../../src/wording/notes.ts';
import { examplesOf } from './note-examples.ts';

const AT = '2026-03-01T10:00:00.000Z';
const ZOTERO = 'PAPERQUEUE_ZOTERO_KEY';
const refund = (
  state: NoteOf<'refund'>['state'],
  evidence: NoteOf<'refund'>['evidence'],
  isYet = false,
): NoteOf<'refund'> => ({ kind: 'refund', state, isYet, evidence });
const holds = (isComparable: boolean) => ({ by: 'balance', pool: 'basic', balance: 98, isComparable }) as const;
const gave = (refunded: number) => ({ by: 'sum', pool: 'basic', refunded }) as const;

export const SPENDING_EXAMPLES = examplesOf({
  'estimate-is-free': [{ kind: 'estimate-is-free' }],
  'searches-are-free': [{ kind: 'searches-are-free' }],
  'spent-today': [{ kind: 'spent-today', credits: 2 }],
  'own-credits': [{ kind: 'own-credits' }],
  'nothing-to-enrich': [{ kind: 'nothing-to-enrich', settings: ['PAPERQUEUE_SOURCES', 'PAPERQUEUE_SCRAPER_KEY'] }],
  'text-sends-no-key': [{ kind: 'text-sends-no-key' }],
  'balance-unknown': [{ kind: 'balance-unknown' }],
  'no-limit': [{ kind: 'no-limit', pool: 'basic' }],
  'balance-too-low': [{ kind: 'balance-too-low' }],
  'cap-too-low': [{ kind: 'cap-too-low', setting: 'PAPERQUEUE_DAILY_CREDIT_CAP' }],
  'over-cap': [{ kind: 'over-cap', cost: 3, cap: 5, left: 2 }],
  'account-too-low': [{ kind: 'account-too-low' }],
  'pool-too-low': [
    { kind: 'pool-too-low', cost: 3, pool: 'pro', balance: 1 },
    { kind: 'pool-too-low', cost: 1, pool: 'basic' },
    { kind: 'pool-too-low', cost: 1, pool: 'basic', balance: 0, renewAt: '2026-12-01T00:00:00.000Z' },
  ],
  'equal-search-uncertain': [
    { kind: 'equal-search-uncertain', job: 'J1', createdAt: AT, by: 'here', isCharged: false },
    { kind: 'equal-search-uncertain', job: 'J1', createdAt: AT, by: 'account', isCharged: true },
  ],
  'equal-search-paid-in-vain': [{ kind: 'equal-search-paid-in-vain', job: 'J1', createdAt: AT }],
  'older-store': [
    { kind: 'older-store', file: '/data/jobs.reached', credits: 12, job: 'J17', at: AT },
    { kind: 'older-store', file: '/data/jobs.reached', credits: 0 },
  ],
  'nothing-sent': [{ kind: 'nothing-sent' }],
  'parts-reused': [{ kind: 'parts-reused', jobs: ['J5', 'J6'], of: 3 }],
  'parts-begun': [
    { kind: 'parts-begun', jobs: ['J5', 'J6'], of: 4, canResume: true },
    { kind: 'parts-begun', jobs: ['J5', 'J6'], of: 4, canResume: false },
  ],
  'strategy-not-taken': [{ kind: 'strategy-not-taken' }],
  'given-up-before-sent': [{ kind: 'given-up-before-sent', job: 'J1' }],
  'too-many-requests': [{ kind: 'too-many-requests', perMinute: 10 }],
  'charge-unknown': [
    { kind: 'charge-unknown', because: { kind: 'connection-broke' } },
    { kind: 'charge-unknown', because: { kind: 'no-id' } },
    { kind: 'charge-unknown', because: { kind: 'error-with-id' } },
    { kind: 'charge-unknown', because: { kind: 'secret-in-id' } },
    { kind: 'charge-unknown', because: { kind: 'status', status: 502 } },
  ],
  'recorded-as': [{ kind: 'recorded-as', job: 'J1' }],
  'names-job': [{ kind: 'names-job', jobId: 'a1b2' }],
  'named-job-exists': [{ kind: 'named-job-exists', jobId: 'a1b2' }],
  'credits-taken': [{ kind: 'credits-taken' }],
  'charged-without-id': [{ kind: 'charged-without-id' }],
  'created-once': [{ kind: 'created-once' }],
  'field-not-taken': [
    { kind: 'field-not-taken', field: 'scraperKey' },
    { kind: 'field-not-taken', field: 'enrich' },
  ],
  'no-job-under-key': [{ kind: 'no-job-under-key' }],
  reconciled: [
    { kind: 'reconciled', charged: 'yes', reason: { kind: 'counted-as-spent' } },
    { kind: 'reconciled', charged: 'yes', reason: { kind: 'balance-fell', balance: 47 } },
    { kind: 'reconciled', charged: 'no', reason: { kind: 'too-little-spent' } },
  ],
  'not-reconciled': [
    { kind: 'not-reconciled', reason: { kind: 'too-early', seconds: 60 } },
    { kind: 'not-reconciled', reason: { kind: 'unchanged', balance: 50 } },
    { kind: 'not-reconciled', reason: { kind: 'unexplained', change: -5, cost: 3 } },
    { kind: 'not-reconciled', reason: { kind: 'blurred' } },
    { kind: 'not-reconciled', reason: { kind: 'credits-granted' } },
    { kind: 'not-reconciled', reason: { kind: 'other-account' } },
    { kind: 'not-reconciled', reason: { kind: 'not-measured' } },
    { kind: 'not-reconciled', reason: { kind: 'not-told' } },
    { kind: 'not-reconciled', reason: { kind: 'no-answer' } },
  ],
  refund: [
    refund('unknown', { by: 'other-account' }),
    refund('unknown', { by: 'nothing' }),
    refund('not-back', gave(0), true),
    refund('seems-back', gave(2)),
    refund('unknown', gave(5)),
    refund('seems-back', holds(true)),
    refund('seems-not-back', holds(true)),
    refund('unknown', holds(true)),
    refund('unknown', holds(false)),
  ],
});

export const SETUP_EXAMPLES = examplesOf({
  'store-unusable': [{ kind: 'store-unusable', what: 'write', why: 'database or disk is full' }],
  'no-regular-file': [{ kind: 'no-regular-file', file: '/data/jobs.sqlite' }],
  'index-unusable': [{ kind: 'index-unusable', why: 'EACCES: permission denied' }],
  'no-sqlite': [
    { kind: 'no-sqlite', node: 'v20.18.1', system: 'linux-x64' },
    { kind: 'no-sqlite', node: 'v20.18.1', system: 'linux-x64', why: 'connect ECONNREFUSED 127.0.0.1:4873' },
  ],
  'export-not-written': [{ kind: 'export-not-written', why: 'EACCES: permission denied' }],
  'already-serving': [{ kind: 'already-serving' }],
  'copied-away': [{ kind: 'copied-away' }],
  'needs-database': [{ kind: 'needs-database' }],
  'setting-missing': [{ kind: 'setting-missing', setting: 'PAPERQUEUE_DATABASE_URL' }],
  'no-file-to-copy': [{ kind: 'no-file-to-copy', file: '/data/serve.sqlite' }],
  'database-unusable': [{ kind: 'database-unusable', why: 'connection refused' }],
  'database-in-use': [{ kind: 'database-in-use' }],
  'copy-differs': [{ kind: 'copy-differs', what: 'the balances' }],
  'copy-unknown': [{ kind: 'copy-unknown' }],
  'driver-missing': [{ kind: 'driver-missing', setting: 'PAPERQUEUE_DATABASE_URL', package: 'pg' }],
  'report-not-taken': [
    { kind: 'report-not-taken', outcome: { status: 500 } },
    { kind: 'report-not-taken', outcome: 'name_not_found' },
  ],
  'no-file-folder': [{ kind: 'no-file-folder', setting: 'PAPERQUEUE_FILES_FOLDERS' }],
  'switched-off': [{ kind: 'switched-off', setting: 'PAPERQUEUE_FULL_TEXT' }],
  'no-collection': [{ kind: 'no-collection', setting: 'PAPERQUEUE_COLLECTION_URL' }],
  'collection-failed': [
    { kind: 'collection-failed', failure: 'unreachable', detail: 'untrusted-certificate' },
    { kind: 'collection-failed', failure: 'server error' },
    { kind: 'collection-failed', failure: 'too slow' },
    { kind: 'collection-failed', failure: 'rate limited' },
    { kind: 'collection-failed', failure: 'key refused' },
    { kind: 'collection-failed', failure: 'refused' },
    { kind: 'collection-failed', failure: 'unreadable' },
  ],
  'retractions-not-fetched': [
    {
      kind: 'retractions-not-fetched',
      address: 'https://example.org/table.csv',
      why: { failure: 'refused', detail: { status: 404 } },
    },
  ],
  'zotero-not-there': [{ kind: 'zotero-not-there', setting: ZOTERO }],
  'zotero-closed': [{ kind: 'zotero-closed' }],
  'zotero-read-only': [{ kind: 'zotero-read-only' }],
  'zotero-denied': [{ kind: 'zotero-denied' }],
  'zotero-key-refused': [{ kind: 'zotero-key-refused', setting: ZOTERO }],
  'zotero-not-allowed': [{ kind: 'zotero-not-allowed', setting: ZOTERO, what: 'write', library: 'group 42' }],
  'zotero-rate-limited': [{ kind: 'zotero-rate-limited', seconds: 30 }],
  'zotero-unavailable': [
    { kind: 'zotero-unavailable', why: { failure: 'too slow' } },
    { kind: 'zotero-unavailable', why: 'busy' },
    { kind: 'zotero-unavailable', why: 'other-database' },
    { kind: 'zotero-unavailable', why: 'no-consent' },
  ],
  'zotero-unexpected': [{ kind: 'zotero-unexpected', status: 500 }, { kind: 'zotero-unexpected' }],
  'zotero-added-before': [{ kind: 'zotero-added-before', added: 50, of: 120 }],
});

export const TEXT_EXAMPLES = examplesOf({
  'pages-not-read': [{ kind: 'pages-not-read', read: 500, of: 800 }],
  'pages-without-text': [{ kind: 'pages-without-text', pages: 2, of: 12 }],
  'order-is-a-guess': [{ kind: 'order-is-a-guess' }],
  'letters-unknown': [{ kind: 'letters-unknown' }],
  'file-names-other': [{ kind: 'file-names-other', other: '10.1000/b' }],
  'text-attempt': [
    { kind: 'text-attempt', from: 'Europe PMC', outcome: 'no-text' },
    { kind: 'text-attempt', from: 'arXiv', outcome: 'no-number' },
    { kind: 'text-attempt', from: 'example.org', outcome: 'nothing-there' },
    { kind: 'text-attempt', from: 'example.org', outcome: 'no-text-named' },
    { kind: 'text-attempt', from: 'example.org', outcome: 'page-instead' },
    { kind: 'text-attempt', from: 'example.org', outcome: { failure: 'robots' } },
    { kind: 'text-attempt', from: 'example.org', outcome: { problem: 'pictures of pages' } },
  ],
  'no-text-source': [{ kind: 'no-text-source' }],
  'quote-not-checked': [{ kind: 'quote-not-checked' }],
  'text-not-compared': [{ kind: 'text-not-compared' }, { kind: 'text-not-compared', ref: 'J1-2' }],
  'quoted-elsewhere': [
    { kind: 'quoted-elsewhere', refs: ['J1-7'] },
    { kind: 'quoted-elsewhere', refs: ['J1-7', 'J1-9'] },
  ],
  'abstract-stored': [
    { kind: 'abstract-stored', isStored: true },
    { kind: 'abstract-stored', isStored: true, isShown: true },
    { kind: 'abstract-stored', isStored: false },
  ],
  'draft-without-references': [{ kind: 'draft-without-references', citations: 12 }],
  'draft-time-over': [{ kind: 'draft-time-over', rest: 7 }],
  'passages-are-no-verdict': [{ kind: 'passages-are-no-verdict' }],
  'passages-cut': [
    { kind: 'passages-cut', counted: 'passages', shown: 12, of: 40 },
    { kind: 'passages-cut', counted: 'papers', shown: 10, of: 34 },
  ],
  'text-not-fetched': [{ kind: 'text-not-fetched', ref: 'J1-2' }],
  'not-read-elsewhere': [
    { kind: 'not-read-elsewhere', title: 'Semantic Scholar', why: { failure: 'rate limited' } },
    {
      kind: 'not-read-elsewhere',
      title: 'Semantic Scholar',
      why: { failure: 'key wanted', detail: { setting: 'PAPERQUEUE_SEMANTIC_SCHOLAR_KEY' } },
    },
  ],
});
