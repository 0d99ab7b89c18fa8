/**
 * Real products against the built server, each with a model that is a stand-in on loopback: npm run test:long hosts [--
 * --only NAME]. Each is installed from the npm registry into a temporary folder, which is its home too, and driven in
 * processes of its own with a time-out; a product that fails does not end the run. Prints a table, and exits 1 when
 * something did not pass. For Linux and macOS.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { BUILT } from '../helpers/built-server.ts';
import type { Given } from './hosts/given.ts';
import { judge, type Verdict } from './hosts/judge.ts';
import { ModelStandIn } from './hosts/model-stand-in.ts';
import { PRODUCTS, type Product, type Step } from './hosts/products.ts';
import { type Connection, readRecord } from './hosts/record.ts';
import { installTools, say } from './tools.ts';

const INSTALL_MS = 180_000;
const STEP_MS = 90_000;
/** How long the server may take to be gone when the product is. */
const GONE_MS = 3_000;

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const tools = installTools([]);
const recorder = transpile('recorder', tools.root);

/** A file of hosts/ as a module that any newer Node runs where its packages are installed. */
function transpile(name: string, folder: string): string {
  const entry = fileURLToPath(new URL(`./hosts/${name}.ts`, import.meta.url));
  const outfile = join(folder, `${name.replace(/s$/, '')}.mjs`);
  buildSync({ entryPoints: [entry], outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node' });
  return outfile;
}

/** Nothing of this machine's settings, and no way to the internet but for those who ignore a proxy. */
function environment(home: string): Record<string, string> {
  const nowhere = 'http://127.0.0.1:9';
  return {
    PATH: `${dirname(tools.node)}:${process.env.PATH ?? ''}`,
    HOME: home,
    TMPDIR: home,
    NO_COLOR: '1',
    DO_NOT_TRACK: '1',
    MASTRA_TELEMETRY_DISABLED: '1',
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: '127.0.0.1,localhost',
  };
}

async function install(product: Product, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
  await promisify(execFile)('npm', ['install', ...flags, ...product.packages], { cwd: folder, timeout: INSTALL_MS });
  transpile('drivers', folder);
}

/** Runs a command to its end, or ends it and all that it started; gives what is wrong with how it went. */
async function runStep(step: Step, cwd: string, env: Record<string, string>): Promise<string | undefined> {
  const child = spawn(step.command ?? tools.node, step.args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), STEP_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  const what = step.args
    .slice(0, 3)
    .map((word) => word.slice(-40))
    .join(' ');
  if (code !== 0) return `${what}: ${code === null ? 'no end' : `exit code ${code}`}: ${output.slice(-600)}`;
  return output.includes(step.holds) ? undefined : `${what}: no "${step.holds}" in ${output.slice(-600)}`;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until nothing of the server runs any more; ends what does, and names it. */
async function leftovers(connections: readonly Connection[]): Promise<number[]> {
  const pids = connections.flatMap(({ recorder, server }) => [recorder, server]);
  const deadline = Date.now() + GONE_MS;
  while (pids.some(isAlive) && Date.now() < deadline) await sleep(50);
  const left = pids.filter(isAlive);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  return left;
}

async function drive(product: Product): Promise<Verdict> {
  const folder = join(tools.root, product.name.replaceAll(' ', '-'));
  const home = join(folder, 'home');
  const work = join(home, 'work');
  const log = join(home, 'record.jsonl');
  await install(product, folder);
  mkdirSync(work, { recursive: true });
  const model = await ModelStandIn.start();
  try {
    const env = { PAPERQUEUE_SOURCES: 'library', PAPERQUEUE_DATA_DIR: join(home, 'data') };
    const server = { command: tools.node, args: [recorder, log, process.execPath, BUILT], env };
    const given: Given = { server, model: model.address };
    for (const [path, content] of Object.entries(product.files?.(given) ?? {})) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), JSON.stringify(content));
    }
    const problems: string[] = [];
    for (const step of product.steps({ folder, given })) {
      const problem = await runStep(step, work, { ...environment(home), ...product.environment?.(given) });
      if (problem !== undefined) problems.push(problem);
    }
    const connections = readRecord(log);
    const left = await leftovers(connections);
    if (left.length > 0) problems.push(`${left.length} processes of the server were left running`);
    const verdict = judge(readRecord(log), model);
    return { ...verdict, problems: [...problems, ...verdict.problems] };
  } finally {
    await model.end();
  }
}

const COLUMNS = [
  'product',
  'package',
  'era',
  'tools',
  'model reads',
  'length',
  'instructions',
  'server ended by',
  'passed',
];
const rows: string[][] = [];
let failures = 0;
try {
  for (const product of PRODUCTS.filter(({ name }) => values.only === undefined || name === values.only)) {
    const verdict = await drive(product).catch((error: Error) => ({ problems: [error.message] }) as Partial<Verdict>);
    const {
      era = '-',
      tools: seen = '-',
      reads = '-',
      length = '-',
      instructions = '-',
      ended = '-',
      problems = [],
    } = verdict;
    if (problems.length > 0) failures += 1;
    const [name] = product.packages;
    rows.push([
      product.name,
      name,
      era,
      seen,
      reads,
      length,
      instructions,
      ended,
      problems.length === 0 ? 'yes' : 'NO',
    ]);
    say(`${problems.length === 0 ? 'passed' : 'FAILED'}  ${product.name}`);
    for (const problem of problems) say(`        ${problem}`);
  }
} finally {
  tools.remove();
}
say('');
for (const row of [COLUMNS, COLUMNS.map(() => '---'), ...rows]) say(`| ${row.join(' | ')} |`);
say(`\n${rows.length} products, ${failures} failed; server on Node ${process.versions.node}`);
process.exitCode = failures === 0 && rows.length > 0 ? 0 : 1;
