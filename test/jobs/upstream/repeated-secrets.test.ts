import { expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { untilAborted } from '../../../src/lib/deadline.ts';
import { answer, clientOf, failureOf, loopbackServers, PATIENT } from './loopback.ts';

const TOKEN = 'token-of-the-test';
const REQUEST: JobRequest = {
  operation: 'keywordSearch',
  body: { keywords: ['tide', 'mussel', 'shore'], scraperKey: 'fc-key-of-this-request' },
  filters: { limit: 100 },
};
const DEADLINE = { deadline: untilAborted(PATIENT) };

const start = loopbackServers();

it('a job id that repeats a secret is no id, and whether it was charged nobody knows', async () => {
  const server = await start(answer(200, { jobId: `job-${TOKEN}` }));
  const seen: unknown[] = [];
  const client = clientOf(server.url, { onFailure: (error) => seen.push(error) });
  expect(await failureOf(client.create(REQUEST, DEADLINE))).toMatchObject({
    code: 'CHARGE_UNKNOWN',
    charged: 'unknown',
    message: expect.stringContaining('the job id repeats a secret'),
  });
  expect(seen).toHaveLength(1);
});

it('the token, the other secrets and every scraper key that was sent are erased from later answers', async () => {
  const title = `On ${TOKEN} and secret-of-another and fc-key-of-this-request`;
  const success = answer(200, { status: 'success', results: [{ title }] });
  const server = await start(success, answer(200, { jobId: 'abc' }), success);
  const client = clientOf(server.url, { secrets: [new Secret('secret-of-another')] });
  const titleNow = async () => (await client.status('abc', PATIENT)).papers?.[0]?.title;
  const before = await titleNow();
  expect(before).toContain('fc-key-of-this-request');
  expect(before).not.toMatch(/token-of|secret-of/);
  await client.create(REQUEST, DEADLINE);
  expect(await titleNow()).not.toMatch(/token-of|secret-of|fc-key/);
});
