import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/**
 * Which rooms a room may import from, beside itself. docs/architecture.md says why. A room that is not listed may import
 * nothing; a file directly under src/ is a room of its own name.
 */
const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  papers: ['contract'],
  sqlite: ['contract'],
  http: [],
  'log.ts': ['contract'],
  'version.ts': [],
  'config.ts': ['contract', 'jobs', 'search', 'log.ts'],
  jobs: ['contract', 'papers'],
  upstream: ['contract', 'papers', 'jobs', 'http'],
  store: ['contract', 'jobs', 'sqlite', 'version.ts'],
  search: ['contract', 'papers', 'jobs', 'sqlite', 'http'],
  service: ['contract', 'papers', 'sqlite', 'http', 'version.ts'],
  mcp: ['contract', 'papers', 'jobs', 'log.ts', 'version.ts'],
  // The settings that a client has to hand to the server are those of the configuration.
  setup: ['config.ts'],
  doctor: ['contract', 'jobs', 'sqlite', 'setup', 'config.ts'],
  cli: ['contract', 'papers', 'jobs', 'setup', 'doctor', 'config.ts', 'compose.ts', 'version.ts'],
  // The programmatic interface. It has the client over the network, and no store.
  api: ['contract', 'papers', 'jobs', 'upstream', 'version.ts'],
  connect: ['contract', 'papers', 'jobs', 'upstream', 'search', 'service', 'config.ts', 'log.ts', 'version.ts'],
  'compose.ts': ['contract', 'jobs', 'connect', 'store', 'search', 'service', 'config.ts', 'log.ts'],
  'main.ts': ['cli', 'mcp', 'compose.ts', 'config.ts', 'log.ts'],
};

/** Packages, by the only places that may name them. */
const MAY_USE: [package_: RegExp, places: RegExp][] = [
  [/^@modelcontextprotocol\//, /^mcp\//],
  // Two more places: the sender of callbacks, which has to decide itself which addresses are dialled, and the fetch of the
  // sources, which has to give up connecting early enough for a search without network.
  [/^undici$/, /^(upstream\/|service\/callbacks\/guarded-fetch\.ts$|search\/sources\/transport\/source-fetch\.ts$)/],
  [/^p-retry$/, /^upstream\//],
  [/^(hono|@hono\/|prom-client)/, /^service\//],
  [/^(libsql|node:sqlite)$/, /^sqlite\/driver\.ts$/],
  [/^(commander|cli-progress|string-width)$/, /^cli\//],
  [/^@retorquere\//, /^papers\/formats\//],
  [/^(csv-stringify|unicode2latex|papaparse|fast-xml-parser)/, /^papers\/formats\//],
  [/^env-paths$/, /^config\.ts$/],
  [/^stemmer$/, /^search\//],
  [/^(jsonc-parser|smol-toml)$/, /^setup\//],
];

/** Ports: the only files of jobs that an adapter may import, so that use-cases never depend on how they are used. */
const PORTS = ['jobs/ports.ts', 'jobs/library-port.ts'];
const ADAPTERS = ['upstream', 'store', 'search', 'service'];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));

function importsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const found = text.matchAll(/(?:from|import|require\))\s*\(?\s*'([^']+)'/g);
  return [...found].map(([, name]) => name as string);
}

function roomOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] as string) : file;
}

describe('imports run one way', () => {
  it('sees the code', () => {
    expect(files.length).toBeGreaterThan(60);
    expect(importsOf('main.ts')).toContain('./compose.ts');
    expect(importsOf('sqlite/driver.ts')).toContain('node:module');
  });

  it.each(files)('%s imports only what its room may', (file) => {
    const room = roomOf(file);
    const wrong = importsOf(file)
      .filter((name) => name.startsWith('.'))
      .map((name) => relative(SRC, join(SRC, dirname(file), name)).replaceAll('\\', '/'))
      .filter((target) => roomOf(target) !== room && target.startsWith('..') === false)
      .filter((target) => {
        const isPort = ADAPTERS.includes(room) && roomOf(target) === 'jobs' && !PORTS.includes(target);
        return isPort || !MAY_IMPORT[room]?.includes(roomOf(target));
      });
    expect(wrong).toEqual([]);
  });

  it.each(files)('%s uses only packages that its place may', (file) => {
    const wrong = importsOf(file).filter((name) =>
      MAY_USE.some(([pack, place]) => pack.test(name) && !place.test(file)),
    );
    expect(wrong).toEqual([]);
  });

  it.each(files.filter((file) => /^(contract|papers)\//.test(file)))('%s is pure: no node module', (file) => {
    expect(importsOf(file).filter((name) => name.startsWith('node:'))).toEqual([]);
  });

  it.each(files.filter((file) => file !== 'main.ts'))('%s leaves the process to main.ts', (file) => {
    const text = readFileSync(join(SRC, file), 'utf8');
    expect(text).not.toMatch(/process\.(argv|exit|exitCode|on\(|once\(|stdin|stdout|stderr)/);
    expect(text).not.toMatch(/\bconsole\./);
  });
});

/** What is loaded with a file: what it imports by name, not only as types, and what that imports. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(SRC, file), 'utf8');
  // A list of nothing but types would still load the file.
  for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )(?:[^;']* from )?'([^']+)';$/gm)) {
    if (name.startsWith('.')) loadedWith(relative(SRC, join(SRC, dirname(file), name)).replaceAll('\\', '/'), seen);
    else seen.add(name);
  }
  return seen;
}

describe('what speaks HTTP', () => {
  it('is loaded with the first search of live sources, not before', () => {
    expect(loadedWith('search/sources/transport/source-fetch.ts')).toContain('undici');
    const loaded = loadedWith('connect/live-sources.ts');
    expect(loaded).toContain('search/sources/transport/exchange.ts');
    expect(loaded).not.toContain('undici');
  });
});

describe('the size of files', () => {
  it.each(files)('%s is at most 300 lines', (file) => {
    expect(readFileSync(join(SRC, file), 'utf8').split('\n').length).toBeLessThanOrEqual(300);
  });
});
