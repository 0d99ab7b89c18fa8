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
import { SetupProblem } from './problem.ts';

/** Reading and replacing files that belong to somebody else. */

/** Mode of a file that nobody but its owner may read. */
export const OWNER_ONLY = 0o600;

export type ExistingFile = {
  /** The file itself, behind all links; also when it is not there yet. */
  path: string;
  /** Undefined when there is no file. */
  text: string | undefined;
  mode: number | undefined;
};

/** The file that a path leads to. Throws SetupProblem when it is no text file. */
export function findFile(path: string): ExistingFile {
  const real = resolveLinks(path);
  const stats = statSync(real, { throwIfNoEntry: false });
  if (!stats) return { path: real, text: undefined, mode: undefined };
  if (!stats.isFile()) throw new SetupProblem(`${real} is no file`);
  return { path: real, text: readText(real), mode: stats.mode & 0o777 };
}

/** A link that leads to nothing yet still says where the file is to be. */
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
 * Puts another text in the place of a file that was found, in one step, with the same owner and a mode that allows no
 * more than `mostMode`; a new file gets `newMode`. What was there is kept beside it for its owner alone, under the name
 * that comes back. Throws SetupProblem when the file has changed since it was found.
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

/** Only an administrator may give files away; for everybody else the owner is the same anyway. */
function keepOwner(from: string, to: string): void {
  const { uid, gid } = statSync(from);
  const own = statSync(to);
  if (own.uid === uid && own.gid === gid) return;
  try {
    chownSync(to, uid, gid);
  } catch {
    // Then it belongs to whoever runs this, as after a save in an editor.
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
