import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { FileProblem, keepOwner, type ResolvedPath, replaceFile, resolvePath } from '../../platform/replace-file.ts';
import { describeFileProblem, SetupProblem } from './setup-problem.ts';

export type ExistingFile = {
  /** Path of the file after resolving all links, even if it does not exist. */
  path: string;
  /** Undefined if the file does not exist. */
  text: string | undefined;
  mode: number | undefined;
  target: ResolvedPath;
};

/** Reads the file that a path leads to. Throws SetupProblem if it is not a text file. */
export function findFile(path: string): ExistingFile {
  const target = asSetupProblem(() => resolvePath(path));
  const { path: real, file } = target;
  if (!file) return { path: real, text: undefined, mode: undefined, target };
  if (!file.isFile()) throw new SetupProblem(`${real} is not a file`);
  return { path: real, text: readText(real), mode: Number(file.mode) & 0o777, target };
}

function readText(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw new SetupProblem(`${path} is not text in UTF-8`);
    throw error;
  }
}

/**
 * Replaces a file's text atomically. The owner stays, and the mode is limited to `maxMode`; a new file gets `newMode`.
 * Saves the old file beside it, readable by its owner only, and returns that path. Throws SetupProblem if the file has
 * changed since it was read.
 */
export function replaceText(
  { path, text: old, target }: ExistingFile,
  text: string,
  newMode: number,
  maxMode: number = 0o777,
): string | undefined {
  mkdirSync(dirname(path), { recursive: true });
  let backup: string | undefined;
  const read = old === undefined ? undefined : Buffer.from(old);
  const beforeRename = () => {
    if (old !== undefined) backup = backUp(path);
  };
  asSetupProblem(() => replaceFile(target, text, { newMode, maxMode, read, beforeRename }));
  return backup;
}

function asSetupProblem<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof FileProblem ? new SetupProblem(describeFileProblem(error)) : error;
  }
}

function backUp(path: string): string {
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  for (let count = 1; ; count += 1) {
    const backup = `${path}.before-paperqueue-${stamp}${count === 1 ? '' : `-${count}`}`;
    try {
      replaceFile({ path: backup, file: undefined }, readFileSync(path));
      keepOwner(path, backup);
      return backup;
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
    }
  }
}
