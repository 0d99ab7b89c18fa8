import { lstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { freeFailure, type PaperqueueError } from '../../contract/errors.ts';
import { FileProblem, replaceFile } from '../../platform/replace-file.ts';

/** The folder of exports that are too long for an answer. Throws STORE_UNAVAILABLE. */
export type ExportFolder = {
  /**
   * Writes a file, readable only by its owner, and returns its path. If the name is taken, an equal file is reused, and
   * a different one makes the name get a number.
   */
  write(name: string, ending: string, content: string | Uint8Array): string;
};

/** Maximum names tried in a folder full of different exports of one job. */
const MAX_NAMES = 1_000;

/**
 * The folder `exports` inside the data folder. File names are made of references and formats only, so that no external
 * text becomes part of a path, and a file gets its name only when it is complete.
 */
export function openExportFolder(dataDir: string): ExportFolder {
  return {
    write(name, ending, content) {
      if (!/^[\w-]{1,100}$/.test(name)) throw new Error('an export name is made of letters, digits, - and _');
      try {
        const folder = prepareFolder(dataDir);
        return writeUnderFreeName(folder, name, ending, Buffer.from(content));
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

function writeUnderFreeName(folder: string, name: string, ending: string, bytes: Buffer): string {
  for (let attempt = 1; attempt <= MAX_NAMES; attempt += 1) {
    const path = join(folder, `${name}${attempt === 1 ? '' : `-${attempt}`}.${ending}`);
    // Checked again if the name is taken: another process may have written the same content a moment ago.
    if (holds(path, bytes) || isWritten(path, bytes) || holds(path, bytes)) return path;
  }
  throw new Error(`the folder has ${MAX_NAMES} exports of this name`);
}

/** False if the name is taken. Existing files are never replaced, and links are not followed. */
function isWritten(path: string, bytes: Buffer): boolean {
  try {
    replaceFile({ path, file: undefined }, bytes);
    return true;
  } catch (error) {
    if (error instanceof FileProblem) return false;
    throw error;
  }
}

/** Whether a plain file with exactly these bytes exists. */
function holds(path: string, bytes: Buffer): boolean {
  try {
    return lstatSync(path).isFile() && readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}

function notWritten(cause: unknown): PaperqueueError {
  return freeFailure(
    {
      code: 'STORE_UNAVAILABLE',
      problem: [{ kind: 'export-not-written', why: cause instanceof Error ? cause.message : 'unknown cause' }],
      retryable: true,
      advice: [{ kind: 'check-export-folder', setting: 'PAPERQUEUE_DATA_DIR' }],
    },
    { cause },
  );
}
