import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AttemptOutcome } from '../../../src/jobs/ports/service.ts';
import { JOB_STORE_MIGRATIONS } from '../../../src/jobs/store/migrations.ts';
import { openDatabase } from '../../../src/platform/sqlite/database.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, LONG_AGO, newJob, openStore, openStoreFile, reuse } from './stores.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const child of children.splice(0)) child.kill();
});

/** Sets the clock; everything else goes on in real time. */
function at(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
}

/** A process that lives until the test ends; it also leaves when this one does. */
async function livingProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  children.push(child);
  await once(child, 'spawn');
  return child.pid as number;
}

/** The number of a process that has ended. */
const deadProcess = (): number => spawnSync(process.execPath, ['-e', '']).pid;

/** Ends the process that lives. */
async function end(): Promise<void> {
  const [child] = children;
  child?.kill();
  if (child) await once(child, 'exit');
}

type Store = ReturnType<typeof openStore>;

/** An intent of that process, dialled or not. */
function begin(folder: string, pid: number, isDialled: boolean, cost = 2): Store {
  const store = openStore(folder, pid);
  const { number } = store.beginCreation(newJob({ cost }), ANEW).job;
  if (isDialled) expect(store.stampDial(number)).toBe(true);
  return store;
}

const UNKNOWN = { status: 'unknown', charged: 'unknown', jobId: null };
const NEVER_SENT = { status: 'refused', charged: 'no', jobId: null };

describe('an intent whose process dies', () => {
  it.each([
    ['read', (store: Store) => store.byNumber(1)],
    ['listed', (store: Store) => store.list({ offset: 0, count: 1, status: undefined }).jobs[0]],
    ['met by an equal request', (store: Store) => store.beginCreation(newJob(), reuse()).job],
  ])('becomes unknown for a store that stays open, when the job is %s', async (_how, look) => {
    const folder = temporaryFolder();
    const store = openStore(folder);
    begin(folder, await livingProcess(), true);
    expect(look(store)?.status).toBe('submitting');
    await end();
    expect(look(store)).toMatchObject({ number: 1, ...UNKNOWN });
  });

  it('was never sent where it had not been dialled, and makes way for an equal request', async () => {
    const folder = temporaryFolder();
    const store = openStore(folder);
    begin(folder, await livingProcess(), false);
    await end();
    expect(store.beginCreation(newJob(), reuse())).toMatchObject({
      reused: false,
      job: { number: 2, status: 'submitting' },
    });
    expect(store.byNumber(1)).toMatchObject(NEVER_SENT);
    expect(store.committedSince(LONG_AGO)).toBe(2);
  });
});

describe('an intent found at the start', () => {
  it.each([
    [true, UNKNOWN, 3],
    [false, NEVER_SENT, 0],
  ])('of a dead process, with dialled %s, keeps the hold that it may need', (isDialled, facts, held) => {
    const folder = temporaryFolder();
    begin(folder, deadProcess(), isDialled, 3);
    const store = openStore(folder);
    expect(store.byNumber(1)).toMatchObject(facts);
    expect(store.committedSince(LONG_AGO)).toBe(held);
  });

  it.each([
    [true, UNKNOWN],
    [false, NEVER_SENT],
  ])(
    'under the number of the process that starts is of one that died before it, with dialled %s',
    (isDialled, facts) => {
      const folder = temporaryFolder();
      begin(folder, process.pid, isDialled, 3);
      expect(openStore(folder).byNumber(1)).toMatchObject(facts);
    },
  );

  it('is left alone when its process lives', async () => {
    const folder = temporaryFolder();
    begin(folder, await livingProcess(), false, 3);
    const store = openStore(folder);
    expect(store.byNumber(1)).toMatchObject({ status: 'submitting', charged: 'unknown' });
    expect(store.committedSince(LONG_AGO)).toBe(3);
  });

  it('is left alone when its process is one of another user, which may be seen but not touched', () => {
    const folder = temporaryFolder();
    begin(folder, deadProcess(), false, 3);
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    const status = openStore(folder).byNumber(1)?.status;
    kill.mockRestore();
    expect(status).toBe('submitting');
  });

  it('without the number of a process is over', () => {
    const folder = temporaryFolder();
    begin(folder, process.ppid, true, 3);
    openStoreFile(folder).run('UPDATE jobs SET process = NULL');
    expect(openStore(folder).byNumber(1)).toMatchObject(UNKNOWN);
  });

  it.each([
    ['2026-03-01T10:02:00.000Z', true, 'submitting'],
    ['2026-03-01T10:02:00.001Z', true, 'unknown'],
    ['2026-03-01T10:02:00.000Z', false, 'submitting'],
    ['2026-03-01T10:02:00.001Z', false, 'refused'],
    ['2026-03-01T09:58:00.000Z', false, 'submitting'],
    ['2026-03-01T09:57:59.999Z', false, 'refused'],
  ])(
    'of a living process is given up two minutes after it began, and in a future that far: at %s, dialled %s, it is %s',
    async (time, isDialled, status) => {
      const folder = temporaryFolder();
      at('2026-03-01T10:00:00.000Z');
      begin(folder, await livingProcess(), isDialled, 3);
      at(time);
      expect(openStore(folder).byNumber(1)?.status).toBe(status);
    },
  );

  it('of a dead process does not take finished and charged jobs with it', () => {
    const folder = temporaryFolder();
    const dead = openStore(folder, deadProcess());
    for (const jobId of ['abc', 'def']) dead.confirm(dead.beginCreation(newJob(), ANEW).job.number, jobId);
    dead.finish(2, { status: 'success', papers: [], notes: [] });
    dead.beginCreation(newJob(), ANEW);
    dead.settle(3, 'no');
    const store = openStore(folder);
    expect([1, 2, 3].map((number) => store.byNumber(number)?.status)).toEqual(['queued', 'success', 'refused']);
  });
});

describe('a creation that was given up', () => {
  it('is not dialled any more, whether its process looks again or another one did', () => {
    at('2026-03-01T10:00:00.000Z');
    const [alone, folder] = [begin(temporaryFolder(), process.pid, false), temporaryFolder()];
    const asleep = begin(folder, process.pid, false);
    at('2026-03-01T10:02:00.001Z');
    openStore(folder, process.ppid);
    expect([alone, asleep].map((store) => store.stampDial(1))).toEqual([false, false]);
    expect([alone, asleep].map((store) => store.byNumber(1))).toMatchObject([NEVER_SENT, NEVER_SENT]);
  });

  it('is not dialled by another process, nor once its outcome is known', () => {
    const folder = temporaryFolder();
    const store = begin(folder, process.pid, false);
    expect(openStore(folder, process.ppid).stampDial(1)).toBe(false);
    store.settle(1, 'no');
    expect(store.stampDial(1)).toBe(false);
  });

  it('gives no evidence as long as its process lives, because it may be sent yet', async () => {
    const folder = temporaryFolder();
    at('2026-03-01T10:00:00.000Z');
    const measured = { from: '2026-03-01T09:59:00.000Z', to: '2026-03-01T09:59:01.000Z' };
    const maker = openStore(folder, await livingProcess());
    maker.beginCreation(newJob({ balanceBefore: { balance: 5, total: null, measured } }), ANEW);
    maker.stampDial(1);
    at('2026-03-01T11:00:00.000Z');
    const store = openStore(folder);
    const answeredAt = () => {
      const [from, to] = [new Date().toISOString(), new Date().toISOString()];
      return store.evidence(1, { from, to })?.answeredAt;
    };
    expect(store.byNumber(1)?.status).toBe('unknown');
    expect(answeredAt()).toBeNull();
    await end();
    at('2026-03-01T12:00:00.000Z');
    expect(store.byNumber(1)?.status).toBe('unknown');
    expect(answeredAt()).toBe('2026-03-01T12:00:00.000Z');
  });
});

describe('a dial that certainly cost nothing', () => {
  it.each<[AttemptOutcome, object]>([
    ['not sent', NEVER_SENT],
    ['rate limited', NEVER_SENT],
    ['refused', NEVER_SENT],
    ['unknown', UNKNOWN],
    ['created', UNKNOWN],
  ])('is as if it had not been: one that ended as "%s", of a process that then died', (outcome, facts) => {
    const folder = temporaryFolder();
    begin(folder, deadProcess(), true).recordAttempt(1, outcome);
    expect(openStore(folder).byNumber(1)).toMatchObject(facts);
  });
});

it('the creations of an older version, which stamps nothing, may have been sent', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'jobs.sqlite');
  const isStamping = (sql: string) => sql.includes('dialled_at');
  const before = JOB_STORE_MIGRATIONS.slice(0, JOB_STORE_MIGRATIONS.findIndex(isStamping));
  const old = openDatabase(path, before);
  const insert = (number: number) =>
    old.run(
      `INSERT INTO jobs (number, mode, account, status, cost, pool, charged, process, created_at)
       VALUES (?, 'hosted', 'a', 'submitting', 1, 'basic', 'unknown', ?, ?)`,
      ...[number, deadProcess(), new Date().toISOString()],
    );
  insert(1);
  const store = openStore(folder);
  // It still runs beside the new one.
  insert(2);
  expect([1, 2].map((number) => store.byNumber(number))).toMatchObject([UNKNOWN, UNKNOWN]);
  old.close();
});
