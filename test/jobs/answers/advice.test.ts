import { describe, expect, it, vi } from 'vitest';
import type { Filters } from '../../../src/contract/filters.ts';
import type { RequestBody } from '../../../src/contract/requests.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { answerJob } from '../../../src/jobs/answers/answer.ts';
import type { PageRequest } from '../../../src/jobs/answers/show-page.ts';
import type { Mode } from '../../../src/jobs/ports/service.ts';
import type { JobStore } from '../../../src/jobs/ports/store.ts';
import type { ChargeReason } from '../../../src/jobs/spending/notes.ts';
import type { Note } from '../../../src/wording/notes.ts';
import { said, textNotes } from '../../helpers/said.ts';
import { ANEW, newJob, openStore } from '../store/stores.ts';

type Search = { body?: RequestBody; filters?: Partial<Filters>; mode?: Mode; papers?: WirePaper[]; notes?: string[] };

/** Records a search that has ended. */
function search(store: JobStore, { body, filters, mode = 'hosted', papers = [], notes = [] }: Search) {
  const request = {
    operation: 'combinedSearch' as const,
    body: body ?? { keywords: ['tide', 'mussel', 'shore'] },
    filters: { limit: 100 as const, ...filters },
  };
  const { job } = store.beginCreation(newJob({ request, mode }), ANEW);
  store.confirm(job.number, `id-${job.number}`);
  return store.finish(job.number, { status: 'success', papers, notes: textNotes(...notes) });
}

/** What is said of the last of some searches. */
function nextAfter(searches: Search[], page: PageRequest = {}): string | undefined {
  const store = openStore();
  const [last] = searches.map((one) => search(store, one)).slice(-1);
  return last && said(answerJob(store, last, page)).next;
}

describe('a job that runs', () => {
  /** What is said of it at an age, in a state, with what the service tells of its progress. */
  function at(
    minutes: number,
    status: string,
    serviceProgress?: Record<string, number>,
    mode: Mode = 'hosted',
    notes: Note[] = [],
  ) {
    const store = openStore();
    const { job } = store.beginCreation(newJob({ mode }), ANEW);
    store.confirm(job.number, 'id-1');
    const running = { ...store.setStatus(job.number, status), notes, ...(serviceProgress && { serviceProgress }) };
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse(running.createdAt) + minutes * 60_000);
    try {
      return answerJob(store, running, {});
    } finally {
      now.mockRestore();
    }
  }

  it('is told with its age, and the older it is the later the next look is worth it', () => {
    const times = [0, 5, 100].map((minutes) => at(minutes, 'processing').job);
    expect(times).toMatchObject([
      { status: 'processing', ageSeconds: 0, askAgainSeconds: 10 },
      { status: 'processing', ageSeconds: 300, askAgainSeconds: 150 },
      { status: 'processing', ageSeconds: 6_000, askAgainSeconds: 600 },
    ]);
    expect(at(5, 'processing', { percent: 40 }).job.serviceProgress).toEqual({ percent: 40 });
  });

  it.each<[number, string, Record<string, number> | undefined, string]>([
    [9, 'processing', undefined, 'wait-for'],
    [10, 'processing', undefined, 'stop-waiting'],
    [59, 'processing', { percent: 40 }, 'wait-for'],
    [60, 'processing', { percent: 40 }, 'stop-waiting'],
    [9, 'simmering', undefined, 'wait-for'],
    [10, 'simmering', { percent: 40 }, 'stop-waiting'],
  ])('after %i minutes in the state %s with the progress %j says: %s', (minutes, status, progress, advice) => {
    const answer = at(minutes, status, progress);
    expect(answer.next).toMatchObject([{ kind: advice, ageSeconds: minutes * 60 }]);
    const unknown = { kind: 'status-unknown', status, ageSeconds: minutes * 60 };
    expect(answer.notes ?? []).toEqual(status === 'simmering' ? [unknown] : []);
  });

  it('is said to run only if the service said so', () => {
    const unread: Note[] = [{ kind: 'first-look-failed' }];
    expect(at(1, 'processing').next).toEqual([{ kind: 'wait-for', job: 'J1', ageSeconds: 60, askAgainSeconds: 30 }]);
    for (const status of ['simmering', 'finished without papers', 'error without a result'])
      expect(at(1, status).next).toMatchObject([{ kind: 'wait-for', isUncertain: true }]);
    expect(at(1, 'processing', undefined, 'hosted', unread).next).toMatchObject([{ isUncertain: true }]);
  });

  it('of our own service is never given up', () => {
    expect(at(100, 'queued', undefined, 'embedded').next).toMatchObject([{ kind: 'wait-for' }]);
  });
});

it('a search of unknown charge is advised to be looked at again only if that can tell', () => {
  const unknown = (reason: ChargeReason, jobId: string | null = null) => {
    const store = openStore();
    const { job } = store.beginCreation(newJob(), ANEW);
    const settled = { ...store.settle(job.number, 'unknown'), jobId };
    return answerJob(store, settled, {}, [{ kind: 'not-reconciled', reason }]).next;
  };
  expect(unknown({ kind: 'not-measured' })).toEqual([{ kind: 'ask-elsewhere', job: 'J1' }]);
  expect(unknown({ kind: 'not-measured' }, 'id-1')).toEqual([{ kind: 'ask-again-later', job: 'J1' }]);
  expect(unknown({ kind: 'no-answer' })).toEqual([{ kind: 'ask-again-later', job: 'J1' }]);
});

describe('related papers of which there are none', () => {
  const none = (relation: 'author' | 'similar' | 'citations', sources: string[]) => {
    const store = openStore();
    const job = store.recordRelated({
      mode: 'embedded',
      account: 'account',
      notes: [],
      fingerprint: relation,
      sources: sources.map((title) => ({ source: title === 'the local library' ? 'library' : title, title, gave: 0 })),
      papers: [],
      record: { ref: relation === 'author' ? 'author: Nobody' : 'J1-1', relation, limit: 30 },
    });
    return said(answerJob(store, job, {})).next;
  };

  it('are told with who was asked, and of a library alone nothing follows from it', () => {
    expect(none('author', ['the local library'])).toMatch(
      /^The local library has no paper by this author, and nobody else was asked: that says nothing/,
    );
    expect(none('author', [])).toMatch(/^Found no paper by this author; who was asked is not recorded\./);
    expect(none('author', ['OpenAlex'])).toMatch(/^OpenAlex has no paper by this author\. Check/);
    expect(none('citations', ['OpenAlex', 'Europe PMC'])).toMatch(
      /^OpenAlex, Europe PMC have no citations of this paper\. query_search/,
    );
  });
});

describe('a search that found nothing', () => {
  it('is answered as an empty page', () => {
    const store = openStore();
    const answer = answerJob(store, search(store, {}), {});
    expect(answer).toMatchObject({
      page: { offset: 0, count: 0, total: 0, nextOffset: null },
      papers: [],
      job: { ref: 'J1', status: 'success' },
    });
    expect(answer).not.toHaveProperty('facets');
  });

  it('without filters should be made with other words, and the cost is said', () => {
    for (const filters of [{}, { limit: 300 as const, sort: 'year:desc' }]) {
      const next = nextAfter([{ filters }]);
      expect(next).toMatch(/^No paper was found: search again with other, broader or fewer keywords/);
      expect(next).toContain('charged');
    }
  });

  it.each<Note>([
    { kind: 'unreadable-results', results: 2 },
    { kind: 'no-list' },
    { kind: 'more-results', papers: 0, why: 'elsewhere' },
  ])('that can be read is not to be paid again: %j', (note) => {
    const store = openStore();
    const job = { ...search(store, { filters: { year: '2020' } }), notes: [note] };
    expect(answerJob(store, job, {}).next).toMatchObject([{ kind: 'ask-service' }]);
  });

  it('names no keywords where there were none, and no charge where nothing is paid', () => {
    const body = { query: 'How do mussels of the shore live through the tides of a whole year?' };
    expect(nextAfter([{ body, mode: 'embedded' }])).toBe('No paper was found: search again with other words.');
  });

  it.each<[Partial<Filters>, string]>([
    [{ year: '2020' }, 'Relax year first and'],
    [{ fieldsOfStudy: ['Law'], year: '2020' }, 'Relax year first (then fieldsOfStudy) and'],
    [
      { year: '2020', quartileRanking: ['Q1'], minCitationCount: 9, openAccessPdf: true },
      'Relax minCitationCount first (then quartileRanking, openAccessPdf, year) and',
    ],
    [{ downloadable: false, publicationTypes: ['journal'] }, 'Relax downloadable first (then publicationTypes) and'],
  ])('with the filters %o, of which nothing is known, names the one that usually excludes most', (filters, advice) => {
    const next = nextAfter([{ filters }]);
    expect(next).toContain(advice);
    expect(next).toContain('charged');
  });

  it('in the embedded service points to the note that says so, where there are filters', () => {
    const notes = ['No paper matches year. Without it there are 3.'];
    const store = openStore();
    const answer = answerJob(store, search(store, { mode: 'embedded', filters: { year: '1700' }, notes }), {});
    expect(said(answer).notes).toEqual(notes);
    expect(said(answer).next).toContain('leave out filters as the notes say');
    expect(nextAfter([{ mode: 'embedded' }])).toContain('broader');
  });
});

describe('an earlier search of the same words', () => {
  const papers: WirePaper[] = [
    { year: 2020, impactFactor: { citationCount: 1 } },
    { year: 2020, impactFactor: { citationCount: 2 } },
    { year: 2010, impactFactor: { citationCount: 100 } },
    { year: 2000 },
  ];
  const filters = { year: '2020', minCitationCount: 50 };

  it('shows which filter excludes most', () => {
    expect(nextAfter([{ papers }, { filters }])).toBe(
      'No paper was found. J1, the same search with fewer filters, has 4 papers; each filter alone keeps: minCitationCount 1, year 2. Relax minCitationCount first; or work on J1 with where (free).',
    );
    expect(nextAfter([{ papers }, { filters: { ...filters, minCitationCount: 1, year: '2000' } }])).toContain(
      'year 1, minCitationCount 3. Relax year first',
    );
  });

  it('is the same in other case, order and blanks, and at another limit', () => {
    const body = { keywords: [' SHORE', 'Tide ', 'mussel'] };
    expect(nextAfter([{ papers, body, filters: { limit: 300 } }, { filters }])).toContain('has 4 papers');
    const query = 'How do mussels settle on rocky shores between the tides?';
    expect(
      nextAfter([
        { papers, body: { query } },
        { body: { query: ` ${query} ` }, filters },
      ]),
    ).toContain('J1, the same search');
  });

  it('is taken with some of the filters too', () => {
    const [, , cited] = papers;
    const earlier = { papers: [cited as WirePaper], filters: { minCitationCount: 50 } };
    expect(nextAfter([earlier, { filters }])).toContain(
      'J1, the same search with fewer filters, has 1 paper; each filter alone keeps: year 0, minCitationCount 1.',
    );
  });

  it.each<[string, Search]>([
    ['found nothing itself', {}],
    ['had other keywords', { papers, body: { keywords: ['tide', 'mussel', 'rock'] } }],
    ['had a keyword more', { papers, body: { keywords: ['tide', 'mussel', 'shore', 'rock'] } }],
    ['had a query, too', { papers, body: { keywords: ['tide', 'mussel', 'shore'], query: 'why?' } }],
    ['had a query in place of keywords', { papers, body: { query: 'tide mussel shore' } }],
  ])('that %s is no evidence', (_what, earlier) => {
    expect(nextAfter([earlier, { filters }])).toContain('Relax minCitationCount first (then year)');
  });

  it('that had other filters is no evidence: it was not the same search with fewer', () => {
    for (const others of [{ openAccessPdf: true }, { year: '2010' }, { ...filters, openAccessPdf: true }])
      expect(nextAfter([{ papers, filters: others }, { filters }])).toContain(
        'Relax minCitationCount first (then year)',
      );
  });

  it('that has not ended is no evidence', () => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    store.confirm(1, 'id-1');
    const job = search(store, { body: { keywords: ['tide', 'mussel', 'shore'] }, filters });
    expect(said(answerJob(store, job, {})).next).toContain('Relax minCitationCount first (then year)');
  });
});

describe('where that leaves nothing', () => {
  const papers: WirePaper[] = [
    { year: 2020, isOpenAccess: true },
    { year: 2020, isOpenAccess: true },
    { year: 1990, isOpenAccess: false },
  ];

  it('is told what each condition excludes, which to relax, and that trying is free', () => {
    const next = nextAfter([{ papers }], { where: { yearTo: 2000, openAccess: true } });
    expect(next).toContain('Of the 3 stored papers, 2 would without yearTo, 1 without openAccess');
    expect(next).toContain('Relax yearTo first. get_job with jobId "J1"');
    expect(next).toContain('free');
    expect(next).not.toContain('charged');
  });

  it('is told so when no single condition is to blame', () => {
    const next = nextAfter([{ papers }], { where: { yearTo: 1900, minCitations: 5 } });
    expect(next).toContain('0 would without yearTo, 0 without minCitations');
    expect(next).toContain('Relax several conditions at once');
  });

  it('is told that papers may meet it where nothing is known of them', () => {
    const bare = [{ year: 2020 }, { year: 2021 }];
    const next = nextAfter([{ papers: bare }], { where: { openAccess: true, minCitations: 5 } });
    expect(next).toContain('No stored paper is known to meet where. Of the 2 stored papers, 0 would without');
    const [known] = papers;
    expect(nextAfter([{ papers: known ? [known] : [] }], { where: { openAccess: false } })).toContain(
      'No stored paper meets where.',
    );
  });

  it('is about the references that were asked for', () => {
    expect(nextAfter([{ papers }], { refs: ['J1-1'], where: { yearTo: 2000 } })).toContain('Of the 1 stored paper');
  });

  it('of a job that found nothing is not to blame: no other where helps', () => {
    for (const where of [{ yearFrom: 2000 }, { yearFrom: 2000, openAccess: true }, {}])
      expect(nextAfter([{ filters: { year: '1700' } }], { where })).toMatch(/^No paper was found\. Relax year first/);
  });
});

describe('references that are all unknown', () => {
  it('are answered with what a reference looks like', () => {
    expect(nextAfter([{ papers: [{ title: 'A' }] }], { refs: ['J9-1', 'x'] })).toBe('J1 has the papers J1-1 to J1-1.');
  });
});

describe('a page past the end', () => {
  it('is no search without papers', () => {
    expect(nextAfter([{ papers: [{ title: 'A' }] }], { offset: 20 })).toBeUndefined();
  });
});
