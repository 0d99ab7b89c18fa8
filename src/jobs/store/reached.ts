import { readFileSync, statSync } from 'node:fs';
import { rethrowBug } from '../../lib/bugs.ts';
import { replaceFile, resolvePath } from '../../platform/replace-file.ts';
import { type Database, storeUnavailable } from '../../platform/sqlite/database.ts';
import type { OlderStore } from '../ports/store.ts';
import { lastRow } from './spending-ledger.ts';

/**
 * The store's high-water mark, in a file beside it (`jobs.reached`): the last money row before the last dial, its job
 * and time, and the credits committed by then. It is on disk before anything is sent. Money rows never change, so a
 * store without that row is not the one that paid but an older copy: a restored backup, a file that a sync program put
 * back, or the empty one created after a loss.
 */
type Reach = {
  row: number;
  job: number;
  at: string;
  credits: number;
  /** For an older copy that was used for payments anyway: the last moment that it shares with the newer store. */
  shared?: string;
};

/** The path of the file beside a store. */
function reachedFile(path: string): string {
  return path.replace(/\.sqlite$/, '.reached');
}

export type Reached = {
  /** What this store lacks; undefined if it is the newest. */
  missing(): OlderStore | undefined;
  /** Credits of jobs that it lacks, if any of them may have begun since a moment (ISO 8601). */
  missingSince(since: string): number;
  /**
   * Writes the high-water mark, in the caller's transaction, before the transaction changes anything. The record of
   * what the store lacks stays. Throws STORE_UNAVAILABLE.
   */
  record(): void;
};

export function openReached(database: Database, path: string): Reached {
  const file = reachedFile(path);
  const isKnown = ({ row, job, at }: Reach) =>
    database.get('SELECT 1 FROM ledger WHERE id = ? AND job = ? AND at = ?', row, job, at) !== undefined;
  const unknownLines = () =>
    readLines(file).filter((line) => {
      const reach = readReach(line);
      return reach === undefined || !isKnown(reach);
    });
  /** Both stores have the rows up to the shared moment; later ones belong to other jobs. */
  const creditsBeyond = ({ at, credits, shared = at }: Reach) =>
    Math.max(0, credits - lastRow(database, shared).credits);
  return {
    missing() {
      const lines = unknownLines();
      if (lines.length === 0) return undefined;
      const reaches = lines.flatMap((line) => readReach(line) ?? []);
      const last = reaches.reduce<Reach | undefined>((a, b) => (a && a.at > b.at ? a : b), undefined);
      const credits = reaches.reduce((sum, reach) => sum + creditsBeyond(reach), 0);
      return { file, credits, ...(last && { number: last.job, at: last.at }) };
    },
    missingSince: (since) =>
      unknownLines()
        .flatMap((line) => readReach(line) ?? [])
        .filter(({ at }) => at >= since)
        .reduce((sum, reach) => sum + creditsBeyond(reach), 0),
    record() {
      const { row, credits } = lastRow(database);
      if (!row) return;
      const unknown = unknownLines();
      const [lacking] = unknown.flatMap((line) => readReach(line)?.at ?? []).sort();
      const shared = lacking && (lastRow(database, lacking).row?.at ?? '');
      const reach: Reach = { row: row.id, job: row.job, at: row.at, credits, shared };
      const lines = [...unknown, JSON.stringify(reach)];
      if (lines.join('\n') === readLines(file).join('\n')) return;
      try {
        replaceFile(resolvePath(file), `${lines.join('\n')}\n`);
      } catch (error) {
        rethrowBug(error);
        const why = error instanceof Error ? error.message : 'unknown cause';
        throw storeUnavailable({ kind: 'store-unusable', what: `write ${file}`, why }, error);
      }
    },
  };
}

/** An unreadable file counts as one unknown line. */
const UNREADABLE = ['?'];

function readLines(file: string): string[] {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats) return [];
    // Reading a pipe would never end.
    if (!stats.isFile()) return UNREADABLE;
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    return lines.length > 0 ? lines : UNREADABLE;
  } catch (error) {
    rethrowBug(error);
    return UNREADABLE;
  }
}

const isString = (value: unknown) => typeof value === 'string';

/** Undefined for a malformed line. */
function readReach(line: string): Reach | undefined {
  try {
    const { row, job, at, credits, shared = at } = JSON.parse(line) as Record<keyof Reach, unknown>;
    const isWhole = [row, job, credits].every(Number.isSafeInteger) && [at, shared].every(isString);
    return isWhole ? ({ row, job, at, credits, shared } as Reach) : undefined;
  } catch {
    return undefined;
  }
}
