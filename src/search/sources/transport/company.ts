/**
 * What the sources of one gather know of one another, so that no network at all is told from one source that is hard to
 * reach. A source that could not connect in the short time waits for news of the others: as soon as one of them answers it
 * tries again with patience, and when nobody is left who could answer it gives up. A source that only waits for its pace
 * gives up, too, when at least two others could not connect and nobody is under way.
 */
export type Company = {
  /** A source answered, whatever the answer was. */
  answered(): void;
  /** This member could not connect in the short time: true when another one has answered or does later, false when none will. */
  newsFromOthers(): Promise<boolean>;
  /** This member waits for its pace; false when meanwhile it is plain that there is no network. */
  whilePacing(pause: Promise<void>): Promise<boolean>;
  /** This member could not connect and will not try again. */
  couldNotConnect(): void;
  /** This member has come to its end. */
  leave(): void;
};

/** So many sources that cannot connect are not a coincidence. */
const ENOUGH_UNCONNECTED = 2;

export function createCompany(size: number): Company {
  const waiting = new Set<(news: boolean) => void>();
  const pacing = new Set<(isOnline: boolean) => void>();
  let active = size;
  let unconnected = 0;
  let isOnline = false;

  const tell = (members: Set<(word: boolean) => void>, word: boolean) => {
    for (const member of members) member(word);
    members.clear();
  };
  const consider = () => {
    if (isOnline) return tell(waiting, true);
    if (waiting.size + pacing.size < active) return;
    if (pacing.size > 0 && unconnected + waiting.size < ENOUGH_UNCONNECTED) return;
    tell(waiting, false);
    tell(pacing, false);
  };

  return {
    answered: () => {
      isOnline = true;
      consider();
    },
    newsFromOthers: () =>
      new Promise((resolve) => {
        waiting.add(resolve);
        consider();
      }),
    whilePacing: (pause) =>
      new Promise((resolve) => {
        pacing.add(resolve);
        pause.then(() => {
          pacing.delete(resolve);
          resolve(true);
        });
        consider();
      }),
    couldNotConnect: () => {
      unconnected += 1;
    },
    leave: () => {
      active -= 1;
      consider();
    },
  };
}
