/**
 * The long soak of connections: 10,000 calls over one stdio connection, and 10,000 by 200 callers at once over HTTP.
 * Usage: npm run test:long connections. Takes some minutes, on Linux (which reports memory and handles of a process).
 * Exits 1 if an answer was lost or mixed up, a search was sent twice, or memory or handles grew after the warm-up.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { soakHttp, soakStdio } from './servers.ts';
import type { Report } from './soak.ts';

const CALLS = 10_000;
const ROUNDS = 5;
const MAX_SHOWN = 20;

function show(name: string, { calls, aborted, jobs, seconds, samples, problems }: Report): void {
  const levels = samples.map(({ rssMb, handles }) => `${rssMb} MB / ${handles}`).join(', ');
  const lines = [
    `${name}: ${calls} calls (${aborted} aborted) in ${seconds} s, ${jobs} jobs; memory / handles per round: ${levels}`,
    ...problems.slice(0, MAX_SHOWN).map((problem) => `  ${problem}`),
    ...(problems.length > MAX_SHOWN ? [`  and ${problems.length - MAX_SHOWN} more`] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const root = mkdtempSync(join(tmpdir(), 'paperqueue-connections-'));
try {
  const stdio = await soakStdio(join(root, 'stdio'), { calls: CALLS, concurrent: 20, rounds: ROUNDS });
  show('one stdio connection', stdio);
  const http = await soakHttp(join(root, 'http'), { calls: CALLS, concurrent: 200, rounds: ROUNDS });
  show('200 callers over HTTP', http);
  process.exitCode = stdio.problems.length + http.problems.length === 0 ? 0 : 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
