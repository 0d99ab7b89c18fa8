import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { HOSTILE_FILES } from './patterns.ts';

/**
 * `npm run test:long parsers`: imports hostile files of 1 MB, one after the other, in a process that is ended when one
 * takes too long. Time is what this suite is about: a reader that is linear needs a fraction of a second, a quadratic
 * one minutes.
 */

const MAX_CPU_SECONDS = 5;
/** A file may be nothing but entries. */
const MAX_CPU_SECONDS_PER_ENTRY = 0.0004;
/** By the clock, so that a process that does not come back ends too. */
const GIVE_UP_SECONDS = 90;

const READER = fileURLToPath(new URL('read-one.ts', import.meta.url));
const wanted = process.argv[2];

async function start(): Promise<ChildProcess> {
  const child = fork(READER, { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return child;
}

type Answer = { seconds: number; entries: number };

/** Undefined when there was no answer in time or the process failed. */
async function timeOf(child: ChildProcess, number: number): Promise<Answer | undefined> {
  const answer = new AbortController();
  const timer = setTimeout(() => answer.abort(), GIVE_UP_SECONDS * 1_000);
  try {
    child.send(number);
    const ended = once(child, 'exit', { signal: answer.signal }).then(() => undefined);
    const told = once(child, 'message', { signal: answer.signal }).then(([told]) => told as Answer);
    ended.catch(() => {});
    return await Promise.race([told, ended]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    answer.abort();
  }
}

const failures: string[] = [];
let slowest = { name: '', seconds: 0 };
let read = 0;
let child = await start();
for (const [number, { name }] of HOSTILE_FILES.entries()) {
  if (wanted !== undefined && !name.startsWith(wanted)) continue;
  read += 1;
  const answer = await timeOf(child, number);
  if (answer === undefined) {
    child.kill('SIGKILL');
    child = await start();
  }
  const { seconds, entries } = answer ?? { seconds: Number.POSITIVE_INFINITY, entries: 0 };
  if (seconds > MAX_CPU_SECONDS + entries * MAX_CPU_SECONDS_PER_ENTRY) {
    failures.push(`${name}: ${seconds.toFixed(1)} s of CPU for ${entries} entries`);
    process.stderr.write(`${failures.at(-1)}\n`);
  } else if (seconds > slowest.seconds) slowest = { name, seconds };
}
child.kill();
const { name, seconds } = slowest;
process.stdout.write(
  `${read} files, ${failures.length} failures; slowest of the others: ${name}, ${seconds.toFixed(2)} s\n`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
