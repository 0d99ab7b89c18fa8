import { expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/failures.ts';
import type { Io } from '../../src/cli/io.ts';
import { PaperqueueError } from '../../src/contract/errors.ts';

const FAILED = { code: 'JOB_FAILED', charged: 'yes', retryable: false, next: 'Search again.' } as const;

it.each([
  ['The service ended job J1.', 'It was charged. Search again.'],
  // The balance may say that they were given back: "It was charged" after it would contradict it.
  [
    'Its credits were taken when it was created. They seem to have been given back: 5 were, which is its cost.',
    'Search again.',
  ],
])('a failed job says once what became of its credits: %s', (message, advice) => {
  const written: string[] = [];
  const io = { stderr: { write: (text: string) => written.push(text) } } as unknown as Io;
  expect(exitCodeOf(new PaperqueueError({ ...FAILED, message }), io, true)).toBe(1);
  expect(written).toEqual([`paperqueue: JOB_FAILED: ${message}\n  ${advice}\n`]);
});
