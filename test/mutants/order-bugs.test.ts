import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ORDER_BUGS } from './order-bugs.ts';

/** The edits of `npm run test:long mutants` still fit the code. */

it.each(ORDER_BUGS.map((bug) => [bug.name, bug] as const))(
  '%s can be put back',
  (_name, { file, text, bug, suites }) => {
    expect(readFileSync(file, 'utf8').split(text)).toHaveLength(2);
    expect(bug).not.toBe(text);
    expect(suites.filter((suite) => !existsSync(suite))).toEqual([]);
  },
);

it('each has a name of its own', () => {
  expect(new Set(ORDER_BUGS.map(({ name }) => name)).size).toBe(ORDER_BUGS.length);
});
