import { expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { RetractionTableSummary } from '../../../src/library/ports/library.ts';
import type { ViewData } from '../../../src/report/data/report-data.ts';
import { createReadings } from '../../../src/report/readings.ts';
import { cacheViews, viewJobs } from '../../../src/report/view-data.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, exportDeps, newJob, openStore } from '../../jobs/store/stores.ts';

/** The views of stored results, which are made once. */

const OWL: WirePaper = { title: 'Owls at night', doi: '10.1234/owl' };

function setUp() {
  const store = openStore();
  for (const papers of [[OWL], [OWL, { title: 'A second paper' }]]) {
    const { job } = store.beginCreation(newJob(), ANEW);
    store.confirm(job.number, `id-${job.number}`);
    store.finish(job.number, { status: 'success', papers, notes: [] });
  }
  const deps = exportDeps(store, temporaryFolder());
  const made: string[] = [];
  let table: RetractionTableSummary | undefined;
  let failure: Error | undefined;
  const view = cacheViews({ ...deps, retractionTable: () => table }, async (request): Promise<ViewData> => {
    made.push(request.jobId);
    if (failure) throw failure;
    return viewJobs(deps, request);
  });
  return {
    store,
    view,
    made,
    takeTable: (asOf: string) => {
      table = { asOf, loadedAt: asOf, rows: 1, papers: 1 };
    },
    fail: (error?: Error) => {
      failure = error;
    },
  };
}

it('makes the view of a stored result once, whatever asks for it', async () => {
  const { view, made } = setUp();
  const [first, beside] = await Promise.all([view({ jobId: 'J1' }), view({ jobId: 'J1' })]);
  const later = await view({ jobId: 'J1', where: undefined });
  expect([beside, later]).toEqual([first, first]);
  expect(first.papers.map(({ title }) => title)).toEqual([OWL.title]);
  await view({ jobId: 'J2' });
  await view({ jobId: 'J1,J2' });
  await view({ jobId: 'J1' });
  expect(made).toEqual(['J1', 'J2', 'J1,J2']);
});

it('makes it anew where what it says has changed', async () => {
  const { store, view, made, takeTable } = setUp();
  await view({ jobId: 'J1' });
  store.label([1], { name: 'owls' });
  await view({ jobId: 'J1' });
  takeTable('2026-01-01');
  await view({ jobId: 'J1' });
  takeTable('2026-02-01');
  await view({ jobId: 'J1' });
  await view({ jobId: 'J1' });
  expect(made).toEqual(['J1', 'J1', 'J1', 'J1']);
});

it('keeps neither the view of a selection nor a failure', async () => {
  const { view, made, fail } = setUp();
  const selection = { jobId: 'J2', where: { text: 'owls' } };
  expect((await view(selection)).papers).toHaveLength(1);
  await view(selection);
  fail(new Error('out of order'));
  await expect(view({ jobId: 'J2' })).rejects.toThrow('out of order');
  fail();
  expect((await view({ jobId: 'J2' })).papers).toHaveLength(2);
  expect(made).toHaveLength(4);
});

it('is what a report of the whole jobs says, and of no others', async () => {
  const { store } = setUp();
  const deps = exportDeps(store, temporaryFolder());
  const said = (text: string) => text.includes('As it was kept.');
  const asked: string[] = [];
  const { renderExport } = createReadings(deps, async ({ jobId }) => {
    asked.push(jobId);
    return { ...viewJobs(deps, { jobId }), methods: 'As it was kept.' };
  });
  const reportOf = async (request: object) =>
    (await renderExport({ jobId: 'J2', format: 'html', ...request }, true)).text;
  expect(said(await reportOf({ abstracts: true }))).toBe(true);
  expect(said(await reportOf({ jobId: 'J1,J2' }))).toBe(true);
  for (const chosen of [
    { refs: ['J2-1'] },
    { where: { text: 'owls' } },
    { sort: 'year' },
    { count: 2 },
    { jobId: 'J2-1' },
  ])
    expect(said(await reportOf(chosen))).toBe(false);
  expect(asked).toEqual(['J2', 'J1,J2']);
  const { renderExport: renderOther } = createReadings(deps, async () => ({
    ...viewJobs(deps, { jobId: 'J1' }),
    methods: 'As it was kept.',
  }));
  expect(said((await renderOther({ jobId: 'J2', format: 'html' }, true)).text)).toBe(false);
});
