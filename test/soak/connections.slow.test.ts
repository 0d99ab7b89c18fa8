import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { soakHttp, soakStdio } from './servers.ts';

/** The short form of `npm run test:long connections`: one round, so that memory, which needs several, is not judged. */

it('answers every call over one stdio connection with its own answer', async () => {
  const { problems, calls } = await soakStdio(temporaryFolder(), { calls: 400, concurrent: 20, rounds: 1 });
  expect(problems).toEqual([]);
  expect(calls).toBe(400);
});

it('answers every one of 100 callers at once over HTTP with its own answer', async () => {
  const { problems, calls } = await soakHttp(temporaryFolder(), { calls: 400, concurrent: 100, rounds: 1 });
  expect(problems).toEqual([]);
  expect(calls).toBe(400);
});
