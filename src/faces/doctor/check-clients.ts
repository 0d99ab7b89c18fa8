import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { createInterface } from 'node:readline';
import { counted } from '../../lib/counted.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { asFields, asList, asNumber, asText, asTexts, parseJson } from '../../lib/json.ts';
import { clientFile, readServer } from '../setup/client-file.ts';
import { CLIENTS, type Client } from '../setup/clients.ts';
import type { Machine } from '../setup/machine.ts';
import { findFile } from '../setup/safe-file.ts';
import type { Fields } from '../setup/settings.ts';
import { SetupProblem } from '../setup/setup-problem.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Starts a server as an MCP client would, lists its tools, and ends it. */

type Started = { command: string; args: readonly string[]; environment: NodeJS.ProcessEnv };

const INITIALIZE = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'paperqueue doctor', version: '1' } },
};
const LIST_TOOLS = { id: 2, method: 'tools/list' };

/** The number of tools that it lists. Throws an error that says why it lists none; stops when the signal aborts. */
async function startServer({ command, args, environment }: Started, signal: AbortSignal): Promise<number> {
  const child = spawn(command, args, { env: environment, stdio: ['pipe', 'pipe', 'ignore'] });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', ({ code }: NodeJS.ErrnoException) => reject(new Error(`does not start (${code})`)));
      child.once('close', (code, cause) => {
        const how = signal.aborted ? 'does not answer in time' : `ends with ${code ?? cause} before it answers`;
        reject(new Error(how));
      });
      child.stdin.on('error', () => {});
      createInterface({ input: child.stdout }).on('line', (line) => {
        const { id, result } = asFields(parseJson(line));
        if (asNumber(id) === INITIALIZE.id) {
          send({ method: 'notifications/initialized' });
          send(LIST_TOOLS);
        }
        if (asNumber(id) === LIST_TOOLS.id) resolve(asList(asFields(result).tools).length);
      });
      send(INITIALIZE);
    });
  } finally {
    signal.removeEventListener('abort', stop);
    child.stdin.end();
    child.kill();
  }
}

const NAME = 'clients';

/** Less than the time limit of a check, so that each client that cannot start is reported. */
const MAX_START_MS = 8_000;

type Options = {
  /** Whether commands that may download the package are allowed. */
  online: boolean;
  maxStartMs?: number;
};

/**
 * Which clients start this server, and whether it answers. Reads the files that `setup` writes, the user's and the
 * current folder's, and starts the servers in the user's files. A folder's file may come from someone else, so nothing
 * in it is started.
 */
export async function checkClients(machine: Machine, options: Options, signal: AbortSignal): Promise<Finding[]> {
  const { maxStartMs = MAX_START_MS } = options;
  const check = (client: Client, project: boolean) =>
    withDeadline(maxStartMs, signal, (deadline) =>
      checkFile(machine, client, project, { ...options, signal: deadline.signal }),
    );
  const checks = CLIENTS.flatMap((client) => [
    check(client, false),
    ...(client.projectFile ? [check(client, true)] : []),
  ]);
  const findings = (await Promise.all(checks)).flat();
  if (findings.length > 0) return findings;
  const names = CLIENTS.map(({ name }) => name).join(', ');
  return [warning(NAME, 'no client is set up', `paperqueue setup CLIENT --write, with one of ${names}`)];
}

type Starting = { online: boolean; signal: AbortSignal };

async function checkFile(machine: Machine, client: Client, project: boolean, starting: Starting): Promise<Finding[]> {
  const path = clientFile(machine, client, project);
  try {
    const { text } = findFile(path);
    const entry = text === undefined ? undefined : readServer(client, text);
    if (!entry) return [];
    const fault = findFault(client, path, entry);
    if (fault) return [fault];
    return [project ? ok(NAME, `${client.title}: ${path}`) : await start(machine, client, path, entry, starting)];
  } catch (error) {
    const why = error instanceof SetupProblem ? error.message : (error as NodeJS.ErrnoException).code;
    return [warning(NAME, `${client.title}: ${path}: ${why}`, 'Correct the file: the client cannot read it either.')];
  }
}

/** A problem that can be found without starting anything. */
function findFault(client: Client, path: string, { command, args, env }: Fields): Finding | undefined {
  const { title } = client;
  const started = [command, ...(Array.isArray(args) ? args : [])];
  const missing = started.find((part) => typeof part === 'string' && isAbsolute(part) && !existsSync(part));
  if (missing !== undefined) {
    return warning(NAME, `${title}: ${path} starts ${missing}, which is not there`, describeSetup(client));
  }
  const unfilled = Object.entries(asFields(env)).filter(([, value]) => asText(value)?.startsWith('<paste '));
  if (unfilled.length > 0) {
    const names = unfilled.map(([variable]) => variable).join(', ');
    return warning(NAME, `${title}: ${names} is not filled in`, `Put the value into ${path}`);
  }
  return undefined;
}

async function start(
  { environment }: Machine,
  client: Client,
  path: string,
  { command, args, env, env_vars: forwarded }: Fields,
  { online, signal }: Starting,
): Promise<Finding> {
  const location = `${client.title}: ${path}`;
  if (typeof command !== 'string') return ok(NAME, location);
  const words = [command, ...asTexts(args)];
  if (words.includes('npx') && !online)
    return ok(NAME, `${location} (not started: npx may download it; --online starts it)`);
  const references = Object.fromEntries(asTexts(forwarded).map((variable) => [variable, `$${variable}`]));
  try {
    const tools = await startServer(
      { command, args: words.slice(1), environment: environmentFor(environment, { ...references, ...asFields(env) }) },
      signal,
    );
    return ok(NAME, `${location} starts a server that answers with ${counted(tools, 'tool')}`);
  } catch (error) {
    const todo = `Run it by hand to see why: ${words.join(' ')}; or write the entry anew: ${describeSetup(client)}`;
    return warning(NAME, `${location}: the server ${(error as Error).message}`, todo);
  }
}

/** The command that writes the entry; for Codex it prints instructions. */
function describeSetup({ name, format }: Client): string {
  return `paperqueue setup ${name}${format === 'toml' ? '' : ' --write'}`;
}

/** The environment of a client that was not started from this shell: of our settings, only those in its file. */
function environmentFor(environment: NodeJS.ProcessEnv, clientSettings: Fields): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(([name]) => !name.startsWith('PAPERQUEUE_'));
  const values = Object.entries(clientSettings).flatMap(([name, value]) => {
    const text = typeof value === 'object' ? '' : String(value);
    if (!text.startsWith('$')) return [[name, text]];
    // A reference to the client's environment. A question that the client asks has no answer here.
    const [, reference = ''] = /^\$\{?(?:env:)?(\w+)\}?$/.exec(text) ?? [];
    const present = environment[reference];
    return present === undefined ? [] : [[name, present]];
  });
  return Object.fromEntries([...others, ...values]);
}
