import { cpSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { openLibrary } from '../../src/library/library.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * A new data folder whose library has the papers of the package, in its index as well. Built once for all files of a
 * run and copied: a twentieth of the work.
 */
export function libraryFolder(): string {
  const folder = temporaryFolder();
  cpSync(madeFolder(), folder, { recursive: true });
  return folder;
}

let ownRoot: string | undefined;

function madeFolder(): string {
  ownRoot ??= process.env.PAPERQUEUE_TEST_ROOT ?? temporaryFolder();
  const made = join(ownRoot, 'library-folder');
  if (existsSync(made)) return made;
  const making = temporaryFolder();
  const library = openLibrary(making);
  library.search(() => {});
  library.close();
  try {
    renameSync(making, made);
  } catch (error) {
    // Another process was quicker.
    if (!existsSync(made)) throw error;
  }
  return made;
}
