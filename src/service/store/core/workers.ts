import type { WorkerInfo, WorkerStore } from '../port.ts';
import { isoTime, type Moment, query, type Run, type Steps } from './steps.ts';

/** Processes that run jobs and send callbacks. Each reports regularly that it is running. */

/** A worker that has been silent for this long is no longer listed. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

/** Several times the interval between two reports (`BEAT_MS`). */
export const MAX_SILENCE_MS = 60_000;

export function workersIn(run: Run): WorkerStore {
  return {
    beat: (worker) => run.change(beat(worker)),
    leave: (id) => run.change(leave(id)),
    list: () => run.read(listWorkers()),
  };
}

function* beat({ id, name, jobs }: Pick<WorkerInfo, 'id' | 'name' | 'jobs'>): Steps<void> {
  yield* query(
    `INSERT INTO workers (id, name, jobs, started_at, seen_at) VALUES ($1, $2, $3, now(), now())
     ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
    ...[id, name, jobs],
  );
  const forgotten = `$1 * interval '1 ms'`;
  // A time in the future was written before the clock was set back.
  yield* query(
    `DELETE FROM workers WHERE seen_at < now() - ${forgotten} OR seen_at > now() + ${forgotten}`,
    FORGOTTEN_MS,
  );
}

function* leave(id: string): Steps<void> {
  yield* query('DELETE FROM workers WHERE id = $1', id);
}

type WorkerRow = Pick<WorkerInfo, 'id' | 'name' | 'jobs'> & { started_at: Moment; seen_at: Moment; now: Moment };

function* listWorkers(): Steps<WorkerInfo[]> {
  const rows = yield* query<WorkerRow>(
    'SELECT id, name, jobs, started_at, seen_at, now() AS now FROM workers ORDER BY started_at, id',
  );
  return rows.map(({ started_at, seen_at, now, ...worker }) => ({
    ...worker,
    startedAt: isoTime(started_at),
    seenAt: isoTime(seen_at),
    isRunning: new Date(now).getTime() - new Date(seen_at).getTime() < MAX_SILENCE_MS,
  }));
}
