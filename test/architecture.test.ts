import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/**
 * Which rooms a room may import from, beside itself and lib/. docs/architecture.md says why. A room that is not listed
 * may import nothing; a file directly under src/ is a room of its own name.
 */
const MAY_IMPORT: Record<string, string[]> = {
  lib: [],
  net: [],
  contract: [],
  papers: ['contract'],
  works: ['contract', 'papers'],
  sqlite: ['contract'],
  'log.ts': ['contract'],
  'version.ts': [],
  'config.ts': ['contract', 'log.ts'],
  jobs: ['contract', 'papers', 'works', 'lib'],
  importing: ['papers', 'jobs'],
  // Adapters: they know the ports of jobs, and never each other.
  upstream: ['contract', 'papers', 'jobs'],
  store: ['contract', 'jobs', 'sqlite', 'version.ts'],
  service: ['contract', 'papers', 'works', 'jobs', 'sqlite', 'net', 'version.ts'],
  engine: ['contract', 'papers', 'sqlite'],
  sources: ['contract', 'papers', 'engine', 'sqlite', 'net'],
  library: ['contract', 'papers', 'works', 'engine', 'jobs', 'sqlite'],
  federated: [
    ...['contract', 'papers', 'works', 'engine', 'sources', 'library', 'jobs'],
    ...['config.ts', 'log.ts', 'version.ts'],
  ],
  mcp: ['contract', 'papers', 'jobs', 'log.ts', 'version.ts'],
  // The settings that a client has to hand to the server are those of the configuration.
  setup: ['config.ts'],
  doctor: ['contract', 'jobs', 'sqlite', 'setup', 'config.ts'],
  cli: ['contract', 'papers', 'jobs', 'importing', 'setup', 'doctor', 'config.ts', 'compose.ts', 'version.ts'],
  // The programmatic interface. It has the client over the network, and no store.
  sdk: ['contract', 'papers', 'jobs', 'importing', 'upstream', 'lib', 'version.ts'],
  wiring: [
    ...['contract', 'papers', 'jobs', 'upstream', 'service', 'sources', 'library', 'federated', 'net'],
    ...['config.ts', 'log.ts', 'version.ts'],
  ],
  'compose.ts': ['contract', 'jobs', 'wiring', 'store', 'federated', 'library', 'service', 'config.ts', 'log.ts'],
  'main.ts': ['cli', 'mcp', 'compose.ts', 'config.ts', 'log.ts'],
};

/** Packages, by the only places that may name them. */
const MAY_USE: [package_: RegExp, places: RegExp][] = [
  [/^@modelcontextprotocol\//, /^mcp\//],
  // Two more places: the sender of callbacks, which has to decide itself which addresses are dialled, and the fetch of
  // the sources, which has to give up connecting early enough for a search without network.
  [/^undici$/, /^(upstream\/|service\/callbacks\/guarded-fetch\.ts$|sources\/transport\/source-fetch\.ts$)/],
  [/^p-retry$/, /^upstream\//],
  [/^(hono|@hono\/|prom-client)/, /^service\//],
  [/^(libsql|node:sqlite)$/, /^sqlite\/driver\.ts$/],
  [/^(commander|cli-progress|string-width)$/, /^cli\//],
  [/^(unicode2latex|papaparse|fast-xml-parser)/, /^papers\/formats\//],
  [/^env-paths$/, /^config\.ts$/],
  [/^stemmer$/, /^engine\//],
  [/^jsonc-parser$/, /^setup\//],
];

/** Ports: the only files of jobs that an adapter may import, so that use-cases never depend on how they are used. */
const PORTS = 'jobs/ports/';
const ADAPTERS = ['upstream', 'store', 'library', 'federated', 'service'];

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
        const isPort = ADAPTERS.includes(room) && roomOf(target) === 'jobs' && !target.startsWith(PORTS);
        return isPort || !(roomOf(target) === 'lib' || MAY_IMPORT[room]?.includes(roomOf(target)));
      });
    expect(wrong).toEqual([]);
  });

  it.each(files)('%s uses only packages that its place may', (file) => {
    const wrong = importsOf(file).filter((name) =>
      MAY_USE.some(([pack, place]) => pack.test(name) && !place.test(file)),
    );
    expect(wrong).toEqual([]);
  });

  it.each(files.filter((file) => /^(lib|contract|papers|works)\//.test(file)))('%s is pure: no node module', (file) => {
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
    expect(loadedWith('sources/transport/source-fetch.ts')).toContain('undici');
    const loaded = loadedWith('federated/live-sources.ts');
    expect(loaded).toContain('sources/transport/http-exchange.ts');
    expect(loaded).not.toContain('undici');
  });
});

describe('the size of files', () => {
  it.each(files)('%s is at most 300 lines', (file) => {
    expect(readFileSync(join(SRC, file), 'utf8').split('\n').length).toBeLessThanOrEqual(300);
  });
});
