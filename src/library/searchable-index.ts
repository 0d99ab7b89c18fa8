import { setImmediate } from 'node:timers/promises';
import { PaperqueueError } from '../contract/errors.ts';
import { DamagedIndexError } from '../engine/index/index-files.ts';
import type { IndexSnapshot } from '../engine/index/index-reader.ts';
import type { PaperIndex } from '../engine/index/paper-index.ts';
import type { LibrarySummary } from '../jobs/ports/library.ts';
import { withDeadline } from '../lib/deadline.ts';
import { type Database, storeUnavailable } from '../sqlite/database.ts';
import { countPending, syncIndex } from './index-sync.ts';

/** The library's index: the first search opens it, later ones update it, damage rebuilds it. */
export type SearchableIndex = {
  search<T>(work: (snapshot: IndexSnapshot) => T): T;
  /** Adds and merges everything pending, or stops soon after the signal. */
  settle(signal?: AbortSignal): Promise<void>;
  health(): Pick<LibrarySummary, 'index'>;
  close(): void;
};

/** A process that writes for longer than this is running a large import. Search what it has published so far. */
const SEARCH_WAIT_MS = 2_000;
const SETTLE_WAIT_MS = 60_000;
/** Papers added before other work may run, such as the answer to Ctrl-C. */
const SETTLE_STEP = 10_000;
/** Delay after a search that added papers, so that merging does not compete with the answer. */
const MERGE_AFTER_MS = 2_000;

/** Receives the reason why a background merge failed. */
export type OnMergeError = (error: unknown) => void;

/** `open` is called on first use and may read the disk. */
export function createSearchableIndex(
  database: Database,
  open: () => PaperIndex,
  onMergeError: OnMergeError = () => {},
): SearchableIndex {
  let opened: PaperIndex | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isMergeable = true;
  let damage: DamagedIndexError | undefined;
  const closing = new AbortController();
  const index = () => {
    opened ??= open();
    return opened;
  };

  /**
   * After a disk error the next search that changes the index merges again, and the next search mends damage. Any other
   * error is our own fault and would recur: this process stops merging.
   */
  const merge = async () => {
    try {
      await index().merge(closing.signal);
    } catch (error) {
      if (closing.signal.aborted) return;
      if (error instanceof DamagedIndexError) damage = error;
      else isMergeable = asUnavailable(error) instanceof PaperqueueError;
      onMergeError(error);
    }
  };

  const mergeLater = () => {
    if (!isMergeable) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void merge();
    }, MERGE_AFTER_MS).unref();
  };

  const sync = (waitMs: number, maxPapers?: number): boolean => {
    const before = index().position();
    syncIndex(database, index(), waitMs, maxPapers);
    const hasMoved = index().position() !== before;
    if (hasMoved) mergeLater();
    return hasMoved;
  };

  const rebuild = (error: unknown) => {
    if (!(error instanceof DamagedIndexError)) throw error;
    index().discard(error.message);
    sync(SETTLE_WAIT_MS);
  };

  const search = <T>(work: (snapshot: IndexSnapshot) => T): T => {
    try {
      const found = damage;
      damage = undefined;
      if (found) throw found;
      sync(SEARCH_WAIT_MS);
      return work(index().snapshot());
    } catch (error) {
      rebuild(error);
      return work(index().snapshot());
    }
  };

  const settle = async (signal: AbortSignal) => {
    try {
      while (!signal.aborted && sync(SETTLE_WAIT_MS, SETTLE_STEP)) await setImmediate();
      await index().merge(signal);
    } catch (error) {
      rebuild(error);
      await index().merge(signal);
    }
  };

  return {
    search(work) {
      try {
        return search(work);
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    settle: (signal) =>
      withDeadline(Number.POSITIVE_INFINITY, [signal, closing.signal], (either) => settle(either.signal)).catch(
        (error) => {
          throw asUnavailable(error);
        },
      ),
    health() {
      try {
        const { segments, papers, deleted, bytes, rebuiltBecause } = index().health();
        const pending = countPending(database, index().position());
        return { index: { segments, papers, deleted, pending, bytes, ...(rebuiltBecause && { rebuiltBecause }) } };
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    close() {
      clearTimeout(timer);
      closing.abort();
      opened?.close();
    },
  };
}

/** Turns an error of the file system into STORE_UNAVAILABLE; other errors stay as they are. */
function asUnavailable(cause: unknown): unknown {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (cause instanceof PaperqueueError || !/^E[A-Z]+$/.test(code ?? '')) return cause;
  return storeUnavailable({ kind: 'index-unusable', why: message }, cause);
}
