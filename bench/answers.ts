/**
 * Measures how much of a conversation's context the product takes: characters, and tokens of OpenAI's o200k encoding,
 * of the list of tools and of answers about 200 real papers, as the built server sends them; then the time of answers
 * over many jobs, and of pings at the same time.
 * Usage: npm run bench answers [-- JOBSxPAPERS...]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureAnswers } from '../test/helpers/answer-sizes.ts';
import { measureManyJobs } from './answers/many-jobs.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'paperqueue-bench-'));
try {
  const { papersInFull, ...sizes } = await measureAnswers(dataDir);
  for (const [what, { characters, tokens }] of Object.entries(sizes))
    console.log(`${what.padEnd(26)} ${String(characters).padStart(6)} characters ${String(tokens).padStart(6)} tokens`);
  console.log(`Of 50 papers in full, ${papersInFull} fit into one answer.`);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

const sizes = process.argv.length > 2 ? process.argv.slice(2) : ['100x100', '365x100', '1000x100', '10000x3'];
for (const size of sizes) {
  const [jobs = 0, papers = 0] = size.split('x').map(Number);
  for (const { what, ms, worstPingMs, stretchMs, busyMs } of await measureManyJobs(jobs, papers))
    console.log(
      `${size.padEnd(9)} ${what.padEnd(17)} ${String(Math.round(ms)).padStart(6)} ms, pings at worst ${Math.round(worstPingMs)} ms, ` +
        `event loop at a stretch ${Math.round(stretchMs)} ms, of these busy ${Math.round(busyMs)} ms`,
    );
}
