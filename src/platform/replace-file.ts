import { randomUUID } from 'node:crypto';
import {
  type BigIntStats,
  chownSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * How every file of a user is written: to a draft beside it, synced, and only then renamed. So it is complete or
 * unchanged, whatever a full disk, a kill or another program does.
 */

/** Mode of a file that only its owner may read. */
export const OWNER_ONLY = 0o600;

/** A file was not written; nothing was changed. The faces put it into words. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly kind: 'changed' | 'circular-link';
  readonly path: string;

  constructor(kind: FileProblem['kind'], path: string) {
    super(`${kind}: ${path}`);
    this.kind = kind;
    this.path = path;
  }
}

/** Where a path leads, following all links, and the existing file; undefined if there is none. */
export type ResolvedPath = { path: string; file: BigIntStats | undefined };

/** Throws FileProblem for circular links. */
export function resolvePath(path: string): ResolvedPath {
  const real = resolveLinks(path);
  return { path: real, file: statSync(real, { bigint: true, throwIfNoEntry: false }) };
}

/** Also follows a link whose target does not exist yet. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') throw new FileProblem('circular-link', path);
    if (code !== 'ENOENT') throw error;
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? resolveLinks(resolve(realpathSync(dirname(path)), readlinkSync(path))) : path;
  }
}

type ReplaceOptions = {
  /** Mode of a new file. Default: for its owner only. */
  newMode?: number;
  /** The mode of an existing file is kept, but allows no more than this. Default: anything. */
  maxMode?: number;
  /** The content that the caller read: the file must still have it. */
  read?: Uint8Array;
  /** Called once it is certain that nothing changed; the old file is still there. */
  beforeRename?: () => void;
};

/** A file being written beside its target. */
export type Draft = {
  write(part: string | Uint8Array): void;
  /**
   * Renames the draft to its target. Throws FileProblem if the target was changed or created since `resolvePath`: it
   * stays, and the draft is removed.
   */
  put(): void;
  /** Removes it; does nothing after `put`. */
  discard(): void;
};

/** Starts a draft for a target. The owner is kept if this user may give the file away. */
export function beginDraft(target: ResolvedPath, options: ReplaceOptions = {}): Draft {
  const { path, file: old } = target;
  const { newMode = OWNER_ONLY, maxMode = 0o777, read, beforeRename } = options;
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  const file = openSync(draft, 'wx', OWNER_ONLY);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  const discard = () => {
    close();
    rmSync(draft, { force: true });
  };
  const putInPlace = () => {
    fchmodSync(file, (old ? Number(old.mode) & 0o777 : newMode) & maxMode);
    fsyncSync(file);
    close();
    if (old) keepOwner(path, draft);
    if (!isUnchanged(target, read)) throw new FileProblem('changed', path);
    beforeRename?.();
    if (old) renameSync(draft, path);
    else if (!giveName(draft, path)) throw new FileProblem('changed', path);
    syncFolder(dirname(path));
  };
  return {
    write: (part) => writeAll(file, typeof part === 'string' ? Buffer.from(part) : part),
    put: () => {
      try {
        putInPlace();
      } finally {
        discard();
      }
    },
    discard,
  };
}

/** Writes a file in one step, like `beginDraft`. */
export function replaceFile(target: ResolvedPath, content: string | Uint8Array, options: ReplaceOptions = {}): void {
  const draft = beginDraft(target, options);
  try {
    draft.write(content);
    draft.put();
  } finally {
    draft.discard();
  }
}

/** Renames a finished file to a free name; false if it is taken. */
export function giveName(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
  }
  // Some file systems (exFAT, network shares) have no hard links.
  if (lstatSync(to, { throwIfNoEntry: false })) return false;
  renameSync(from, to);
  return true;
}

/** A write may take only a part. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

function isUnchanged({ path, file: old }: ResolvedPath, read: Uint8Array | undefined): boolean {
  const now = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!now || !old) return now === old;
  if (now.ino !== old.ino || now.size !== old.size || now.mtimeNs !== old.mtimeNs) return false;
  return read === undefined || readFileSync(path).equals(read);
}

/** Only an administrator may change the owner of a file. */
export function keepOwner(from: string, to: string): void {
  const { uid, gid } = statSync(from);
  const current = statSync(to);
  if (current.uid === uid && current.gid === gid) return;
  try {
    chownSync(to, uid, gid);
  } catch {
    // The file then belongs to the current user, as after saving in an editor.
  }
}

/** After a power cut the name belongs to the new file. Not every system syncs folders. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // Windows cannot open a folder. The file itself is synced.
  }
}
