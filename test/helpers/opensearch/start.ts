import { execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../postgres.ts';

/** A real OpenSearch for tests: the one that PAPERQUEUE_TEST_OPENSEARCH names, else one from Maven Central. */
export type TestOpenSearch = { url: string; close(): Promise<void> };

const PROJECT = fileURLToPath(new URL('.', import.meta.url));
/** Outside of the repository, so that it is fetched once. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'paperqueue-test-opensearch-2.19.1.0');
const FETCH_MS = 300_000;
const HEAP = '512m';

/** Why there is none to test against; undefined when there is one, or may be. */
export function whyNoOpenSearch(): string | undefined {
  if (process.env.PAPERQUEUE_TEST_OPENSEARCH) return undefined;
  const missing = ['java', 'mvn'].filter((program) => !isThere(program));
  return missing.length === 0 ? undefined : `no OpenSearch: ${missing.join(' and ')} is not installed`;
}

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export async function startOpenSearch(): Promise<TestOpenSearch> {
  const url = process.env.PAPERQUEUE_TEST_OPENSEARCH;
  if (url) return { url, close: async () => {} };
  const classpath = await fetchEngine();
  const folder = mkdtempSync(join(tmpdir(), 'paperqueue-opensearch-'));
  const port = await freePort();
  const options = [`-Xms${HEAP}`, `-Xmx${HEAP}`, '-cp', classpath, 'Start', String(port), folder];
  const engine = spawn('java', options, { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => engine.once('exit', () => resolve()));
  const close = async () => {
    engine.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const isReady = await new Promise<boolean>((resolve) => {
    createInterface(engine.stdout).on('line', (line) => line.endsWith('ready') && resolve(true));
    ended.then(() => resolve(false));
  });
  if (!isReady) throw new Error('OpenSearch ended before it was ready');
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Fetches the engine with its checksums checked, and compiles what starts it; gives the class path. */
async function fetchEngine(): Promise<string> {
  const list = join(CACHE, 'classpath.txt');
  if (!existsSync(list)) {
    mkdirSync(CACHE, { recursive: true });
    cpSync(PROJECT, CACHE, { recursive: true });
    const goals = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt'];
    await promisify(execFile)('mvn', ['-q', '-B', '--strict-checksums', ...goals], { cwd: CACHE, timeout: FETCH_MS });
  }
  return `${join(CACHE, 'target/classes')}:${readFileSync(list, 'utf8').trim()}`;
}
