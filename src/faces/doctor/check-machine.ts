import { randomUUID } from 'node:crypto';
import { accessSync, existsSync, mkdirSync, rmdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OlderStore, RecordedJobs } from '../../jobs/ports/store.ts';
import { counted } from '../../lib/counted.ts';
import type { LibrarySummary } from '../../library/ports/library.ts';
import { isOutOfFiles } from '../../platform/out-of-files.ts';
import { begunFile, type Loss, readLoss } from '../../platform/sqlite/begun.ts';
import { openDriver } from '../../platform/sqlite/driver.ts';
import { type Access, faultFinding } from './check-files.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const MIN_NODE_VERSION = [20, 18, 1] as const;
const LOW_SPACE_BYTES = 1e9;
const MIN_SPACE_BYTES = 5e7;
const STORE_TODO =
  'Restore a copy of it. Without one, move it away: earlier jobs, papers and charges are then unknown here.';
const LIBRARY_TODO = 'Put a copy of it back. Without one, move it away and import your files again.';

export function checkNode(version: string): Finding[] {
  const parts = version.split('.').map(Number);
  const differs = MIN_NODE_VERSION.findIndex((minVersion, index) => parts[index] !== minVersion);
  const isOld = differs >= 0 && (parts[differs] ?? 0) < (MIN_NODE_VERSION[differs] as number);
  const minVersion = MIN_NODE_VERSION.join('.');
  if (isOld)
    return [problem('node', `Node ${version} is older than ${minVersion}`, `Install Node ${minVersion} or later.`)];
  try {
    openDriver(':memory:').close();
  } catch (error) {
    if (isOutOfFiles(error)) return [problem('node', 'too many open files', 'Allow this process more: ulimit -n 1024')];
    const todo =
      'Install Node 22.13 or later, which brings SQLite, or libsql: npm install libsql (-g for a global installation).';
    return [problem('node', `Node ${version} has no SQLite driver`, todo)];
  }
  return [ok('node', `Node ${version}, with SQLite`)];
}

export function checkDataFolder(folder: string, platform: NodeJS.Platform): Finding[] {
  const todo = 'Make it writable, or set PAPERQUEUE_DATA_DIR to another folder.';
  if (!existsSync(folder)) {
    const parent = nearestExisting(folder);
    const code = refusalOfFolder(parent);
    if (code !== undefined)
      return [
        problem('data folder', `${folder} cannot be created: no folder can be made in ${parent} (${code})`, todo),
      ];
    return [ok('data folder', `${folder} is created on first use`)];
  }
  const probe = join(folder, `.doctor-${randomUUID()}`);
  try {
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [problem('data folder', `${folder} cannot be written to (${code})`, todo)];
  }
  const isOpen = platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0;
  if (isOpen) return [warning('data folder', `${folder} is open to other users`, `Close it: chmod 700 '${folder}'`)];
  return [ok('data folder', folder)];
}

/** Why no folder can be created in this one. Permissions do not tell: /proc is writable for root, yet accepts none. */
function refusalOfFolder(parent: string): string | undefined {
  const probe = join(parent, `.doctor-${randomUUID()}`);
  try {
    mkdirSync(probe, { mode: 0o700 });
    rmdirSync(probe);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

export function checkSpace(folder: string): Finding[] {
  const { bavail, bsize } = statfsSync(nearestExisting(folder));
  const free = bavail * bsize;
  const message = `${formatSize(free)} free where the data folder is`;
  const todo = 'Free some space: search results are stored there, and a full disk loses paid results.';
  if (free < MIN_SPACE_BYTES) return [problem('disk space', message, todo)];
  return [free < LOW_SPACE_BYTES ? warning('disk space', message, todo) : ok('disk space', message)];
}

/** Checks the job store without creating it. */
export async function checkStore(
  folder: string,
  recordedJobs: () => Promise<RecordedJobs>,
  access: Access = accessSync,
): Promise<Finding[]> {
  const path = join(folder, 'jobs.sqlite');
  const fault = faultFinding(path, { check: 'store', todo: STORE_TODO, access });
  if (fault) return [fault];
  if (!existsSync(path)) {
    if (!existsSync(begunFile(path))) return [ok('store', 'none yet; the first search creates it')];
    return [problem('store', `${path} is missing, and was there before: what was in it is lost`, STORE_TODO)];
  }
  const loss = readLoss(path);
  const { total, missing } = await recordedJobs();
  const holds = `${counted(total, 'job')}, ${formatSize(statSync(path).size)}`;
  const lost = loss && lossFinding(path, holds, loss);
  const older = missing && olderFinding(holds, missing);
  return lost || older ? [lost, older].filter((finding) => finding !== undefined) : [ok('store', holds)];
}

function olderFinding(holds: string, { file, number, at, credits }: OlderStore): Finding {
  const last = number === undefined ? '' : ` up to J${number} (${at})`;
  const text = `${holds}; it is older than what was recorded${last}: ${counted(credits, 'credit')} charged or held are not in it`;
  return warning('store', text, `Put its newest copy back. To end this notice, delete ${file}`);
}

function lossFinding(path: string, holds: string, { lostAt, begunAt }: Loss): Finding {
  const former = begunAt === undefined ? 'what it held' : `what it held since ${begunAt}`;
  const text = `${holds}; the file was missing or empty at ${lostAt} and was recreated: ${former} is not known here`;
  const todo = `Put a copy of it back; the service still has the jobs, by their ids. To end this notice, delete ${begunFile(path)}`;
  return warning('store', text, todo);
}

export async function checkLibrary(
  folder: string,
  summary: () => Promise<LibrarySummary>,
  access: Access = accessSync,
  now: number = Date.now(),
): Promise<Finding[]> {
  const path = join(folder, 'library.sqlite');
  const fault = faultFinding(path, { check: 'library', todo: LIBRARY_TODO, access });
  if (fault) return [fault];
  if (!existsSync(path)) return [ok('library', 'none yet; the first search creates it, with the starter catalogue')];
  const summed = await summary().catch((error: NodeJS.ErrnoException) => unusableIndex(folder, error));
  return 'state' in summed
    ? [summed]
    : [libraryFinding(summed), indexFinding(summed.index), retractionsFinding(summed.retractions, now)];
}

function libraryFinding({ papers, starterPapers, bytes }: LibrarySummary): Finding {
  const size = formatSize(bytes);
  const own = counted(papers - starterPapers, 'paper');
  if (papers !== starterPapers)
    return ok('library', `${own}${starterPapers > 0 ? ` and ${starterPapers} of the starter catalogue` : ''}, ${size}`);
  return warning(
    'library',
    `${papers} papers, ${size}: the starter catalogue only`,
    'Add your own: paperqueue import FILE',
  );
}

function indexFinding({ papers, pending, bytes, rebuiltBecause }: LibrarySummary['index']): Finding {
  if (rebuiltBecause) {
    const todo = 'Nothing to do; if it happens again, check the disk.';
    return warning('library index', `was rebuilt because ${rebuiltBecause}`, todo);
  }
  const more = pending > 0 ? `, ${pending} more with the next search` : '';
  return ok('library index', `${papers} papers, ${formatSize(bytes)}${more}`);
}

const MAX_TABLE_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

function retractionsFinding(table: LibrarySummary['retractions'], now: number): Finding {
  const name = 'retractions';
  if (!table) return ok(name, 'no table of Retraction Watch; paperqueue retractions update fetches it');
  const days = Math.max(0, Math.floor((now - Date.parse(table.asOf)) / DAY_MS));
  const text = `Retraction Watch as of ${table.asOf} (${days === 1 ? '1 day' : `${days} days`} old), ${table.papers} identifiers`;
  return days > MAX_TABLE_DAYS
    ? warning(name, text, 'Bring it up to date: paperqueue retractions update')
    : ok(name, text);
}

/** The finding for a system error of the library's index; throws any other error on. */
function unusableIndex(folder: string, error: NodeJS.ErrnoException): Finding {
  if (error.syscall === undefined) throw error;
  const todo = 'Move that folder away: it is made anew from the library.';
  return problem('library index', `${join(folder, 'library-index')} cannot be used (${error.code})`, todo);
}

function formatSize(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
