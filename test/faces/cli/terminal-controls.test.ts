import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { chooseExitCode } from '../../../src/faces/cli/exit-codes.ts';
import type { Io } from '../../../src/faces/cli/io.ts';
import { tell, writeOutput } from '../../../src/faces/cli/output.ts';
import { paintedNotes } from '../../../src/faces/cli/print/answer-lines.ts';
import { PLAIN, type Style } from '../../../src/faces/cli/print/terminal.ts';
import type { Note } from '../../../src/wording/notes.ts';

const HOSTILE = 'Ana\u001b]52;c;eA==\u0007 | decision\r\nJ1-1\u001b[2J\u009b31m,\u0008\u007f1\t2\n';

it.each([
  [true, 'Ana | decision\nJ1-131m,1\t2\n'],
  [false, HOSTILE],
])('what an export says to a terminal (%s) is text alone', async (isTTY, expected) => {
  const stdout = Object.assign(new PassThrough(), { isTTY });
  await writeOutput({ stdout } as unknown as Io, HOSTILE);
  expect(stdout.read().toString()).toBe(expected);
});

it('what is told beside a result is text alone, and an error keeps our colour', () => {
  const stderr = new PassThrough();
  tell({ stderr }, HOSTILE.trim());
  expect(stderr.read().toString()).toBe('Ana | decision\nJ1-131m,1\t2\n');
  const error = new Error(`no such file: ${HOSTILE.trim()}`);
  const paint: Style['paint'] = (_, text) => `\u001b[31m${text}\u001b[39m`;
  chooseExitCode(error, { stderr }, false, { ...PLAIN, paint });
  expect(stderr.read().toString()).toBe('\u001b[31mpaperqueue:\u001b[39m no such file: Ana | decision\nJ1-131m,1\t2\n');
});

it('a note in colour has no escape of whoever wrote its words', () => {
  const note: Note = { kind: 'in-memory-only', setting: HOSTILE };
  const style = { ...PLAIN, paint: (_: unknown, text: string) => `<${text}>` } as Style;
  const [line] = paintedNotes([note], style);
  expect(line).toMatch(/^<.*Ana \| decision[\s\S]*>$/);
  expect(line).not.toContain('\u001b');
});
