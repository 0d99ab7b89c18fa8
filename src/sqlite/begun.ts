import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { rethrowBug } from '../lib/bugs.ts';
import { type Database, openDatabase } from './database.ts';

/**
 * A file with money records that is gone or empty must not be recreated silently. A text beside it records each time
 * it was begun, one per line: with more than one, the content of the former file is lost.
 */

/** When the former file was begun, where that is known, and when it was found missing or empty (ISO 8601). */
export type Loss = { begunAt: string | undefined; lostAt: string };

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The text beside a file of ours: `jobs.begun` for `jobs.sqlite`. */
export function begunFile(path: string): string {
  return path.replace(/\.sqlite$/, '.begun');
}

/** What was lost with a former file of this path; undefined where nothing was, as far as is known. */
export function readLoss(path: string): Loss | undefined {
  const [lostAt, begunAt] = linesOf(readBegun(path)).reverse();
  if (lostAt === undefined || begunAt === undefined) return undefined;
  return { lostAt, begunAt: MOMENT.test(begunAt) ? begunAt : undefined };
}

/** As `openDatabase`. Where the file was there before and is not now, `onLoss` is told. */
export function openNoticing(
  path: string,
  migrations: readonly string[],
  busyMs: number | undefined,
  onLoss: (loss: Loss) => void,
): Database {
  // Whoever makes the tables writes it afterwards. Where it is there first, there were tables.
  const begun = readBegun(path);
  const database = openDatabase(path, migrations, busyMs);
  if (begun !== undefined && !database.isNew) return database;
  const now = `${new Date().toISOString()}\n`;
  if (begun === undefined) writeBegun(path, now, 'wx');
  else writeBegun(path, MOMENT.test(linesOf(begun).at(-1) ?? '') ? now : `\n?\n${now}`, 'a');
  const loss = begun === undefined ? undefined : readLoss(path);
  if (loss) onLoss(loss);
  return database;
}

function linesOf(text = ''): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** Undefined where there is none. What is no file, or cannot be read, says nothing of when. */
function readBegun(path: string): string | undefined {
  const file = begunFile(path);
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats) return undefined;
    // A pipe would never end.
    return stats.isFile() ? readFileSync(file, 'utf8') : '';
  } catch (error) {
    rethrowBug(error);
    return '';
  }
}

/** What cannot be written is no reason to do without the store. */
function writeBegun(path: string, text: string, flag: 'wx' | 'a'): void {
  const file = begunFile(path);
  try {
    if (flag === 'wx' || statSync(file).isFile()) writeFileSync(file, text, { flag, mode: 0o600 });
  } catch (error) {
    rethrowBug(error);
  }
}
