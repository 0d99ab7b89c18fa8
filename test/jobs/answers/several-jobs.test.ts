import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PaperqueueError } from '../../../src/contract/errors.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { EXPORT_FORMAT_NAMES } from '../../../src/formats/format-facts.ts';
import { findJobs } from '../../../src/jobs/answers/several-jobs.ts';
import type { PageRequest } from '../../../src/jobs/answers/show-page.ts';
import { mustFindJob } from '../../../src/jobs/job-refs.ts';
import type { Note } from '../../../src/wording/notes.ts';
import { saidNext, saidNotes, textNotes } from '../../helpers/said.ts';
import { ANEW, newJob } from '../store/stores.ts';
import { factsOf, featuresOf, openBench } from '../submitting.ts';

const SAME: WirePaper = { title: 'How mussels hold on', doi: '10.5555/mussel.1', authors: 'Ada Weevil', year: 2019 };
const JOBS: WirePaper[][] = [
  [SAME, { id: 'a', title: 'Tides without a moon', abstract: 'There were none.', year: 2016 }],
  [{ id: 'b', title: 'Dunes that sing', year: 2020 }, SAME],
];

/** Two finished jobs (J1, J2) and one that failed (J3). */
function open() {
  const bench = openBench();
  const { store } = bench;
  for (const papers of JOBS) {
    const { job } = store.beginCreation(newJob(), ANEW);
    store.confirm(job.number, `id-${job.number}`);
    store.finish(job.number, { status: 'success', papers, notes: textNotes('A note of the service.') });
  }
  store.beginCreation(newJob(), ANEW);
  store.confirm(3, '77');
  store.finish(3, { status: 'error', papers: [], notes: [] });
  const cases = featuresOf(bench);
  const read = (jobId: string, page: PageRequest = {}) =>
    cases.jobs.getJob(jobId, page, { signal: new AbortController().signal });
  return { cases, read, store };
}

describe('several jobs', () => {
  it('are read as one, a work of both shown once', async () => {
    const answer = await open().read('J1, J2');
    expect(answer.job).toMatchObject({ ref: 'J1,J2', jobId: null, operation: 'several', status: 'success' });
    expect(answer.papers?.map(({ ref }) => ref)).toEqual(['J1-1', 'J2-1', 'J1-2']);
    expect(answer.papers?.[0]?.sameAs).toEqual(['J2-2']);
    expect(answer).not.toHaveProperty('credits');
  });

  it('say once what all searches said, and of the others which search said it', async () => {
    const { read, store } = open();
    const { job } = store.beginCreation(newJob(), ANEW);
    store.confirm(job.number, 'id-4');
    const arxiv = (againSeconds: number): Note => ({
      kind: 'sources-failed',
      sources: [{ title: 'arXiv', gave: 0, failure: 'paused after failures', againSeconds }],
    });
    const searched: Note = { kind: 'library-searched', papers: 12 };
    store.finish(job.number, { status: 'success', papers: [], notes: [searched, arxiv(5)] });
    const other = store.beginCreation(newJob(), ANEW).job;
    store.confirm(other.number, 'id-5');
    store.finish(other.number, { status: 'success', papers: JOBS[0] ?? [], notes: [searched, arxiv(9)] });
    const both = await read(`J${job.number},J${other.number}`);
    expect(both.notes?.slice(0, 2)).toEqual([arxiv(5), searched]);
    const mixed = await read(`J1,J${job.number}`);
    expect(mixed.notes).toContainEqual({ kind: 'of-searches', jobs: [`J${job.number}`], note: arxiv(5) });
    const next = await read(`J1,J${job.number}`, { offset: 1 });
    expect(next.notes ?? []).not.toContainEqual(expect.objectContaining({ kind: 'of-searches' }));
  });

  it.each([
    ['L179', { is: 'paper' }],
    ['J1-1', { is: 'paper' }],
    ['R1', { is: 'review' }],
    ['t12', { is: 'table' }],
    ['W3', { is: 'watch' }],
    ['Owls', { is: 'group' }],
    ['müller2019coral', { is: 'key' }],
    ['J1,L179', { is: 'paper', among: true }],
    ['J99', {}],
    ['owl', {}],
  ])('say what %s is, if it is no job', (name, is) => {
    const { store } = open();
    store.label([1], { group: 'owls' });
    let said: unknown;
    try {
      findJobs(store, name, 'any');
    } catch (error) {
      said = (error as PaperqueueError).details.problem;
    }
    expect(said).toEqual([{ kind: 'no-such-job', text: expect.any(String), ...is }]);
  });

  it('are fused by their ranks in each list, among equals what fits better first', async () => {
    const { read, store } = open();
    const found = [
      [{ title: 'Rope' }, { title: 'Tides, mussels and shores' }, { title: 'Hulls', doi: '10.5555/hull' }],
      [{ title: 'Mussels of the tide at a shore' }, { title: 'Mussels' }, { title: 'Hulls', doi: '10.5555/hull' }],
    ];
    for (const [at, papers] of found.entries()) {
      store.beginCreation(newJob(), ANEW);
      store.confirm(at + 4, `id-${at + 4}`);
      store.finish(at + 4, { status: 'success', papers, notes: [] });
    }
    const { papers = [] } = await read('J4,J5');
    expect(papers.map(({ ref, match }) => [ref, match])).toEqual([
      // Third in both lists.
      ['J4-3', 'weak'],
      ['J5-1', 'strong'],
      ['J4-1', 'weak'],
      ['J4-2', 'strong'],
      ['J5-2', 'partial'],
    ]);
  });

  it('are paged, filtered and sorted as one', async () => {
    const { read } = open();
    const first = await read('J1,J2', { count: 2, sort: 'year:desc' });
    expect(first.papers?.map(({ ref }) => ref)).toEqual(['J2-1', 'J1-1']);
    expect(first.next).toEqual([{ kind: 'next-page', offset: 2, sort: 'year:desc' }]);
    const where = await read('J1,J2', { where: { text: 'dunes' } });
    expect(where.papers?.map(({ ref }) => ref)).toEqual(['J2-1']);
    expect(where.notes).toContainEqual({ kind: 'left-by-where', papers: 1, of: 4, jobs: 'several' });
  });

  it('count records where a condition leaves several of one work, and say of how many papers they are', async () => {
    const { read } = open();
    const text = 'mussels hold';
    const { notes, page } = await read('J1,J2', { where: { text } });
    expect(page?.total).toBe(1);
    expect(notes).toContainEqual({ kind: 'left-by-where', papers: 2, of: 4, jobs: 'several', works: 1 });
  });

  it('are named where they have no papers', async () => {
    expect((await open().read('J1,J3')).notes?.[0]).toEqual({ kind: 'no-papers-in', job: 'J3', status: 'error' });
  });

  it('are all that succeeded', async () => {
    const answer = await open().read(' ALL ');
    expect(answer).toMatchObject({ job: { ref: 'all' }, page: { total: 3 } });
    expect(saidNotes(answer.notes).join()).not.toContain('J3');
  });

  it('must all be there', async () => {
    expect(await factsOf(open().read('J1,J9'))).toMatchObject({ code: 'JOB_NOT_FOUND', message: /"J9"/ });
  });
});

describe('arguments of get_job', () => {
  it('a number is the job of that number, unless a job of the service has it as its id', async () => {
    const { read } = open();
    expect((await read('2')).job.ref).toBe('J2');
    expect(await factsOf(read('77'))).toMatchObject({ code: 'JOB_FAILED' });
    await expect(read('9')).rejects.toThrow(/nobody asks for a status/);
    expect(await factsOf(read('J9'))).toMatchObject({ code: 'JOB_NOT_FOUND' });
  });

  it('J2 is the job of that number, also where a service has it as an id; a number is an id where ids are numbers', async () => {
    const { store, read } = open();
    store.adopt({ mode: 'hosted', account: 'account', jobId: 'J2' });
    expect((await read('J2')).job).toMatchObject({ ref: 'J2', jobId: expect.not.stringMatching('J2') });
    expect(await factsOf(read('J99'))).toMatchObject({ code: 'JOB_NOT_FOUND' });
    const { number } = store.adopt({ mode: 'hosted', account: 'account', jobId: '4711' });
    // Not the job of that number: it is asked for at the service.
    await expect(read(String(number))).rejects.toThrow(/nobody asks for a status/);
    expect(() => mustFindJob(store, String(number))).toThrow();
    expect(mustFindJob(store, `J${number}`).jobId).toBe('4711');
  });

  it('the reference of a paper is answered with the paper and its abstract', async () => {
    const { read } = open();
    const { job, papers } = await read('J1-2');
    expect(job.ref).toBe('J1');
    expect(papers).toMatchObject([{ ref: 'J1-2', abstract: 'There were none.' }]);
    expect((await read('j1-2,J2-1', { view: 'compact' })).papers?.map(({ ref }) => ref)).toEqual(['J1-2', 'J2-1']);
  });

  it('a paper that is not there is answered with those that are', async () => {
    const { read } = open();
    expect(saidNext((await read('J1-99')).next)).toBe('J1 has the papers J1-1 to J1-2.');
    expect(await factsOf(read('J9-1'))).toMatchObject({ code: 'JOB_NOT_FOUND' });
  });
});

describe('the description of a job', () => {
  it('stands in its first page only', async () => {
    const { read } = open();
    const first = await read('J1', { count: 1 });
    expect(first).toMatchObject({
      credits: { cost: 2 },
      notes: expect.arrayContaining(textNotes('A note of the service.')),
    });
    for (const page of [{ offset: 1 }, { refs: ['J1-1'] }]) {
      const other = await read('J1', page);
      expect(other).not.toHaveProperty('credits');
      expect(other).not.toHaveProperty('next');
      expect(saidNotes(other.notes).join()).not.toContain('A note of the service.');
    }
  });

  it('is that an offset is past the end', async () => {
    const { notes } = await open().read('J1', { offset: 40 });
    expect(notes).toEqual([{ kind: 'past-the-end', offset: 40, total: 2, what: 'paper' }]);
  });
});

it('an export takes references of papers, too', async () => {
  const { text } = await open().cases.exports.renderExport({ jobId: 'J2-1', format: 'markdown' });
  expect(text).toContain('Dunes that sing');
  expect(text).not.toContain('How mussels hold on');
});

describe('an export in an answer', () => {
  it.each(EXPORT_FORMAT_NAMES.filter((name) => name !== 'jsonl'))(
    'leaves abstracts out of %s unless asked for them',
    async (format) => {
      const { cases } = open();
      const short = await cases.exports.exportPapers({ jobId: 'J1', format });
      expect(short.export.text).toContain('Tides without a moon');
      expect(short.export.text).not.toContain('There were none.');
      expect(saidNext(short.next)).toContain('abstracts: true');
      const whole = await cases.exports.exportPapers({ jobId: 'J1', format, abstracts: true });
      expect(whole.export.text).toContain('There were none.');
    },
  );

  it('keeps abstracts in whole records, and in tables that are files', async () => {
    const { cases } = open();
    const { export: records } = await cases.exports.exportPapers({ jobId: 'J1', format: 'jsonl' });
    expect(records.text).toContain('There were none.');
    const { export: table } = await cases.exports.exportPapers({ jobId: 'J1', format: 'csv', as: 'file' });
    expect(readFileSync(table.path ?? '', 'utf8')).toContain('There were none.');
  });

  it('is a file where that was asked for, with abstracts where these were', async () => {
    const { cases } = open();
    const request = { jobId: 'J1', format: 'bibtex', as: 'file' } as const;
    const { path = '', text } = (await cases.exports.exportPapers({ ...request, abstracts: true })).export;
    expect(text).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toContain('There were none.');
    const without = await cases.exports.exportPapers({ ...request, jobId: 'J2' });
    expect(readFileSync(without.export.path ?? '', 'utf8')).not.toContain('abstract =');
  });

  it('is a bibliography in the style asked for, of as many papers as asked for', async () => {
    const { cases } = open();
    const request = { jobId: 'J1,J2', format: 'bibliography' } as const;
    const whole = await cases.exports.exportPapers({ ...request, style: 'ieee' });
    expect(whole.export).toMatchObject({
      papers: 3,
      text: expect.stringMatching(/^\[1\] .*\n\n\[2\] .*\n\n\[3\] /),
    });
    const first = await cases.exports.exportPapers({ ...request, count: 1 });
    expect(first.export).toMatchObject({ papers: 1, text: expect.not.stringContaining('\n\n') });
    expect(first.export.text).toBe(
      (await cases.exports.exportPapers({ ...request, count: 1, style: 'apa' })).export.text,
    );
    const sorted = await cases.exports.exportPapers({ jobId: 'J1,J2', format: 'jsonl', count: 1, sort: 'year:asc' });
    expect(sorted.export.papers).toBe(1);
  });

  it.each([
    [{ format: 'bibtex', style: 'apa' }, 'style: only with format bibliography'],
    [{ format: 'receipt', count: 3 }, 'count: only with a format that holds papers'],
  ] as const)('with %j is refused, because it would mean nothing', async (request, message) => {
    await expect(open().cases.exports.exportPapers({ jobId: 'J1', ...request })).rejects.toMatchObject({
      details: { code: 'INVALID_INPUT', fields: [{ message }] },
    });
  });

  it('as a report is a file whatever was asked for, of several jobs too', async () => {
    const { cases } = open();
    const { export: exported, next } = await cases.exports.exportPapers({ jobId: 'J1,J2', format: 'html', as: 'text' });
    expect(exported).toMatchObject({ format: 'html', papers: 3, path: expect.stringMatching(/[\\/]J1-J2\.html$/) });
    expect(exported).not.toHaveProperty('text');
    expect(saidNext(next)).toBe(`Tell the person that the report is at ${exported.path}: any browser opens it.`);
    const again = await cases.exports.exportPapers({ jobId: 'J1,J2', format: 'html' });
    expect(again.export.path).toBe(exported.path);
    expect(readFileSync(exported.path ?? '', 'utf8')).toBe(
      (await cases.exports.renderExport({ jobId: 'J1,J2', format: 'html' })).text,
    );
  });
});
