import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { clientFile, serverIn } from '../setup/client-file.ts';
import { CLIENTS, type Client } from '../setup/clients.ts';
import type { Machine } from '../setup/machine.ts';
import { SetupProblem } from '../setup/problem.ts';
import { findFile } from '../setup/safe-file.ts';
import type { Fields } from '../setup/settings.ts';
import { type Finding, ok, warning } from './finding.ts';

const NAME = 'clients';

/** Which clients start this server: reads the files that setup writes, the user's and those of the current folder. */
export function checkClients(machine: Machine): Finding[] {
  const findings = CLIENTS.flatMap((client) => [
    ...checkFile(machine, client, false),
    ...(client.projectFile ? checkFile(machine, client, true) : []),
  ]);
  if (findings.length > 0) return findings;
  const names = CLIENTS.map(({ name }) => name).join(', ');
  return [warning(NAME, 'no client is set up', `paperqueue setup CLIENT --write, with one of ${names}`)];
}

function checkFile(machine: Machine, client: Client, project: boolean): Finding[] {
  const path = clientFile(machine, client, project);
  try {
    const { text } = findFile(path);
    const entry = text === undefined ? undefined : serverIn(client, text);
    return entry ? [judge(client, path, entry)] : [];
  } catch (error) {
    const why = error instanceof SetupProblem ? error.message : (error as NodeJS.ErrnoException).code;
    return [warning(NAME, `${client.title}: ${path}: ${why}`, 'Correct the file: the client cannot read it either.')];
  }
}

function judge({ title, name }: Client, path: string, { command, args, env }: Fields): Finding {
  const started = [command, ...(Array.isArray(args) ? args : [])];
  const missing = started.find((part) => typeof part === 'string' && isAbsolute(part) && !existsSync(part));
  if (missing !== undefined) {
    const todo = `paperqueue setup ${name} --write`;
    return warning(NAME, `${title}: ${path} starts ${missing}, which is not there`, todo);
  }
  const unfilled = Object.entries((env ?? {}) as Fields).filter(([, value]) => String(value).startsWith('<paste '));
  if (unfilled.length > 0) {
    const names = unfilled.map(([variable]) => variable).join(', ');
    return warning(NAME, `${title}: ${names} is not filled in`, `Put the value into ${path}`);
  }
  return ok(NAME, `${title}: ${path}`);
}
