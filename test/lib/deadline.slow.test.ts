import { afterEach, expect, it } from 'vitest';
import { openExportFolder } from '../../src/report/exporting/export-folder.ts';
import { whileCollecting } from '../helpers/collect-garbage.ts';
import { createFeatures, openBench, REQUEST } from '../jobs/submitting.ts';
import { answer, clientOf, failureOf, loopbackServers } from '../jobs/upstream/loopback.ts';

/**
 * The limits of time are real here, and so is the collector: time that a test makes pass holds the timers that a
 * collection would have taken, and on Node 20 `AbortSignal.any` over `AbortSignal.timeout` was taken.
 */

const start = loopbackServers();
const NEVER = new AbortController().signal;
const PAGE = { offset: 0, count: 10 } as never;
const CALL = { waitSeconds: 50, signal: NEVER, drainSignal: new AbortController().signal };
const silent = () => {};
const silence = () => new Promise<never>(() => {});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The use-cases over a service that answers a creation, and nothing else. */
async function open(create = answer(200, { jobId: 'job-1' })) {
  const server = await start((socket, nth) =>
    (server.received[nth - 1]?.method === 'POST' ? create : silent)(socket, nth),
  );
  const bench = openBench({ service: clientOf(server.url) });
  closing.push(() => bench.store.close());
  const cases = createFeatures({
    ...bench.deps,
    exports: openExportFolder(bench.folder),
    related: { supported: ['openalex'], names: [], find: silence },
    finder: { find: silence },
    serviceAddress: server.url,
    defaultWaitSeconds: 40,
    polls: { minPauseMs: 10, shareOfAge: 0.5, maxPauseMs: 250 },
  });
  return { cases, store: bench.store };
}

/** More than the 50 seconds that are promised: a call that takes longer fails the test by its time-out. */
const MAX_MS = 70_000;
const LIMITED = { maxExchangeMs: 1_000 };
const PATIENT = { deadline: { signal: NEVER, remainingMs: () => MAX_MS } };

it('every call to a service that falls silent is answered in time, whatever is collected', {
  timeout: MAX_MS,
}, async () => {
  const [known, lost, other, asked, server] = await Promise.all([open(), open(silent), open(), open(), start(silent)]);
  const client = clientOf(server.url, LIMITED);
  const codes = (calls: Promise<unknown>[]) =>
    Promise.all(calls.map(async (call) => (await failureOf(call))?.code ?? (await call)));
  const answers = await whileCollecting(() =>
    codes([
      known.cases.jobs.search(REQUEST, PAGE, CALL).then(({ job }) => [job.jobId, job.status]),
      lost.cases.jobs.search(REQUEST, PAGE, CALL),
      other.cases.jobs.getJob('0123456789abcdef01234567', PAGE, CALL),
      asked.cases.jobs.estimate({ limit: 100 }, NEVER),
      client.balances(NEVER),
      client.status('job-1', NEVER),
      client.closeKey('key-1', NEVER),
      client.create(REQUEST, PATIENT),
    ]),
  );
  const unread = 'UPSTREAM_UNAVAILABLE';
  expect(answers).toEqual([
    ['job-1', 'queued'],
    'CHARGE_UNKNOWN',
    unread,
    unread,
    unread,
    unread,
    unread,
    'CHARGE_UNKNOWN',
  ]);
  expect(lost.store.byNumber(1)).toMatchObject({ status: 'unknown' });
});
