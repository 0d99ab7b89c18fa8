import { parse, stringify, TomlError } from 'smol-toml';
import type { Merged } from './json-file.ts';
import { SetupProblem } from './problem.ts';
import { type Change, changesFor, type Fields, type Path, readsTheSame, type Setting, valueAt } from './settings.ts';

/**
 * Changes in a TOML file that leave every other line as it is. The file is taken apart into statements, each of which is
 * one or more whole lines: the fewest that read as TOML by themselves. What comes out is read again before it counts.
 */

type Statement = {
  /** The lines from `from` up to, not including, `to`. */
  from: number;
  to: number;
  kind: 'header' | 'value' | 'nothing';
  /** The table that a header opens, or the value's whole path. */
  path: string[];
};

/** What stands in front of a value: keys with their dots, and the equals sign. */
const KEY = /^\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+|[ \t]+|\.)+=[ \t]*/;

/** The text with the settings in it. Throws SetupProblem, saying where, when the text cannot be read. */
export function mergeToml(text: string, settings: readonly Setting[], table: readonly string[]): Merged {
  const expected = readToml(text);
  const changes = changesFor(expected, settings);
  if (changes.length === 0) return { text, changes };
  // Lines keep the return of a Windows line end; new ones get it where the file has it.
  const end = text.includes('\r\n') ? '\r' : '';
  let lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  if (end && lines.length > 0 && !lines.at(-1)?.endsWith(end)) lines.push(`${lines.pop()}${end}`);
  for (const change of changes) lines = setValue(lines, change, table, end);
  const changed = `${lines.join('\n')}\n`;
  if (!reads(changed, expected)) {
    const name = table.join('.');
    throw new SetupProblem(`${name} is written in a way that cannot be changed safely; nothing was changed`);
  }
  return { text: changed, changes };
}

/** What a TOML file says. Throws SetupProblem, saying where, when it cannot be read. */
export function readToml(text: string): unknown {
  try {
    // A line end behind the last line: a return alone, of a Windows line end cut in two, is none.
    return parse(`${text.replace(/^\uFEFF/, '')}\n`);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // Only the place: the parser's message quotes the lines, and with them what they hold.
    throw new SetupProblem(`It cannot be read as TOML: line ${error.line}, column ${error.column}`);
  }
}

function reads(text: string, expected: unknown): boolean {
  try {
    return readsTheSame(readToml(text), expected);
  } catch {
    return false;
  }
}

function setValue(lines: readonly string[], change: Change, table: readonly string[], end: string): string[] {
  const { path, after } = change;
  const statements = takeApart(lines);
  // A list is written anew as a whole, and so is a table that stands within one statement.
  const holder = statements.findLast(({ kind, path: own }) => kind === 'value' && begins(path, own));
  if (holder) {
    const old = lines.slice(holder.from, holder.to);
    const value = valueAt(readToml(lines.join('\n')), holder.path);
    const written = rewritten(old.join('\n'), changedWithin(value, path.slice(holder.path.length), after));
    return splice(lines, holder.from, holder.to, [written]);
  }
  const header = statements
    .filter((one) => one.kind === 'header' && one.path.length >= table.length && begins(path, one.path))
    .sort((one, other) => other.path.length - one.path.length)[0];
  if (!header) {
    const blank = lines.length > 0 && lines.at(-1)?.trim() !== '' ? [end] : [];
    const opening = `[${table.map(key).join('.')}]${end}`;
    return [...lines, ...blank, opening, assignment(path.slice(table.length), after) + end];
  }
  const at = endOfTable(statements, header);
  return splice(lines, at, at, [assignment(path.slice(header.path.length), after) + end]);
}

/** Where a table's last value ends: blank lines and comments in front of the next table are that table's. */
function endOfTable(statements: readonly Statement[], header: Statement): number {
  const next = statements.find(({ kind, from }) => kind === 'header' && from > header.from)?.from ?? Infinity;
  const own = statements.filter(({ kind, from }) => kind === 'value' && from > header.from && from < next);
  return (own.at(-1) ?? header).to;
}

function changedWithin(value: unknown, path: Path, after: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return after;
  const place = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  place[first] = changedWithin(place[first], rest, after);
  return place;
}

/** The statement with another value. A comment behind it stays. */
function rewritten(statement: string, value: unknown): string {
  const name = KEY.exec(statement)?.[0] ?? '';
  return name + inline(value) + commentBehind(statement);
}

/** The comment behind a statement's value, with the blanks in front of it, or the end of its line. */
function commentBehind(statement: string): string {
  const value = readToml(statement);
  for (const { index } of statement.matchAll(/[ \t]*[#\r]/g)) {
    if (!statement.slice(index).includes('\n') && reads(statement.slice(0, index), value))
      return statement.slice(index);
  }
  return '';
}

function assignment(path: Path, value: unknown): string {
  return `${path.map((name) => key(String(name))).join('.')} = ${inline(value)}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    const entries = Object.entries(value).map(([name, part]) => `${key(name)} = ${inline(part)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  return stringify({ value })
    .trim()
    .replace(/^value = /, '');
}

function key(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

function takeApart(lines: readonly string[]): Statement[] {
  const statements: Statement[] = [];
  let table: string[] = [];
  for (let from = 0; from < lines.length; ) {
    const to = endOfStatement(lines, from);
    const text = lines.slice(from, to).join('\n');
    const name = KEY.exec(text)?.[0];
    if (/^\s*\[/.test(text)) {
      table = solePath(readToml(text));
      statements.push({ from, to, kind: 'header', path: table });
    } else if (/^\s*(#|$)/.test(text) || name === undefined) {
      statements.push({ from, to, kind: 'nothing', path: [] });
    } else {
      statements.push({ from, to, kind: 'value', path: [...table, ...solePath(readToml(`${name}0`))] });
    }
    from = to;
  }
  return statements;
}

function endOfStatement(lines: readonly string[], from: number): number {
  for (let to = from + 1; to <= lines.length; to += 1) {
    try {
      readToml(lines.slice(from, to).join('\n'));
      return to;
    } catch {
      // Not whole yet: a list or a text of several lines.
    }
  }
  throw new SetupProblem(`It cannot be read as TOML: line ${from + 1}`);
}

/** The names that lead to the one thing that a header or a key names. */
function solePath(value: unknown): string[] {
  const path: string[] = [];
  for (let place = value; isTable(place) && Object.keys(place).length > 0; ) {
    const name = Object.keys(place)[0] as string;
    path.push(name);
    place = place[name];
  }
  return path;
}

function isTable(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function begins(path: Path, start: readonly string[]): boolean {
  return start.length <= path.length && start.every((name, index) => name === path[index]);
}

function splice(lines: readonly string[], from: number, to: number, put: readonly string[]): string[] {
  return [...lines.slice(0, from), ...put, ...lines.slice(to)];
}
