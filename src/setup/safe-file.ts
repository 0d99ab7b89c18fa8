import { randomUUID } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SetupProblem } from './setup-problem.ts';

/** Mode of a file that only its owner may read. */
export const OWNER_ONLY = 0o600;

export type ExistingFile = {
  /** Path of the file after following all links, even if it does not exist. */
  path: string;
  /** Undefined when there is no file. */
  text: string | undefined;
  mode: number | undefined;
};

/** Reads the file that a path leads to. Throws SetupProblem when it is no text file. */
export function findFile(path: string): ExistingFile {
  const real = resolveLinks(path);
  const stats = statSync(real, { throwIfNoEntry: false });
  if (!stats) return { path: real, text: undefined, mode: undefined };
  if (!stats.isFile()) throw new SetupProblem(`${real} is no file`);
  return { path: real, text: readText(real), mode: stats.mode & 0o777 };
}

/** Also follows a link whose target does not exist yet. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') throw new SetupProblem(`${path} is a link that leads back to itself`);
    if (code !== 'ENOENT') throw error;
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? resolveLinks(resolve(realpathSync(dirname(path)), readlinkSync(path))) : path;
  }
}

function readText(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw new SetupProblem(`${path} is no text in UTF-8`);
    throw error;
  }
}

/**
 * Replaces a file's text in one step. The owner stays, the mode allows no more than `maxMode`; a new file gets
 * `newMode`. Saves the old file beside it, readable by its owner only, and returns that path. Throws SetupProblem when
 * the file has changed since it was read.
 */
export function replaceFile(
  existing: ExistingFile,
  text: string,
  newMode: number,
  maxMode: number = 0o777,
): string | undefined {
  const { path } = existing;
  const mode = (existing.mode ?? newMode) & maxMode;
  mkdirSync(dirname(path), { recursive: true });
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    writeDraft(draft, text, mode);
    if (existing.text !== undefined) keepOwner(path, draft);
    const now = findFile(path);
    if (now.text !== existing.text) {
      throw new SetupProblem(`${path} was changed by another program in the meantime; nothing was written, try again`);
    }
    const backup = existing.text === undefined ? undefined : backUp(path);
    renameSync(draft, path);
    return backup;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeDraft(draft: string, text: string, mode: number): void {
  const file = openSync(draft, 'wx', OWNER_ONLY);
  try {
    fchmodSync(file, mode);
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Only an administrator may change the owner of a file. */
function keepOwner(from: string, to: string): void {
  const { uid, gid } = statSync(from);
  const own = statSync(to);
  if (own.uid === uid && own.gid === gid) return;
  try {
    chownSync(to, uid, gid);
  } catch {
    // Then it belongs to the current user, as after saving in an editor.
  }
}

function backUp(path: string): string {
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  for (let count = 1; ; count += 1) {
    const backup = `${path}.before-paperqueue-${stamp}${count === 1 ? '' : `-${count}`}`;
    try {
      writeFileSync(backup, readFileSync(path), { flag: 'wx', mode: OWNER_ONLY });
      keepOwner(path, backup);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
