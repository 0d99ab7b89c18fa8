import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

export const ROOT = new URL('../../', import.meta.url);

/** Writes each file that its writer makes anew of the former text; with --check it only names those out of date. */
export async function writeAll(writers) {
  for (const [path, write] of Object.entries(writers)) {
    const file = new URL(path, ROOT);
    const old = existsSync(file) ? await readFile(file, 'utf8') : '';
    const text = write(old);
    if (text === old) continue;
    if (process.argv.includes('--check')) {
      console.error(`${path} is out of date: npm run docs`);
      process.exitCode = 1;
    } else await writeFile(file, text);
  }
}
