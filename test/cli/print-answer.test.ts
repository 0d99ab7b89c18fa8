import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { CommandContext, Io } from '../../src/cli/io.ts';
import { pageToPrint, printAnswer } from '../../src/cli/paper-output.ts';
import type { ExportRequest } from '../../src/jobs/exporting/export.ts';
import type { JobAnswerView } from '../../src/jobs/reading/answer.ts';

const ALL = Number.MAX_SAFE_INTEGER;

const ANSWER: JobAnswerView = {
  mode: 'embedded',
  job: { ref: 'J1', jobId: 'a', operation: 'keywordSearch', status: 'success', createdAt: '', reused: true },
  page: { offset: 0, count: 0, total: 0, nextOffset: null },
};

/** What is exported to print the answer. */
async function exported(...[answer, options, shown]: Tail<Parameters<typeof printAnswer>>): Promise<ExportRequest[]> {
  const requests: ExportRequest[] = [];
  const renderExport = async (request: ExportRequest) => {
    requests.push(request);
    return '';
  };
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
  const context = { io: { stdout: stream, stderr: stream } } as unknown as CommandContext;
  await printAnswer(context, { renderExport }, answer, options, shown);
  return requests;
}

type Tail<T extends unknown[]> = T extends [unknown, unknown, ...infer Rest] ? Rest : never;

it('a bibliography holds what the answer shows: these papers, in this order', async () => {
  expect(await exported(ANSWER, { format: 'bibtex' })).toEqual([{ jobId: 'J1', format: 'bibtex' }]);
  const shown = { jobId: 'J1-2', sort: 'year:asc', where: { yearFrom: 2000 } };
  expect(await exported(ANSWER, { format: 'bibtex' }, shown)).toEqual([{ ...shown, format: 'bibtex' }]);
});

it('a bibliography of a number of papers holds those that the answer has', async () => {
  const page = { offset: 0, count: 2, total: 9, nextOffset: 2 };
  const papers = [{ ref: 'J1-4' }, { ref: 'J1-2' }];
  expect(await exported({ ...ANSWER, page, papers }, { format: 'ris', count: '2' })).toEqual([
    { jobId: 'J1', format: 'ris', refs: ['J1-4', 'J1-2'] },
  ]);
});

describe('how many papers are asked for', () => {
  const on = (isTTY: boolean) => ({ stdout: { isTTY } }) as Io;

  it.each([
    [on(true), {}, { count: 20, view: 'full' }],
    [on(true), { all: true }, { count: ALL, view: 'full' }],
    [on(true), { format: 'bibtex' }, { count: ALL, view: 'full' }],
    [on(true), { view: 'abstract' }, { count: ALL, view: 'abstract' }],
    [on(false), {}, { count: ALL, view: 'full' }],
    [on(false), { format: 'table' }, { count: 20, view: 'full' }],
    [on(false), { count: '3', view: 'compact' }, { count: 3, view: 'compact' }],
  ] as const)('%j with %j', (io, options, page) => {
    expect(pageToPrint(io, options)).toEqual({ ...page, limitSize: false });
  });

  it('a number that is none is refused', () => {
    expect(() => pageToPrint(on(true), { count: '0' })).toThrow('--count: a whole number from 1');
  });
});
