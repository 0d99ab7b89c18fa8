/**
 * The packed tarball in an empty folder, on several Nodes (binaries from the npm registry): both protocol eras, a
 * search in embedded mode, the end of input, a PDF, the modules for other programs; and the bundle for Claude Desktop
 * where Node has SQLite. `npm run test:long installed [-- --nodes 20.18.1,24.21.0]`. The gate runs the same with its
 * own Node (test/packaging).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { TOOL_NAMES } from '../../src/platform/settings/tool-names.ts';
import type { Program } from '../helpers/built-server.ts';
import { type Driven, drive } from '../helpers/drive.ts';
import { makeColumn, makePdf } from '../helpers/pdf-file.ts';
import { installTarball, packTarball, ROOT } from '../helpers/tarball.ts';

/** The floor, the last without SQLite of its own, and the newest of each line. */
const NODES = '20.18.1,20.20.2,22.12.0,22.23.3,24.21.0,26.10.0';

const TOOLS = TOOL_NAMES.length;

const { values } = parseArgs({ options: { nodes: { type: 'string', default: NODES } } });
const folder = mkdtempSync(join(tmpdir(), 'paperqueue-installed-'));
let failures = 0;
try {
  const tarball = packTarball(folder);
  const bundle = unpackBundle();
  for (const version of values.nodes.split(',')) {
    const node = installNode(version);
    const project = join(folder, `project-${version}`);
    const command = installTarball(tarball, project);
    await check(`${version} tarball`, { command: node, args: [command] });
    report(`${version} PDF`, readPdf(node, command));
    report(`${version} modules`, importModules(node, project));
    const hasSqlite =
      runNode(node, ["process.stdout.write(String(!!process.getBuiltinModule?.('node:sqlite')))"]) === 'true';
    const fetched = existsSync(join(dirname(command), 'libsql/node_modules'));
    if (fetched === hasSqlite) report(`${version} driver`, `libsql was ${fetched ? '' : 'not '}fetched`);
    if (hasSqlite) await check(`${version} bundle`, { command: node, args: [bundle] });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failures > 0) process.exitCode = 1;

async function check(what: string, program: Program): Promise<void> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  try {
    const driven = await drive(program, { PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_SOURCES: 'library' });
    report(what, problemOf(driven), driven.search.titles[0]);
  } catch (error) {
    report(what, String(error));
  }
}

function problemOf({ legacy, modern, search, end }: Driven): string | undefined {
  if (legacy.tools.length !== TOOLS || legacy.protocolVersion !== '2025-06-18')
    return `legacy: ${JSON.stringify(legacy)}`;
  if (modern.era !== 'modern' || modern.tools.length !== TOOLS) return `modern: ${JSON.stringify(modern)}`;
  if (search.mode !== 'embedded' || search.titles.length === 0) return `search: ${JSON.stringify(search)}`;
  if (end.code !== 0) return `end: ${JSON.stringify(end)}`;
  return undefined;
}

function report(what: string, problem: string | undefined, fine = ''): void {
  if (problem !== undefined) failures += 1;
  console.log(`${problem === undefined ? 'passed' : 'FAILED'}  ${what}  ${problem ?? fine}`);
}

/** pdf.js is a file of its own, which is loaded by a process of its own. */
function readPdf(node: string, command: string): string | undefined {
  const file = join(folder, 'mussels.pdf');
  const words = 'Mussels hold on to rocks by threads of protein that harden in the water. ';
  writeFileSync(file, makePdf([1, 2].map(() => makeColumn(words.repeat(4), { x: 60, y: 100, letters: 70 }))));
  const env = {
    ...process.env,
    PAPERQUEUE_DATA_DIR: mkdtempSync(join(folder, 'data-')),
    PAPERQUEUE_SOURCES: 'library',
  };
  const run = (...args: string[]) =>
    execFileSync(node, [command, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    run('attach', '10.5555/mussel.1', file);
    const { quote, ...rest } = JSON.parse(run('read', '10.5555/mussel.1', '--quote', words, '--json'));
    return quote?.verdict === 'exact' ? undefined : JSON.stringify({ quote, ...rest });
  } catch (error) {
    return String(error);
  }
}

function importModules(node: string, project: string): string | undefined {
  const code = `
    const [client, contract, formats] = await Promise.all(['client', 'contract', 'formats'].map((name) => import('paperqueue/' + name)));
    const { papers } = await formats.readPapers('TY  - JOUR\\nTI  - Whole\\nER  - \\n');
    process.stdout.write([typeof client.createSearchClient, contract.RULES.limits.length, papers[0].title].join(' '));`;
  const said = runNode(node, [code, '--input-type=module'], project);
  return said === 'function 3 Whole' ? undefined : said;
}

function runNode(node: string, [code = '', ...flags]: string[], cwd = folder): string {
  return execFileSync(node, [...flags, '-e', code], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The binary of a version, from its package for this platform. */
function installNode(version: string): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const home = join(folder, `node-${version}`);
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', home, `${name}@${version}`];
  execFileSync('npm', words, { stdio: 'pipe' });
  return join(home, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function unpackBundle(): string {
  execFileSync(process.execPath, [join(ROOT, 'scripts/bundle.mjs'), folder], { cwd: ROOT, stdio: 'pipe' });
  const mcpb = join(ROOT, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');
  const unpacked = join(folder, 'bundle');
  execFileSync(process.execPath, [mcpb, 'unpack', join(folder, 'paperqueue.mcpb'), unpacked], { stdio: 'pipe' });
  return join(unpacked, 'dist/paperqueue.mjs');
}
