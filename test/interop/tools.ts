import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The Node version that the protocol's tools need; paperqueue itself runs on older ones. */
const MIN_NODE_VERSION = 22;

/** A line of a report. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** npm's packages of Node binaries, by platform; they need no install script. */
function nodePackage(): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `node-${platform}-${process.arch}`;
}

export type Tools = {
  /** A new folder, which `remove` deletes. */
  root: string;
  /** A Node new enough for the tools. */
  node: string;
  /** A file of an installed package. */
  file(path: string): string;
  remove(): void;
};

/**
 * Installs packages (name@version) from the registry into a temporary folder, with a newer Node where this one is too
 * old.
 */
export function installTools(packages: readonly string[]): Tools {
  const root = mkdtempSync(join(tmpdir(), 'paperqueue-interop-'));
  const isOld = Number(process.versions.node.split('.')[0]) < MIN_NODE_VERSION;
  const wanted = isOld ? [...packages, `${nodePackage()}@${MIN_NODE_VERSION}`] : packages;
  writeFileSync(join(root, 'package.json'), '{ "private": true }\n');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
  execFileSync('npm', ['install', ...flags, ...wanted], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const file = (path: string) => join(root, 'node_modules', path);
  return {
    root,
    node: isOld ? file(join(nodePackage(), 'bin', 'node')) : process.execPath,
    file,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
