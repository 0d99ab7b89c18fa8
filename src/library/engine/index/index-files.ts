import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A file being written. No reader opens it before a manifest names it. */
export type WritableFile = {
  readonly size: number;
  write(bytes: Uint8Array): void;
  /** Flushes and syncs to disk, so that the file survives a power failure. */
  finish(): void;
  abandon(): void;
};

export type ReadableFile = {
  readonly size: number;
  /** Fills `target` from `offset` on. Throws DamagedIndexError if the file is too short. */
  read(target: Uint8Array, offset: number): void;
  close(): void;
};

/** The folder of an index. File system errors are thrown unchanged. */
export type IndexFiles = {
  create(name: string): WritableFile;
  open(name: string): ReadableFile;
  readWhole(name: string): Uint8Array | undefined;
  /** Renames atomically: a reader sees either the old file or the new one. */
  publish(temporary: string, name: string): void;
  remove(name: string): void;
  list(): { name: string; changedAt: number }[];
};

/** A file of the index is damaged, truncated or of another version. The index must be rebuilt. */
export class DamagedIndexError extends Error {
  override name = 'DamagedIndexError';
}

const WRITE_BUFFER = 1 << 18;

/** A folder on disk, created on the first write (mode 0700). */
export function openIndexFolder(folder: string): IndexFiles {
  const at = (name: string) => join(folder, name);
  return {
    create: (name) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return createFile(at(name));
    },
    open: (name) => openFile(at(name)),
    readWhole: (name) => (existsAsFile(at(name)) ? orMissing(() => readFileSync(at(name))) : undefined),
    publish: (temporary, name) => {
      // Anything other than a file in this location is not ours to remove, so it is moved aside.
      if (isOther(at(name))) renameSync(at(name), at(`${temporary}.set-aside`));
      renameSync(at(temporary), at(name));
      syncFolder(folder);
    },
    remove: (name) => {
      if (!isOther(at(name))) orMissing(() => unlinkSync(at(name)));
    },
    list: () =>
      (orMissing(() => readdirSync(folder)) ?? []).flatMap((name) => {
        const stats = orMissing(() => statSync(at(name)));
        return stats ? [{ name, changedAt: stats.mtimeMs }] : [];
      }),
  };
}

function createFile(path: string): WritableFile {
  const handle = openSync(path, 'w', 0o600);
  const buffer = new Uint8Array(WRITE_BUFFER);
  let buffered = 0;
  let size = 0;
  const writeOut = (bytes: Uint8Array) => {
    for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
  };
  const flush = () => {
    writeOut(buffer.subarray(0, buffered));
    buffered = 0;
  };
  return {
    get size() {
      return size;
    },
    write(bytes) {
      size += bytes.length;
      if (buffered + bytes.length > buffer.length) flush();
      if (bytes.length > buffer.length) return writeOut(bytes);
      buffer.set(bytes, buffered);
      buffered += bytes.length;
    },
    finish() {
      flush();
      fsyncSync(handle);
      closeSync(handle);
    },
    abandon() {
      closeSync(handle);
      orMissing(() => unlinkSync(path));
    },
  };
}

function openFile(path: string): ReadableFile {
  existsAsFile(path);
  const handle = openSync(path, 'r');
  const { size } = fstatSync(handle);
  return {
    size,
    read(target, offset) {
      for (let done = 0; done < target.length; ) {
        const read = readSync(handle, target, done, target.length - done, offset + done);
        if (read === 0) throw new DamagedIndexError(`${path} ends too early`);
        done += read;
      }
    },
    close: () => closeSync(handle),
  };
}

/** Syncs the folder, which records the rename. Windows neither supports nor needs this. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function isOther(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
}

/** Whether the file exists. Anything else at this path counts as damage: reading a pipe would block for ever. */
function existsAsFile(path: string): boolean {
  if (isOther(path)) throw new DamagedIndexError(`${path} is damaged: it is not a file`);
  return existsSync(path);
}

function orMissing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
