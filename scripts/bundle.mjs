// Packs the bundle that Claude Desktop installs with a click: bundle/paperqueue.mcpb, and the registry's entry with its
// hash.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = process.argv[2] ?? join(ROOT, 'bundle');
const mcpb = join(ROOT, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');

/** Leaves out the modules that other programs import, and their declarations. */
function isOfTheCommand(path) {
  return !/[\\/]dist[\\/](?:client|contract|formats)\.mjs$|\.d\.mts$/.test(path);
}

const staging = await mkdtemp(join(tmpdir(), 'paperqueue-bundle-'));
try {
  for (const file of ['manifest.json', 'LICENSE', 'PRIVACY.md', 'README.md'])
    await cp(join(ROOT, file), join(staging, file));
  await cp(join(ROOT, 'packaging/icon.png'), join(staging, 'packaging/icon.png'));
  await cp(join(ROOT, 'dist'), join(staging, 'dist'), { recursive: true, filter: isOfTheCommand });
  // Without this file, a package.json in a folder above would apply.
  await writeFile(join(staging, 'package.json'), `${JSON.stringify({ type: 'module', private: true })}\n`);
  await mkdir(folder, { recursive: true });
  const bundle = join(folder, 'paperqueue.mcpb');
  execFileSync(process.execPath, [mcpb, 'validate', join(staging, 'manifest.json')], { stdio: 'inherit' });
  execFileSync(process.execPath, [mcpb, 'pack', staging, bundle], { stdio: 'inherit' });
  await writeServerJson(bundle);
} finally {
  await rm(staging, { recursive: true, force: true });
}

/** Writes server.json as it is published: with the bundle of the release and its hash. */
async function writeServerJson(bundle) {
  const server = JSON.parse(await readFile(join(ROOT, 'server.json'), 'utf8'));
  const fileSha256 = createHash('sha256')
    .update(await readFile(bundle))
    .digest('hex');
  const [npm] = server.packages;
  const packed = {
    registryType: 'mcpb',
    identifier: `${server.repository.url}/releases/download/v${server.version}/paperqueue.mcpb`,
    version: server.version,
    fileSha256,
    transport: npm.transport,
    environmentVariables: npm.environmentVariables,
  };
  const published = { ...server, packages: [...server.packages, packed] };
  await writeFile(join(folder, 'server.json'), `${JSON.stringify(published, undefined, 2)}\n`);
}
