import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { accountCommand } from './commands/account.ts';
import { callbacksCommand } from './commands/callbacks.ts';
import { collectionCommand } from './commands/collection.ts';
import { doctorCommand } from './commands/doctor.ts';
import { estimateCommand } from './commands/estimate.ts';
import { importCommand } from './commands/import.ts';
import { exportCommand, jobCommand, jobsCommand, showCommand } from './commands/job.ts';
import { libraryCommand } from './commands/library.ts';
import { lookupCommand } from './commands/lookup.ts';
import { mcpCommand } from './commands/mcp.ts';
import { openCommand, uiCommand } from './commands/open.ts';
import { attachCommand, readCommand } from './commands/read.ts';
import { receiptCommand } from './commands/receipt.ts';
import { relatedCommand } from './commands/related.ts';
import { retractionsCommand } from './commands/retractions/retractions.ts';
import { searchCommand } from './commands/search.ts';
import { serveCommand, storeCommand, workCommand } from './commands/serve.ts';
import { setupCommand } from './commands/setup.ts';
import { rerunCommand, watchCommand } from './commands/watch.ts';
import { zoteroCommand } from './commands/zotero/push.ts';
import { completionCommand } from './completion.ts';
import type { CliCommand, CommandContext } from './io.ts';

/** The commands, in the order of help. */
const COMMANDS: readonly CliCommand[] = [
  mcpCommand,
  searchCommand,
  lookupCommand,
  jobsCommand,
  jobCommand,
  showCommand,
  openCommand,
  uiCommand,
  exportCommand,
  zoteroCommand,
  rerunCommand,
  watchCommand,
  relatedCommand,
  readCommand,
  attachCommand,
  receiptCommand,
  estimateCommand,
  importCommand,
  libraryCommand,
  retractionsCommand,
  collectionCommand,
  serveCommand,
  workCommand,
  storeCommand,
  accountCommand,
  callbacksCommand,
  setupCommand,
  doctorCommand,
  completionCommand,
];

const EXAMPLES = ['paperqueue search -k "coral reef" -k bleaching -k recovery', 'paperqueue setup claude-code --write'];

/** What each exit code means. */
const EXIT_CODES = [
  ['0', 'done'],
  ['1', 'failed'],
  ['2', 'bad usage or invalid input'],
  ['3', 'no source could be reached and nothing was found'],
  ['130', 'interrupted'],
] as const;

/** The command line. It only writes through `context.io`, and throws CommanderError instead of ending the process. */
export function createProgram(context: CommandContext): Command {
  const { io } = context;
  const program = new Command('paperqueue')
    .description(
      'Search academic papers in several open sources at once: from the command line, or through your AI assistant.',
    )
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    });
  for (const { add } of COMMANDS) add(program, context);
  showExamples(program, EXAMPLES);
  program.commands.forEach((command, at) => {
    showExamples(command, COMMANDS[at]?.examples ?? []);
  });
  pointToHelp(program, 'paperqueue');
  const codes = EXIT_CODES.map(([code, meaning]) => `${code} ${meaning}`);
  program.addHelpText('after', `\nExit codes: ${codes.join('; ')}.`);
  return program;
}

/** After an error each command names its own help. */
function pointToHelp(command: Command, path: string): void {
  command.showHelpAfterError(`(${path} --help lists the ${command.commands.length > 0 ? 'commands' : 'options'})`);
  for (const each of command.commands) pointToHelp(each, `${path} ${each.name()}`);
}

function showExamples(command: Command, examples: readonly string[]): void {
  command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
}
