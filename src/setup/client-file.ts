import { type Client, SERVER_NAME } from './clients.ts';
import { type Merged, mergeJson, readJson } from './json-file.ts';
import { joinOn, type Machine } from './machine.ts';
import { SetupProblem } from './problem.ts';
import { type Fields, type Setting, valueAt } from './settings.ts';
import { mergeToml, readToml } from './toml-file.ts';

/** A client's file, whatever its format. */

/** Where the file is. Throws SetupProblem for a project file that the client does not have. */
export function clientFile(machine: Machine, { title, file, projectFile }: Client, project: boolean): string {
  if (!project) return file(machine);
  if (!projectFile) throw new SetupProblem(`${title} has no file for a project; leave out --project`);
  return joinOn(machine, machine.folder, ...projectFile);
}

/** The file's text with the settings in it. Throws SetupProblem when it cannot be read or must not be changed. */
export function mergeInto(client: Client, text: string, settings: readonly Setting[]): Merged {
  const entry = serverIn(client, text);
  const address = ['url', 'serverUrl', 'httpUrl'].find((key) => entry?.[key] !== undefined);
  if (address) {
    throw new SetupProblem(`${SERVER_NAME} is there already, reached by its ${address}; remove that entry first`);
  }
  return client.format === 'toml'
    ? mergeToml(text, settings, [client.servers, SERVER_NAME])
    : mergeJson(text, settings, client.format === 'jsonc');
}

/** The entry of our server in a file's text, as it stands there; undefined when there is none. */
export function serverIn(client: Client, text: string): Fields | undefined {
  const root = client.format === 'toml' ? readToml(text) : readJson(text, client.format === 'jsonc');
  const entry =
    valueAt(root, [client.servers]) === undefined ? undefined : valueAt(root, [client.servers, SERVER_NAME]);
  if (entry === undefined) return undefined;
  if (typeof entry !== 'object' || entry === null)
    throw new SetupProblem(`${SERVER_NAME} is there, but it is no entry`);
  return entry as Fields;
}
