import type { SourceName } from '../../contract/source-names.ts';

/** What one job has learned of the network: for everything that it asks of sources, one after the other. */
export type Network = {
  /** Somebody answered, or took a connection. */
  isOnline: boolean;
  /** Who could not be connected to: asking them again in the same job would only cost time. */
  unreachable: Set<SourceName>;
};

export function unknownNetwork(): Network {
  return { isOnline: false, unreachable: new Set() };
}

/**
 * What the sources of one gather know of one another, so that no network at all is told from one source that is hard to
 * reach. A source that could not connect in the short time waits for news of the others: as soon as one of them
 * answers, or takes a connection and is only slow to go on, it tries again with patience, and when nobody is left who
 * could answer it gives up. A source that only waits for its pace gives up, too, when at least two others could not
 * connect and nobody is under way.
 */
export type Company = {
  /** A source answered, whatever the answer was, or took a connection: there is a network. */
  isOnline(): void;
  /**
   * This member could not connect in the short time: true when there is a network, false when nobody is left who could
   * show it.
   */
  newsFromOthers(): Promise<boolean>;
  /** This member waits for its pace; false when meanwhile it is plain that there is no network. */
  whilePacing(pause: Promise<void>): Promise<boolean>;
  /** This member could not connect and will not try again. */
  couldNotConnect(): void;
  /** This member has come to its end. */
  leave(): void;
};

/** So many sources that cannot connect are not a coincidence. */
const MIN_UNCONNECTED_HOSTS = 2;

/** For so many members; `network` is what the job knows from before, and is told what they learn. */
export function createCompany(size: number, network: Network = unknownNetwork()): Company {
  const waiting = new Set<(news: boolean) => void>();
  const pacing = new Set<(isOnline: boolean) => void>();
  let active = size;
  let unconnected = 0;

  const tell = (members: Set<(word: boolean) => void>, word: boolean) => {
    for (const member of members) member(word);
    members.clear();
  };
  const consider = () => {
    if (network.isOnline) return tell(waiting, true);
    if (waiting.size + pacing.size < active) return;
    if (pacing.size > 0 && unconnected + waiting.size < MIN_UNCONNECTED_HOSTS) return;
    tell(waiting, false);
    tell(pacing, false);
  };

  return {
    isOnline: () => {
      network.isOnline = true;
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
