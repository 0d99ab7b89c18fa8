import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/sqlite/database.ts';
import { testProgram } from '../helpers/test-program.ts';
import { until } from '../helpers/until.ts';
import { age, CHARGED, moneyOf, openQueue, rowOf, storedJob } from './queues.ts';

/** Workers in processes of their own, on one file. */

const PROGRAM = testProgram(new URL('./worker-process.ts', import.meta.url));
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }
});

function openShared() {
  const queue = openQueue('lab', 'other');
  const record = join(queue.dataDir, 'record.txt');
  writeFileSync(record, '');
  const lines = () => readFileSync(record, 'utf8').split('\n').filter(Boolean);
  const start = async (name: string): Promise<ChildProcess> => {
    const args = [PROGRAM, join(queue.dataDir, 'service.sqlite'), record, name];
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    children.push(child);
    await until(() => lines().includes(`${name} ready`), `${name} is there`);
    return child;
  };
  const seen = (line: string) => until(() => lines().includes(line), line);
  return { ...queue, record, lines, start, seen };
}

function paperOf(queue: ReturnType<typeof openShared>, job: string) {
  return storedJob(queue.database, queue.accountOf('lab'), job)?.papers;
}

/**
 * Stops the process between two transactions. One stopped inside a transaction (a lease being renewed) would hold the
 * file's write lock until it goes on, and the test would wait for itself.
 */
async function asleep(child: ChildProcess, database: Database): Promise<void> {
  database.get('PRAGMA busy_timeout = 100');
  for (let attempt = 0; attempt < 50; attempt += 1) {
    child.kill('SIGSTOP');
    if (mayWrite(database)) {
      database.get('PRAGMA busy_timeout = 5000');
      return;
    }
    child.kill('SIGCONT');
    await setTimeout(20);
  }
  throw new Error('the process was inside a transaction whenever it was stopped');
}

function mayWrite(database: Database): boolean {
  try {
    database.transaction(() => undefined);
    return true;
  } catch {
    return false;
  }
}

async function killed(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

describe('two processes on one file', () => {
  it('share the jobs, and none is run twice', async () => {
    const queue = openShared();
    const { database, add, start, lines } = queue;
    await Promise.all([start('one'), start('two')]);
    const jobs = Array.from({ length: 80 }, (_, nth) => add(nth % 3 === 0 ? 'other' : 'lab', `meet ${nth}`));
    const open = `SELECT 1 FROM jobs WHERE state IN ('queued', 'running')`;
    await until(() => database.all(open).length === 0, 'all jobs have ended');
    const starts = lines().filter((line) => line.includes(' start '));
    expect(starts.map((line) => line.replace(/^\S+ start /, '')).sort()).toEqual(
      jobs.map((_, nth) => `meet ${nth}`).sort(),
    );
    expect(new Set(starts.map((line) => line.split(' ')[0]))).toEqual(new Set(['one', 'two']));
    expect(lines().filter((line) => line.includes(' error '))).toEqual([]);
    for (const job of jobs) {
      expect(rowOf(database, job)).toMatchObject({ state: 'success', attempts: 1 });
      expect(moneyOf(database, job)).toEqual(CHARGED);
    }
  });

  it('take over what one that was killed had at work, when its lease has ended and not before', async () => {
    const queue = openShared();
    const { database, add, start, seen, lines, dataDir } = queue;
    const go = join(dataDir, 'go');
    const job = add('lab', `wait for ${go}`);
    const first = await start('first');
    await seen(`first start wait for ${go}`);
    await start('second');
    await killed(first);
    writeFileSync(go, '');
    const later = add('lab', 'later');
    await until(() => rowOf(database, later).state === 'success', 'the second one works');
    expect(lines()).not.toContain(`second start wait for ${go}`);
    age(database, 31_000);
    await until(() => rowOf(database, job).state === 'success', 'the job is taken over');
    expect(rowOf(database, job).attempts).toBe(2);
    expect(paperOf(queue, job)).toEqual([{ title: 'Found by second' }]);
    expect(moneyOf(database, job)).toEqual(CHARGED);
  });
});

describe('a process that sleeps (SIGSTOP) past its lease', () => {
  it.each(['', ' and fail'])('changes nothing of a job that another finished meanwhile%s', async (failing) => {
    const queue = openShared();
    const { database, add, start, seen, dataDir } = queue;
    const go = join(dataDir, 'go');
    const query = `wait for ${go}${failing}`;
    const job = add('lab', query);
    const sleeper = await start('sleeper');
    await seen(`sleeper start ${query}`);
    await asleep(sleeper, database);
    age(database, 31_000);
    // The other one finds papers in any case: the query says what happens to the sleeper.
    database.run(`UPDATE jobs SET body = '{"query":"at once"}'`);
    await start('prompt');
    await until(() => rowOf(database, job).state === 'success', 'the other one finishes it');
    const done = rowOf(database, job);
    writeFileSync(go, '');
    sleeper.kill('SIGCONT');
    await seen(`sleeper error ${failing ? 'a job failed' : 'a job was finished by another worker'}`);
    expect(rowOf(database, job)).toEqual(done);
    expect(paperOf(queue, job)).toEqual([{ title: 'Found by prompt' }]);
    expect(moneyOf(database, job)).toEqual(CHARGED);
  });

  it('cannot finish a job either that another is still at work on', async () => {
    const queue = openShared();
    const { database, add, start, seen, dataDir } = queue;
    const [go, goOn] = [join(dataDir, 'go'), join(dataDir, 'go-on')];
    const job = add('lab', `wait for ${go}`);
    const sleeper = await start('sleeper');
    await seen(`sleeper start wait for ${go}`);
    await asleep(sleeper, database);
    age(database, 31_000);
    database.run('UPDATE jobs SET body = ?', JSON.stringify({ query: `wait for ${goOn}` }));
    await start('prompt');
    await seen(`prompt start wait for ${goOn}`);
    writeFileSync(go, '');
    sleeper.kill('SIGCONT');
    await seen('sleeper error a job was finished by another worker');
    expect(rowOf(database, job)).toMatchObject({ state: 'running', attempts: 2, answer: null });
    writeFileSync(goOn, '');
    await until(() => rowOf(database, job).state === 'success', 'the other one finishes it');
    expect(paperOf(queue, job)).toEqual([{ title: 'Found by prompt' }]);
    expect(moneyOf(database, job)).toEqual(CHARGED);
  });
});
