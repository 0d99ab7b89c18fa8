import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readInThreads } from '../../src/app/threads/reading-threads.ts';
import { PaperqueueError } from '../../src/contract/errors.ts';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { readConfig } from '../../src/platform/config.ts';
import { looksAtMany } from '../../src/report/choose-readings.ts';
import type { ExportRequest } from '../../src/report/exporting/export-selection.ts';
import { createReadings } from '../../src/report/readings.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ANEW, exportDeps, newJob, openStore } from '../jobs/store/stores.ts';

const POOL: WirePaper[] = Array.from({ length: 40 }, (_, nth) => ({
  id: `p${nth}`,
  title: `How the mussel number ${nth} holds on to its rock`,
  authors: nth % 3 === 0 ? 'Ada Weevil' : 'Bo Limpet, Cy Kelp',
  doi: nth % 4 === 0 ? null : `10.5555/mussel.${nth}`,
  year: 2000 + nth,
  abstract: `A text about tide ${nth}.`,
  referencedWorks: [`doi:10.5555/mussel.${nth + 1}`],
}));

/** A folder with finished jobs that share papers, in scores of their own, and an intent under way. */
function openFolder(jobs = 30) {
  const folder = temporaryFolder();
  const store = openStore(folder);
  const lists = fc.sample(fc.array(fc.nat(POOL.length - 1), { minLength: 1, maxLength: 30 }), {
    numRuns: jobs,
    seed: 7,
  });
  for (const [nth, list] of lists.entries()) {
    const papers = list.map((at) => ({ ...POOL[at], score: nth % 5 }) as WirePaper);
    const { job } = store.beginCreation(newJob(), ANEW);
    store.confirm(job.number, `id-${job.number}`);
    store.finish(job.number, { status: 'success', papers, notes: [] });
  }
  const intent = store.beginCreation(newJob(), ANEW).job.number;
  const config = readConfig({ PAPERQUEUE_DATA_DIR: folder, PAPERQUEUE_SOURCES: 'library' });
  const { account, ...deps } = exportDeps(store, folder);
  const inline = createReadings({ ...deps, account, mode: config.mode, serviceAddress: undefined });
  return { store, intent, inline, threads: readInThreads(config, account), account };
}

describe('what is read in a thread', () => {
  it('is what is read here, of jobs that share papers', async () => {
    const { store, intent, inline, threads } = openFolder(10);
    const pages = [
      { facets: true, sort: 'year:desc', count: 50, offset: 5, where: { yearFrom: 2010, text: 'tide' } },
      { where: { citedWithin: 1, notIn: ['J2', 'J3'] }, sort: 'citedWithin:desc' },
    ];
    for (const page of pages)
      expect(await threads.answerSeveral('all', page)).toEqual(await inline.answerSeveral('all', page));
    const job = store.byNumber(1);
    if (!job) throw new Error('there is no J1');
    const page = { facets: true, where: { yearFrom: 2010 } };
    expect(await threads.answerOne?.(job, page, [])).toEqual(await inline.answerOne(job, page, []));
    for (const format of ['bibtex', 'receipt', 'html'] as ExportRequest['format'][]) {
      const texts = [threads, inline].map((readings) => readings.renderExport({ jobId: 'all', format }, true));
      const [inThread, here] = (await Promise.all(texts)).map(({ text }) =>
        text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now'),
      );
      expect(inThread).toBe(here);
    }
    expect(await threads.viewData({ jobId: 'all' })).toEqual(await inline.viewData({ jobId: 'all' }));
    // A store that is opened anew gives up the intents of its process; a thread must not.
    expect(store.byNumber(intent)?.status).toBe('submitting');
  });

  it('fails as it fails here, and not at all once it is closed', async () => {
    const { threads } = openFolder();
    const failure = await threads.answerSeveral('J1,J999', {}).catch((error) => error);
    expect(failure).toBeInstanceOf(PaperqueueError);
    expect(failure.details).toMatchObject({ code: 'JOB_NOT_FOUND', charged: 'no' });
    await threads.close();
    await expect(threads.answerSeveral('all', {})).rejects.toMatchObject({
      details: { code: 'INTERNAL', charged: 'no' },
    });
  });
});

it('one thread reads what is asked in a row, ends when nothing is, and a further reading has a new one', async () => {
  const { threads } = openFolder(3);
  const started: Worker[] = [];
  const note = (worker: Worker) => started.push(worker);
  process.on('worker', note);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  afterEachTest(() => {
    process.off('worker', note);
    vi.useRealTimers();
  });
  const first = await threads.answerSeveral('all', {});
  await threads.answerSeveral('all', { sort: 'year:desc' });
  expect(started).toHaveLength(1);
  const ended = once(started[0] as Worker, 'exit');
  vi.runAllTimers();
  await ended;
  expect(await threads.answerSeveral('all', {})).toEqual(first);
  expect(started).toHaveLength(2);
  await threads.close();
});

it('only what looks at many papers is read in a thread', () => {
  const { store, account } = openFolder();
  const isMany = (request: Omit<Parameters<typeof looksAtMany>[1], never>) => looksAtMany({ store, account }, request);
  expect(isMany({ jobId: 'all' })).toBe(true);
  expect(isMany({ jobId: 'J1' })).toBe(false);
  expect(isMany({ jobId: 'J1,J2,J3' })).toBe(false);
  expect(isMany({ jobId: 'J1', refs: Array.from({ length: 30 }, (_, nth) => `J${nth + 1}-1`) })).toBe(true);
  expect(isMany({ jobId: 'J1', where: { notIn: Array.from({ length: 30 }, (_, nth) => `J${nth + 1}`) } })).toBe(true);
});

it('few papers with long texts are read in a thread, too', () => {
  const store = openStore();
  const isMany = (characters: number) => {
    const { job } = store.beginCreation(newJob(), ANEW);
    store.confirm(job.number, `id-${job.number}`);
    const papers = Array.from({ length: 100 }, (_, nth) => ({
      title: `Mussel ${nth}`,
      abstract: 'x'.repeat(characters),
    }));
    store.finish(job.number, { status: 'success', papers, notes: [] });
    return looksAtMany({ store, account: job.account }, { jobId: `J${job.number}` });
  };
  expect(isMany(2_000)).toBe(false);
  expect(isMany(40_000)).toBe(true);
});
