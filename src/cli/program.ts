import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { addAccountCommand } from './commands/account.ts';
import { addCallbacksCommand } from './commands/callbacks.ts';
import { addCollectionCommand } from './commands/collection.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEstimateCommand } from './commands/estimate.ts';
import { addImportCommand } from './commands/import.ts';
import { addExportCommand, addJobCommand, addJobsCommand, addShowCommand } from './commands/job.ts';
import { addLibraryCommand } from './commands/library.ts';
import { addLookUpCommand } from './commands/lookup.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addOpenCommand, addUiCommand } from './commands/open.ts';
import { addReadCommands } from './commands/read.ts';
import { addReceiptCommand } from './commands/receipt.ts';
import { addRelatedCommand } from './commands/related.ts';
import { addRetractionsCommand } from './commands/retractions/retractions.ts';
import { addSearchCommand } from './commands/search.ts';
import { addServeCommand, addStoreCommand, addWorkCommand } from './commands/serve.ts';
import { addSetupCommand } from './commands/setup.ts';
import { addRerunCommand, addWatchCommand } from './commands/watch.ts';
import { addZoteroCommand } from './commands/zotero/push.ts';
import { addCompletionCommand } from './help/completion-command.ts';
import { addExamples } from './help/examples.ts';
import { EXIT_CODES } from './help/manual-page.ts';
import type { CommandContext } from './io.ts';

/** The command line. It writes through `context.io` only and throws CommanderError instead of ending the process. */
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
  addMcpCommand(program, context);
  addSearchCommand(program, context);
  addLookUpCommand(program, context);
  addJobsCommand(program, context);
  addJobCommand(program, context);
  addShowCommand(program, context);
  addOpenCommand(program, context);
  addUiCommand(program, context);
  addExportCommand(program, context);
  addZoteroCommand(program, context);
  addRerunCommand(program, context);
  addWatchCommand(program, context);
  addRelatedCommand(program, context);
  addReadCommands(program, context);
  addReceiptCommand(program, context);
  addEstimateCommand(program, context);
  addImportCommand(program, context);
  addLibraryCommand(program, context);
  addRetractionsCommand(program, context);
  addCollectionCommand(program, context);
  addServeCommand(program, context);
  addWorkCommand(program, context);
  addStoreCommand(program, context);
  addAccountCommand(program, context);
  addCallbacksCommand(program, context);
  addSetupCommand(program, context);
  addDoctorCommand(program, context);
  addCompletionCommand(program, context);
  addExamples(program);
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
