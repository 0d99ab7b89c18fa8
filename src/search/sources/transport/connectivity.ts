import type { SourceName } from '../../../contract/source-names.ts';

/** What one job has learned about the network, shared by all its requests to sources. */
export type Connectivity = {
  /** Whether a source answered, whatever the answer was. */
  readonly isOnline: boolean;
  /** Whether connections to all sources tried have failed, with at least two sources. */
  readonly isOffline: boolean;
  /** Resolves when it is offline. */
  readonly offline: Promise<void>;
  /** Sources that could not be connected to; the job does not query them again. */
  readonly unreachable: ReadonlySet<SourceName>;
  /** Starts a request; call the result with whether the connection succeeded (undefined: unknown). */
  connecting(source: SourceName): (connected: boolean | undefined) => void;
};

/** A single unreachable source may be down itself; two mean that there is no network. */
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
