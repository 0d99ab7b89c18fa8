import { type Client, SERVER_NAME } from './clients.ts';
import type { Entry } from './entry.ts';

/** The client's own command that adds the server; undefined where it has none that can. */
export function ownCommand(
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
  // Each shell of Windows removes the quotes in JSON in its own way.
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
