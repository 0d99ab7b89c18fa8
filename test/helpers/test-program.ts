import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** Inside node_modules, because a bundle must find the packages that it does not hold. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/paperqueue-test-programs/', import.meta.url));
const REQUIRE = "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);";

const made = new Map<string, string>();

/**
 * Bundles the script and its imports into one JavaScript file, for tests that start processes: it starts in a quarter
 * of the processor time that tsx needs. Returns the path of the file.
 */
export function testProgram(script: URL): string {
  const path = made.get(script.href) ?? bundle(fileURLToPath(script));
  made.set(script.href, path);
  return path;
}

function bundle(script: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [script],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['libsql'],
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE },
    logLevel: 'warning',
  });
  const text = outputFiles[0]?.text ?? '';
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const path = join(FOLDER, `${basename(script, '.ts')}-${digest}.mjs`);
  if (existsSync(path)) return path;
  mkdirSync(FOLDER, { recursive: true });
  // Another process may be making the same file.
  const own = `${path}.${process.pid}`;
  writeFileSync(own, text);
  renameSync(own, path);
  return path;
}
