/**
 * Measures the time and memory of a start:
 * `npm run bench startup [-- --rounds 20 --npx 3 --calls 300 --no-peers --nodes 20,22,24]`.
 * Ours from its packed tarball, beside servers of others from the npm registry, in turns within one run, with these
 * Nodes (from the registry, but for this one). Linux only (memory is read from /proc).
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { RawServer } from '../test/helpers/built-server.ts';
import { ScriptedService } from '../test/helpers/scripted-service.ts';
import { installTarball, packTarball } from '../test/helpers/tarball.ts';
import { serveRegistry } from './startup/registry.ts';
import { mean, median, quantile, type Server, type Start, startOnce } from './startup/servers.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    rounds: { type: 'string', default: '20' },
    npx: { type: 'string', default: '3' },
    calls: { type: 'string', default: '300' },
    peers: { type: 'boolean', default: true },
    nodes: { type: 'string', default: process.versions.node.split('.')[0] ?? '' },
  },
});

/** Other servers that answer without an account; they do not check their settings at the start. */
const PEERS = [
  { name: 'exa-mcp-server', env: { EXA_API_KEY: 'none' } },
  { name: '@upstash/context7-mcp', env: {} },
  { name: 'tavily-mcp', env: { TAVILY_API_KEY: 'none' } },
];

/** The least that an MCP server costs: fixed answers, without a library. */
const BY_ROTE = `
let text = '';
process.stdin.on('data', (chunk) => {
  text += chunk;
  const lines = text.split('\\n');
  text = lines.pop();
  for (const { id, method, params } of lines.map((line) => JSON.parse(line)))
    if (id !== undefined)
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'tools/list' ? { tools: [] }
        : { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'rote', version: '1' } } }) + '\\n');
});
process.stdin.on('end', () => process.exit(0));
`;

const folder = mkdtempSync(join(tmpdir(), 'paperqueue-startup-'));
try {
  console.log(`Node ${process.version}, load ${loadavg()[0]?.toFixed(2)}`);
  const tarball = packTarball(folder);
  const data = { PAPERQUEUE_DATA_DIR: join(folder, 'data'), PAPERQUEUE_SOURCES: 'library' };
  const ours = installTarball(tarball, join(folder, 'ours'));
  const rote = packRote();
  await compareStarts([
    { name: 'paperqueue', args: [ours], env: data },
    ...phases(ours, data),
    ...(values.peers ? PEERS.flatMap(installPeer) : []),
  ]);
  await measureNpx([
    { name: 'npx paperqueue', tarball, bin: 'paperqueue', env: data },
    { name: 'npx (by rote)', tarball: rote, bin: 'rote', env: {} },
  ]);
  await measureCalls();
  console.log(`load at the end ${loadavg()[0]?.toFixed(2)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The arguments of a server, for any Node. */
type Script = Omit<Server, 'command'>;

/**
 * The parts of a start: each of these programs does more than the one before; the last has no recorded answers.
 */
function phases(ours: string, env: Record<string, string>): Script[] {
  const whole = join(folder, 'whole');
  cpSync(dirname(ours), whole, { recursive: true });
  rmSync(join(whole, 'first-answers.json'));
  return [
    { name: '(by rote: Node alone)', args: [join(folder, 'rote/index.mjs')] },
    {
      name: '(ours without a setting: and recorded answers)',
      args: [ours],
      env: { XDG_DATA_HOME: join(folder, 'none') },
    },
    { name: '(ours as above: and the check of settings)', args: [ours], env, firstCall: 'list_jobs' },
    {
      name: '(ours, nothing recorded: and the SDK and tools)',
      args: [join(whole, basename(ours))],
      env,
      firstCall: 'list_jobs',
    },
  ];
}

async function compareStarts(scripts: Script[]): Promise<void> {
  const servers = values.nodes.split(',').flatMap((major) => {
    const command = nodeOf(major);
    return scripts.map((script) => ({ ...script, command, major }));
  });
  const starts = new Map<Server, Start[]>(servers.map((server) => [server, []]));
  for (const server of servers) await startOnce(server);
  // Alternately, so that other load of the machine affects all of them.
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const server of servers) starts.get(server)?.push(await startOnce(server));
  console.log(
    '\n| Node | server | ms to tools/list, p50 / p90 | ratio | ms of processor | ratio | MB resident | ms to the first call | tools | list, bytes | tokens |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|');
  for (const server of servers) {
    const list = starts.get(server) ?? [];
    const own = starts.get(servers.find(({ major }) => major === server.major) as Server) ?? [];
    const ms = list.map(({ milliseconds }) => milliseconds);
    const text = JSON.stringify(list[0]?.list);
    const called = list.flatMap((start) => start.called ?? []);
    const facts = [
      server.major,
      server.name,
      `${median(ms).toFixed(0)} / ${quantile(ms, 0.9).toFixed(0)}`,
      (median(ms) / median(own.map(({ milliseconds }) => milliseconds))).toFixed(2),
      mean(list.map(({ processor }) => processor)).toFixed(0),
      (mean(list.map(({ processor }) => processor)) / mean(own.map(({ processor }) => processor))).toFixed(2),
      median(list.map(({ megabytes }) => megabytes)).toFixed(0),
      called.length > 0 ? median(called).toFixed(0) : '',
      list[0]?.list.tools.length,
      Buffer.byteLength(text),
      countTokens(text),
    ];
    console.log(`| ${facts.join(' | ')} |`);
  }
}

/** The Node of this major version: this one, or the newest in the registry, whose packages need no install script. */
function nodeOf(major: string): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const home = join(folder, `node-${major}`);
  mkdirSync(home, { recursive: true });
  const name = `node-${process.platform}-${process.arch}`;
  const words = ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', [...words, `${name}@${major}`], { stdio: 'pipe' });
  return join(home, 'node_modules', name, 'bin/node');
}

function installPeer({ name, env }: (typeof PEERS)[number]): Script[] {
  const home = join(folder, 'peers', name.replaceAll(/\W/g, '-'));
  mkdirSync(home, { recursive: true });
  try {
    const words = ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', name];
    execFileSync('npm', words, { stdio: 'pipe' });
    const root = join(home, 'node_modules', name);
    const { bin, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const file = typeof bin === 'string' ? bin : (Object.values(bin)[0] as string);
    return [{ name: `${name} ${version}`, args: [join(root, file)], env: env as Record<string, string> }];
  } catch (error) {
    console.log(`${name} could not be installed: ${String(error).split('\n')[0]}`);
    return [];
  }
}

function packRote(): string {
  const home = join(folder, 'rote');
  mkdirSync(home);
  writeFileSync(join(home, 'index.mjs'), `#!/usr/bin/env node\n${BY_ROTE}`, { mode: 0o755 });
  writeFileSync(
    join(home, 'package.json'),
    JSON.stringify({ name: 'rote', version: '1.0.0', bin: { rote: 'index.mjs' } }),
  );
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: home, stdio: 'pipe' });
  return join(folder, 'rote-1.0.0.tgz');
}

type Packed = { name: string; tarball: string; bin: string; env: Record<string, string> };

/** Cold: an empty npm cache. Warm: the same command again. By name, from a registry here, and by the tarball's path. */
async function measureNpx(packed: Packed[]): Promise<void> {
  const times = new Map<string, number[]>();
  const note = (key: string, ms: number) => times.set(key, [...(times.get(key) ?? []), ms]);
  const registry = await serveRegistry(packed.map(({ tarball }) => tarball));
  const ways = { 'by name': ({ bin }: Packed) => bin, 'by tarball': ({ tarball }: Packed) => tarball };
  for (let round = 0; round < Number(values.npx); round += 1) {
    for (const [way, specOf] of Object.entries(ways)) {
      for (const each of packed) {
        const cache = mkdtempSync(join(folder, 'cache-'));
        const settings = { npm_config_cache: cache, npm_config_update_notifier: 'false' };
        const own: Record<string, string> = way === 'by name' ? { npm_config_registry: registry.address } : {};
        const args = ['--yes', `--package=${specOf(each)}`, '--', each.bin];
        const server = { name: each.name, command: 'npx', args, env: { ...each.env, ...settings, ...own } };
        for (const how of ['cold', 'warm', 'warm'])
          note(`${each.name} ${way}, ${how}`, (await startOnce(server)).milliseconds);
        rmSync(cache, { recursive: true });
      }
    }
  }
  registry.close();
  console.log(`\n| from an ${values.npx} times fresh cache | ms to tools/list, median |\n|---|---|`);
  for (const [key, list] of times) console.log(`| ${key} | ${median(list).toFixed(0)} |`);
  for (const way of Object.keys(ways))
    for (const how of ['cold', 'warm']) {
      const [ours, rote] = packed.map(({ name }) => median(times.get(`${name} ${way}, ${how}`) ?? []));
      console.log(`| beyond npx itself, ${way}, ${how} | ${((ours ?? 0) - (rote ?? 0)).toFixed(0)} |`);
    }
}

/** A call that makes exactly one request (the state of a running job), and that request alone, alternately. */
async function measureCalls(): Promise<void> {
  const service = await new ScriptedService({ pollsUntilDone: Number.MAX_SAFE_INTEGER }).start();
  const server = new RawServer({
    PAPERQUEUE_DATA_DIR: join(folder, 'calls'),
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
  });
  await server.initialize();
  const query = 'How do coral reefs recover after mass bleaching, and what slows their recovery down?';
  const { json } = await server.call(1, 'query_search', { query, waitSeconds: 0 });
  const { jobId } = json.job as { jobId: string };
  const address = `${service.baseUrl}/v1/job/${jobId}`;
  const headers = { Authorization: `Bearer ${service.token}` };
  const calls: number[] = [];
  const requests: number[] = [];
  for (let id = 2; id < Number(values.calls) + 2; id += 1) {
    let started = performance.now();
    await server.call(id, 'get_job', { jobId, waitSeconds: 0 });
    calls.push(performance.now() - started);
    started = performance.now();
    await (await fetch(address, { headers })).text();
    requests.push(performance.now() - started);
  }
  await server.end();
  await service.stop();
  console.log(`\n| ${values.calls} calls | p50, ms | p95, ms |\n|---|---|---|`);
  for (const [name, list] of [
    ['get_job of a running job', calls],
    ['its request by itself', requests],
  ] as const)
    console.log(`| ${name} | ${median(list).toFixed(2)} | ${quantile(list, 0.95).toFixed(2)} |`);
  console.log(`| beyond the request, p50 | ${(median(calls) - median(requests)).toFixed(2)} | |`);
}
