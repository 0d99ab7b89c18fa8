import { afterEach, describe, expect, it, vi } from 'vitest';
import { announceWorker, watchWorkers } from '../../src/service/queue/heartbeat.ts';
import { openServiceFile } from '../../src/service/store/sqlite/open-store.ts';
import { SERVE_FILE } from '../../src/service/store/sqlite/schema.ts';
import { runHere } from '../helpers/run-here.ts';
import { BARE_PARTS } from '../helpers/service-parts.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { openFileService } from './file-service.ts';

afterEach(() => vi.useRealTimers());

/** A store with an account, under a clock that a test moves. */
async function opened() {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T10:00:00Z') });
  const { store } = openServiceFile(temporaryFolder(), SERVE_FILE, () => {});
  const account = (await store.accounts.create('ada', { basic: 9, pro: 0, privateKey: 0 })) as number;
  const add = () =>
    store.jobs.create(account, { operation: 'querySearch', body: { query: 'q' }, filters: { limit: 100 } }, 10);
  const missing: number[] = [];
  const watch = watchWorkers(
    store,
    (open) => missing.push(open),
    () => Date.now(),
  );
  return { store, add, watch, missing };
}

describe('a worker', () => {
  it('is known to run while it says so, for a minute after it was killed, and no longer once it has stopped', async () => {
    const { store, watch } = await opened();
    const errors: string[] = [];
    expect(await watch.isAnyRunning()).toBe(false);
    const leave = announceWorker({ ...store, onError: (event) => errors.push(event) }, { name: 'lab-1', jobs: 4 });
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(await watch.isAnyRunning()).toBe(true);
    expect(await store.workers.list()).toMatchObject([
      { name: 'lab-1', jobs: 4, startedAt: '2026-03-01T10:00:00.000Z', seenAt: '2026-03-01T10:10:00.000Z' },
    ]);
    await leave();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await watch.isAnyRunning()).toBe(false);
    expect(await store.workers.list()).toEqual([]);
    await store.workers.beat({ id: 'killed', name: 'lab-2', jobs: 1 });
    await vi.advanceTimersByTimeAsync(50_000);
    expect(await watch.isAnyRunning()).toBe(true);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await watch.isAnyRunning()).toBe(false);
    expect(await store.workers.list()).toMatchObject([{ name: 'lab-2', isRunning: false }]);
    expect(errors).toEqual([]);
  });

  it('that is missing while jobs wait is reported each minute to whoever runs the service', async () => {
    const { store, add, missing } = await opened();
    await vi.advanceTimersByTimeAsync(180_000);
    expect(missing).toEqual([]);
    await add();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(missing).toEqual([1, 1]);
    announceWorker({ ...store, onError: () => {} }, { name: 'lab-1', jobs: 4 });
    await vi.advanceTimersByTimeAsync(180_000);
    expect(missing).toEqual([1, 1]);
  });
});

describe('a member whose search waits', () => {
  it('is told that no worker runs, whom to tell, and nothing that only the administrator can do', async () => {
    const dataDir = temporaryFolder();
    const created = await runHere(['account', 'create', 'ada', '--basic', '5', '--json'], {
      PAPERQUEUE_DATA_DIR: dataDir,
    });
    const { token } = JSON.parse(created.stdout);
    const service = openFileService({
      ...BARE_PARTS,
      dataDir,
      concurrency: 0,
      onError: () => {},
      resultsDays: 30,
      search: async () => ({ papers: [], notes: [] }),
    });
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await service.app.fetch(new Request(`http://service.invalid${path}`, { ...init, headers }));
      return (await answer.json()) as Record<string, unknown>;
    };
    const body = JSON.stringify({ query: 'How do tides change the growth of mussels on rocky shores?' });
    const { jobId } = await ask('/v1/job/querySearch', { method: 'POST', body });
    const { status, notes, noteData } = await ask(`/v1/job/${jobId}`);
    expect([status, noteData]).toEqual(['queued', [{ kind: 'no-worker' }]]);
    expect(String(notes)).toMatch(/none of its workers is running: tell its administrator/);
    expect(String(notes)).not.toMatch(/PAPERQUEUE|paperqueue work/);
    await service.close();
  });
});
