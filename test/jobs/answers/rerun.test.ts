import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { changesSince } from '../../../src/jobs/answers/changes.ts';
import { adviseOnNothingNew } from '../../../src/jobs/answers/choose-advice.ts';
import { mustFindJob } from '../../../src/jobs/job-refs.ts';
import { withLibrary } from '../../../src/jobs/with-library.ts';
import { said } from '../../helpers/said.ts';
import { factsOf, featuresOf, openBench, REQUEST } from '../submitting.ts';

const CALL = { signal: new AbortController().signal };
const AUTHORS = 'Ada Weevil, Ben Limpet';

const RETRACTED_LATER: WirePaper = {
  title: 'How mussels hold on',
  doi: '10.5555/mussel.1',
  authors: AUTHORS,
  year: 2019,
};
const PREPRINT: WirePaper = {
  title: 'Tides that come twice a day in narrow bays',
  doi: '10.48550/arXiv.2101.00001',
  authors: AUTHORS,
  year: 2021,
  isPrePrint: true,
};
const ARTICLE: WirePaper = { ...PREPRINT, doi: '10.5555/tides', isPrePrint: false, year: 2022, journalName: 'Shores' };
const SAME: WirePaper = { title: 'Dunes that sing', doi: '10.5555/dunes', authors: AUTHORS, year: 2020 };
const FIRST = [RETRACTED_LATER, PREPRINT, SAME];
const SECOND = [{ title: 'Kelp', year: 2026 }, { ...RETRACTED_LATER, isRetracted: true }, ARTICLE, SAME];

/** A service whose n-th job finds the n-th of these lists. */
function open(...found: WirePaper[][]) {
  const bench = openBench({ mode: 'embedded' });
  const { service, store } = bench;
  const status = async () => ({ status: 'success', papers: found.shift() ?? [], notes: [], unreadable: 0 }) as never;
  const cases = featuresOf(bench, { service: Object.assign(service, { status }) });
  return { cases, service, store };
}

describe('a search that is run again', () => {
  it('is a new job with the same request, shows what is new, and says what has changed', async () => {
    const { cases, service } = open(FIRST, SECOND);
    await cases.jobs.search(REQUEST, {}, CALL);
    const answer = await cases.jobs.rerun('J1', {}, CALL);
    expect(answer).toMatchObject({ job: { ref: 'J2', reused: false }, credits: { charged: 'yes' } });
    expect(answer.papers?.map(({ ref }) => ref)).toEqual(['J2-1']);
    expect(answer.notes).toEqual([
      { kind: 'not-in', jobs: ['J1'], papers: 1, of: 4 },
      {
        kind: 'changed-since',
        jobs: ['J1'],
        changes: [
          { ref: 'J2-2', formerRef: 'J1-1', what: 'retracted' },
          { ref: 'J2-3', formerRef: 'J1-2', what: 'published' },
        ],
        more: 0,
      },
    ]);
    expect(service.created).toHaveLength(2);
    expect(service.created[1]).toEqual(service.created[0]);
  });

  it('says that only the best were compared where the lists were cut off at the limit', async () => {
    const many = Array.from({ length: 200 }, (_, at) => ({ title: `Dune number ${at}`, doi: `10.5555/dune.${at}` }));
    const { cases } = open(many, many);
    await cases.jobs.search(REQUEST, {}, CALL);
    const { notes, next } = await cases.jobs.rerun('J1', {}, CALL);
    expect(notes).toContainEqual({ kind: 'compared-to-limit', extent: { papers: 200 }, former: ['J1'] });
    expect(next).toContainEqual(expect.objectContaining({ kind: 'ask-again-for-new', best: 200 }));
    const few = open(FIRST, FIRST);
    await few.cases.jobs.search(REQUEST, {}, CALL);
    const whole = await few.cases.jobs.rerun('J1', {}, CALL);
    expect(whole.notes?.map(({ kind }) => kind)).not.toContain('compared-to-limit');
    expect(whole.next?.[0]).not.toHaveProperty('best');
  });

  it('says that the former job asked otherwise where it did, by its words or filters', async () => {
    const { cases } = open(FIRST, SECOND, SECOND, SECOND, SECOND);
    const { filters } = REQUEST;
    const since = (from: number) => ({ ...REQUEST, filters: { ...filters, year: `${from}:` } });
    const asked = [
      since(2010),
      REQUEST,
      { ...since(2000), body: { keywords: ['tide', 'dune', 'shore'] } },
      since(2000),
    ];
    await cases.jobs.search(since(2000), {}, CALL);
    const notes: unknown[] = [];
    for (const request of asked) {
      const answer = await cases.jobs.search(request, { where: { notIn: ['J1'] } }, { ...CALL, fresh: true });
      notes.push(answer.notes?.find(({ kind }) => kind === 'asked-otherwise'));
    }
    const otherwise = { kind: 'asked-otherwise', jobs: ['J1'] };
    expect(notes).toEqual([otherwise, otherwise, otherwise, undefined]);
  });

  it('goes on with what is new, not with all', async () => {
    const { cases } = open(FIRST, SECOND);
    await cases.jobs.search(REQUEST, {}, CALL);
    expect((await cases.jobs.rerun('J1', {}, CALL)).next).toContainEqual({
      kind: 'use-papers',
      job: 'J2',
      where: { notIn: ['J1'] },
    });
    const where = { yearFrom: 2021 };
    expect((await cases.jobs.getJob('J1', { where }, CALL)).next).toContainEqual({
      kind: 'use-papers',
      job: 'J1',
      where,
    });
  });

  it('tells retractions that came after the former job apart from those that were known only later', async () => {
    const { cases, store } = open(FIRST, FIRST);
    await cases.jobs.search(REQUEST, {}, CALL);
    await cases.jobs.rerun('J1', {}, CALL);
    const changesWith = (date: string) => {
      const kind = 'retracted' as const;
      const table = { findRetractions: () => new Map([['doi:10.5555/dunes', { asOf: '2099-01-02', kind, date }]]) };
      const tabled = withLibrary(store, () => table);
      return changesSince(tabled, mustFindJob(tabled, 'J2'), ['J1']);
    };
    expect(changesWith('2099-01-01')).toEqual([{ ref: 'J2-3', formerRef: 'J1-3', what: 'retracted' }]);
    expect(changesWith('2001-01-01')).toEqual([]);
  });

  it('claims nothing about what was published where only the library was asked', async () => {
    const { store, cases } = open(FIRST, FIRST);
    await cases.jobs.search(REQUEST, {}, CALL);
    const askedOf = (...sources: string[]) => {
      const asked = sources.map((source) => ({ source, gave: 0 }));
      return adviseOnNothingNew(store, { ...mustFindJob(store, 'J1'), sources: asked }, ['J1']);
    };
    expect(askedOf('library')).toHaveProperty('isOnlyLibrary', true);
    expect(askedOf('library', 'openalex')).not.toHaveProperty('isOnlyLibrary');
    expect(askedOf()).not.toHaveProperty('isOnlyLibrary');
  });

  it('says nothing of changes where there are none', async () => {
    const { cases } = open(FIRST, FIRST);
    await cases.jobs.search(REQUEST, {}, CALL);
    const answer = await cases.jobs.rerun('J1', {}, CALL);
    expect(answer.papers).toEqual([]);
    expect(answer.notes?.map(({ kind }) => kind)).not.toContain('changed-since');
    const today = new Date().toISOString().slice(0, 10);
    expect(said(answer).next).toContain(`Nothing new since ${today} (J1) on ${today}, by the search service`);
    expect(said(answer).next).toContain('the same search with newSince: "J2"');
  });

  it('is refused for what is no search of this machine, before anything is spent', async () => {
    const { cases, service, store } = open(FIRST);
    store.adopt({ mode: 'embedded', account: 'account', jobId: 'theirs' });
    expect(await factsOf(cases.jobs.rerun('J1', {}, CALL))).toMatchObject({ code: 'INVALID_INPUT', charged: 'no' });
    expect(await factsOf(cases.jobs.rerun('J9', {}, CALL))).toMatchObject({ code: 'JOB_NOT_FOUND', charged: 'no' });
    expect(service.created).toEqual([]);
  });
});

describe('a search for what is new since a job', () => {
  it('is a new search within the reuse window too; the same again re-attaches to that one', async () => {
    const { cases, service } = open(FIRST, SECOND, SECOND);
    await cases.jobs.search(REQUEST, {}, CALL);
    const since = (newSince: string) => cases.jobs.search(REQUEST, {}, { ...CALL, newSince });
    const first = await since('J1');
    expect(first).toMatchObject({ job: { ref: 'J2', reused: false }, credits: { charged: 'yes' } });
    expect(first.papers?.map(({ ref }) => ref)).toEqual(['J2-1']);
    const again = await since('J1');
    expect(again).toMatchObject({ job: { ref: 'J2', reused: true }, credits: { cost: 0, charged: 'no' } });
    expect(again.papers).toEqual(first.papers);
    expect(service.created).toHaveLength(2);
    expect((await since('J2')).job).toMatchObject({ ref: 'J3', reused: false });
    expect(service.created).toHaveLength(3);
  });

  it('is not sent where that job does not exist', async () => {
    const { cases, service } = open(FIRST);
    const page = { where: { notIn: ['J7'] } };
    expect(await factsOf(cases.jobs.search(REQUEST, page, CALL))).toMatchObject({
      code: 'JOB_NOT_FOUND',
      charged: 'no',
    });
    expect(service.created).toEqual([]);
  });
});

it('no change is told of a paper that was retracted or published before', async () => {
  const { cases, store } = open(SECOND, SECOND);
  await cases.jobs.search(REQUEST, {}, CALL);
  await cases.jobs.rerun('J1', {}, CALL);
  const job = store.byNumber(2);
  expect(job && changesSince(store, job, ['J1'])).toEqual([]);
});
