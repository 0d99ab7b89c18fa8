import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { spellTypes } from './spell-types.mjs';

const run = promisify(execFile);

const CONFIG = 'scripts/build/tsconfig.json';
/** With `exactOptionalPropertyTypes`: optional fields of the published types are absent, not undefined. */
const EXACT = 'scripts/build/tsconfig.exact.json';

/**
 * Writes dist/NAME.d.mts for modules of src/faces/sdk, and dist/types.d.mts with their shared types, spelt out. Fails
 * if a declaration imports anything else.
 */
export async function writeDeclarations(names) {
  await writeFile('dist/types.d.mts', spellTypes('src/faces/sdk/types.ts', EXACT));
  const folder = await mkdtemp('dist/declarations-');
  try {
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const emit = ['--declaration', '--emitDeclarationOnly', '--rootDir', 'src', '--outDir', folder];
    await run(process.execPath, [tsc, '-p', CONFIG, ...emit]);
    for (const name of names) {
      const text = await readFile(join(folder, `faces/sdk/${name}.d.ts`), 'utf8');
      const imported = [...text.matchAll(/from ["']([^"']+)["']/g)].map(([, from]) => from);
      const strange = imported.filter((from) => ![...names, 'types'].some((known) => from === `./${known}.ts`));
      if (strange.length > 0) throw new Error(`src/faces/sdk/${name}.ts: its declarations name ${strange.join(', ')}`);
      // Imports for side effects have no types.
      const typed = text.replaceAll(/^import ["'][^"']+["'];\n/gm, '');
      await writeFile(`dist/${name}.d.mts`, typed.replaceAll(/(["']\.\/\w+)\.ts(["'])/g, '$1.mjs$2'));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
