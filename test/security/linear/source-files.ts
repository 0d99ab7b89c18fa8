import { readdirSync } from 'node:fs';

/** All files of the source, by their paths in the repository. */
export const SOURCE_FILES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts'))
  .sort();
