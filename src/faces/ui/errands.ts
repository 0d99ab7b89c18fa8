import { randomUUID } from 'node:crypto';

/** Something that a person asked for and that takes a while. It ends with the address of the page that shows it. */
type Errand = { title: string; outcome: Promise<string>; isOver: boolean };

export type Errands = {
  /** Begins it; returns its key. */
  begin(title: string, run: () => Promise<string>): string;
  find(key: string): Errand | undefined;
};

/** Far more than a person has open. */
const MAX_ERRANDS = 200;

/** The errands of this process. Their pages ask for them by their keys. */
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
