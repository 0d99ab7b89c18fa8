import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rethrowBug } from '../../lib/bugs.ts';

/**
 * libsql is 4 MB, and only a Node without its own SQLite needs it. npm cannot know at installation which Node that is,
 * so libsql is fetched on first use: by npm, with the user's registry and proxy, in the versions and with the hashes
 * that the build has put beside the program.
 */

/** Where the build puts the two files that npm reads. */
const FOLDER = fileURLToPath(new URL('../libsql', import.meta.url));
const FETCH_MS = 120_000;

/** The path from which a fetched libsql is loaded. */
export const FETCHED = join(FOLDER, 'package.json');

/** Fetches libsql unless it is there; returns why that failed, else undefined. Blocks its process for seconds. */
export function fetchDriver(): string | undefined {
  const target = join(FOLDER, 'node_modules');
  if (!existsSync(FETCHED)) return `ENOENT ${FETCHED}`;
  if (existsSync(target)) return undefined;
  let work: string | undefined;
  try {
    work = mkdtempSync(join(FOLDER, 'fetch-'));
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(FOLDER, file), join(work, file));
    const failure = runNpm(work);
    if (failure !== undefined) return failure;
    renameSync(join(work, 'node_modules'), target);
    return undefined;
  } catch (error) {
    rethrowBug(error);
    // Another process may have been faster.
    return existsSync(target) ? undefined : (error as Error).message;
  } finally {
    if (work !== undefined) rmSync(work, { recursive: true, force: true });
  }
}

function runNpm(folder: string): string | undefined {
  const options = ['--global=false', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0'];
  const { status, error, stderr } = spawnSync('npm', ['ci', ...options, '--loglevel=error'], {
    cwd: folder,
    // The npm that came with this Node comes first. A host may start a program without any PATH.
    env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter) },
    // On Windows it is a script.
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: FETCH_MS,
  });
  if (status === 0) return undefined;
  if (error) return `npm: ${error.message}`;
  const [first = `npm: ${status}`] = /^npm (?:error|ERR!) (?!code|errno|syscall)(.+)$/m.exec(stderr)?.slice(1) ?? [];
  return first;
}
