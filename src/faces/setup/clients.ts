import { existsSync, readdirSync, statSync } from 'node:fs';
import { joinOn, type Machine } from './machine.ts';
import type { Fields } from './settings.ts';

const CLAUDE_FILE = 'claude_desktop_config.json';

/** The platform's folder for settings of desktop programs. */
function applicationFolder(machine: Machine): string {
  const { platform, home, environment } = machine;
  if (platform === 'win32') return environment.APPDATA || joinOn(machine, home, 'AppData', 'Roaming');
  if (platform === 'darwin') return joinOn(machine, home, 'Library', 'Application Support');
  return configFolder(machine);
}

function configFolder(machine: Machine): string {
  return machine.environment.XDG_CONFIG_HOME || joinOn(machine, machine.home, '.config');
}

function claudeDesktopFile(machine: Machine): string {
  const plain = joinOn(machine, applicationFolder(machine), 'Claude', CLAUDE_FILE);
  if (machine.platform !== 'win32') return plain;
  const local = machine.environment.LOCALAPPDATA || joinOn(machine, machine.home, 'AppData', 'Local');
  return packagedClaudeFile(local, (...parts) => joinOn(machine, ...parts)) ?? plain;
}

/**
 * On Windows the packaged Claude Desktop reads neither the documented file nor the one that "Edit Config" opens, but a
 * file in its own folder, which moved in 2026. Only a folder that Claude has already created counts.
 */
export function packagedClaudeFile(local: string, join: (...parts: string[]) => string): string | undefined {
  const data = join(local, 'Claude-Data');
  const packages = join(local, 'Packages');
  const folders = [
    ...named(data, /^claude(_|$)/i).map((name) => join(data, name)),
    ...named(packages, /^Claude_/).map((name) => join(packages, name, 'LocalCache', 'Roaming', 'Claude')),
  ].filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  const files = folders.map((folder) => join(folder, CLAUDE_FILE));
  return files.find((file) => existsSync(file)) ?? files[0];
}

function named(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder).filter((name) => pattern.test(name));
  } catch {
    return [];
  }
}

function claudeCodeFile(machine: Machine): string {
  return joinOn(machine, machine.environment.CLAUDE_CONFIG_DIR || machine.home, '.claude.json');
}

function codeFile(machine: Machine): string {
  return joinOn(machine, applicationFolder(machine), 'Code', 'User', 'mcp.json');
}

function codexFile(machine: Machine): string {
  return joinOn(machine, machine.environment.CODEX_HOME || joinOn(machine, machine.home, '.codex'), 'config.toml');
}

function zedFile(machine: Machine): string {
  if (machine.platform === 'win32') return joinOn(machine, applicationFolder(machine), 'Zed', 'settings.json');
  // Zed also uses .config on macOS.
  const folder = machine.platform === 'darwin' ? joinOn(machine, machine.home, '.config') : configFolder(machine);
  return joinOn(machine, folder, 'zed', 'settings.json');
}

/** A file in the home folder, for clients that use the same path on every platform. */
function homeFile(...parts: string[]): (machine: Machine) => string {
  return (machine) => joinOn(machine, machine.home, ...parts);
}

/** The name of the server in every client. */
export const SERVER_NAME = 'paperqueue';

/**
 * What the file contains in place of a secret: a reference that the client resolves from its environment (`reference`),
 * a question that it asks (`input`), text for a person to replace (`hint`), or the variable's name in a list that the
 * client passes on (`forward`).
 */
type Placeholder =
  | { kind: 'reference' | 'input' | 'hint'; text: (variable: string) => string }
  | { kind: 'forward'; key: string };

export type Client = {
  name: string;
  title: string;
  format: 'json' | 'jsonc' | 'toml';
  /** Key of the servers object in the file. */
  servers: string;
  file: (machine: Machine) => string;
  /** The file in a project's folder, for clients that have one. */
  projectFile?: readonly string[];
  placeholder: Placeholder;
  /** Further fields of the entry. */
  extra?: Fields;
  /** What the person must do after the file was written. */
  afterwards: string;
};

const HINT: Placeholder = { kind: 'hint', text: (variable) => `<paste ${variable} here>` };
const ENV_REFERENCE: Placeholder = { kind: 'reference', text: (variable) => `\${env:${variable}}` };

/** The id of the input that asks for a variable's value. */
export function inputId(variable: string): string {
  return variable.toLowerCase().replaceAll('_', '-');
}

/** The clients that setup supports, as of November 2026; docs/clients.md says how each was checked. */
export const CLIENTS: readonly Client[] = [
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    servers: 'mcpServers',
    file: claudeDesktopFile,
    placeholder: HINT,
    afterwards: 'Quit Claude Desktop and start it again.',
  },
  {
    name: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    servers: 'mcpServers',
    file: claudeCodeFile,
    projectFile: ['.mcp.json'],
    placeholder: { kind: 'reference', text: (variable) => `\${${variable}}` },
    extra: { type: 'stdio' },
    afterwards: 'Start a new Claude Code session; /mcp shows the server.',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    format: 'jsonc',
    servers: 'mcpServers',
    file: homeFile('.cursor', 'mcp.json'),
    projectFile: ['.cursor', 'mcp.json'],
    placeholder: ENV_REFERENCE,
    afterwards: 'Restart Cursor; its settings list the server under MCP.',
  },
  {
    name: 'vscode',
    title: 'VS Code',
    format: 'jsonc',
    servers: 'servers',
    file: codeFile,
    projectFile: ['.vscode', 'mcp.json'],
    placeholder: { kind: 'input', text: (variable) => `\${input:${inputId(variable)}}` },
    extra: { type: 'stdio' },
    afterwards: 'The command "MCP: List Servers" starts the server.',
  },
  {
    name: 'codex',
    title: 'Codex',
    format: 'toml',
    servers: 'mcp_servers',
    file: codexFile,
    projectFile: ['.codex', 'config.toml'],
    placeholder: { kind: 'forward', key: 'env_vars' },
    // Codex waits 10 seconds by default, too short for the first npx, which downloads the package.
    extra: { startup_timeout_sec: 60 },
    afterwards: 'Start a new Codex session; /mcp shows the server.',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    format: 'jsonc',
    servers: 'mcpServers',
    file: homeFile('.gemini', 'settings.json'),
    projectFile: ['.gemini', 'settings.json'],
    placeholder: { kind: 'reference', text: (variable) => `$${variable}` },
    afterwards: 'Start Gemini CLI again; /mcp shows the server.',
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    format: 'jsonc',
    servers: 'mcpServers',
    file: homeFile('.codeium', 'windsurf', 'mcp_config.json'),
    placeholder: ENV_REFERENCE,
    afterwards: 'Press refresh in the MCP panel of Cascade.',
  },
  {
    name: 'zed',
    title: 'Zed',
    format: 'jsonc',
    servers: 'context_servers',
    file: zedFile,
    projectFile: ['.zed', 'settings.json'],
    placeholder: HINT,
    afterwards: 'The settings of the agent panel list the server; a green dot means that it runs.',
  },
];
