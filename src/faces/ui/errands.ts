import { randomUUID } from 'node:crypto';

/** A long-running task that a person started. Its outcome is the address of the page that shows the result. */
type Errand = { title: string; outcome: Promise<string>; isOver: boolean };

export type Errands = {
  /** Starts a task; returns its key. */
  begin(title: string, run: () => Promise<string>): string;
  find(key: string): Errand | undefined;
};

/** Far more than a person has open at once. */
const MAX_ERRANDS = 200;

/** The tasks of this process. Their pages look them up by key. */
export function createErrands(): Errands {
  const errands = new Map<string, Errand>();
  return {
    begin(title, run) {
      const key = randomUUID();
      const errand: Errand = { title, outcome: run(), isOver: false };
      const end = () => {
        errand.isOver = true;
      };
      errand.outcome.then(end, end);
      errands.set(key, errand);
      for (const oldest of errands.keys()) if (errands.size > MAX_ERRANDS) errands.delete(oldest);
      return key;
    },
    find: (key) => errands.get(key),
  };
}
