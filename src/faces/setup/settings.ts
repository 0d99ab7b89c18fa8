import { isDeepStrictEqual } from 'node:util';
import { SetupProblem } from './setup-problem.ts';

export type Path = readonly (string | number)[];
export type Fields = Record<string, unknown>;

/** A value that a configuration file must contain. */
export type Setting = {
  path: Path;
  value: unknown;
  /** Keep an existing value: a placeholder must not replace a secret. Default: false. */
  keep?: boolean;
  /** The path is a list that must contain `value`; objects are compared by `id`. Default: false. */
  within?: boolean;
  /** Whether the value must never be shown. Default: false. */
  secret?: boolean;
  /** Whether the setting applies to the file's content. Default: always. */
  when?: (root: unknown) => boolean;
};

export type Change = { path: Path; before: unknown; after: unknown; secret: boolean };

/**
 * The changes that a file with the content `root` needs, in order; also applies them to `root`. Throws SetupProblem if
 * the file has a value of another type on the path.
 */
export function listChanges(root: unknown, settings: readonly Setting[]): Change[] {
  const changes: Change[] = [];
  for (const { path, value, keep = false, within = false, secret = false, when } of settings) {
    if (when && !when(root)) continue;
    const before = valueAt(root, path);
    const isThere = within
      ? contains(before, value, path)
      : isSameContent(before, value) || (keep && before !== undefined);
    if (isThere) continue;
    const change = { before, after: value, secret };
    if (!within) changes.push({ ...change, path });
    else if (Array.isArray(before)) changes.push({ ...change, path: [...path, before.length], before: undefined });
    else changes.push({ ...change, path, after: [value] });
    makeChange(root, changes.at(-1) as Change);
  }
  return changes;
}

function contains(list: unknown, value: unknown, path: Path): boolean {
  if (list === undefined) return false;
  if (!Array.isArray(list)) throw wrongType(path, 'a list');
  return list.some((item) => isSame(item, value));
}

function isSame(item: unknown, value: unknown): boolean {
  const id = readObject(value)?.id;
  return id === undefined ? item === value : readObject(item)?.id === id;
}

/** The value at a path; undefined if there is none. Throws SetupProblem if a part of the path is not an object. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const [depth, key] of path.entries()) {
    const fields = readObject(value);
    if (!fields) throw wrongType(path.slice(0, depth), 'an object');
    if (!Object.hasOwn(fields, key)) return undefined;
    value = fields[key];
  }
  return value;
}

function makeChange(root: unknown, { path, after }: Change): void {
  let parent = root as Fields;
  for (const key of path.slice(0, -1)) {
    if (!Object.hasOwn(parent, key)) parent[key] = {};
    parent = parent[key] as Fields;
  }
  parent[path.at(-1) as string] = after;
}

/** Whether two contents are equal, in any order of fields. Cloning removes differences between parsers' prototypes. */
export function isSameContent(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(structuredClone(one), structuredClone(other));
}

function readObject(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

function wrongType(path: Path, expected: string): SetupProblem {
  const where = path.length === 0 ? 'The file' : path.join('.');
  return new SetupProblem(`${where} is there, but it is not ${expected}; nothing was changed`);
}
