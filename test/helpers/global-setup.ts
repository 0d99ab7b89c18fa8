import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRETS } from './secrets.ts';

/**
 * Keeps every data folder and every output of the end-to-end tests until the run is over, then searches all of it for
 * the tokens and keys of the tests: any find fails the run. Prints nothing if all is well, so that the runner's own
 * summary comes last. Yields to the runner after each file: the runner waits for its last workers meanwhile, and
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
    for (const name of await readdir(root, { recursive: true })) {
      if (name.includes(CACHE)) continue;
      const bytes = await readIfThere(join(root, name));
      found.push(...SECRETS.filter((secret) => bytes.includes(secret)).map((secret) => `${name} holds ${secret}`));
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

/** Files of a worker that is ending (a database's shared memory) may vanish between listing and reading. */
async function readIfThere(path: string): Promise<Buffer> {
  try {
    return (await stat(path)).isFile() ? await readFile(path) : Buffer.alloc(0);
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
