import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SKILLS } from './skills.mjs';

/** What the build is made of; `npm ci`, which changes the packages, always builds. */
const FOLDERS = ['src', 'scripts/build', SKILLS];
const FILES = ['scripts/build.mjs', 'package.json', 'package-lock.json'];

/** Whether the last build came to its end and nothing that it is made of has changed since. */
export function isCurrent() {
  const built = statSync('dist/LICENCES.txt', { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
  );
  return [...FILES, ...FOLDERS, ...inside].every((path) => statSync(path).mtimeMs <= built);
}
