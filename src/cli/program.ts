import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { addAccountCommand } from './commands/account.ts';
import { addCallbacksCommand } from './commands/callbacks.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEstimateCommand } from './commands/estimate.ts';
import { addImportCommand } from './commands/import.ts';
import { addExportCommand, addJobCommand, addJobsCommand, addShowCommand } from './commands/job.ts';
import { addLibraryCommand } from './commands/library.ts';
import { addLookUpCommand } from './commands/lookup.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addOpenCommand } from './commands/open.ts';
import { addReadCommands } from './commands/read.ts';
import { addReceiptCommand } from './commands/receipt.ts';
import { addRelatedCommand } from './commands/related.ts';
import { addRerunCommand } from './commands/rerun.ts';
import { addSearchCommand } from './commands/search.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSetupCommand } from './commands/setup.ts';
import { addWatchCommand } from './commands/watch.ts';
import type { CommandContext } from './io.ts';

/** The command line. It writes through `context.io` only and throws CommanderError instead of ending the process. */
export function createProgram(context: CommandContext): Command {
  const { io } = context;
  const program = new Command('paperqueue')
    .description(
      'Literature search for AI assistants: an MCP server and a command line over academic paper search jobs.',
    )
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    })
    .showHelpAfterError('(paperqueue --help lists the commands)');
  addMcpCommand(program, context);
  addSearchCommand(program, context);
  addLookUpCommand(program, context);
  addJobsCommand(program, context);
  addJobCommand(program, context);
  addShowCommand(program, context);
  addOpenCommand(program, context);
  addExportCommand(program, context);
  addRerunCommand(program, context);
  addWatchCommand(program, context);
  addRelatedCommand(program, context);
  addReadCommands(program, context);
  addReceiptCommand(program, context);
  addEstimateCommand(program, context);
  addImportCommand(program, context);
  addLibraryCommand(program, context);
  addServeCommand(program, context);
  addAccountCommand(program, context);
  addCallbacksCommand(program, context);
  addSetupCommand(program, context);
  addDoctorCommand(program, context);
  program.addHelpText(
    'after',
    '\nExit codes: 0 done, 1 failed, 2 bad usage or invalid input, 3 no source could be asked and nothing was found,\n130 interrupted.',
  );
  return program;
}
