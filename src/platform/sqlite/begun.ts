import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { rethrowBug } from '../../lib/bugs.ts';
import { type Database, openOrRead } from './database.ts';

/**
 * A missing or empty file with money records must not be recreated silently. A text file beside it has one line for
 * each time the file was begun. More than one line means that the content of the former file is lost.
 */

/** When the former file was begun, if known, and when it was found missing or empty (ISO 8601). */
export type Loss = { begunAt: string | undefined; lostAt: string };

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The text file beside a database: `jobs.begun` for `jobs.sqlite`. */
export function begunFile(path: string): string {
  return path.replace(/\.sqlite$/, '.begun');
}

/** The recorded loss of a former file at this path; undefined if none is known. */
export function readLoss(path: string): Loss | undefined {
  const [lostAt, begunAt] = splitLines(readBegun(path)).reverse();
  if (lostAt === undefined || begunAt === undefined) return undefined;
  return { lostAt, begunAt: MOMENT.test(begunAt) ? begunAt : undefined };
}

/** Like `openOrRead`. Calls `onLoss` if the file existed before and is gone. */
export function openNoticing(
  path: string,
  migrations: readonly string[],
  busyMs: number | undefined,
  onLoss: (loss: Loss) => void,
): Database {
  // The text is written after the tables are created, so if it exists the tables did.
  const begun = readBegun(path);
  const database = openOrRead(path, migrations, busyMs);
  if (begun !== undefined && !database.isNew) return database;
  const now = `${new Date().toISOString()}\n`;
  if (begun === undefined) writeBegun(path, now, 'wx');
  else writeBegun(path, MOMENT.test(splitLines(begun).at(-1) ?? '') ? now : `\n?\n${now}`, 'a');
  const loss = begun === undefined ? undefined : readLoss(path);
  if (loss) onLoss(loss);
  return database;
}

function splitLines(text = ''): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** Undefined if there is none. If it is unreadable or not a file, the time is unknown. */
function readBegun(path: string): string | undefined {
  const file = begunFile(path);
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats) return undefined;
    // Reading a pipe would never end.
    return stats.isFile() ? readFileSync(file, 'utf8') : '';
  } catch (error) {
    rethrowBug(error);
    return '';
  }
}

/** If it cannot be written, the store is used all the same. */
function writeBegun(path: string, text: string, flag: 'wx' | 'a'): void {
  const file = begunFile(path);
  try {
    if (flag === 'wx' || statSync(file).isFile()) writeFileSync(file, text, { flag, mode: 0o600 });
  } catch (error) {
    rethrowBug(error);
  }
}
