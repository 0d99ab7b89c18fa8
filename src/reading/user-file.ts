import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { invalidInput, type PaperqueueError } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import { shown } from '../lib/shown.ts';
import type { ProblemOf } from '../wording/notes.ts';
import { FILE_FOLDERS, type UserFile } from './full-text.ts';
import { MAX_FILE_BYTES } from './read-document.ts';

/** Opening does not wait, as it would for a pipe until another process writes to it. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a regular file of the user. With `within`, the real path and every link on the way must be in one of
 * these folders. Throws INVALID_INPUT.
 */
export async function readUserFile({ path, within }: UserFile): Promise<Buffer> {
  const target = within === undefined ? resolve(path) : await resolveWithin(path, within);
  await checkKind(path, target);
  const file = await open(target, FLAGS).catch(() => {
    throw notAttached(path, 'unopened');
  });
  try {
    const details = await file.stat();
    // Checks the opened file, because another program may have replaced it by a link meanwhile.
    if (within !== undefined && !(await isStillWithin(file, target, within))) throw outside(path);
    if (!details.isFile()) throw notAttached(path, 'no-file');
    if (details.size > MAX_FILE_BYTES) throw notAttached(path, 'too large');
    return await readAll(file, path);
  } finally {
    await file.close();
  }
}

/** Refuses missing and special files before opening them, because opening a device can have effects. */
async function checkKind(path: string, target: string): Promise<void> {
  const details = await stat(target).catch(() => undefined);
  if (!details) throw notAttached(path, 'absent');
  if (!details.isFile()) throw notAttached(path, 'no-file');
}

/**
 * The real path of a file in one of the folders. Refuses a path that is lexically outside without accessing it, so that
 * no answer reveals whether it exists.
 */
async function resolveWithin(path: string, folders: readonly string[]): Promise<string> {
  const real = await realFolders(folders);
  const candidates = [...folders, ...real].flatMap((folder) => {
    const candidate = resolve(folder, path);
    return isInside(candidate, folder) ? [candidate] : [];
  });
  if (candidates.length === 0) throw outside(path);
  let isElsewhere = false;
  for (const candidate of candidates) {
    const target = await realpath(candidate).catch(() => undefined);
    if (target === undefined) continue;
    if (real.some((folder) => isInside(target, folder))) return target;
    isElsewhere = true;
  }
  throw isElsewhere ? outside(path) : notAttached(path, 'absent');
}

async function realFolders(folders: readonly string[]): Promise<string[]> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return real.filter((folder) => folder !== undefined);
}

function isInside(path: string, folder: string): boolean {
  const below = relative(folder, path);
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/** Linux reveals the path of an open file; elsewhere the path must still lead to the same file. */
async function isStillWithin(file: FileHandle, target: string, folders: readonly string[]): Promise<boolean> {
  const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined);
  const path = opened ?? (await realpath(target).catch(() => undefined));
  if (path === undefined || !(await realFolders(folders)).some((folder) => isInside(path, folder))) return false;
  if (opened !== undefined) return true;
  const [now, then] = await Promise.all([stat(path, { bigint: true }), file.stat({ bigint: true })]);
  return now.dev === then.dev && now.ino === then.ino;
}

/** Reads no more than the limit, even if the file grows meanwhile. */
async function readAll(file: FileHandle, path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of file.createReadStream({ autoClose: false, start: 0, end: MAX_FILE_BYTES })) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
  }
  if (size > MAX_FILE_BYTES) throw notAttached(path, 'too large');
  return Buffer.concat(parts);
}

function outside(path: string): PaperqueueError {
  const advice = { kind: 'name-folder', setting: FILE_FOLDERS } as const;
  return invalidInput([notAttachedField(path, 'outside')], 'values', [advice]);
}

type NotAttached = ProblemOf<'not-attached'>;

/** A refusal that names the file as the user gave it. */
export function notAttached(path: string, why: NotAttached['why']): PaperqueueError {
  return invalidInput([notAttachedField(path, why)]);
}

function notAttachedField(path: string, why: NotAttached['why']) {
  return invalidField('file', { kind: 'not-attached', path: shown(path), why });
}
