import type { Command } from 'commander';
import type { CliCommand, CommandContext } from '../io.ts';
import { addOutputOptions, checkDestination, type Destination, writeOutput, writeText } from '../output.ts';
import { addGroupOption, readJobId } from '../paper-output.ts';

/** `paperqueue receipt [REF...]`: the record of searches, for a methods section. */
export const receiptCommand: CliCommand = {
  examples: ['paperqueue receipt J1 J3 -o search-log.md', 'paperqueue receipt --group thesis'],
  add: addReceiptCommand,
};

type Flags = Destination & { group?: string; json?: boolean };

function addReceiptCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('receipt')
    .description('the record of one, several or all searches: search, time, results and cost (free)')
    .argument('[ref...]', 'references (J12) or job ids, or all:GROUP; default: all jobs')
    .option('--json', 'as JSON; otherwise Markdown');
  addGroupOption(addOutputOptions(command)).action(async (refs: string[], options: Flags) => {
    checkDestination(options);
    const exports = await context.app().exports();
    const jobId = readJobId(refs.length > 0 ? refs : ['all'], options);
    const { text } = await exports.renderExport({ jobId, format: options.json ? 'receipt-json' : 'receipt' });
    if (options.json) await writeOutput(context.io, text, options);
    else await writeText(context.io, text.trimEnd(), options);
  });
}
