import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { listJobs } from '../../../src/jobs/answers/list.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, newJob, openStore } from '../store/stores.ts';

afterEach(() => {
  vi.useRealTimers();
});

function storeOf(count: number) {
  const store = openStore();
  for (let made = 0; made < count; made += 1) store.beginCreation(newJob(), ANEW);
  return store;
}

const asking = (body: JobRequest['body']): JobRequest => ({
  operation: 'keywordSearch',
  body,
  filters: { limit: 100 },
});
const aboutOf = (body: JobRequest['body']) => {
  const store = openStore();
  store.beginCreation(newJob({ request: asking(body) }), ANEW);
  return listJobs(store, 'hosted', {}).jobs[0]?.about;
};
const refs = (...given: Parameters<typeof listJobs>) => listJobs(...given).jobs.map(({ ref }) => ref);

describe('the list of jobs', () => {
  it('says of each job what was asked, when, what it cost and how it stands, across restarts', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00.000Z') });
    const folder = temporaryFolder();
    const store = openStore(folder);
    store.beginCreation(newJob(), ANEW);
    store.confirm(1, 'abc');
    store.finish(1, { status: 'success', papers: [{ title: 'A' }, { title: 'B' }], notes: [] });
    store.beginCreation(newJob({ operation: 'querySearch', cost: 3, pool: 'pro' }), ANEW);
    store.settle(2, 'unknown');
    expect(listJobs(openStore(folder), 'hosted', {})).toEqual({
      mode: 'hosted',
      page: { offset: 0, count: 2, total: 2, nextOffset: null },
      jobs: [
        {
          ref: 'J2',
          jobId: null,
          operation: 'querySearch',
          about: 'tide, mussel, shore',
          status: 'unknown',
          createdAt: '2026-03-01T10:00:00.000Z',
          cost: 3,
          pool: 'pro',
          charged: 'unknown',
        },
        {
          ref: 'J1',
          jobId: 'abc',
          operation: 'keywordSearch',
          about: 'tide, mussel, shore',
          status: 'success',
          createdAt: '2026-03-01T10:00:00.000Z',
          cost: 2,
          pool: 'basic',
          charged: 'yes',
          papers: 2,
        },
      ],
      next: [{ kind: 'read-listed' }],
    });
  });

  it('is empty at first', () => {
    expect(listJobs(openStore(), 'embedded', {})).toMatchObject({
      mode: 'embedded',
      page: { offset: 0, count: 0, total: 0, nextOffset: null },
      jobs: [],
    });
  });

  it('says 0 papers of a job that found none', () => {
    const store = storeOf(1);
    store.finish(1, { status: 'success', papers: [], notes: [] });
    expect(listJobs(store, 'hosted', {}).jobs[0]?.papers).toBe(0);
  });

  it('knows little of a job that was created elsewhere', () => {
    const store = openStore();
    store.adopt({ mode: 'hosted', account: 'account', jobId: 'abc' });
    expect(listJobs(store, 'hosted', {}).jobs).toMatchObject([
      { ref: 'J1', jobId: 'abc', operation: 'unknown', about: '', cost: 0, charged: 'no', status: 'queued' },
    ]);
  });
});

describe('papers shared with a job', () => {
  it('are counted; jobs that share none are left out of the page, and it says how many', () => {
    const store = openStore();
    const dois = [['10.1000/a', '10.1000/b'], ['10.1000/c'], ['10.1000/b', '10.1000/a', '10.1000/d']];
    dois.forEach((papers, index) => {
      store.beginCreation(newJob(), ANEW);
      store.confirm(index + 1, `id${index + 1}`);
      store.finish(index + 1, {
        status: 'success',
        papers: papers.map((doi) => ({ title: `Mussels of ${doi}`, doi })),
        notes: [],
      });
    });
    store.beginCreation(newJob(), ANEW);
    const { page, jobs, notes } = listJobs(store, 'hosted', { overlapWith: 'J1' });
    expect(jobs.map(({ ref, overlap }) => [ref, overlap])).toEqual([
      ['J4', undefined],
      ['J3', 2],
      ['J1', 2],
    ]);
    expect(page).toMatchObject({ count: 3, total: 4, nextOffset: null });
    expect(notes).toEqual([{ kind: 'share-nothing', job: 'J1', jobs: 1 }]);
  });
});

describe('a page of the list', () => {
  it('has 20 jobs, newest first, and says where the next begins', () => {
    const store = storeOf(21);
    const { page, jobs } = listJobs(store, 'hosted', {});
    expect(page).toEqual({ offset: 0, count: 20, total: 21, nextOffset: 20 });
    expect([jobs[0]?.ref, jobs[19]?.ref]).toEqual(['J21', 'J2']);
    expect(listJobs(store, 'hosted', { offset: 20 })).toMatchObject({
      page: { offset: 20, count: 1, total: 21, nextOffset: null },
      jobs: [{ ref: 'J1' }],
    });
  });

  it.each([
    [{ count: 2 }, ['J5', 'J4'], 2],
    [{ offset: 3, count: 2 }, ['J2', 'J1'], null],
    [{ offset: 2, count: 2 }, ['J3', 'J2'], 4],
    [{ offset: 9, count: 2 }, [], null],
  ])('is as asked for: %o', (asked, expected, nextOffset) => {
    const store = storeOf(5);
    expect(refs(store, 'hosted', asked)).toEqual(expected);
    expect(listJobs(store, 'hosted', asked).page).toMatchObject({ nextOffset, total: 5 });
  });

  it('holds only jobs of the state asked for, and counts only these', () => {
    const store = storeOf(4);
    store.settle(1, 'unknown');
    store.settle(3, 'unknown');
    store.settle(4, 'no');
    expect(refs(store, 'hosted', { status: 'unknown' })).toEqual(['J3', 'J1']);
    expect(listJobs(store, 'hosted', { status: 'unknown', count: 1 }).page).toEqual({
      offset: 0,
      count: 1,
      total: 2,
      nextOffset: 1,
    });
    expect(refs(store, 'hosted', { status: 'error' })).toEqual([]);
  });
});

describe('a list that was asked for wrongly', () => {
  it('refuses a status that no job can have, with those that one can', () => {
    const store = openStore();
    store.beginCreation(newJob(), ANEW);
    store.confirm(1, 'id');
    store.setStatus(1, 'paused');
    expect(() => listJobs(store, 'hosted', { status: 'nonsense' })).toThrow(
      'status: one of submitting, queued, success, error, refused, unknown, removed, paused, got "nonsense"',
    );
    expect(listJobs(store, 'hosted', { status: 'paused' }).page.total).toBe(1);
  });

  it('says that an offset is past its end', () => {
    const store = openStore();
    expect(listJobs(store, 'hosted', { offset: 5 })).not.toHaveProperty('notes');
    store.beginCreation(newJob(), ANEW);
    expect(listJobs(store, 'hosted', { offset: 5 }).notes).toEqual([
      { kind: 'past-the-end', offset: 5, total: 1, what: 'job' },
    ]);
    expect(listJobs(store, 'hosted', {})).not.toHaveProperty('notes');
  });
});

describe('what a job is about', () => {
  const long = 'x'.repeat(121);
  it.each([
    ['keywords', { keywords: ['a', 'b', 'c'] }, 'a, b, c'],
    ['a query', { query: 'why?' }, 'why?'],
    ['both', { keywords: ['a', 'b', 'c'], query: 'why?' }, 'a, b, c | why?'],
    ['120 characters', { query: 'x'.repeat(120) }, 'x'.repeat(120)],
    ['more, cut', { query: long }, `${'x'.repeat(119)}…`],
    ['more, cut without a blank at the end', { query: `${'x'.repeat(118)} ${long}` }, `${'x'.repeat(118)}…`],
  ])('is told by %s', (_what, body, about) => {
    expect(aboutOf(body)).toBe(about);
  });
});
