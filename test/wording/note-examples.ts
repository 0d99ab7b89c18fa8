import type { NoteKinds, NoteOf } from '../../src/wording/notes.ts';

/** Examples for each of some kinds of notes. */
export type NoteExamples<Kind extends keyof NoteKinds = keyof NoteKinds> = { [Each in Kind]: NoteKinds[Each][] };

export function examplesOf<Kind extends keyof NoteKinds>(examples: NoteExamples<Kind>): NoteExamples<Kind> {
  return examples;
}

const AT = '2026-03-01T10:00:00.000Z';
const FILLED = { abstract: 12, doi: 1, year: 3 };

/** One example of each sentence of each kind of note. */
export const SEARCH_EXAMPLES = examplesOf({
  'no-worker': [{ kind: 'no-worker' }],
  'citations-followed': [
    {
      kind: 'citations-followed',
      seeds: 12,
      directions: ['backward', 'forward'],
      known: 25,
      ended: 'exhausted',
      progress: { round: 2, followed: 85, waiting: 0, requests: 40, found: 300 },
    },
    ...(['rounds', 'yield', 'recall'] as const).map(
      (ended): NoteOf<'citations-followed'> => ({
        kind: 'citations-followed',
        seeds: 1,
        directions: ['forward'],
        known: 1,
        ended,
        progress: { round: 1, followed: 1, waiting: 0, requests: 1, found: 1 },
      }),
    ),
    {
      kind: 'citations-followed',
      seeds: 3,
      directions: ['backward'],
      known: 0,
      ended: 'requests',
      limit: 100,
      progress: { round: 3, followed: 85, waiting: 12, requests: 100, found: 300 },
    },
    {
      kind: 'citations-followed',
      seeds: 1,
      of: 2,
      directions: ['backward'],
      known: 0,
      ended: 'exhausted',
      progress: { round: 1, followed: 1, waiting: 0, requests: 2, found: 3 },
    },
  ],
  'citations-unfinished': [
    {
      kind: 'citations-unfinished',
      progress: { round: 2, followed: 85, waiting: 40, requests: 40, found: 300 },
    },
  ],
  'citations-by-index': [
    {
      kind: 'citations-by-index',
      indexes: [
        { title: 'OpenAlex', identified: 400, duplicates: 0, known: 20 },
        { title: 'Semantic Scholar', identified: 390, duplicates: 310, known: 25 },
        { title: 'Europe PMC', identified: 9, duplicates: 0, known: 0 },
      ],
    },
  ],
  'citations-recall': [
    {
      kind: 'citations-recall',
      indexes: ['OpenAlex', 'Semantic Scholar'],
      first: 380,
      second: 365,
      both: 310,
      all: 447,
      share: 0.973,
      isStable: true,
    },
    {
      kind: 'citations-recall',
      indexes: ['OpenAlex', 'Semantic Scholar'],
      first: 38,
      second: 36,
      both: 31,
      all: 44,
      share: 0.97,
      isStable: false,
    },
    {
      kind: 'citations-recall',
      indexes: ['OpenAlex', 'Europe PMC'],
      first: 38,
      second: 4,
      both: 2,
      isStable: false,
    },
  ],
  'citations-one-index': [
    { kind: 'citations-one-index', titles: ['OpenAlex'] },
    { kind: 'citations-one-index', titles: [] },
  ],
  'citations-blind': [
    { kind: 'citations-blind', works: 3, of: 12, named: ['J1-2 Mussel beds', 'doi:10.1000/kelp Kelp'] },
    { kind: 'citations-blind', works: 1, of: 12, named: ['J1-2 Mussel beds'] },
    { kind: 'citations-blind', works: 1, of: 1, named: ['J1-2 Mussel beds'] },
  ],
  'citations-unasked': [
    { kind: 'citations-unasked', works: 1, named: ['J1-7 A thesis'] },
    { kind: 'citations-unasked', works: 2, named: ['J1-7 A thesis', 'J1-9 A report'] },
  ],
  'citations-cut': [{ kind: 'citations-cut', works: 1, named: ['J1-3 A textbook'] }],
  'citations-planned': [
    {
      kind: 'citations-planned',
      title: 'OpenAlex',
      works: 12,
      requests: 9,
      isAtLeast: true,
      left: 840,
      renewsAt: '2026-03-02T00:00:00.000Z',
    },
    { kind: 'citations-planned', title: 'Europe PMC', works: 1, requests: 1, isAtLeast: false },
  ],
  text: [{ kind: 'text', text: 'What a service of somebody else says.' }],
  'sources-failed': [
    {
      kind: 'sources-failed',
      sources: [
        { title: 'OpenAlex', gave: 0, failure: 'unreachable' },
        { title: 'arXiv', gave: 0, failure: 'rate limited', againSeconds: 600 },
        { title: 'DBLP', gave: 0, failure: 'paused after failures' },
      ],
    },
  ],
  'sources-answered': [
    {
      kind: 'sources-answered',
      sources: [
        { title: 'OpenAlex', gave: 100, total: 4120 },
        { title: 'Crossref', gave: 20, keptSeconds: 10_800, isPartlyKept: true },
        { title: 'arXiv', gave: 3, keywordsLeftOut: 1 },
        { title: 'PubMed', gave: 5, failure: 'too slow' },
        { title: 'CORE', gave: 5, failure: 'key refused' },
        { title: 'Collection', gave: 1, failure: 'incomplete', detail: { failedShards: 2, of: 3 } },
        { title: 'DOAJ', gave: 0, failure: 'skipped', detail: 'no-quartiles' },
      ],
    },
  ],
  'starter-only': [
    { kind: 'starter-only', papers: 176 },
    { kind: 'starter-only', papers: 176, isService: true },
  ],
  'other-language': [0, 2].map((known) => ({ kind: 'other-language', language: 'German', known, words: 9 })),
  'library-searched': [
    { kind: 'library-searched', papers: 1 },
    { kind: 'library-searched', papers: 12, isService: true },
  ],
  'library-empty': [{ kind: 'library-empty' }],
  'not-searched': [
    { kind: 'not-searched', titles: ['Semantic Scholar'], settings: ['PAPERQUEUE_SEMANTIC_SCHOLAR_KEY'] },
    { kind: 'not-searched', titles: ['OpenAlex', 'arXiv'], settings: [] },
  ],
  'facts-not-found': [{ kind: 'facts-not-found', title: 'OpenAlex', why: { failure: 'quota used up' } }],
  'items-not-asked': [{ kind: 'items-not-asked', items: 2 }],
  'own-pace': [{ kind: 'own-pace' }],
  'too-little-known': [{ kind: 'too-little-known' }],
  'similar-in-library': [
    { kind: 'similar-in-library' },
    { kind: 'similar-in-library', isStarter: true, hidden: 40 },
    { kind: 'similar-in-library', isStarter: true, hidden: 40, of: 60 },
    { kind: 'similar-in-library', hidden: 2, of: 9, isOutOfReach: true },
  ],
  'nothing-similar': [{ kind: 'nothing-similar' }, { kind: 'nothing-similar', isStarter: true, hidden: 1, of: 8 }],
  'name-in-library': [{ kind: 'name-in-library' }],
  'unreadable-results': [
    { kind: 'unreadable-results', results: 1 },
    { kind: 'unreadable-results', results: 2 },
  ],
  'failure-reason': [{ kind: 'failure-reason', text: 'the scraper key has no credits left' }],
  'papers-though': [{ kind: 'papers-though', status: 'timed out' }],
  'papers-so-far': [
    { kind: 'papers-so-far', papers: 1 },
    { kind: 'papers-so-far', papers: 40, total: 100 },
  ],
  'no-list': [{ kind: 'no-list' }],
  'more-results': [
    { kind: 'more-results', papers: 50, total: 120, why: 'not-told' },
    { kind: 'more-results', papers: 50, why: 'failed' },
    { kind: 'more-results', papers: 0, why: 'elsewhere' },
    { kind: 'more-results', papers: 50, total: 120, why: 'no-job' },
  ],
  'names-unknown': [
    { kind: 'names-unknown', names: ['altmetric'], more: 0 },
    { kind: 'names-unknown', names: ['altmetric', 'shelf_mark'], more: 3 },
    { kind: 'names-unknown', names: [], more: 1 },
  ],
  operators: [
    { kind: 'operators', operators: ['NOT', '"..."'], isSent: false, leavesOut: true },
    { kind: 'operators', operators: ['AND'], isSent: true, leavesOut: false },
  ],
  'strategy-changed': [
    {
      kind: 'strategy-changed',
      sources: [
        {
          title: 'PubMed',
          changes: [{ without: '"kelp" NEAR/3 "mussel"' }, { part: 'kelp*', as: '"kelp"' }, { more: 2 }],
        },
      ],
    },
  ],
  'strategy-parts': [
    {
      kind: 'strategy-parts',
      parts: [
        { part: '"statin*"[tiab]', papers: 148 },
        { part: '"graphene"[tiab]', papers: 139 },
      ],
    },
    { kind: 'strategy-parts', parts: [{ part: '"statin*"[tiab]', papers: 7 }], isAtLeast: true, isFiltered: true },
  ],
  'chosen-by-sort': [
    { kind: 'chosen-by-sort', sort: 'citationCount:desc', papers: 300, of: 727 },
    { kind: 'chosen-by-sort', sort: 'year:asc', papers: 100, of: 140, hasSources: true },
  ],
  'strategy-read-in-part': [{ kind: 'strategy-read-in-part', read: 150_000, of: 900_000 }],
  'strategy-left-out': [{ kind: 'strategy-left-out', unmet: 3, unknown: 1 }],
  'unknown-left-out': [{ kind: 'unknown-left-out', filters: { minCitationCount: 3, year: 1 } }],
  'unfit-left-out': [
    { kind: 'unfit-left-out', papers: 12, isAtLeast: false, setting: 'PAPERQUEUE_SOURCES', value: 'library' },
    { kind: 'unfit-left-out', papers: 1, isAtLeast: false, setting: 'PAPERQUEUE_SOURCES', value: 'library' },
    { kind: 'unfit-left-out', papers: 100, isAtLeast: true },
    { kind: 'unfit-left-out', papers: 2, isAtLeast: false, setting: 'PAPERQUEUE_SOURCES', isService: true },
  ],
  'no-match': [
    {
      kind: 'no-match',
      without: [
        { filter: 'openAccessPdf', papers: 100, isAtLeast: true },
        { filter: 'year', papers: 2, isAtLeast: false },
      ],
    },
    { kind: 'no-match', without: [{ filter: 'downloadable', papers: 100, isAtLeast: true }] },
    { kind: 'no-match', without: [{ filter: 'year', papers: 0, isAtLeast: false }] },
    {
      kind: 'no-match',
      without: [
        { filter: 'openAccessPdf', papers: 0, isAtLeast: false },
        { filter: 'year', papers: 0, isAtLeast: false },
      ],
    },
  ],
  'journals-unranked': [
    { kind: 'journals-unranked', journals: 1 },
    { kind: 'journals-unranked', journals: 2 },
    { kind: 'journals-unranked', journals: 2, isService: true },
  ],
  'ranked-by-words': [
    { kind: 'ranked-by-words', host: 'box:11434', why: { failure: 'unreachable' } },
    { kind: 'ranked-by-words', model: 'tiny', why: { failure: 'unusable', detail: 'no-onnx-runtime' } },
  ],
  'ranked-by-meaning': [{ kind: 'ranked-by-meaning', model: 'small' }],
  'ranked-in-part': [
    {
      kind: 'ranked-in-part',
      model: 'small',
      host: 'box:11434',
      why: { failure: 'too slow' },
      compared: 24,
      papers: 60,
    },
  ],
  'not-kept': [
    { kind: 'not-kept', isSome: false },
    { kind: 'not-kept', isSome: true },
  ],
  'enrichment-ended': [
    { kind: 'enrichment-ended', why: 'time' },
    { kind: 'enrichment-ended', why: 'stopped' },
  ],
  'nothing-lacked': [{ kind: 'nothing-lacked' }],
  'filled-by-library': [{ kind: 'filled-by-library', filled: FILLED, hasFailed: true }],
  'filled-by-source': [
    { kind: 'filled-by-source', title: 'Crossref', filled: FILLED, answered: 20, unanswered: 2 },
    {
      kind: 'filled-by-source',
      title: 'OpenAlex',
      filled: {},
      answered: 0,
      unanswered: 2,
      failure: { failure: 'too slow' },
    },
  ],
  'filling-failed': [{ kind: 'filling-failed', title: 'Crossref', filled: {} }],
  'filled-from-pages': [
    {
      kind: 'filled-from-pages',
      filled: { abstract: 2 },
      requested: 5,
      read: 4,
      unrelated: 1,
      beyondBudget: 3,
      stopped: { failure: 'quota used up' },
    },
  ],
  'scraper-key-lost': [{ kind: 'scraper-key-lost' }],
  'scraper-key-unreadable': [{ kind: 'scraper-key-unreadable' }],
  'doi-of-another': [{ kind: 'doi-of-another', doi: '10.1000/a', title: 'Mussel beds' }],
  'identifiers-unknown': [
    { kind: 'identifiers-unknown', identifiers: [{ id: '10.1000/a', titles: ['Crossref', 'DataCite'] }] },
    {
      kind: 'identifiers-unknown',
      identifiers: [
        { id: '10.1000/a', titles: ['Crossref'] },
        { id: '39999999', titles: ['PubMed'] },
      ],
    },
  ],
  'year-not-covered': [
    { kind: 'year-not-covered', year: 1911, from: 1950 },
    { kind: 'year-not-covered', year: 2031, from: 1950 },
  ],
  'title-of-others': [2003, undefined].map((year) => ({
    kind: 'title-of-others',
    title: 'Rafts and the wrack line',
    authors: 'Mette Holm, Owen Pugh',
    year,
  })),
  'no-paper-on-topic': [{ kind: 'no-paper-on-topic' }],
  unconfirmed: [{ kind: 'unconfirmed' }],
  'no-author-source': [{ kind: 'no-author-source', setting: 'PAPERQUEUE_SOURCES', source: 'openalex' }],
  'same-job': [{ kind: 'same-job', job: 'J2' }],
  'same-creation': [{ kind: 'same-creation', job: 'J1' }],
});

export const ANSWER_EXAMPLES = examplesOf({
  'kept-by-lab': [{ kind: 'kept-by-lab', review: 'L1', member: 'ana' }],
  'assistant-suggests': [{ kind: 'assistant-suggests', review: 'R1' }],
  'suggestions-confirmed': [
    { kind: 'suggestions-confirmed', review: 'R1', confirmed: 20, refused: 0 },
    { kind: 'suggestions-confirmed', review: 'R1', confirmed: 1, refused: 2 },
  ],
  'only-suggested': [
    { kind: 'only-suggested', review: 'R1', records: 12 },
    { kind: 'only-suggested', review: 'R1', records: 1 },
  ],
  'criteria-changed': [{ kind: 'criteria-changed', review: 'R1' }],
  'excluded-without-reason': [
    { kind: 'excluded-without-reason', review: 'R1', named: ['J1-3 Mussel beds'], all: 1 },
    { kind: 'excluded-without-reason', review: 'R1', named: ['J1-3 Mussel beds', 'J1-4 Kelp', 'J2-1'], all: 12 },
  ],
  'some-conflicts': [{ kind: 'some-conflicts', review: 'R1', shown: 20, all: 31 }],
  'retrieval-recorded': [
    { kind: 'retrieval-recorded', reviews: ['R1'], found: true },
    { kind: 'retrieval-recorded', reviews: ['R1', 'R3'], found: false },
  ],
  'reading-is-free': [{ kind: 'reading-is-free' }],
  'made-elsewhere': [{ kind: 'made-elsewhere' }],
  reused: [{ kind: 'reused', job: 'J1', createdAt: AT }],
  'taken-over': [{ kind: 'taken-over', job: 'J1', createdAt: AT }],
  'still-submitting': [{ kind: 'still-submitting', job: 'J1' }],
  'search-adds-nothing': [
    { kind: 'search-adds-nothing', job: 'J7', about: 'panel flutter, supersonic flow', papers: 100 },
    { kind: 'search-adds-nothing', job: 'J7', about: 'panel flutter, supersonic flow', papers: 0 },
  ],
  'no-papers-in': [{ kind: 'no-papers-in', job: 'J3', status: 'error' }],
  'share-nothing': [
    { kind: 'share-nothing', job: 'J3', jobs: 1 },
    { kind: 'share-nothing', job: 'J3', jobs: 14 },
  ],
  'jobs-lost': [
    { kind: 'jobs-lost', lostAt: '2026-03-02T10:00:00.000Z', begunAt: '2026-01-02T10:00:00.000Z' },
    { kind: 'jobs-lost', lostAt: '2026-03-02T10:00:00.000Z', begunAt: undefined },
  ],
  'in-memory-only': [{ kind: 'in-memory-only', setting: 'PAPERQUEUE_DATA_DIR' }],
  'best-of': [
    { kind: 'best-of', papers: 100, of: 7017, counted: 'words' },
    { kind: 'best-of', papers: 100, of: 7017, isAtLeast: true, counted: 'strategy' },
    { kind: 'best-of', papers: 100, of: 130, counted: 'works' },
    { kind: 'best-of', papers: 100 },
    { kind: 'best-of', papers: 100, of: 958, counted: 'words', alike: 1 },
    { kind: 'best-of', papers: 100, of: 183, counted: 'strategy', sort: 'citationCount' },
    { kind: 'best-of', papers: 100, of: 183, counted: 'strategy', by: 'year:desc', sort: 'citationCount' },
    { kind: 'best-of', papers: 100, of: 7017, counted: 'words', sort: 'year' },
  ],
  'of-searches': [
    {
      kind: 'of-searches',
      jobs: ['J2', 'J4'],
      note: { kind: 'sources-failed', sources: [{ title: 'arXiv', gave: 0, failure: 'unreachable' }] },
    },
  ],
  'decisions-of': [
    { kind: 'decisions-of', reviewed: [{ job: 'J1', review: 'R2' }] },
    {
      kind: 'decisions-of',
      reviewed: [
        { job: 'J1', review: 'R2' },
        { job: 'J4', review: 'R2' },
        { job: 'J3', review: 'R1' },
      ],
    },
  ],
  'without-a-word': [
    { kind: 'without-a-word', papers: 6, of: 7 },
    { kind: 'without-a-word', papers: 1, of: 4 },
  ],
  'compared-to-limit': [
    { kind: 'compared-to-limit', extent: { papers: 100, of: 7017, counted: 'words' }, former: ['J1'] },
    { kind: 'compared-to-limit', extent: { papers: 100 }, former: [] },
    { kind: 'compared-to-limit', former: ['J1', 'J2'] },
  ],
  'sorted-last': [
    { kind: 'sorted-last', field: 'citationCount', unknown: 38, of: 99 },
    { kind: 'sorted-last', field: 'year', unknown: 1, of: 1 },
  ],
  'hits-have-a-word': [{ kind: 'hits-have-a-word' }],
  'left-by-where': [
    { kind: 'left-by-where', papers: 5, of: 46, jobs: 'one' },
    { kind: 'left-by-where', papers: 5, of: 80, jobs: 'several' },
    { kind: 'left-by-where', papers: 4, of: 80, jobs: 'several', works: 1 },
  ],
  'asked-otherwise': [{ kind: 'asked-otherwise', jobs: ['J1', 'J2'] }],
  'not-in': [
    { kind: 'not-in', jobs: ['J1'], papers: 46, of: 100 },
    { kind: 'not-in', jobs: ['J1'], papers: 1, of: 2 },
    { kind: 'not-in', jobs: ['J1'], papers: 0, of: 31 },
    { kind: 'not-in', jobs: ['J1'], papers: 31, of: 31 },
    { kind: 'not-in', jobs: ['J1'], papers: 1, of: 1 },
    { kind: 'not-in', jobs: ['J1'], papers: 0, of: 0 },
  ],
  'text-parts': [
    {
      kind: 'text-parts',
      of: 46,
      parts: [
        { part: '"kelp forest"', papers: 3 },
        { part: '-mussel', papers: 40 },
      ],
      all: 0,
    },
  ],
  'nothing-meets-where': [
    {
      kind: 'nothing-meets-where',
      of: 46,
      without: [
        { filter: 'yearFrom', papers: 4 },
        { filter: 'openAccess', papers: 0 },
      ],
      undecided: 0,
    },
    {
      kind: 'nothing-meets-where',
      of: 46,
      without: [
        { filter: 'retracted', papers: 46, unknown: 46 },
        { filter: 'yearFrom', papers: 4, unknown: 1 },
      ],
      undecided: 46,
    },
  ],
  'facts-lacking': [
    { kind: 'facts-lacking', fields: [{ field: 'year', records: 3 }] },
    {
      kind: 'facts-lacking',
      fields: [
        { field: 'year', records: 1 },
        { field: 'citation count', records: 2 },
      ],
    },
  ],
  'filter-ignored': [{ kind: 'filter-ignored', filter: 'minCitationCount', papers: 4 }],
  'unknown-refs': [{ kind: 'unknown-refs', refs: ['J1-99', 'J2-5'], more: 3 }],
  'status-unknown': [{ kind: 'status-unknown', status: 'simmering', ageSeconds: 95 }],
  'past-the-end': [{ kind: 'past-the-end', offset: 40, total: 2, what: 'paper' }],
  'size-limited': [{ kind: 'size-limited', shown: 12, of: 20 }],
  'fields-left-out': [{ kind: 'fields-left-out' }],
  'names-joined': [
    ...[1, 3].map((names) => ({
      kind: 'names-joined' as const,
      of: 'author' as const,
      names,
      example: { name: 'Milton Packer', form: 'Packer M' },
    })),
    { kind: 'names-joined', of: 'venue', names: 1, example: { name: 'Annals of Ice Research', form: 'Ann Ice Res' } },
  ],
  folded: [14, 1].map((records) => ({ kind: 'folded', records })),
  'first-in-export': [{ kind: 'first-in-export', papers: 20, of: 46 }],
  'folded-in-export': [14, 1].map((records) => ({ kind: 'folded-in-export', records })),
  'not-in-file': [
    { kind: 'not-in-file', format: 'RIS with ASReview labels', maybe: 3, unsettled: 1, readers: 2, quotes: 4 },
    { kind: 'not-in-file', format: 'Rayyan (RIS)', stages: 2, earlier: 20, resolutions: 1, shared: 2, times: 40 },
    { kind: 'not-in-file', format: 'BibTeX', readers: 1, reasons: 12, notes: 1, tags: 3, times: 1, priors: 1 },
  ],
  'review-export': [
    { kind: 'review-export', review: 'R1', of: 100, counts: { include: 12, exclude: 54, none: 34 }, papers: 12 },
    { kind: 'review-export', review: 'R1', of: 9, counts: { none: 9 }, papers: 9 },
  ],
  'incomplete-entries': [
    {
      kind: 'incomplete-entries',
      of: 12,
      lacking: [
        { fact: 'venue', papers: 1, refs: ['J1-2'] },
        { fact: 'volume', papers: 5, refs: ['J1-2', 'J1-3', 'J1-4'] },
      ],
    },
  ],
  'characters-removed': [{ kind: 'characters-removed', characters: 10 }],
  'changed-since': [
    {
      kind: 'changed-since',
      jobs: ['J1'],
      changes: [
        { ref: 'J2-3', formerRef: 'J1-7', what: 'retracted' },
        { ref: 'J2-4', formerRef: 'J1-9', what: 'published' },
      ],
      more: 2,
    },
  ],
  'few-fit': [
    { kind: 'few-fit', papers: 1, of: 100 },
    { kind: 'few-fit', papers: 2, of: 100 },
  ],
  'few-have-all': [
    { kind: 'few-have-all', papers: 1, of: 99, keywords: ['kelp', 'mussel'] },
    { kind: 'few-have-all', papers: 2, of: 99, keywords: ['kelp', 'mussel', 'shore'] },
  ],
  'keyword-counts': [
    { kind: 'keyword-counts', keyword: 'mindfulness', asKeyword: 9, asText: 12 },
    { kind: 'keyword-counts', keyword: 'mindfulness', asKeyword: 8, asText: 12, asWritten: true },
  ],
  'no-paper-has': [
    { kind: 'no-paper-has', of: 100, groups: [{ keywords: ['kelp', 'metformin'] }], filters: [], isCut: false },
    { kind: 'no-paper-has', of: 100, groups: [{ keywords: ['kelp', 'mussel', 'shore'] }], filters: [], isCut: true },
    {
      kind: 'no-paper-has',
      of: 12,
      groups: [{ keywords: ['kelp'] }],
      filters: [],
      isCut: false,
      isHeldBack: true,
    },
    {
      kind: 'no-paper-has',
      of: 100,
      groups: [
        { keywords: ['vitamin D'], papers: 13 },
        { keywords: ['kelp'], papers: 0 },
        { keywords: ['mussel'], papers: 0 },
      ],
      filters: [],
      isCut: false,
    },
    {
      kind: 'no-paper-has',
      of: 1,
      groups: [
        { keywords: ['kelp'], papers: 1 },
        { keywords: ['mussel'], papers: 60, isAtLeast: true },
      ],
      filters: [],
      isCut: false,
    },
    {
      kind: 'no-paper-has',
      of: 100,
      groups: [
        { keywords: ['vitamin D'], papers: 13 },
        { keywords: ['kelp'], papers: 0, withoutFilters: { papers: 68 } },
        { keywords: ['mussel'], papers: 0, withoutFilters: { papers: 0 } },
        { keywords: ['shore'], papers: 0 },
      ],
      filters: ['openAccessPdf', 'year'],
      isCut: false,
    },
    {
      kind: 'no-paper-has',
      of: 100,
      groups: [
        { keywords: ['kelp'], papers: 0, withoutFilters: { papers: 1, isAtLeast: true } },
        { keywords: ['mussel'], papers: 0, isAtLeast: true },
      ],
      filters: ['year'],
      isCut: false,
    },
  ],
  'library-has': [
    {
      kind: 'library-has',
      counts: [
        { keywords: ['metformin'], papers: 45 },
        { keywords: ['metformin', 'cancer'], papers: 6 },
        { keywords: ['metformin', 'cancer', 'mortality'], papers: 1 },
      ],
      filters: [],
    },
    {
      kind: 'library-has',
      counts: [
        { keywords: ['kelp'], papers: 0, withoutFilters: { papers: 3 } },
        { keywords: ['mussel'], papers: 1 },
        { keywords: ['mussel', 'shore'], papers: 0, withoutFilters: { papers: 0 } },
      ],
      filters: ['year'],
    },
    { kind: 'library-has', counts: [{ keywords: ['cancer', 'mortality'], papers: 311, isAtLeast: true }], filters: [] },
  ],
  'no-paper-fits': [{ kind: 'no-paper-fits' }],
  'items-not-found': [{ kind: 'items-not-found', missing: 1, items: 3 }],
  'papers-unconfirmed': [{ kind: 'papers-unconfirmed', papers: ['J13-1', 'J13-4'] }],
  'items-not-held': [{ kind: 'items-not-held', missing: 1, items: 3, works: 122_861 }],
  'items-unchecked': [{ kind: 'items-unchecked', unchecked: 1, items: 3 }],
  'details-not-compared': [{ kind: 'details-not-compared' }],
  marked: [
    {
      kind: 'marked',
      marks: [
        { mark: 'retracted', refs: ['J1-2', 'J1-7'] },
        { mark: 'expression-of-concern', refs: ['J1-9'] },
      ],
    },
  ],
  'also-marked': [{ kind: 'also-marked', marks: [{ mark: 'corrected', refs: ['J1-9'] }] }],
  'retraction-known': [
    { kind: 'retraction-known', papers: 3, of: 5 },
    { kind: 'retraction-known', papers: 5, of: 5, tableOf: '2026-11-24' },
    { kind: 'retraction-known', papers: 0, of: 5 },
    { kind: 'retraction-known', papers: 0, of: 1 },
  ],
  retracted: [{ kind: 'retracted', refs: ['J1-2', 'J1-7'] }],
  shortened: [{ kind: 'shortened' }],
  'meet-filters': [{ kind: 'meet-filters', papers: 3, of: 5 }],
  'sources-not-told': [{ kind: 'sources-not-told' }],
  'came-without-id': [{ kind: 'came-without-id' }],
  'would-send': [false, true].map((hasKey) => ({
    kind: 'would-send',
    path: '/v1/job/keywordSearch?limit=100&year=2019%3A2020',
    body: '{"keywords":["owls","night","hearing"]}',
    hasKey,
  })),
  'counted-in-part': [{ kind: 'counted-in-part', read: 800, of: 2000 }],
  'lines-not-asked': [{ kind: 'lines-not-asked', lines: 3 }],
  trial: [
    { kind: 'trial', why: { failure: 'skipped', detail: 'no-quartiles' }, changes: [] },
    { kind: 'trial', changes: [{ without: '"shore"[ti]' }, 'other-forms'] },
    { kind: 'trial', changes: ['words-apart'] },
    { kind: 'trial', changes: [{ tooLong: 9000 }] },
  ],
});

export const FAILURE_EXAMPLES = examplesOf({
  'wrong-values': [
    { kind: 'wrong-values', rules: ['limit: 100, 200 or 300, got 5', 'year: YYYY, got "x"'], isRequest: true },
  ],
  'refused-as-invalid': [
    { kind: 'refused-as-invalid', status: 400, isNamed: true },
    { kind: 'refused-as-invalid', status: 413, isNamed: false },
  ],
  'no-such-review': [
    { kind: 'no-such-review', given: '"R9"', known: ['R1'] },
    { kind: 'no-such-review', given: '"R9"', known: [] },
    { kind: 'no-such-review', given: '"L9"', known: ['L1'], isOfLab: true },
    { kind: 'no-such-review', given: '"L9"', known: [], isOfLab: true },
  ],
  'changed-records': [
    { kind: 'changed-records', review: 'R1', records: 1 },
    { kind: 'changed-records', review: 'R1', records: 2 },
  ],
  'damaged-review': [
    { kind: 'damaged-review', review: 'R1', n: 12 },
    { kind: 'damaged-review', review: 'R1', n: 1 },
    { kind: 'damaged-review', review: 'R1', n: 12, isUnknown: true },
    { kind: 'damaged-review', review: 'R1', n: 1, isUnknown: true },
  ],
  'review-busy': [{ kind: 'review-busy', review: 'R1' }],
  'review-full': [{ kind: 'review-full', review: 'L1' }],
  'too-many-reviews': [
    { kind: 'too-many-reviews', what: 'opened' },
    { kind: 'too-many-reviews', what: 'joined' },
    { kind: 'too-many-reviews', what: 'invited', name: 'ben' },
  ],
  'no-such-record': [{ kind: 'no-such-record', given: '"L17"' }],
  'owner-only': [{ kind: 'owner-only' }],
  'no-lab': [{ kind: 'no-lab' }],
  'no-such-job': [
    { kind: 'no-such-job', text: '"J9"' },
    { kind: 'no-such-job', text: 'L17', is: 'paper' },
    { kind: 'no-such-job', text: 'J9-1', is: 'paper', among: true },
    { kind: 'no-such-job', text: '"R1"', is: 'review' },
    { kind: 'no-such-job', text: '"T1"', is: 'table' },
    { kind: 'no-such-job', text: '"W1"', is: 'watch' },
    { kind: 'no-such-job', text: '"owls"', is: 'group' },
    { kind: 'no-such-job', text: '"smith2020owls"', is: 'key' },
  ],
  'removed-job': [{ kind: 'removed-job', job: 'J1', removedAt: AT }],
  'no-job-in-group': [
    { kind: 'no-job-in-group', group: '"thesis"', groups: ['owls', 'reefs'] },
    { kind: 'no-job-in-group', group: '"thesis"', groups: [] },
    { kind: 'no-job-in-group', group: '"thesis"', status: 'success', groups: ['thesis'] },
  ],
  'no-such-paper': [{ kind: 'no-such-paper', ref: 'J1-99' }],
  'unknown-job-id': [{ kind: 'unknown-job-id' }],
  'forgotten-job': [{ kind: 'forgotten-job', job: 'J1', createdAt: AT }],
  'job-of-another-account': [{ kind: 'job-of-another-account' }],
  'never-created': [{ kind: 'never-created', job: 'J1' }],
  'job-failed': [{ kind: 'job-failed', job: 'J1' }],
  'job-without-papers': [{ kind: 'job-without-papers', job: 'J1', status: 'queued' }],
  'first-look-failed': [{ kind: 'first-look-failed' }],
  'damaged-papers': [{ kind: 'damaged-papers', job: 'J1' }],
  'not-on-the-web': [{ kind: 'not-on-the-web', ref: 'J1-2' }],
  'nothing-reached': [{ kind: 'nothing-reached' }],
  'no-able-source': [
    { kind: 'no-able-source', what: 'citations', able: ['openalex', 'europepmc'], setting: 'PAPERQUEUE_SOURCES' },
    { kind: 'no-able-source', what: 'author-id', able: ['openalex'], setting: 'PAPERQUEUE_SOURCES' },
  ],
  'relation-not-told': [{ kind: 'relation-not-told', relation: 'citations', ref: 'J1-1' }],
  'related-not-found-out': [{ kind: 'related-not-found-out' }],
  'no-author-id': [{ kind: 'no-author-id', given: '"Darwin"' }],
  'texts-not-indexed': [
    { kind: 'texts-not-indexed', texts: 1 },
    { kind: 'texts-not-indexed', texts: 1200 },
  ],
  'no-paper-ref': [{ kind: 'no-paper-ref', given: 'J12' }],
  'identifier-not-found': [
    { kind: 'identifier-not-found', given: '10.1000/a', isUnknown: true },
    { kind: 'identifier-not-found', given: '10.1000/a', isUnknown: false },
  ],
  'no-answer': [
    { kind: 'no-answer', address: 'https://queue.example.org', why: 'refused', isSent: false },
    { kind: 'no-answer', address: 'https://queue.example.org', isSent: true },
  ],
  'no-answer-in-time': [{ kind: 'no-answer-in-time' }],
  'too-much-to-read': [{ kind: 'too-much-to-read' }],
  'access-denied': [{ kind: 'access-denied' }],
  'service-said': [{ kind: 'service-said', text: 'Insufficient credits' }],
  'status-to-a-read': [{ kind: 'status-to-a-read', status: 502 }],
  'unreadable-answer': [{ kind: 'unreadable-answer', what: 'too-large' }],
  'no-further-request': [{ kind: 'no-further-request' }],
  'token-refused': [{ kind: 'token-refused' }],
  'another-server': [{ kind: 'another-server', setting: 'PAPERQUEUE_BASE_URL' }],
  'token-not-set': [{ kind: 'token-not-set', address: 'PAPERQUEUE_BASE_URL', token: 'PAPERQUEUE_TOKEN' }],
  internal: [{ kind: 'internal' }],
  'too-many-files': [{ kind: 'too-many-files' }],
  'program-replaced': [{ kind: 'program-replaced' }],
  'thread-ended': [
    { kind: 'thread-ended', what: 'searched' },
    { kind: 'thread-ended', what: 'read' },
  ],
});
