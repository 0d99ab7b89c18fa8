import type { SourceName } from '../../contract/source-names.ts';

/** What one job learns of the network, for everything that it asks of sources. */
export type Connectivity = {
  /** Whether a source answered, whatever the answer was. */
  readonly isOnline: boolean;
  /** Whether all that were tried, two at least, could not be connected to. */
  readonly isOffline: boolean;
  /** Resolves when it is offline. */
  readonly offline: Promise<void>;
  /** Who could not be connected to: asking them again in the same job would only cost time. */
  readonly unreachable: ReadonlySet<SourceName>;
  /** A request to the source begins. Gives what has to be called with what came of it; undefined: nobody can tell. */
  connecting(source: SourceName): (connected: boolean | undefined) => void;
};

/** So many sources that cannot be connected to are not a coincidence. */
const MIN_UNREACHABLE = 2;

export function trackConnectivity(): Connectivity {
  const unreachable = new Set<SourceName>();
  let isOnline = false;
  let underWay = 0;
  let goOffline = () => {};
  const offline = new Promise<void>((resolve) => {
    goOffline = resolve;
  });
  const isOffline = () => !isOnline && underWay === 0 && unreachable.size >= MIN_UNREACHABLE;
  return {
    get isOnline() {
      return isOnline;
    },
    get isOffline() {
      return isOffline();
    },
    offline,
    unreachable,
    connecting: (source) => {
      underWay += 1;
      return (connected) => {
        underWay -= 1;
        if (connected) isOnline = true;
        if (connected === false) unreachable.add(source);
        if (isOffline()) goOffline();
      };
    },
  };
}
