import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import { chooseExitCode } from '../../../src/faces/cli/exit-codes.ts';
import type { CommandContext, Io } from '../../../src/faces/cli/io.ts';
import { printAnswer } from '../../../src/faces/cli/paper-output.ts';
import type { JobAnswerView } from '../../../src/jobs/answers/answer-view.ts';
import type { Note } from '../../../src/wording/notes.ts';
import { textNotes } from '../../helpers/said.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { asFeatures } from '../../jobs/submitting.ts';

function openIo() {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        done();
      },
    });
  return { io: { stdout: into('stdout'), stderr: into('stderr') } as unknown as Io, written };
}

const contextOf = (io: Io) =>
  ({
    io,
    machine: { environment: {} },
    config: () => ({ mode: 'embedded', localCredits: {} }),
    app: () => asFeatures({ exports: { renderExport: async () => ({ text: '', notes: [] }) } }),
  }) as unknown as CommandContext;

const FAILURE: Note = { kind: 'sources-failed', sources: [{ title: 'OpenAlex', gave: 0, failure: 'unreachable' }] };
const FAILED = 'Sources that failed: OpenAlex could not be reached.';
const ANSWER: JobAnswerView = {
  mode: 'embedded',
  job: { ref: 'J1', jobId: 'a', operation: 'keywordSearch', status: 'success', createdAt: '', reused: false },
  credits: { cost: 1, pool: 'basic', charged: 'yes' },
  page: { offset: 0, count: 0, total: 0, nextOffset: null },
  notes: [FAILURE, ...textNotes('No paper has both "a" and "b".')],
};

describe('a source that failed', () => {
  it.each(['table', 'json', 'bibtex', 'csv'] as const)('is said on stderr beside %s', async (format) => {
    const { io, written } = openIo();
    await printAnswer(contextOf(io), ANSWER, { format });
    expect(written.stderr).toContain(`${FAILED}\n`);
  });

  it('is said on stderr where the papers go to a file; so is all that a bibliography does not hold', async () => {
    const { io, written } = openIo();
    const output = `${temporaryFolder()}/papers.bib`;
    await printAnswer(contextOf(io), ANSWER, { format: 'bibtex', output });
    expect(written.stderr).toContain(`${FAILED}\nNo paper has both "a" and "b".\n`);
  });

  it('ends the command with 3 where nothing was found either, other failures of a job with 1', () => {
    const failure = (...problem: Note[]) =>
      new PaperqueueError({ code: 'JOB_FAILED', problem, charged: 'no', retryable: false, advice: [] });
    expect(chooseExitCode(failure(FAILURE), openIo().io, false)).toBe(3);
    // What a person wrote decides nothing, even if it reads like our sentence.
    expect(chooseExitCode(failure(...textNotes(FAILED)), openIo().io, false)).toBe(1);
  });
});
