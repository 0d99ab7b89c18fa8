import { randomUUID } from 'node:crypto';

/** A long-running task that a person started. Its outcome is the address of the page that shows the result. */
type BackgroundTask = { title: string; outcome: Promise<string>; isOver: boolean };

export type BackgroundTasks = {
  /** Starts a task; returns its key. */
  start(title: string, run: () => Promise<string>): string;
  find(key: string): BackgroundTask | undefined;
};

/** Far more than a person has open at once. */
const MAX_TASKS = 200;

/** The tasks of this process. Their pages look them up by key. */
export function createBackgroundTasks(): BackgroundTasks {
  const tasks = new Map<string, BackgroundTask>();
  return {
    start(title, run) {
      const key = randomUUID();
      const task: BackgroundTask = { title, outcome: run(), isOver: false };
      const end = () => {
        task.isOver = true;
      };
      task.outcome.then(end, end);
      tasks.set(key, task);
      for (const oldest of tasks.keys()) if (tasks.size > MAX_TASKS) tasks.delete(oldest);
      return key;
    },
    find: (key) => tasks.get(key),
  };
}
