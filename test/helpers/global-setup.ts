import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRETS } from './secrets.ts';

/**
 * Keeps every data folder and every output of the end-to-end tests until the run is over, and then looks through all of
 * it for the tokens and keys that the tests used: a secret that turned up anywhere fails the run. Silent when all is
 * well, so that the runner's own summary comes last.
 */
export function setup(): (() => void) | undefined {
  // Each project has the same setup; one folder is enough.
  if (process.env.PAPERQUEUE_TEST_ROOT) return undefined;
  const root = mkdtempSync(join(tmpdir(), 'paperqueue-run-'));
  process.env.PAPERQUEUE_TEST_ROOT = root;
  return () => {
    const found = filesUnder(root).flatMap((file) => {
      const bytes = readIfThere(file);
      return SECRETS.filter((secret) => bytes.includes(secret)).map((secret) => `${file} holds ${secret}`);
    });
    rmSync(root, { recursive: true, force: true });
    if (found.length > 0) {
      // An error thrown here is printed, but alone would not fail the run.
      process.exitCode = 1;
      throw new Error(`secrets turned up: ${found.join('; ')}`);
    }
  };
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

/** Files of a worker that is ending (a database's shared memory) may vanish between listing and reading. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Adds what a child process wrote to the material that is looked through. */
export function keepOutput(text: string): void {
  const root = process.env.PAPERQUEUE_TEST_ROOT;
  if (root) appendFileSync(join(root, `outputs-${process.pid}.log`), text);
}
