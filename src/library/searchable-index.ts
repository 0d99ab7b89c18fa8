import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { PaperqueueError } from '../contract/errors.ts';
import { withDeadline } from '../lib/deadline.ts';
import { type Database, storeUnavailable } from '../platform/sqlite/database.ts';
import { DamagedIndexError, openIndexFolder } from './engine/index/index-files.ts';
import type { IndexSnapshot } from './engine/index/index-reader.ts';
import { openPaperIndex, type PaperIndex } from './engine/index/paper-index.ts';
import { LOCK_PAUSE_MS, openWriteLock } from './engine/index/writer/write-lock.ts';
import { countPending, isPast, type SyncState, syncIndex } from './index-sync.ts';
import type { LibrarySummary } from './ports/library.ts';
import { selectProperty } from './properties.ts';

/** The library's index. The first search opens it, later ones update it, and a damaged one is rebuilt. */
export type SearchableIndex = {
  /** First adds a few pending papers, or none while another process is writing: see `catchUp`. */
  search<T>(work: (snapshot: IndexSnapshot) => T): T;
  /** Papers that are not in the index yet. */
  pending(): number;
  /**
   * To be called before a search: adds everything pending, `step` papers at a time. While another process writes it
   * waits without blocking, but not for long: that may be a large import, and a search then sees what is published so
   * far.
   */
  catchUp(signal?: AbortSignal, step?: number): Promise<void>;
  /** Adds and merges everything pending, or stops soon after the signal. */
  settle(signal?: AbortSignal): Promise<void>;
  health(): Pick<LibrarySummary, 'index'>;
  close(): void;
};

/** A process that writes for longer than this is running a large import. Search what it has published so far. */
const CATCH_UP_WAIT_MS = 2_000;
const SETTLE_WAIT_MS = 60_000;
/**
 * Papers added before other work may run: few if requests such as pings are waiting, many if only Ctrl-C can interrupt.
 * A search itself adds one step of papers that arrived since the last catch-up.
 */
const CATCH_UP_STEP = 200;
export const SETTLE_STEP = 10_000;

const NOTHING: IndexSnapshot = { segments: [] };
/** Delay after a search that added papers, so that merging does not compete with the answer. */
const MERGE_AFTER_MS = 2_000;

/** Receives the reason why a background merge failed. */
export type OnMergeError = (error: unknown) => void;

/** `open` is called on first use and may read from disk. */
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
   * After a disk error the next search that changes the index merges again, and the next search repairs damage. Any
   * other error is a bug and would recur, so this process stops merging.
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

  /** Discards an index that was found damaged, then adds pending papers. */
  const sync = (maxPapers: number): SyncState => {
    if (damage && !index().discard(damage.message)) return 'locked';
    damage = undefined;
    const state = syncIndex(database, index(), maxPapers);
    if (state === 'moved') mergeLater();
    return state;
  };

  /** Retries once after damage: the next sync discards the damaged index. */
  const mending = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof DamagedIndexError)) throw error;
      damage = error;
      return work();
    }
  };

  /**
   * The published snapshot; empty if the index is damaged or belongs to another library, and another process holds the
   * lock that we need to replace it.
   */
  const published = (): IndexSnapshot => {
    sync(CATCH_UP_STEP);
    return damage || !isPast(database, index().position()) ? NOTHING : index().snapshot();
  };

  const advance = async (waitMs: number, step: number, signal: AbortSignal) => {
    let lockedSince: number | undefined;
    while (!signal.aborted) {
      const state = mending(() => sync(step));
      if (state === 'current') return;
      if (state === 'moved') lockedSince = undefined;
      else lockedSince ??= performance.now();
      if (lockedSince === undefined) await nextTurn();
      else if (performance.now() - lockedSince >= waitMs) return;
      else await sleep(LOCK_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  };

  const settle = async (signal: AbortSignal) => {
    await advance(SETTLE_WAIT_MS, SETTLE_STEP, signal);
    try {
      await index().merge(signal);
    } catch (error) {
      if (!(error instanceof DamagedIndexError)) throw error;
      damage = error;
      await advance(SETTLE_WAIT_MS, SETTLE_STEP, signal);
      await index().merge(signal);
    }
  };

  /** Runs work with a signal that also aborts when the library closes. */
  const untilClosed = (signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<void>) =>
    withDeadline(Number.POSITIVE_INFINITY, [signal, closing.signal], (either) => work(either.signal)).catch((error) => {
      throw asUnavailable(error);
    });

  return {
    search(work) {
      try {
        return mending(() => work(published()));
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    pending: () => countPending(database, index().position()),
    catchUp: (signal, step = CATCH_UP_STEP) => untilClosed(signal, (either) => advance(CATCH_UP_WAIT_MS, step, either)),
    settle: (signal) => untilClosed(signal, settle),
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

/** The index of a library, in a folder beside it. */
export function openSearchableIndex(dataDir: string, database: Database, onMergeError?: OnMergeError): SearchableIndex {
  const folder = join(dataDir, 'library-index');
  const library = selectProperty(database, 'library id') ?? '';
  const open = () => {
    const lock = openWriteLock(join(folder, 'lock.sqlite'));
    const index = openPaperIndex({ files: openIndexFolder(folder), lock, library });
    return {
      ...index,
      close: () => {
        index.close();
        lock.close();
      },
    };
  };
  return createSearchableIndex(database, open, onMergeError);
}

/** Turns an error of the file system into STORE_UNAVAILABLE; other errors stay as they are. */
function asUnavailable(cause: unknown): unknown {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (cause instanceof PaperqueueError || !/^E[A-Z]+$/.test(code ?? '')) return cause;
  return storeUnavailable({ kind: 'index-unusable', why: message }, cause);
}
