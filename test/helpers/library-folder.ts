import { cpSync } from 'node:fs';
import { openLibrary } from '../../src/library/library.ts';
import { temporaryFolder } from './temporary-folder.ts';

let made: string | undefined;

/**
 * A new data folder whose library has the papers of the package. Built once and copied, for a twentieth of the work.
 */
export function libraryFolder(): string {
  if (made === undefined) {
    made = temporaryFolder();
    openLibrary(made).close();
  }
  const folder = temporaryFolder();
  cpSync(made, folder, { recursive: true });
  return folder;
}
