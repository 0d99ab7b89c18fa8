import { Argument, type Command, Option } from 'commander';
import { orAborted } from '../../../lib/deadline.ts';
import { omitUndefined } from '../../../lib/omit-undefined.ts';
import { CLIENTS } from '../../setup/clients.ts';
import type { Machine } from '../../setup/machine.ts';
import type { SetupOptions } from '../../setup/server-entry.ts';
import type { Change } from '../../setup/settings.ts';
import {
  type Instructions,
  isInstalled,
  type PlannedWrite,
  planWrite,
  removeEntry,
  writeInstructions,
} from '../../setup/setup.ts';
import { type CliCommand, type CommandContext, type Io, UsageError } from '../io.ts';
import { tell, writeResult } from '../output.ts';

const MAX_ANSWER_CHARACTERS = 1_000;

/** Asks a yes-or-no question on the terminal; anything but yes means no. Throws UsageError without a terminal. */
async function confirm({ stdin, stderr, signal }: Io, question: string): Promise<boolean> {
  if (!stdin?.isTTY || !stderr.isTTY)
    throw new UsageError('there is no terminal to ask on; use --yes to change the file without asking');
  stderr.write(question);
  try {
    const answer = await orAborted(readLine(stdin), signal);
    return /^\s*y(es)?\s*$/i.test(answer);
  } finally {
    // Reading the terminal would keep the process alive after Ctrl-C.
    stdin.destroy?.();
  }
}

async function readLine(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  let line = '';
  for await (const bytes of stdin) {
    line += Buffer.from(bytes).toString();
    if (line.includes('\n') || line.length > MAX_ANSWER_CHARACTERS) break;
  }
  return line.split('\n')[0] ?? '';
}

type SetupFlags = SetupOptions & {
  write?: boolean;
  remove?: boolean;
  yes?: boolean;
  json?: boolean;
  platform?: NodeJS.Platform;
};

const NAMES = CLIENTS.map(({ name }) => name);

/** `paperqueue setup CLIENT`: prints the configuration for a client, or writes it into the client's file. */
export const setupCommand: CliCommand = {
  examples: ['paperqueue setup cursor', 'paperqueue setup claude-code --write', 'paperqueue setup --remove cursor'],
  add: addSetupCommand,
};

function addSetupCommand(program: Command, { io, machine }: CommandContext): void {
  program
    .command('setup')
    .description('configure an assistant to use this server: print how, or write it')
    .addArgument(new Argument('<client>', 'the assistant').choices(NAMES))
    .option('--write', "add it to the client's own file, keep everything else there; asks before it changes anything")
    .option('--yes', 'with --write: do not ask')
    .addOption(
      new Option('--remove', "take paperqueue out of the client's file again, and nothing else").conflicts('write'),
    )
    .option('--project', "the file of the project in this folder instead of the user's")
    .option('--base-url <address>', 'a hosted service (else PAPERQUEUE_BASE_URL, else embedded mode)')
    .option('--hosted', 'a hosted service whose address you fill in later')
    .option('--with-secrets', 'include the tokens and keys of this environment')
    .option(
      '--local',
      'start this very copy of paperqueue instead of npx; default where it is installed, and in a clone',
    )
    .option('--no-local', 'start npx -y paperqueue, even if it is installed')
    .option('--json', 'as JSON')
    .addOption(new Option('--platform <platform>').choices(['linux', 'darwin', 'win32']).hideHelp())
    .action(async (client: string, { local, ...options }: SetupFlags) => {
      const isInstalledCopy = !options.project && isInstalled(machine) ? true : undefined;
      const flags = { ...options, ...omitUndefined({ local: local ?? isInstalledCopy }) };
      const target: Machine = { ...machine, platform: flags.platform ?? machine.platform };
      if (flags.remove) {
        if (target.platform !== machine.platform) throw new UsageError('--remove changes files of this machine only');
        return remove(io, machine, client, flags);
      }
      if (!flags.write) return print(io, writeInstructions(target, client, flags), flags);
      if (target.platform !== machine.platform) throw new UsageError('--write writes on this machine only');
      await write(io, planWrite(target, client, flags), flags);
    });
}

async function print(io: Io, instructions: Instructions, { json }: SetupFlags): Promise<void> {
  const { title, scope, file, content, command, link, notes, writable } = instructions;
  const text = [
    `${title} reads ${file}${scope === 'project' ? ' (this project)' : ''}. Add this to the file:`,
    '',
    content.trimEnd(),
    '',
    ...(command ? ['Or run:', `  ${command}`, ''] : []),
    ...(link ? ['Or open:', `  ${link}`, ''] : []),
    ...notes,
    ...(writable ? ['Run with --write to do it for me.'] : []),
  ].join('\n');
  await writeResult(io, json, instructions, text);
}

async function write(io: Io, plan: PlannedWrite, { yes, json }: SetupFlags): Promise<void> {
  const { client, title, file, changes, isOpen, notes } = plan;
  const changed = changes.length > 0 || isOpen;
  if (changed && !yes) {
    const lines = [`${file} would be changed:`, ...changes.map(describe), ...(isOpen ? [CLOSED] : [])];
    tell(io, `${lines.join('\n')}`);
    if (!(await confirm(io, 'Change it? [y/N] '))) throw new Error('nothing was changed');
  }
  const backup = changed ? plan.write() : undefined;
  const preview = changes.map(({ path, before, after, secret }) => ({
    path: path.join('.'),
    ...(before === undefined ? {} : { before: secret ? HIDDEN : before }),
    after: secret ? HIDDEN : after,
  }));
  const report = { client, file, changed, changes: preview, ...(backup ? { backup } : {}), notes };
  const saved = backup ? [`The old file is saved as ${backup}`] : [];
  const text = [`Written to ${file}:`, ...changes.map(describe), ...saved, ...notes].join('\n');
  await writeResult(io, json, report, changed ? text : `${title} is set up already: ${file}`);
}

async function remove(io: Io, machine: Machine, client: string, flags: SetupFlags): Promise<void> {
  const removal = removeEntry(machine, client, flags);
  const { title, file, removed, backup } = removal;
  const text = [
    `Removed from ${file}:`,
    ...removed.map((path) => `  - ${path}`),
    `The old file is saved as ${backup}`,
    `Start ${title} again. Your jobs and papers stay: they are in the data folder.`,
  ].join('\n');
  const notFound = `${title} has no entry of paperqueue, nothing to remove: ${file}`;
  await writeResult(io, flags.json, removal, removed.length > 0 ? text : notFound);
}

const HIDDEN = '[secret]';
const CLOSED = '  ~ mode = 600: only its owner may read it';

function describe({ path, before, after, secret }: Change): string {
  const show = (value: unknown) => (secret ? HIDDEN : JSON.stringify(value));
  const name = path.join('.');
  return before === undefined ? `  + ${name} = ${show(after)}` : `  ~ ${name} = ${show(after)}, was ${show(before)}`;
}
