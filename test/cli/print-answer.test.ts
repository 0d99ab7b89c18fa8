import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import type { CommandContext } from '../../src/cli/io.ts';
import { printAnswer } from '../../src/cli/paper-output.ts';
import type { ExportRequest } from '../../src/jobs/exporting/export.ts';
import type { JobAnswerView } from '../../src/jobs/reading/answer.ts';

const ANSWER: JobAnswerView = {
  mode: 'embedded',
  job: { ref: 'J1', jobId: 'a', operation: 'keywordSearch', status: 'success', createdAt: '', reused: true },
  page: { offset: 0, count: 0, total: 0, nextOffset: null },
};

it('a bibliography holds what the answer shows: these papers, in this order', async () => {
  const requests: ExportRequest[] = [];
  const useCases = {
    renderExport: async (request: ExportRequest) => {
      requests.push(request);
      return '';
    },
  } as never;
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
  const context = { io: { stdout: stream, stderr: stream } } as unknown as CommandContext;
  await printAnswer(context, useCases, ANSWER, { format: 'bibtex' });
  await printAnswer(context, useCases, ANSWER, { format: 'bibtex' }, { jobId: 'J1-2', sort: 'year:asc' });
  expect(requests).toEqual([
    { jobId: 'J1', format: 'bibtex' },
    { jobId: 'J1-2', format: 'bibtex', sort: 'year:asc' },
  ]);
});
