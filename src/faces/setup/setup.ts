import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { readConfig } from '../../platform/config.ts';
import { OWNER_ONLY } from '../../platform/replace-file.ts';
import { clientFile, mergeInto, printFile, removeServer } from './client-file.ts';
import { CLIENTS, type Client, SERVER_NAME } from './clients.ts';
import { codeLink, cursorLink, linkParts } from './install-links.ts';
import type { Machine } from './machine.ts';
import { type ExistingFile, findFile, replaceText } from './safe-file.ts';
import { type Entry, isInNpxCache, listSettings, type SetupOptions, serverEntry } from './server-entry.ts';
import type { Change } from './settings.ts';
import { SetupProblem } from './setup-problem.ts';

/** The client's own command that adds the server; undefined if it has no suitable one. */
function ownCommand(
  { name, placeholder }: Client,
  { command, args, variables }: Entry,
  scope: 'user' | 'project',
  platform: NodeJS.Platform,
): string | undefined {
  const quote = platform === 'win32' ? quoteForPowerShell : quoteForShell;
  const open = variables.filter(({ value }) => value === undefined);
  const values = variables.map((variable) => {
    const text = placeholder.kind === 'forward' ? '' : placeholder.text(variable.name);
    return `${variable.name}=${variable.value ?? text}`;
  });
  const flags = (flag: string) => values.flatMap((value) => [flag, value]);
  const line = (...words: string[]) => words.map(quote).join(' ');
  if (name === 'claude-code') {
    return line('claude', 'mcp', 'add', SERVER_NAME, '--scope', scope, ...flags('-e'), '--', command, ...args);
  }
  if (name === 'gemini') {
    return line('gemini', 'mcp', 'add', '--scope', scope, ...flags('-e'), SERVER_NAME, command, '--', ...args);
  }
  // The commands below support neither placeholders nor project files.
  if (scope === 'project' || open.length > 0) return undefined;
  if (name === 'codex') return line('codex', 'mcp', 'add', SERVER_NAME, ...flags('--env'), '--', command, ...args);
  // Each shell on Windows handles the quotes in JSON differently.
  if (name === 'vscode' && platform !== 'win32') {
    const env = Object.fromEntries(variables.map((variable) => [variable.name, variable.value]));
    const environment = variables.length === 0 ? {} : { env };
    return line('code', '--add-mcp', JSON.stringify({ name: SERVER_NAME, command, args, ...environment }));
  }
  return undefined;
}

const NEEDS_NO_QUOTES = /^[\w@%+=:,./-]+$/;

function quoteForShell(word: string): string {
  return NEEDS_NO_QUOTES.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function quoteForPowerShell(word: string): string {
  return NEEDS_NO_QUOTES.test(word) && word !== '--' ? word : `'${word.replaceAll("'", "''")}'`;
}

/** Instructions for setting up a client by hand. */
export type Instructions = {
  client: string;
  title: string;
  scope: 'user' | 'project';
  file: string;
  /** The text of a file that contains only our settings. */
  content: string;
  /** The client's own command that does the same. */
  command?: string;
  /** Whether `planWrite` can change the file. */
  writable: boolean;
  /** A link that does the same with one click. */
  link?: string;
  notes: string[];
};

/** A planned change of a client's file. */
export type PlannedWrite = Instructions & {
  changes: Change[];
  /** The file will contain secrets but other users can read it: `write` then changes its mode in any case. */
  isOpen: boolean;
  /** Makes the change; returns the path of the saved old file. If it throws (SetupProblem), nothing has changed. */
  write(): string | undefined;
};

/**
 * Instructions for setting up a client. Throws ConfigError for an environment that the server would refuse, else
 * SetupProblem.
 */
export function writeInstructions(machine: Machine, name: string, options: SetupOptions): Instructions {
  const client = clientNamed(name);
  const { baseUrl } = options;
  readConfig({ ...machine.environment, ...omitUndefined({ PAPERQUEUE_BASE_URL: baseUrl }) });
  const entry = serverEntry(machine, options);
  const scope = options.project ? 'project' : 'user';
  const content = printFile(client, listSettings(client, entry));
  const command = ownCommand(client, entry, scope, machine.platform);
  const link = options.project ? undefined : installLink(client, content);
  return {
    client: client.name,
    title: client.title,
    scope,
    file: clientFile(machine, client, scope === 'project'),
    content,
    writable: client.format !== 'toml',
    command,
    link,
    notes: [...notesOn(client, entry, options), ...notesOnCopy(machine, options), client.afterwards],
  };
}

/** Plans the change that adds the configuration to the client's file and preserves the rest. */
export function planWrite(machine: Machine, name: string, options: SetupOptions): PlannedWrite {
  const client = clientNamed(name);
  const instructions = writeInstructions(machine, name, options);
  const existing = findFile(instructions.file);
  const { text, changes } = withFileName(existing, () =>
    mergeInto(client, existing.text ?? '', listSettings(client, serverEntry(machine, options))),
  );
  const newMode = options.project && !options.withSecrets ? 0o644 : OWNER_ONLY;
  const maxMode = options.withSecrets ? OWNER_ONLY : 0o777;
  // File modes have no meaning on Windows.
  const isOpen = machine.platform !== 'win32' && ((existing.mode ?? 0) & ~maxMode) !== 0;
  const notes = [...instructions.notes, ...(isOpen ? [NO_LONGER_OPEN] : [])];
  return { ...instructions, notes, changes, isOpen, write: () => replaceText(existing, text, newMode, maxMode) };
}

/** The result of `removeEntry`. Without an entry, `removed` is empty and the file unchanged. */
export type Removal = { client: string; title: string; file: string; removed: string[]; backup?: string };

/**
 * Removes our server's entry from the client's file, and nothing else. If that is impossible, throws SetupProblem and
 * changes nothing.
 */
export function removeEntry(machine: Machine, name: string, { project = false }: SetupOptions): Removal {
  const client = clientNamed(name);
  const file = clientFile(machine, client, project);
  const existing = findFile(file);
  const { text, removed } = withFileName(existing, () => removeServer(client, existing.text ?? ''));
  const backup = removed.length > 0 ? replaceText(existing, text, OWNER_ONLY) : undefined;
  const paths = removed.map((path) => path.join('.'));
  return { client: client.name, title: client.title, file, removed: paths, backup };
}

const NO_LONGER_OPEN =
  'Other users could read the file; now only its owner can, and the same goes for the saved copy (mode 600).';

function withFileName<T>({ path }: ExistingFile, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SetupProblem) throw new SetupProblem(`${path}: ${error.message}`);
    throw error;
  }
}

function clientNamed(name: string): Client {
  const client = CLIENTS.find((one) => one.name === name);
  if (!client) throw new SetupProblem(`${name} is not one of ${CLIENTS.map((one) => one.name).join(', ')}`);
  return client;
}

function installLink({ name, servers }: Client, content: string): string | undefined {
  if (name !== 'cursor' && name !== 'vscode') return undefined;
  const { entry, inputs } = linkParts(content, servers);
  return name === 'cursor' ? cursorLink(entry) : codeLink(entry, inputs);
}

function notesOn({ title, name, placeholder }: Client, { variables }: Entry, options: SetupOptions): string[] {
  const open = variables.filter(({ value }) => value === undefined).map((variable) => variable.name);
  const names = open.join(' and ');
  const notes: string[] = [];
  if (open.length > 0 && placeholder.kind === 'hint') notes.push(`Put your value for ${names} where the text says so.`);
  if (open.length > 0 && placeholder.kind === 'input')
    notes.push(`${title} asks for ${names} at the first start, and keeps it.`);
  if (open.length > 0 && (placeholder.kind === 'reference' || placeholder.kind === 'forward'))
    notes.push(`Set ${names} in the environment that ${title} is started from; the file holds no secret.`);
  if (options.withSecrets && variables.some(({ secret, value }) => secret && value !== undefined)) {
    const shared = options.project ? ' Keep it out of version control.' : '';
    notes.push(`The file holds secrets.${shared}`);
  }
  if (name === 'claude-desktop')
    notes.push('Without a file to edit: open paperqueue.mcpb, the bundle for Claude Desktop.');
  return notes;
}

/** Whether this is the built command of a clone: the published package contains no sources. */
export function isClone({ script }: Pick<Machine, 'script'>): boolean {
  // `npm install --global .` links to the clone.
  const built = existsSync(script) ? realpathSync(script) : script;
  return existsSync(join(dirname(built), '..', 'src', 'main.ts'));
}

/** Whether this copy is permanent: a clone or an installed package, not one in the cache of npx. */
export function isInstalled({ script }: Pick<Machine, 'script'>): boolean {
  const file = existsSync(script) ? realpathSync(script) : script;
  return isClone({ script }) || (/[\\/]node_modules[\\/]paperqueue[\\/]/.test(file) && !isInNpxCache(file));
}

/** A warning about a copy in the cache of npx, which may disappear. */
function notesOnCopy({ script }: Machine, { local = false }: SetupOptions): string[] {
  if (local && isInstalled({ script })) {
    const what = isClone({ script }) ? 'this clone' : 'this installed copy';
    return [`It starts ${what} (${script}); with --no-local it is npx -y paperqueue.`];
  }
  if (!local || !isInNpxCache(script)) return [];
  return [`${script} is in the cache of npx, which may be cleared: install paperqueue first, or leave out --local.`];
}
