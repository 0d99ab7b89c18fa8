import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { freeFailure, type PaperqueueError } from '../contract/errors.ts';
import type { ExportFolder } from '../jobs/ports/exports.ts';

/** Number of names tried before giving up on a folder full of different exports of one job. */
const MAX_NAMES = 1_000;

/**
 * The folder `exports` inside the data folder. Names are made of references and formats only, so that nothing a
 * stranger wrote ever becomes part of a path, and a file appears under its name only when it is complete.
 */
export function openExportFolder(dataDir: string): ExportFolder {
  return {
    write(name, ending, content) {
      if (!/^[\w-]{1,100}$/.test(name)) throw new Error('an export name is made of letters, digits, - and _');
      try {
        const folder = prepareFolder(dataDir);
        const temporary = join(folder, `.${randomUUID()}.tmp`);
        const bytes = Buffer.from(content);
        try {
          writeDurably(temporary, bytes);
          return place(temporary, folder, name, ending, bytes);
        } finally {
          rmSync(temporary, { force: true });
        }
      } catch (cause) {
        throw notWritten(cause);
      }
    },
  };
}

/** Creates the folder. Refuses one that was replaced by a link to elsewhere. */
function prepareFolder(dataDir: string): string {
  const folder = join(dataDir, 'exports');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const expected = join(realpathSync(dataDir), 'exports');
  if (lstatSync(folder).isSymbolicLink() || realpathSync(folder) !== expected)
    throw new Error('the export folder is a link to another place');
  return folder;
}

function writeDurably(path: string, bytes: Buffer): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function place(temporary: string, folder: string, name: string, ending: string, bytes: Buffer): string {
  for (let attempt = 1; attempt <= MAX_NAMES; attempt += 1) {
    const path = join(folder, `${name}${attempt === 1 ? '' : `-${attempt}`}.${ending}`);
    // Looked at again when the name is taken: another process may have written the same a moment ago.
    if (holds(path, bytes) || giveName(temporary, path) || holds(path, bytes)) return path;
  }
  throw new Error(`the folder has ${MAX_NAMES} exports of this name`);
}

/** Whether a plain file of exactly these bytes is already there. */
function holds(path: string, bytes: Buffer): boolean {
  try {
    return lstatSync(path).isFile() && readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}

/** False if the name is taken. Existing files are never replaced, and links are not followed. */
function giveName(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
  }
  // Some file systems (exFAT, network shares) know no hard links.
  try {
    copyFileSync(temporary, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST';
}

function notWritten(cause: unknown): PaperqueueError {
  return freeFailure(
    {
      code: 'STORE_UNAVAILABLE',
      problem: [{ kind: 'export-not-written', why: cause instanceof Error ? cause.message : 'unknown cause' }],
      retryable: true,
      advice: [{ do: 'check-export-folder', setting: 'PAPERQUEUE_DATA_DIR' }],
    },
    { cause },
  );
}
