import { PassThrough } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { OFFERED } from '../../src/app/offered.ts';
import type { McpServerDeps } from '../../src/mcp/server.ts';
import { serveMcpOverStdio } from '../../src/mcp/stdio.ts';
import { createLog } from '../../src/platform/log.ts';
import { RawClient } from '../helpers/raw-client.ts';
import { turns, until } from '../helpers/until.ts';

/** Whatever a tool waits for, its call ends. */

afterEach(() => vi.useRealTimers());

const never = () => new Promise<never>(() => {});

/** A server whose parts are never ready, and the calls that reviews were asked for. */
function openStuck() {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const signals: AbortSignal[] = [];
  const deps: McpServerDeps = {
    features: {
      ...{
        jobs: never,
        lookups: never,
        texts: never,
        citations: never,
        exports: never,
        passages: never,
        evidence: never,
        drafts: never,
        watches: never,
        library: never,
      },
      reviews: ({ signal }) => {
        signals.push(signal);
        return never();
      },
    },
    offered: OFFERED,
    log: createLog({ level: 'error', write: () => {}, secrets: [] }),
    tasks: false,
    describesAnswers: false,
  };
  const server = serveMcpOverStdio(deps, { stdin, stdout });
  return { client: new RawClient({ stdin, stdout, stderr }), server, signals };
}

it.each([
  ['list_jobs', {}],
  ['get_job', { jobId: 'J1' }],
  ['lookup_papers', { items: ['Owls at night'] }],
  ['export_papers', { jobId: 'J1', format: 'bibtex' }],
  ['screen_papers', { review: 'L1' }],
])('%s says that there was no answer when its time is over', async (tool, args) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { client, server, signals } = openStuck();
  await client.initialize();
  let isAnswered = false;
  const answer = client.call(1, tool, args).then((result) => {
    isAnswered = true;
    return result;
  });
  await turns();
  await vi.advanceTimersByTimeAsync(48_000);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await answer).json).toMatchObject({
    error: { code: 'UPSTREAM_UNAVAILABLE', charged: 'no', retryable: true },
  });
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  await server.close();
});

it('a cancelled call ends what is done for it', async () => {
  const { client, server, signals } = openStuck();
  await client.initialize();
  client.send({ id: 1, method: 'tools/call', params: { name: 'screen_papers', arguments: { review: 'L1' } } });
  await until(() => signals.length === 1);
  client.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
  await until(() => signals[0]?.aborted);
  await server.close();
});
