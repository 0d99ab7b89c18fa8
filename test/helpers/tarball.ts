import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Packs the tarball that npm would publish into a folder; returns its path. */
export function packTarball(folder: string): string {
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }));
  return join(folder, packed.filename);
}

/** Installs a tarball into an empty project, as a user does; returns the file of the command. */
export function installTarball(tarball: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball], {
    cwd: folder,
    stdio: 'pipe',
  });
  return join(folder, 'node_modules/paperqueue/dist/paperqueue.mjs');
}
