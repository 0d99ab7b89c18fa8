import { givenSettings, SECRET_NAMES } from '../config.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import { type Client, inputId, SERVER_NAME } from './clients.ts';
import type { Machine } from './machine.ts';
import { type Setting, valueAt } from './settings.ts';

/** How the server is to be started, from the person's environment and wishes. */

export type SetupOptions = {
  /** The file of the project's folder instead of the user's. */
  project?: boolean;
  /** The environment's tokens and keys go into the file. */
  withSecrets?: boolean;
  /** The hosted service, although its address is not known here. */
  hosted?: boolean;
  baseUrl?: string;
  /** This Node and this file instead of npx. */
  local?: boolean;
};

/** A variable of the server; without a value the client has to come by it. */
type Variable = { name: string; value?: string; secret: boolean };

export type Entry = { command: string; args: string[]; variables: Variable[] };

/** What every client is to start. */
export function serverEntry(machine: Machine, options: SetupOptions): Entry {
  return { ...launch(machine, options.local === true), variables: variables(machine, options) };
}

function launch({ platform, node, script }: Machine, local: boolean): { command: string; args: string[] } {
  if (local) return { command: node, args: [script] };
  const npx = ['npx', '-y', SERVER_NAME];
  // On Windows npx is a batch file, which only a shell can start.
  const [command = '', ...args] = platform === 'win32' ? ['cmd', '/c', ...npx] : npx;
  return { command, args };
}

function variables(
  { environment }: Machine,
  { hosted = false, baseUrl, withSecrets = false }: SetupOptions,
): Variable[] {
  const settings = givenSettings({ ...environment, ...omitUndefined({ PAPERQUEUE_BASE_URL: baseUrl }) });
  const isHosted = hosted || settings.PAPERQUEUE_BASE_URL !== undefined;
  const names = new Set([...(isHosted ? ['PAPERQUEUE_BASE_URL', 'PAPERQUEUE_TOKEN'] : []), ...Object.keys(settings)]);
  return [...names].map((name) => {
    const secret = SECRET_NAMES.includes(name);
    const value = secret && !withSecrets ? undefined : settings[name];
    return { name, secret, ...omitUndefined({ value }) };
  });
}

/** What a client's file is to hold for this entry. */
export function settingsFor(client: Client, { command, args, variables: all }: Entry): Setting[] {
  const { placeholder, extra = {} } = client;
  const base = [client.servers, SERVER_NAME];
  return [
    // Fields that a client wants besides come first where it writes them first, and stay as somebody has set them.
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
