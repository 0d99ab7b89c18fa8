import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ANEW, LONG_AGO, newJob, openStore, reuse } from './stores.ts';

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

type Store = ReturnType<typeof openStore>;

describe('an intent whose process dies', () => {
  it.each([
    ['read', (store: Store) => store.byNumber(1)],
    ['listed', (store: Store) => store.list({ offset: 0, count: 1, status: undefined }).jobs[0]],
    ['met by an equal request', (store: Store) => store.begin(newJob(), reuse()).job],
  ])('becomes unknown for a store that stays open, when the job is %s', async (_how, look) => {
    const folder = temporaryFolder();
    const store = openStore(folder);
    openStore(folder, await livingProcess()).begin(newJob(), ANEW);
    expect(look(store)?.status).toBe('submitting');
    const [child] = children;
    child?.kill();
    if (child) await once(child, 'exit');
    expect(look(store)).toMatchObject({ number: 1, status: 'unknown', charged: 'unknown' });
  });
});

describe('an intent found at the start', () => {
  it('becomes unknown when its process is dead, and its credits stay held', () => {
    const folder = temporaryFolder();
    openStore(folder, deadProcess()).begin(newJob({ cost: 3 }), ANEW);
    const store = openStore(folder);
    expect(store.byNumber(1)).toMatchObject({ status: 'unknown', charged: 'unknown', jobId: null });
    expect(store.committedSince(LONG_AGO)).toBe(3);
  });

  it('becomes unknown when it stands under the number of the process that starts: that one died before it', () => {
    const folder = temporaryFolder();
    openStore(folder).begin(newJob({ cost: 3 }), ANEW);
    expect(openStore(folder).byNumber(1)).toMatchObject({ status: 'unknown', charged: 'unknown' });
  });

  it('is left alone when its process lives', async () => {
    const folder = temporaryFolder();
    openStore(folder, await livingProcess()).begin(newJob({ cost: 3 }), ANEW);
    const store = openStore(folder);
    expect(store.byNumber(1)).toMatchObject({ status: 'submitting', charged: 'unknown' });
    expect(store.committedSince(LONG_AGO)).toBe(3);
  });

  it.each([
    ['2026-03-01T10:02:00.000Z', 'submitting'],
    ['2026-03-01T10:02:00.001Z', 'unknown'],
  ])('of a living process is given up two minutes after it began: at %s it is %s', async (time, status) => {
    const folder = temporaryFolder();
    at('2026-03-01T10:00:00.000Z');
    openStore(folder, await livingProcess()).begin(newJob({ cost: 3 }), ANEW);
    at(time);
    expect(openStore(folder).byNumber(1)?.status).toBe(status);
  });

  it('of a dead process does not take finished and charged jobs with it', () => {
    const folder = temporaryFolder();
    const dead = openStore(folder, deadProcess());
    for (const jobId of ['abc', 'def']) dead.confirm(dead.begin(newJob(), ANEW).job.number, jobId);
    dead.finish(2, { status: 'success', papers: [], notes: [] });
    dead.begin(newJob(), ANEW);
    dead.settle(3, 'no');
    const store = openStore(folder);
    expect([1, 2, 3].map((number) => store.byNumber(number)?.status)).toEqual(['queued', 'success', 'refused']);
  });
});
