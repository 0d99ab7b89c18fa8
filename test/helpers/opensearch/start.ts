import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../postgres.ts';

/** A real OpenSearch for tests: the one that PAPERQUEUE_TEST_OPENSEARCH names, else one from Maven Central. */
export type TestOpenSearch = {
  url: string;
  /** The engine's process; undefined for one that others started. */
  process?: EngineProcess;
  close(): Promise<void>;
};

export type EngineProcess = {
  /** Pauses the engine, or lets it continue. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  kill(): Promise<void>;
  /** Starts it again after `kill`, with the same data and address. */
  restart(): Promise<void>;
};

const PROJECT = fileURLToPath(new URL('.', import.meta.url));
const SOURCES = ['pom.xml', 'src/main/java/Start.java'];
/** Outside the repository, so that it is fetched once; each version has its own folder. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), `paperqueue-test-opensearch-${version()}`);
const FETCH_MS = 300_000;
/** Little memory, and only the quick compiler, whose code suffices for the few requests of a test. */
const FOR_TESTS = ['-Xms512m', '-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

function version(): string {
  const hash = createHash('sha1');
  for (const file of SOURCES) hash.update(readFileSync(join(PROJECT, file)));
  return hash.digest('hex').slice(0, 12);
}

/** The reason why there is no engine to test against; undefined if there is one. Fetches a missing engine. */
export async function whyNoOpenSearch(): Promise<string | undefined> {
  if (process.env.PAPERQUEUE_TEST_OPENSEARCH) return undefined;
  const missing = ['java', 'mvn'].filter((program) => !isThere(program));
  if (missing.length > 0) return `no OpenSearch: ${missing.join(' and ')} not installed`;
  return fetchEngine().then(
    () => undefined,
    () => 'no OpenSearch: it cannot be fetched from Maven Central',
  );
}

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export async function startOpenSearch(virtualMachine = FOR_TESTS): Promise<TestOpenSearch> {
  const url = process.env.PAPERQUEUE_TEST_OPENSEARCH;
  if (url) return { url, close: async () => {} };
  const classpath = await fetchEngine();
  const folder = mkdtempSync(join(tmpdir(), 'paperqueue-opensearch-'));
  const port = await freePort();
  const start = () => startEngine([...virtualMachine, '-cp', classpath, 'Start', String(port), folder], folder);
  let engine = await start();
  return {
    url: `http://127.0.0.1:${port}`,
    process: {
      signal: (name) => void engine.child.kill(name),
      kill: () => {
        engine.child.kill('SIGKILL');
        return engine.ended;
      },
      restart: async () => {
        engine = await start();
      },
    },
    close: async () => {
      engine.child.stdin.end();
      await engine.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startEngine(options: readonly string[], folder: string) {
  const child = spawn('java', options, { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isReady = await new Promise<boolean>((resolve) => {
    createInterface(child.stdout).on('line', (line) => line.endsWith('ready') && resolve(true));
    ended.then(() => resolve(false));
  });
  if (!isReady) throw new Error('OpenSearch ended before it was ready');
  return { child, ended };
}

/**
 * Fetches the engine with its checksums checked, and compiles what starts it; gives the class path, which has Lucene on
 * it, too.
 */
export async function fetchEngine(): Promise<string> {
  const list = join(CACHE, 'classpath.txt');
  if (!existsSync(list)) {
    mkdirSync(CACHE, { recursive: true });
    for (const file of SOURCES) cpSync(join(PROJECT, file), join(CACHE, file));
    const goals = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt'];
    await promisify(execFile)('mvn', ['-q', '-B', '--strict-checksums', ...goals], { cwd: CACHE, timeout: FETCH_MS });
  }
  return `${join(CACHE, 'target/classes')}:${readFileSync(list, 'utf8').trim()}`;
}
