import { parse, TomlError } from 'smol-toml';
import { type Client, SERVER_NAME } from './clients.ts';
import { type Merged, mergeJson, readJson, removeFromJson } from './json-file.ts';
import { joinOn, type Machine } from './machine.ts';
import { type Fields, isSameContent, listChanges, type Path, type Setting, valueAt } from './settings.ts';
import { SetupProblem } from './setup-problem.ts';

/** Prints a TOML table; objects in it become tables below it. */
function printToml(table: readonly string[], fields: Fields): string {
  const isTable = (value: unknown) => typeof value === 'object' && !Array.isArray(value);
  const entries = Object.entries(fields);
  const lines = entries.filter(([, value]) => !isTable(value)).map(([key, value]) => `${key} = ${printValue(value)}\n`);
  const tables = entries.filter(([, value]) => isTable(value));
  const below = tables.map(([key, value]) => `\n${printToml([...table, key], value as Fields)}`);
  return [`[${table.join('.')}]\n`, ...lines, ...below].join('');
}

/** A text, a number, or a list of them: TOML writes them as JSON does, but also escapes U+007F. */
function printValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}

/** The path of a client's file. Throws SetupProblem for a project file that the client does not have. */
export function clientFile(machine: Machine, { title, file, projectFile }: Client, project: boolean): string {
  if (!project) return file(machine);
  if (!projectFile) throw new SetupProblem(`${title} has no file for a project; leave out --project`);
  return joinOn(machine, machine.folder, ...projectFile);
}

/** The text of a file that contains only these settings. */
export function printFile(client: Client, settings: readonly Setting[]): string {
  if (client.format !== 'toml') return mergeInto(client, '', settings).text;
  const root = {};
  listChanges(root, settings);
  const table = [client.servers, SERVER_NAME];
  return printToml(table, valueAt(root, table) as Fields);
}

/** The file with the settings added. Throws SetupProblem for an invalid file, and for TOML, which is only printed. */
export function mergeInto(client: Client, text: string, settings: readonly Setting[]): Merged {
  if (client.format === 'toml') {
    const hint = `without --write, paperqueue setup ${client.name} shows it`;
    throw new SetupProblem(`${client.title} has a command of its own that changes this file: ${hint}`);
  }
  const entry = readServer(client, text);
  const address = ['url', 'serverUrl', 'httpUrl'].find((key) => entry?.[key] !== undefined);
  if (address) {
    throw new SetupProblem(`${SERVER_NAME} is there already, reached by its ${address}; remove that entry first`);
  }
  return mergeJson(text, settings, client.format === 'jsonc');
}

/** Our server's entry in a file's text; undefined if there is none. Throws SetupProblem for an invalid file. */
export function readServer(client: Client, text: string): Fields | undefined {
  const root = client.format === 'toml' ? readToml(text) : readJson(text, client.format === 'jsonc');
  const entry =
    valueAt(root, [client.servers]) === undefined ? undefined : valueAt(root, [client.servers, SERVER_NAME]);
  if (entry === undefined) return undefined;
  if (typeof entry !== 'object' || entry === null)
    throw new SetupProblem(`${SERVER_NAME} is there, but it is not an entry`);
  return entry as Fields;
}

/**
 * The file without our server, and what was removed; nothing if the file has no such entry. Throws SetupProblem for an
 * invalid file, or if the rest could not be preserved.
 */
export function removeServer(client: Client, text: string): { text: string; removed: Path[] } {
  const isToml = client.format === 'toml';
  const comments = client.format === 'jsonc';
  const root = isToml ? readToml(text) : readJson(text, comments);
  const path = [client.servers, SERVER_NAME];
  if (valueAt(root, [client.servers]) === undefined || valueAt(root, path) === undefined) return { text, removed: [] };
  if (isToml) return { text: removeTables(client, text), removed: [path] };
  const without = removeFromJson(text, [path], comments);
  const inputs = listOwnInputs(without, comments);
  return { text: removeFromJson(without, inputs, comments), removed: [path, ...inputs] };
}

/** The questions that setup wrote for our server's secrets and that no other server uses. */
function listOwnInputs(text: string, comments: boolean): Path[] {
  const inputs = (readJson(text, comments) as { inputs?: unknown }).inputs;
  if (!Array.isArray(inputs)) return [];
  return inputs.flatMap((input: { id?: unknown; description?: unknown } | null, index) => {
    const isOurs =
      `${input?.id}`.startsWith(`${SERVER_NAME}-`) && `${input?.description}`.startsWith(`${SERVER_NAME}: `);
    return isOurs && !text.includes(`\${input:${input?.id}}`) ? [['inputs', index]] : [];
  });
}

/** The text of a TOML file without the tables of our server. Comments before the next table stay with that table. */
function removeTables(client: Client, text: string): string {
  const name = `${client.servers}.${SERVER_NAME}`;
  const kept: string[] = [];
  let isOurs = false;
  for (const line of text.split('\n')) {
    const header = /^\s*\[{1,2}([^\]]+)\]{1,2}\s*(?:#.*)?$/.exec(line)?.[1]?.replaceAll(/["'\s]/g, '');
    if (header !== undefined) isOurs = header === name || header.startsWith(`${name}.`);
    else if (isOurs && line.trim().startsWith('#')) isOurs = false;
    if (!isOurs) kept.push(line);
  }
  const changed = kept.join('\n');
  const expected = readToml(text) as Record<string, Fields>;
  delete expected[client.servers]?.[SERVER_NAME];
  if (isSameContent(readContent(changed, client), expected)) return changed;
  throw new SetupProblem(
    `${SERVER_NAME} cannot be taken out safely; remove it by hand, or with the client's own command`,
  );
}

/** The content of a TOML file, always with a table of servers; undefined if the file is invalid. */
function readContent(text: string, { servers }: Client): unknown {
  try {
    return { [servers]: {}, ...(readToml(text) as Fields) };
  } catch (error) {
    if (error instanceof SetupProblem) return undefined;
    throw error;
  }
}

function readToml(text: string): unknown {
  try {
    return parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new SetupProblem(`It cannot be read as TOML: line ${error.line}, column ${error.column}`);
  }
}
