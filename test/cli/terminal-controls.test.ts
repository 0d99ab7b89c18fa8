import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { writeOutput } from '../../src/cli/output.ts';

const HOSTILE = 'Ana\u001b]52;c;eA==\u0007 | decision\r\nJ1-1\u001b[2J\u009b31m,\u0008\u007f1\t2\n';

it.each([
  [true, 'Ana | decision\nJ1-131m,1\t2\n'],
  [false, HOSTILE],
])('what an export says to a terminal (%s) is text alone', async (isTTY, expected) => {
  const stdout = Object.assign(new PassThrough(), { isTTY });
  await writeOutput({ stdout } as unknown as Io, HOSTILE);
  expect(stdout.read().toString()).toBe(expected);
});
