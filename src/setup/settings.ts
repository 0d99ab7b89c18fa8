import { isDeepStrictEqual } from 'node:util';
import { SetupProblem } from './problem.ts';

/** What a configuration file is to hold, and what has to change in it for that. */

export type Path = readonly (string | number)[];
export type Fields = Record<string, unknown>;

/** One thing that a file is to hold. */
export type Setting = {
  path: Path;
  value: unknown;
  /** A value that is there stays: what stands in for a secret never replaces the secret itself. */
  keep?: boolean;
  /** The file's list is to hold `value`: among its texts, or among its objects by `id`. */
  within?: boolean;
  secret?: boolean;
  /** Wanted only in a file of which this is true. */
  when?: (root: unknown) => boolean;
};

export type Change = {
  path: Path;
  before: unknown;
  after: unknown;
  secret: boolean;
};

/**
 * What has to change in a file that reads as `root`, one after the other. `root` becomes what the changed file must
 * read as. Throws SetupProblem where something else stands in the way.
 */
export function changesFor(root: unknown, settings: readonly Setting[]): Change[] {
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
  const id = fieldsOf(value)?.id;
  return id === undefined ? item === value : fieldsOf(item)?.id === id;
}

/** The value at a path; undefined when there is none. Throws SetupProblem when a part of the path holds no fields. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const [depth, key] of path.entries()) {
    const fields = fieldsOf(value);
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

/** Whether two files read the same, whatever the order of their fields and the prototypes that a parser gives. */
export function isSameContent(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(plain(one), plain(other));
}

/** A copy with ordinary objects. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const fields = fieldsOf(value);
  if (!fields) return value;
  return Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, plain(part)]));
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

function wrongType(path: Path, wanted: string): SetupProblem {
  const where = path.length === 0 ? 'The file' : path.join('.');
  return new SetupProblem(`${where} is there, but it is not ${wanted}; nothing was changed`);
}
