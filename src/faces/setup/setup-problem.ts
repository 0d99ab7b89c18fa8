import type { FileProblem } from '../../platform/replace-file.ts';

/** A client's configuration could not be read or written; nothing was changed. The message is for the user. */
export class SetupProblem extends Error {
  override readonly name = 'SetupProblem';
}

/** Explains to the user why a file was not written. */
export function describeFileProblem({ kind, path }: FileProblem): string {
  return {
    changed: `${path} was changed by another program in the meantime; nothing was written, try again`,
    'circular-link': `${path} is a link that leads back to itself`,
  }[kind];
}
