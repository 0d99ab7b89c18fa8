import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { nonEmptySettings, SECRET_NAMES } from '../../platform/config.ts';
import { type Client, inputId, SERVER_NAME } from './clients.ts';
import type { Machine } from './machine.ts';
import { type Fields, type Setting, valueAt } from './settings.ts';

export type SetupOptions = {
  /** Use the project file in the current folder instead of the user's file. Default: false. */
  project?: boolean;
  /** Write the environment's tokens and keys into the file. Default: false, which writes placeholders. */
  withSecrets?: boolean;
  /** Configure a hosted service whose address the person fills in later. Default: false. */
  hosted?: boolean;
  /** Address of the hosted service. Default: PAPERQUEUE_BASE_URL of the environment, else embedded mode. */
  baseUrl?: string;
  /**
   * Start this copy of paperqueue with this Node. False starts the published package with npx. By default npx starts
   * the package (say a tarball) that it started for this run.
   */
  local?: boolean;
};

/** An environment variable of the server; if it has no value, the client must supply it. */
type Variable = { name: string; value?: string; secret: boolean };

/** A client's command to start the server. */
export type Entry = { command: string; args: string[]; variables: Variable[] };

export function serverEntry(machine: Machine, options: SetupOptions): Entry {
  return { ...commandLine(machine, options), variables: variables(machine, options) };
}

function commandLine({ platform, node, script }: Machine, options: SetupOptions): { command: string; args: string[] } {
  if (options.local) return { command: node, args: [script] };
  const npx = ['npx', '-y', options.project || options.local === false ? SERVER_NAME : findPackage(script)];
  // On Windows npx is a batch file, which only a shell can start.
  const [command = '', ...args] = platform === 'win32' ? ['cmd', '/c', ...npx] : npx;
  return { command, args };
}

const NPX_FOLDER = /^(.*[\\/]_npx[\\/][^\\/]+)[\\/]node_modules[\\/]/;

/** Whether a file lies in the cache of npx. */
export function isInNpxCache(file: string): boolean {
  return NPX_FOLDER.test(file);
}

/** The package that npx was started with, such as a tarball or a repository; else the name of the published one. */
function findPackage(script: string): string {
  const [, folder] = NPX_FOLDER.exec(existsSync(script) ? realpathSync(script) : script) ?? [];
  const manifest = folder && join(folder, 'package.json');
  if (!manifest || !existsSync(manifest)) return SERVER_NAME;
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies?: Fields };
  const declared = dependencies?.[SERVER_NAME];
  if (typeof declared !== 'string' || !/[:/]/.test(declared)) return SERVER_NAME;
  return declared.startsWith('file:') ? resolve(folder, declared.slice('file:'.length)) : declared;
}

function variables(
  { environment }: Machine,
  { hosted = false, baseUrl, withSecrets = false }: SetupOptions,
): Variable[] {
  const settings = nonEmptySettings({ ...environment, ...omitUndefined({ PAPERQUEUE_BASE_URL: baseUrl }) });
  // Only commands access Zotero, so a client does not need a key that may write there.
  delete settings.PAPERQUEUE_ZOTERO_KEY;
  const isHosted = hosted || settings.PAPERQUEUE_BASE_URL !== undefined;
  const names = new Set([...(isHosted ? ['PAPERQUEUE_BASE_URL', 'PAPERQUEUE_TOKEN'] : []), ...Object.keys(settings)]);
  return [...names].map((name) => {
    const secret = SECRET_NAMES.includes(name);
    const value = secret && !withSecrets ? undefined : settings[name];
    return { name, secret, value };
  });
}

/** The settings that this entry needs in a client's file. */
export function listSettings(client: Client, { command, args, variables: all }: Entry): Setting[] {
  const { placeholder, extra = {} } = client;
  const base = [client.servers, SERVER_NAME];
  return [
    // Clients write the type first. Other extra fields that the person has set are kept.
    ...(extra.type === undefined ? [] : [{ path: [...base, 'type'], value: extra.type }]),
    { path: [...base, 'command'], value: command },
    { path: [...base, 'args'], value: args },
    ...Object.entries(extra)
      .filter(([key]) => key !== 'type')
      .map(([key, value]) => ({ path: [...base, key], value, keep: true })),
    ...all.flatMap(({ name, value, secret }): Setting[] => {
      const path = [...base, 'env', name];
      if (value !== undefined) return [{ path, value, secret }];
      if (placeholder.kind === 'forward') return [{ path: [...base, placeholder.key], value: name, within: true }];
      const text = placeholder.text(name);
      const isUsed = (root: unknown) => valueAt(root, path) === text;
      const input = { type: 'promptString', id: inputId(name), description: `paperqueue: ${name}`, password: secret };
      return [
        { path, value: text, keep: true },
        ...(placeholder.kind === 'input' ? [{ path: ['inputs'], value: input, within: true, when: isUsed }] : []),
      ];
    }),
  ];
}
