import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { begunFile } from '../../platform/sqlite/begun.ts';
import { openDriver } from '../../platform/sqlite/driver.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const NAME = 'files';

/** The SQLite files that no other check opens, and what to do if one is damaged. */
const FILES = [
  {
    name: 'service.sqlite',
    report: problem,
    todo: 'Move it away; jobs of embedded mode that were still working are lost, their searches can be sent again.',
  },
  {
    name: 'serve.sqlite',
    report: problem,
    todo: 'Stop paperqueue serve and put a copy back: it holds accounts, credits and jobs. Without a copy, move it away and make the accounts anew.',
  },
  {
    name: 'sources.sqlite',
    report: warning,
    todo: 'Nothing, or move it away: it is made anew, and only remembers answers of sources and their pace.',
  },
  {
    name: 'texts.sqlite',
    report: warning,
    todo: 'Move it away: texts are fetched again when they are read. Attach your own files again (paperqueue attach).',
  },
] as const;

/** Finds damage in these files of the data folder; changes nothing. */
export function checkFiles(folder: string, access: Access = accessSync): Finding[] {
  const findings = FILES.flatMap(({ name, report, todo }) => {
    return faultFinding(join(folder, name), { check: NAME, todo, report, access }) ?? [];
  });
  return findings.length > 0 ? findings : [ok(NAME, 'all other files are intact')];
}

/** Throws if this user lacks these permissions for a file, as Node's `accessSync` does. */
export type Access = (path: string, rights: number) => void;

type FileCheck = { check: string; todo: string; report?: typeof problem; access: Access };

/** A finding that replaces the content check of one of our SQLite files; undefined if there is none, or no file. */
export function faultFinding(path: string, { check, todo, report = problem, access }: FileCheck): Finding | undefined {
  const denial = findDenial(check, path, access);
  if (denial) return denial;
  const fault = findFault(path);
  if (fault === undefined) return undefined;
  if (fault === FULL) return report(check, `${path} ${fault}`, 'Free some space, then run paperqueue doctor again.');
  return fault === UNFINISHED ? ok(check, `${path} ${fault}`) : report(check, `${path} ${fault}`, todo);
}

/** What remains of a start that failed on a full disk. The file was empty before. */
const UNFINISHED = 'has no tables yet; the next start makes them';
/** SQLite needs some space beside a file even to read it. */
const FULL = 'cannot be read while the disk is full';
const NEEDED_BYTES = 256 * 1024;

/**
 * The problem of a file that this user may not read and write; undefined if that is permitted or there is no file. Its
 * content is not at fault, so it must be neither moved away nor replaced.
 */
function findDenial(check: string, path: string, access: Access): Finding | undefined {
  try {
    access(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    const todo = 'Leave it where it is, and give the user who runs paperqueue the rights to it and to its folder.';
    return problem(check, `${path} cannot be read and written (${code})`, todo);
  }
}

const HEADER = 'SQLite format 3\0';

/**
 * The problem with one of our SQLite files, as the rest of a sentence; undefined if there is none, or no file. It does
 * not open the file as the product does, which would create the tables in an empty file and hide the loss.
 */
function findFault(path: string): string | undefined {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : `cannot be looked at (${code})`;
  }
  if (!stats.isFile()) return 'is not a file';
  if (stats.size === 0) return 'is empty: what was in it is lost';
  try {
    if (readHeader(path) !== HEADER) return 'is no SQLite file: its beginning was overwritten';
    return contentFault(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const { bavail, bsize } = statfsSync(dirname(path));
    if (bavail * bsize < NEEDED_BYTES) return FULL;
    return `cannot be read (${code === undefined || code.startsWith('ERR_') ? message : `${code}: ${message}`})`;
  }
}

function readHeader(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEADER.length);
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

function contentFault(path: string): string | undefined {
  const driver = openDriver(path);
  try {
    driver.exec('PRAGMA busy_timeout = 5000');
    const [row] = driver.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
    if (row?.quick_check !== 'ok') return `is damaged: ${row?.quick_check.split('\n').pop()}`;
    const { user_version: version } = driver.prepare('PRAGMA user_version').get() as { user_version: number };
    if (Number(version) > 0) return undefined;
    const hadTables = existsSync(begunFile(path)) || driver.prepare('SELECT 1 FROM sqlite_master').get() !== undefined;
    return hadTables ? 'has none of our tables' : UNFINISHED;
  } finally {
    driver.close();
  }
}
