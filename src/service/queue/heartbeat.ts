import { randomUUID } from 'node:crypto';
import type { ServiceStore } from '../store/port.ts';

/** Which processes run jobs: workers report to the store, and processes that run no jobs check for workers. */

const BEAT_MS = 15_000;
/** How long an answer is cached, because every poll of a waiting job asks. */
const ANSWER_MS = 5_000;
const WARN_EVERY_MS = 60_000;

type Deps = { workers: ServiceStore['workers']; onError: (event: string, error: unknown) => void };

/** Reports to the store, now and regularly, that this process runs jobs. The returned function ends that. */
export function announceWorker({ workers, onError }: Deps, worker: { name: string; jobs: number }) {
  const id = randomUUID();
  let isSilent = false;
  const beat = async () => {
    try {
      await workers.beat({ id, ...worker });
      isSilent = false;
    } catch (error) {
      // Reported once, not with every beat: if the store is unavailable, everything else fails, too.
      if (!isSilent) onError('the store could not be told that this worker runs', error);
      isSilent = true;
    }
  };
  let beating = beat();
  const timer = setInterval(() => {
    beating = beat();
  }, BEAT_MS).unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await beating;
    // If this fails, the worker is considered gone a minute later.
    await workers.leave(id).catch(() => undefined);
  };
}

export type WorkerWatch = {
  /** Whether any worker runs; true if the store cannot say. */
  isAnyRunning(): Promise<boolean>;
  stop(): void;
};

/** Watches for workers from a process that runs no jobs. Warns regularly while jobs wait and none runs. */
export function watchWorkers(
  { workers, counts }: Pick<ServiceStore, 'workers' | 'counts'>,
  onMissing: (openJobs: number) => void,
  now = () => performance.now(),
): WorkerWatch {
  let answer = Promise.resolve(true);
  let until = Number.NEGATIVE_INFINITY;
  const isAnyRunning = () => {
    if (now() >= until) {
      until = now() + ANSWER_MS;
      answer = workers.list().then(
        (all) => all.some(({ isRunning }) => isRunning),
        () => true,
      );
    }
    return answer;
  };
  const timer = setInterval(async () => {
    if (await isAnyRunning()) return;
    const open = await counts().then(
      (all) => all.open,
      () => 0,
    );
    if (open > 0) onMissing(open);
  }, WARN_EVERY_MS).unref();
  return { isAnyRunning, stop: () => clearInterval(timer) };
}
