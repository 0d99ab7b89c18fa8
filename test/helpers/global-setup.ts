import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SECRETS } from './secrets.ts';

/**
 * Keeps every data folder and every output of the end-to-end tests until the run is over, then searches all of it for
 * the tokens and keys of the tests: any find fails the run. Prints nothing if all is well, so that the runner's own
 * summary comes last. Yields to the runner in between: the runner waits for its last workers meanwhile, and
 * considers a worker stuck after ten seconds of silence.
 */
export function setup(): (() => Promise<void>) | undefined {
  // Each project has the same setup; one folder is enough.
  if (process.env.PAPERQUEUE_TEST_ROOT) return undefined;
  // Commands, threads and processes start from the bundle: with an old one the tests would miss the code.
  execFileSync(process.execPath, ['scripts/build.mjs', '--unless-current'], { stdio: 'inherit' });
  const root = mkdtempSync(join(folderForFiles(), 'paperqueue-run-'));
  process.env.PAPERQUEUE_TEST_ROOT = root;
  return async () => {
    const found: string[] = [];
    let yielded = Date.now();
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || path.includes(CACHE)) continue;
      const bytes = readIfThere(path);
      found.push(...SECRETS.filter((secret) => bytes.includes(secret)).map((secret) => `${path} holds ${secret}`));
      if (Date.now() > yielded + 100) yielded = await setImmediate(Date.now());
    }
    await rm(root, { recursive: true, force: true });
    if (found.length > 0) {
      // An error thrown here is printed, but alone would not fail the run.
      process.exitCode = 1;
      throw new Error(`secrets turned up: ${found.join('; ')}`);
    }
  };
}

/** What the runner keeps of the tests' own modules, in a project that shares our packages by a link. */
const CACHE = join('node_modules', '.cache');

const IN_MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * A file system in memory, if one has room and may hold programs: on a disk the tests spend much of their time waiting
 * for commits. TMPDIR overrides it.
 */
function folderForFiles(): string {
  if (process.env.TMPDIR) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === IN_MEMORY);
    const mayHoldPrograms = mount?.split(' ')[3]?.split(',').includes('noexec') === false;
    return mayHoldPrograms && bavail * bsize >= MIN_FREE_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

let buffer = Buffer.allocUnsafe(1 << 20);

/**
 * A file's bytes, until the next call: tens of thousands of small files are read one after the other into the same
 * memory, at a seventh of the processor time of promises. Files of a worker that is ending (a database's shared
 * memory) may vanish between listing and reading.
 */
function readIfThere(path: string): Buffer {
  try {
    const { size } = statSync(path);
    if (size > buffer.length) buffer = Buffer.allocUnsafe(size);
    const file = openSync(path, 'r');
    try {
      return buffer.subarray(0, readSync(file, buffer, 0, size, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Adds a child process's output to the material of that search. */
export function keepOutput(text: string): void {
  const root = process.env.PAPERQUEUE_TEST_ROOT;
  if (root) appendFileSync(join(root, `outputs-${process.pid}.log`), text);
}
