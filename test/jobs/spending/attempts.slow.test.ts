import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { waitForJob } from '../../../src/jobs/spending/wait.ts';
import { openJobStore } from '../../../src/jobs/store/job-store.ts';
import { inProcessTransport } from '../../../src/jobs/upstream/transport.ts';
import { createClient } from '../../../src/jobs/upstream/upstream-client.ts';
import { untilAborted } from '../../../src/lib/deadline.ts';
import { UNPACED } from '../../../src/platform/net/pacer.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const folder = temporaryFolder();

it('a created job reaches its caller although the attempt cannot be recorded', async () => {
  const client = createClient({
    baseUrl: 'http://service.invalid',
    token: new Secret('token'),
    transport: inProcessTransport(async () => new Response(JSON.stringify({ jobId: 'paid' }))),
    pacer: UNPACED,
    userAgent: 'test',
  });
  const request = { operation: 'querySearch', body: { query: 'q'.repeat(50) }, filters: { limit: 100 } } as const;
  const onAttempt = () => {
    throw new Error('the disk is full');
  };
  const created = await client.create(request, { deadline: untilAborted(new AbortController().signal), onAttempt });
  expect(created).toEqual({ jobId: 'paid' });
});

it('waits a part of a second, as is left of a call after a slow creation', async () => {
  const store = openJobStore(join(folder, 'fraction'), 1_000_000_000);
  const job = store.adopt({ mode: 'hosted', account: 'a', jobId: 'x' });
  const service = {
    create: never,
    balances: never,
    closeKey: never,
    status: async () => ({ status: 'queued', unreadable: 0, notes: [] }),
  };
  const polls = { minPauseMs: 1, shareOfAge: 0.5, maxPauseMs: 5 };
  const signal = new AbortController().signal;
  expect((await waitForJob({ service, store, polls }, job, { seconds: 0.0123, signal })).status).toBe('queued');
  store.close();
});

it('a call that does not wait is not kept by a look that gets no turn', async () => {
  const store = openJobStore(join(folder, 'no-turn'), 1_000_000_000);
  const job = store.adopt({ mode: 'hosted', account: 'a', jobId: 'x' });
  const status = (_id: string, signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const polls = { minPauseMs: 1, shareOfAge: 0.5, maxPauseMs: 5 };
  const signal = new AbortController().signal;
  const waited = await waitForJob(
    { service: { create: never, balances: never, closeKey: never, status }, store, polls },
    job,
    {
      seconds: 0,
      signal,
    },
  );
  expect(waited).toEqual({ ...job, notes: [{ kind: 'first-look-failed' }] });
  store.close();
});

it('an uncertain charge stays uncertain although the pause that the answer asks for cannot be recorded', async () => {
  const client = createClient({
    baseUrl: 'http://service.invalid',
    token: new Secret('token'),
    transport: inProcessTransport(async () => new Response('', { status: 503, headers: { 'Retry-After': '1' } })),
    pacer: {
      acquire: async () => ({ giveBack: () => {} }),
      pauseUntil: () => {
        throw new Error('the disk is full');
      },
    },
    userAgent: 'test',
  });
  const request = { operation: 'querySearch', body: { query: 'q'.repeat(50) }, filters: { limit: 100 } } as const;
  await expect(client.create(request, { deadline: untilAborted(new AbortController().signal) })).rejects.toMatchObject({
    details: { code: 'CHARGE_UNKNOWN', charged: 'unknown' },
  });
});

async function never(): Promise<never> {
  throw new Error('not asked for');
}
