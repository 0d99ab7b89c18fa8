import { existsSync, readdirSync, statSync } from 'node:fs';
import { joinOn, type Machine } from './machine.ts';

const CLAUDE_FILE = 'claude_desktop_config.json';

/** The folder of the platform for settings of desktop programs. */
function applicationFolder(machine: Machine): string {
  const { platform, home, environment } = machine;
  if (platform === 'win32') return environment.APPDATA || joinOn(machine, home, 'AppData', 'Roaming');
  if (platform === 'darwin') return joinOn(machine, home, 'Library', 'Application Support');
  return configFolder(machine);
}

function configFolder(machine: Machine): string {
  return machine.environment.XDG_CONFIG_HOME || joinOn(machine, machine.home, '.config');
}

export function claudeDesktopFile(machine: Machine): string {
  const plain = joinOn(machine, applicationFolder(machine), 'Claude', CLAUDE_FILE);
  if (machine.platform !== 'win32') return plain;
  const local = machine.environment.LOCALAPPDATA || joinOn(machine, machine.home, 'AppData', 'Local');
  return packagedClaudeFile(local, (...parts) => joinOn(machine, ...parts)) ?? plain;
}

/**
 * On Windows the packaged Claude Desktop reads neither the documented file nor the one that "Edit Config" opens, but
 * one in its own folder, which moved in 2026. Only a folder that Claude has already made counts.
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

export function claudeCodeFile(machine: Machine): string {
  return joinOn(machine, machine.environment.CLAUDE_CONFIG_DIR || machine.home, '.claude.json');
}

export function codeFile(machine: Machine): string {
  return joinOn(machine, applicationFolder(machine), 'Code', 'User', 'mcp.json');
}

export function codexFile(machine: Machine): string {
  return joinOn(machine, machine.environment.CODEX_HOME || joinOn(machine, machine.home, '.codex'), 'config.toml');
}

export function zedFile(machine: Machine): string {
  if (machine.platform === 'win32') return joinOn(machine, applicationFolder(machine), 'Zed', 'settings.json');
  // Zed uses .config on macOS, too.
  const folder = machine.platform === 'darwin' ? joinOn(machine, machine.home, '.config') : configFolder(machine);
  return joinOn(machine, folder, 'zed', 'settings.json');
}

/** A file in the home folder, for clients that use the same path on every platform. */
export function homeFile(...parts: string[]): (machine: Machine) => string {
  return (machine) => joinOn(machine, machine.home, ...parts);
}
