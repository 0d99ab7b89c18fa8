import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import { fromWire } from '../../src/papers/wire.ts';
import type { RawServer } from '../../test/helpers/built-server.ts';
import { realRecords } from '../../test/helpers/real-papers.ts';
import { type Stretches, startWatched } from '../stretches.ts';

/**
 * The time of a call over all jobs, and the worst cases during it: the wait of a ping, and the longest turn of the
 * event loop, by the clock and in processor time of the main thread.
 */
export type ManyJobsTime = { what: string; ms: number; worstPingMs: number } & Stretches;

const PING_EVERY_MS = 10;
const MAX_MS = 600_000;

const CALLS: [what: string, tool: string, args: object][] = [
  ['first page', 'get_job', { jobId: 'all' }],
  ['where and facets', 'get_job', { jobId: 'all', facets: true, where: { yearFrom: 2010, text: 'memory' } }],
  ['BibTeX', 'export_papers', { jobId: 'all', format: 'bibtex', as: 'file' }],
  ['receipt', 'export_papers', { jobId: 'all', format: 'receipt', as: 'file' }],
  ['report', 'export_papers', { jobId: 'all', format: 'html' }],
];

/** Measures the built server over this many finished jobs of the same real papers. */
export async function measureManyJobs(jobs: number, papersOfEach: number): Promise<ManyJobsTime[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'paperqueue-bench-'));
  try {
    await recordJobs(dataDir, jobs, papersOfEach);
    const { server, longestSince } = startWatched(dataDir);
    try {
      await server.initialize();
      const times: ManyJobsTime[] = [];
      for (const [index, [what, name, args]] of CALLS.entries()) {
        const begun = Date.now();
        const measured = await timeCall(server, 100 + index, { name, arguments: args });
        times.push({ what, ...measured, ...(await longestSince(begun)) });
      }
      return times;
    } finally {
      await server.end();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function recordJobs(dataDir: string, jobs: number, papersOfEach: number): Promise<void> {
  const store = openJobStore(dataDir, process.pid);
  const papers = realRecords().slice(0, papersOfEach).map(fromWire);
  const common = { mode: 'embedded' as const, account: 'local', notes: [], sources: [], papers };
  for (let nth = 0; nth < jobs; nth += 1)
    store.recordLookUp({ ...common, fingerprint: String(nth), record: { count: 1, items: [] } });
  await store.close();
}

async function timeCall(
  server: RawServer,
  id: number,
  params: object,
): Promise<Pick<ManyJobsTime, 'ms' | 'worstPingMs'>> {
  const begun = performance.now();
  let worstPingMs = 0;
  let isOver = false;
  const pinging = (async () => {
    for (let nth = 0; !isOver; nth += 1) {
      const sent = performance.now();
      await server.request(id * 1_000_000 + nth, 'ping', {}, MAX_MS);
      worstPingMs = Math.max(worstPingMs, performance.now() - sent);
      server.messages.length = 0;
      await sleep(PING_EVERY_MS);
    }
  })();
  let answer: Awaited<ReturnType<typeof server.request>> | undefined;
  server.onMessage = (message) => {
    if (message.id === id) answer = message;
    else server.messages.push(message);
  };
  server.send({ id, method: 'tools/call', params });
  while (!answer) await sleep(1);
  const ms = performance.now() - begun;
  isOver = true;
  await pinging;
  server.onMessage = undefined;
  const { result } = answer;
  if (!result || result.isError) throw new Error(`it failed: ${JSON.stringify(answer).slice(0, 500)}`);
  return { ms, worstPingMs };
}
