import type { Advice, AdviceOf } from '../../src/contract/notes.ts';

const URL = 'PAPERQUEUE_BASE_URL';
const TOKEN = 'PAPERQUEUE_TOKEN';
const SOURCES = 'PAPERQUEUE_SOURCES';
const DATA = 'PAPERQUEUE_DATA_DIR';
const DATABASE = 'PAPERQUEUE_DATABASE_URL';
const COLLECTION = 'PAPERQUEUE_COLLECTION_URL';
const ZOTERO = 'PAPERQUEUE_ZOTERO_KEY';
const mend = (failure: AdviceOf<'mend-collection'>['failure']): Advice => ({
  do: 'mend-collection',
  failure,
  setting: COLLECTION,
});

/** For each advice one example of each of its sentences. */
export const ADVICE_EXAMPLES: { [Do in Advice['do']]: Advice[] } = {
  text: [{ do: 'text', text: 'What another program says that uses the package.' }],
  'use-papers': [
    { do: 'use-papers', job: 'J1' },
    { do: 'use-papers', job: 'J1', where: { notIn: ['J1'] } },
  ],
  'next-page': [
    { do: 'next-page', offset: 20 },
    { do: 'next-page', offset: 20, sort: 'year:desc' },
  ],
  'use-refs': [
    { do: 'use-refs', job: 'J1', papers: 12 },
    { do: 'use-refs', job: 'J1', papers: 0 },
  ],
  'relax-where': [
    {
      do: 'relax-where',
      job: 'J1',
      of: 46,
      without: [
        { filter: 'yearTo', papers: 2 },
        { filter: 'openAccess', papers: 1 },
      ],
    },
    { do: 'relax-where', job: 'J1', of: 46, without: [{ filter: 'yearTo', papers: 0 }] },
  ],
  'wait-for': [{ do: 'wait-for', job: 'J1' }],
  'search-other-keywords': [
    { do: 'search-other-keywords', words: 'keywords', isCharged: true },
    { do: 'search-other-keywords', words: 'text', isCharged: false },
  ],
  'search-without-strategy': [{ do: 'search-without-strategy' }],
  'leave-out-filters': [{ do: 'leave-out-filters' }],
  'relax-filters': [{ do: 'relax-filters', filters: ['minCitationCount', 'year'], isCharged: true }],
  'relax-by-evidence': [
    {
      do: 'relax-by-evidence',
      job: 'J1',
      papers: 46,
      keeps: [
        { filter: 'minCitationCount', papers: 2 },
        { filter: 'year', papers: 30 },
      ],
    },
  ],
  'ask-again-for-new': [
    {
      do: 'ask-again-for-new',
      job: 'J2',
      on: '2026-03-02',
      jobs: ['J1'],
      since: '2026-03-01',
      asked: ['OpenAlex', 'arXiv'],
      silent: ['Crossref'],
    },
    { do: 'ask-again-for-new', job: 'J2', on: '2026-03-02', jobs: ['J1'], since: '2026-03-01', asked: [], silent: [] },
    {
      do: 'ask-again-for-new',
      job: 'J2',
      on: '2026-03-02',
      jobs: ['J1'],
      since: '2026-03-01',
      asked: ['OpenAlex'],
      silent: [],
      best: 100,
    },
  ],
  'search-for-missing': [
    { do: 'search-for-missing', keywords: ['kelp'], canRaise: true },
    { do: 'search-for-missing', keywords: ['kelp', 'mussel'], canRaise: false },
  ],
  'leave-out-for': [{ do: 'leave-out-for', filters: ['openAccessPdf', 'year'], keywords: ['kelp'], isCharged: true }],
  'rename-absent': [{ do: 'rename-absent', keywords: ['kelp', 'mussel'] }],
  rename: [{ do: 'rename', keywords: ['kelp', 'mussel'] }],
  'rename-terms': [{ do: 'rename-terms' }],
  'accept-none-related': [
    { do: 'accept-none-related', relation: 'citations', asked: ['OpenAlex'], isOnlyLibrary: false },
    { do: 'accept-none-related', relation: 'author', asked: ['OpenAlex'], isOnlyLibrary: false },
    { do: 'accept-none-related', relation: 'similar', asked: [], isOnlyLibrary: true },
  ],
  'check-references': [{ do: 'check-references' }],
  'pay-again': [{ do: 'pay-again', job: 'J1' }],
  'ask-again-later': [{ do: 'ask-again-later', job: 'J1' }],
  'check-reference': [{ do: 'check-reference' }],
  'trust-no-absence': [{ do: 'trust-no-absence' }],
  'check-unchecked': [
    { do: 'check-unchecked', isLater: true, sources: ['crossref'], setting: SOURCES },
    { do: 'check-unchecked', isLater: true, sources: [], setting: SOURCES },
    { do: 'check-unchecked', isLater: false, sources: [], setting: SOURCES },
  ],
  'take-as-suggestions': [{ do: 'take-as-suggestions' }],
  'compare-differences': [{ do: 'compare-differences' }],
  'use-found': [{ do: 'use-found', job: 'J1' }],
  'use-author': [{ do: 'use-author' }],
  'read-listed': [{ do: 'read-listed' }],
  'search-for-real': [{ do: 'search-for-real' }],
  'pass-on': [
    { do: 'pass-on', couldHaveAbstracts: false },
    { do: 'pass-on', couldHaveAbstracts: true },
  ],
  'see-whole-record': [{ do: 'see-whole-record' }, { do: 'see-whole-record', path: '/data/exports/J1.md' }],
  'tell-of-file': [
    { do: 'tell-of-file', path: '/data/exports/J1.bib', isReport: false, isTooLong: true },
    { do: 'tell-of-file', path: '/data/exports/J1.html', isReport: true, isTooLong: false },
  ],

  again: [
    { do: 'again' },
    { do: 'again', when: 'later' },
    { do: 'again', when: 'in-a-minute' },
    { do: 'again', when: 'in-a-minute', seconds: 20 },
  ],
  correct: [
    { do: 'correct', fields: ['limit', 'where.yearFrom', 'ref'], isRequest: false },
    { do: 'correct', fields: ['keywords'], isRequest: true },
  ],
  'correct-named': [{ do: 'correct-named' }],
  'look-up-instead': [{ do: 'look-up-instead' }],
  'see-cost': [{ do: 'see-cost' }],
  'lower-cost': [{ do: 'lower-cost', setting: 'PAPERQUEUE_DAILY_CREDIT_CAP' }],
  set: [{ do: 'set', setting: 'PAPERQUEUE_FULL_TEXT', value: 'on' }],
  'check-service': [{ do: 'check-service', setting: URL }],
  'set-token': [{ do: 'set-token', token: TOKEN, address: URL }],
  'set-token-or-leave': [{ do: 'set-token-or-leave', token: TOKEN, address: URL }],
  'set-address': [{ do: 'set-address', setting: URL }],
  'compare-balance': [{ do: 'compare-balance' }],
  'do-not-repeat': [{ do: 'do-not-repeat', job: 'J1' }],
  'ask-about': [{ do: 'ask-about', job: 'J1' }],
  'ask-about-refund': [
    { do: 'ask-about-refund', job: 'J1', isOwn: true },
    { do: 'ask-about-refund', job: 'J1', isOwn: false },
  ],
  'use-job-ref': [
    { do: 'use-job-ref', canSearch: true },
    { do: 'use-job-ref', canSearch: false },
  ],
  'use-paper-ref': [
    { do: 'use-paper-ref', job: 'J1', orId: false },
    { do: 'use-paper-ref', orId: true },
  ],
  'search-anew': [{ do: 'search-anew' }],
  'search-refunded': [{ do: 'search-refunded' }],
  'search-fresh': [{ do: 'search-fresh' }],
  'check-network': [{ do: 'check-network' }],
  'restore-configuration': [{ do: 'restore-configuration', settings: [URL, TOKEN] }],
  'name-fewer-jobs': [{ do: 'name-fewer-jobs' }],
  'see-job': [{ do: 'see-job', job: 'J1' }],
  'see-paper': [{ do: 'see-paper', ref: 'J1-2' }],
  'look-paper-up': [{ do: 'look-paper-up' }],
  'look-person-up': [{ do: 'look-person-up' }],
  'name-able-source': [{ do: 'name-able-source', source: 'openalex', setting: SOURCES }],
  'try-other-relation': [{ do: 'try-other-relation' }],
  'related-later': [{ do: 'related-later' }],
  'restore-backup': [{ do: 'restore-backup', setting: DATA }],
  'see-log': [{ do: 'see-log' }],
  'allow-more-files': [{ do: 'allow-more-files' }],
  report: [{ do: 'report', setting: 'PAPERQUEUE_LOG_LEVEL' }],
  'take-others': [{ do: 'take-others' }],

  'check-data-folder': [{ do: 'check-data-folder', setting: DATA }],
  'newer-node': [{ do: 'newer-node' }],
  'check-export-folder': [{ do: 'check-export-folder', setting: DATA }],
  'stop-other-service': [{ do: 'stop-other-service', setting: DATA }],
  'use-copied-database': [
    { do: 'use-copied-database', setting: DATABASE, file: '/data/serve-copied.sqlite', name: 'serve.sqlite' },
  ],
  'set-database': [{ do: 'set-database', setting: DATABASE }],
  'set-empty-database': [{ do: 'set-empty-database', setting: DATABASE }],
  'set-service-folder': [{ do: 'set-service-folder', setting: DATA }],
  'check-database': [{ do: 'check-database', setting: DATABASE }],
  'copy-into-empty': [{ do: 'copy-into-empty' }],
  'copy-again': [{ do: 'copy-again' }],
  'report-copy': [{ do: 'report-copy' }],
  'install-package': [{ do: 'install-package', package: 'pg' }],
  'see-feed': [{ do: 'see-feed' }],
  'set-collection': [{ do: 'set-collection', setting: COLLECTION }],
  'mend-collection': [
    mend('unreachable'),
    mend('server error'),
    mend('too slow'),
    mend('rate limited'),
    mend('key refused'),
    mend('refused'),
    mend('unreadable'),
  ],
  'load-collection': [{ do: 'load-collection' }],
  'reload-collection': [{ do: 'reload-collection' }],
  'install-client': [{ do: 'install-client', package: '@opensearch-project/opensearch', setting: COLLECTION }],
  'trust-certificate': [{ do: 'trust-certificate' }],
  'fetch-otherwise': [{ do: 'fetch-otherwise' }],
  'open-zotero': [{ do: 'open-zotero', setting: ZOTERO }],
  'allow-zotero': [{ do: 'allow-zotero', setting: ZOTERO }],
  'update-zotero': [{ do: 'update-zotero', setting: ZOTERO }],
  'choose-allow': [{ do: 'choose-allow' }],
  'check-zotero-key': [{ do: 'check-zotero-key', setting: ZOTERO }],
  'change-zotero-key': [{ do: 'change-zotero-key' }],
  'zotero-again': [
    { do: 'zotero-again', isAfterWait: true },
    { do: 'zotero-again', isAfterWait: false },
  ],
  'check-zotero-address': [{ do: 'check-zotero-address' }],

  'read-on': [{ do: 'read-on', offset: 12_000 }],
  'read-tables': [
    { do: 'read-tables', places: ['S2.p4'] },
    { do: 'read-tables', places: ['S2.p4', 'S3.p1'] },
  ],
  'fewer-words': [{ do: 'fewer-words' }],
  'do-not-quote': [{ do: 'do-not-quote', address: 'https://example.org/a.pdf' }],
  'try-pdf': [{ do: 'try-pdf', address: 'https://example.org/a.pdf' }],
  'attach-file': [
    { do: 'attach-file', ref: 'J1-2', paper: '"Mussel beds"', isAsked: true },
    { do: 'attach-file', ref: 'J1-2', paper: '"Mussel beds"', isAsked: false },
  ],
  'read-another': [
    { do: 'read-another', read: 2, of: 9, abstracts: 5 },
    { do: 'read-another', read: 2, of: 9, abstracts: 0 },
  ],
  'read-before-quoting': [{ do: 'read-before-quoting' }],
  'do-not-cite': [{ do: 'do-not-cite' }],
  'check-published': [
    { do: 'check-published', copy: 'preprint' },
    { do: 'check-published', copy: 'accepted' },
    { do: 'check-published', copy: 'unknown' },
  ],
  'found-in-abstract': [
    { do: 'found-in-abstract', isFound: true, hasText: false },
    { do: 'found-in-abstract', isFound: true, hasText: true },
    { do: 'found-in-abstract', isFound: false, hasText: false },
  ],
  'read-abstract': [{ do: 'read-abstract', ref: 'J1-3' }],
  'cite-abstract': [
    { do: 'cite-abstract', verdict: 'exact', hasText: false },
    { do: 'cite-abstract', verdict: 'exact', hasText: true },
    { do: 'cite-abstract', verdict: 'compared', hasText: false },
    { do: 'cite-abstract', verdict: 'absent', hasText: false },
  ],
};
