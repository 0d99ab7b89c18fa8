import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rethrowBug } from '../../lib/bugs.ts';
import { FileProblem, replaceFile, resolvePath } from '../../platform/replace-file.ts';

declare module '../features.ts' {
  interface OperatorFeatures {
    /** The secret of the data folder, as text. */
    folderKey(): Promise<string>;
  }
}

const KEY_FILE = 'ui.key';
const KEY = /^[A-Za-z0-9_-]{43}\n?$/;

/**
 * The secret of a data folder (32 bytes, base64url), created on first use. If it can be neither read nor written, this
 * process uses one of its own: what was sealed with it can be opened as long as the process runs.
 */
export function readFolderKey(dataDir: string): string {
  const target = resolvePath(join(dataDir, KEY_FILE));
  const made = randomBytes(32).toString('base64url');
  try {
    const existing = readKey(target.path);
    if (existing !== undefined) return existing;
    replaceFile(target, `${made}\n`);
    return made;
  } catch (error) {
    // Another process has just created it.
    if (error instanceof FileProblem) return readKey(target.path) ?? made;
    rethrowBug(error);
    return made;
  }
}

/** Undefined if there is none, or if it is malformed: what was sealed with the former one is lost either way. */
function readKey(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  // Reading a pipe would never end.
  if (!stats.isFile()) throw Object.assign(new Error(`${path} is not a file`), { code: 'EINVAL' });
  const text = readFileSync(path, 'utf8');
  return KEY.test(text) ? text.trim() : undefined;
}
