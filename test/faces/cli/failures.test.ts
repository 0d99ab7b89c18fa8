import { expect, it } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import { chooseExitCode } from '../../../src/faces/cli/exit-codes.ts';
import type { Io } from '../../../src/faces/cli/io.ts';
import { type Note, textNote } from '../../../src/wording/notes.ts';

const FAILED = { code: 'JOB_FAILED', charged: 'yes', retryable: false, next: 'Search again.' } as const;

it.each<[Note, string, string]>([
  [textNote('The service ended job J1.'), 'The service ended job J1.', 'It was charged. Search again.'],
  // A note may say itself what became of the credits: "It was charged" after it would repeat or contradict it.
  [{ kind: 'credits-taken' }, 'Its credits were taken when it was created.', 'Search again.'],
])('a failed job says once what became of its credits: %o', (note, message, advice) => {
  const written: string[] = [];
  const io = { stderr: { write: (text: string) => written.push(text) } } as unknown as Io;
  expect(chooseExitCode(new PaperqueueError({ ...FAILED, problem: [note] }), io, true)).toBe(1);
  expect(written).toEqual([`paperqueue: JOB_FAILED: ${message}\n  ${advice}\n`]);
});
