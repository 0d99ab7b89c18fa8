import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/faces/cli/io.ts';
import { pageToPrint, printAnswer } from '../../../src/faces/cli/paper-output.ts';
import { answerLines } from '../../../src/faces/cli/print/answer-lines.ts';
import type { JobAnswerView } from '../../../src/jobs/answers/answer-view.ts';
import type { ExportRequest } from '../../../src/report/exporting/export-selection.ts';
import type { Advice, Note } from '../../../src/wording/notes.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { asFeatures } from '../../jobs/submitting.ts';

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
    return { text: '', notes: [] };
  };
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
  const context = {
    io: { stdout: stream, stderr: stream },
    machine: { environment: {} },
    config: () => ({ mode: 'embedded', localCredits: {} }),
    app: () => asFeatures({ exports: { renderExport } }),
  } as unknown as CommandContext;
  await printAnswer(context, answer, options, shown);
  return requests;
}

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

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

describe('references of no papers', () => {
  const unknown: Pick<JobAnswerView, 'notes' | 'next'> = {
    notes: [{ kind: 'unknown-refs', refs: ['J1-99'], more: 0 }],
    next: [{ kind: 'use-refs', job: 'J1', papers: 4 }],
  };
  const failure = { details: { code: 'JOB_NOT_FOUND', problem: unknown.notes, advice: unknown.next } };

  it('alone write nothing, and fail', async () => {
    const output = join(temporaryFolder(), 'owls.bib');
    await expect(exported({ ...ANSWER, ...unknown }, { output })).rejects.toMatchObject(failure);
    expect(existsSync(output)).toBe(false);
  });

  it('beside others fail when the others have been written', async () => {
    const output = join(temporaryFolder(), 'owls.bib');
    const page = { offset: 0, count: 1, total: 1, nextOffset: null };
    const answer = { ...ANSWER, ...unknown, page, papers: [{ ref: 'J1-4' }] };
    await expect(exported(answer, { output })).rejects.toMatchObject(failure);
    expect(existsSync(output)).toBe(true);
  });
});

describe('how many papers are asked for', () => {
  it.each([
    [{}, { count: 20, view: 'full' }],
    [{ all: true }, { count: ALL, view: 'full' }],
    [{ format: 'bibtex' }, { count: ALL, view: 'abstract', facets: false }],
    [{ view: 'abstract' }, { count: ALL, view: 'abstract' }],
    [{ output: 'papers.bib' }, { count: ALL, view: 'abstract', facets: false }],
    [{ output: 'papers' }, { count: ALL, view: 'full' }],
    [{ output: '-' }, { count: 20, view: 'full' }],
    [
      { count: '3', view: 'compact' },
      { count: 3, view: 'compact' },
    ],
  ] as const)('with %j', (options, page) => {
    expect(pageToPrint(options)).toEqual({ ...page, limitSize: false });
  });

  it('a number that is none is refused', () => {
    expect(() => pageToPrint({ count: '0' })).toThrow('--count: a whole number from 1');
  });
});

describe('the format of a file', () => {
  it.each([
    ['owls.bib', 'bibtex'],
    ['OWLS.RIS', 'ris'],
    ['owls.csl.json', 'csl-json'],
    ['owls.md', 'markdown'],
    ['owls.html', 'html'],
  ] as const)('%s is %s', async (name, format) => {
    const output = join(temporaryFolder(), name);
    expect(await exported(ANSWER, { output })).toEqual([{ jobId: 'J1', format }]);
  });

  it('is none that its ending names: refused before anything is asked, with those that exist', () => {
    expect(() => pageToPrint({ output: 'owls.bibtx' })).toThrow(
      /-o owls\.bibtx: no format ends with \.bibtx; .*\.bib, /,
    );
    const folder = join(temporaryFolder(), 'x.dir');
    mkdirSync(folder);
    expect(() => pageToPrint({ output: join(folder, 'owls') })).not.toThrow();
  });

  it('is the one that --format names, whatever the file is called', async () => {
    const output = join(temporaryFolder(), 'owls.bib');
    expect(await exported(ANSWER, { output, format: 'csv' })).toEqual([{ jobId: 'J1', format: 'csv' }]);
  });
});

it('what is to be known of an export is said beside it, once', async () => {
  const lines: string[] = [];
  const stream = (into: string[]) =>
    new Writable({
      write: (chunk, _encoding, done) => {
        into.push(String(chunk));
        done();
      },
    });
  const incomplete: Note = {
    kind: 'incomplete-entries',
    of: 2,
    lacking: [{ fact: 'year', papers: 1, refs: ['J1-2'] }],
  };
  const folded: Note = { kind: 'folded-in-export', records: 3 };
  const context = {
    io: { stdout: stream([]), stderr: stream(lines) },
    machine: { environment: {} },
    config: () => ({ mode: 'embedded', localCredits: {} }),
    app: () =>
      asFeatures({ exports: { renderExport: async () => ({ text: '@article{a}', notes: [incomplete, folded] }) } }),
  } as unknown as CommandContext;
  await printAnswer(context, { ...ANSWER, notes: [folded] }, { format: 'bibtex' });
  const said = lines.join('');
  expect(said.match(/Incomplete entries among 2/g)).toHaveLength(1);
  expect(said.match(/3 duplicate records/g)).toHaveLength(1);
});

describe('how a text condition was read', () => {
  const shown = { isTable: true, isFree: true };
  const part = (name: string, papers: number) => ({ part: name, papers });
  const answer: JobAnswerView = {
    ...ANSWER,
    whereRead: 'ward AND NOT child',
    notes: [{ kind: 'text-parts', of: 9, parts: [part('ward', 2), part('NOT child', 7)], all: 0 }],
  };

  it('is said beside a table, with what each part finds', () => {
    const lines = answerLines(answer, { ...shown, isWholeAnswer: false });
    expect(lines).toContain('Read as ward AND NOT child');
    expect(lines).toContain('Of 9 papers, each part of the text matches: ward: 2, NOT child: 7; both: 0.');
  });

  it('is not said again of an answer that is printed whole', () => {
    expect(answerLines(answer, { ...shown, isWholeAnswer: true }).join()).not.toContain('ward');
  });
});

it('a job without papers is called what it is, with what to do next', () => {
  const shown = { isWholeAnswer: false, isTable: true, isFree: false };
  const { page: _, papers: __, ...head } = ANSWER;
  const lines = (status: string, advice: Advice) =>
    answerLines({ ...head, job: { ...head.job, status }, next: [advice] }, shown).join(' ');
  expect(lines('unknown', { kind: 'pay-again', job: 'J1' })).toMatch(/status unknown .*To search again, and pay again/);
  const waiting = lines('queued', { kind: 'wait-for', job: 'J1', ageSeconds: 9, askAgainSeconds: 10 });
  expect(waiting).toMatch(/status queued .*The job still runs\. Run paperqueue job J1/);
});

it('only of a search is it said that --fresh makes it anew', () => {
  const shown = { isWholeAnswer: false, isTable: true, isFree: true };
  const lines = (operation: string) => answerLines({ ...ANSWER, job: { ...ANSWER.job, operation } }, shown).join(' ');
  expect(lines('keywordSearch')).toContain('Use --fresh');
  expect(lines('relatedPapers')).toContain('this is that job');
  expect(lines('relatedPapers')).not.toContain('--fresh');
});
