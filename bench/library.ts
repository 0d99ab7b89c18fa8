/**
 * Measures the embedded mode on real papers: import rate, size, and the time of each kind of search for an MCP client
 * of the built server.
 * Usage: npm run bench library -- [folder with corpus, distractors and topics .jsonl.gz]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

type Topic = { keywords?: string[]; query: string };

const folder = process.argv[2] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const server = fileURLToPath(new URL('../dist/paperqueue.mjs', import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), 'paperqueue-bench-'));
const env = { PATH: process.env.PATH ?? '', PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_SOURCES: 'library' };

function percentile(sorted: readonly number[], share: number): string {
  return `${(sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0).toFixed(0)} ms`;
}

try {
  const files = ['corpus.jsonl.gz', 'distractors.jsonl.gz'].map((name) => join(folder, name));
  const started = performance.now();
  execFileSync(process.execPath, [server, 'import', ...files], { env });
  const seconds = (performance.now() - started) / 1000;
  const { papers } = JSON.parse(
    execFileSync(process.execPath, [server, 'library', '--json'], { env, encoding: 'utf8' }),
  );
  const megabytes = statSync(join(dataDir, 'library.sqlite')).size / 1e6;
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}`);
  console.log(
    `import: ${papers} papers in ${seconds.toFixed(1)} s, ${(papers / seconds).toFixed(0)} a second, ${megabytes.toFixed(0)} MB`,
  );

  const topics = gunzipSync(readFileSync(join(folder, 'topics.jsonl.gz')))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Topic);
  const withKeywords = topics.filter((topic) => topic.keywords);
  const filters = { year: '1990:2015', openAccessPdf: true };
  const kinds: [string, string, (topic: Topic) => object][] = [
    ['keywords', 'keyword_search', ({ keywords }) => ({ keywords })],
    ['up to 1,000 characters', 'query_search', ({ query }) => ({ query: query.slice(0, 1_000) })],
    ['both', 'combined_search', ({ keywords, query }) => ({ keywords, query: query.slice(0, 1_000) })],
    [
      'both, filtered',
      'combined_search',
      ({ keywords, query }) => ({ keywords, query: query.slice(0, 1_000), ...filters }),
    ],
  ];

  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], env }));
  console.log(`\n${withKeywords.length} topics, 100 results, three rounds; from call to answer:`);
  for (const [kind, tool, args] of kinds) {
    const times: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const topic of withKeywords) {
        const at = performance.now();
        const { isError } = await client.callTool({ name: tool, arguments: { ...args(topic), fresh: true } });
        if (isError) throw new Error(`${tool} failed`);
        times.push(performance.now() - at);
      }
    }
    times.sort((a, b) => a - b);
    console.log(
      `  ${kind.padEnd(24)} p50 ${percentile(times, 0.5)}, p95 ${percentile(times, 0.95)}, max ${percentile(times, 1)}`,
    );
  }
  await client.close();
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
