import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJobStore } from '../../src/store/job-store.ts';
import { realPapers } from '../../test/helpers/answer-sizes.ts';
import { RawServer } from '../../test/helpers/built-server.ts';

/** How long a call over all jobs takes, and how long the server lets a ping wait meanwhile, at the worst. */
export type ManyJobsTime = { what: string; ms: number; worstPingMs: number };

const PING_EVERY_MS = 10;
const MAX_MS = 600_000;

const CALLS: [what: string, tool: string, args: object][] = [
  ['first page', 'get_job', { jobId: 'all' }],
  ['where and facets', 'get_job', { jobId: 'all', facets: true, where: { yearFrom: 2010, text: 'memory' } }],
  ['BibTeX', 'export_papers', { jobId: 'all', format: 'bibtex', as: 'file' }],
  ['receipt', 'export_papers', { jobId: 'all', format: 'receipt', as: 'file' }],
  ['report', 'export_papers', { jobId: 'all', format: 'html' }],
];

/** Measures the built server over so many finished jobs of the same real papers. */
export async function measureManyJobs(jobs: number, papersOfEach: number): Promise<ManyJobsTime[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'paperqueue-bench-'));
  try {
    await recordJobs(dataDir, jobs, papersOfEach);
    const server = new RawServer({ PAPERQUEUE_DATA_DIR: dataDir });
    try {
      await server.initialize();
      const times: ManyJobsTime[] = [];
      for (const [index, [what, name, args]] of CALLS.entries())
        times.push({ what, ...(await timeCall(server, 100 + index, { name, arguments: args })) });
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
  const papers = realPapers().slice(0, papersOfEach);
  const common = { mode: 'embedded' as const, account: 'local', notes: [], sources: [], papers };
  for (let nth = 0; nth < jobs; nth += 1)
    store.recordLookUp({ ...common, fingerprint: String(nth), record: { count: 1, items: [] } });
  await store.close();
}

async function timeCall(server: RawServer, id: number, params: object): Promise<Omit<ManyJobsTime, 'what'>> {
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
