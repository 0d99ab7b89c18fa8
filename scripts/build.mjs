// Bundles the command into one ESM file, which is what `bin` points at: one file to download, fast to start.
import { chmod, readFile } from 'node:fs/promises';
import { build } from 'esbuild';

const { bin } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
const outfile = bin.paperqueue;

await build({
  entryPoints: ['src/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minify: true,
  legalComments: 'eof',
  // Optional, and found at run time: it brings a prebuilt binary that cannot be bundled.
  external: ['libsql'],
  // Its CommonJS form loads its parts in a way that cannot be bundled.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // CommonJS dependencies inside the bundle need a `require`.
  banner: {
    js: "#!/usr/bin/env node\nimport{createRequire as paperqueueRequire}from'node:module';const require=paperqueueRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
await chmod(outfile, 0o755);
