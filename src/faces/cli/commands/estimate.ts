import { type Command, Option } from 'commander';
import { readFilters } from '../../../contract/read-request.ts';
import { counted } from '../../../lib/counted.ts';
import { isFree } from '../../../platform/config.ts';
import type { CliCommand, CommandContext } from '../io.ts';
import { writeResult } from '../output.ts';
import { CLI_WORDING, toJson } from '../wording.ts';

/** `paperqueue estimate`: what a job would cost, and the balance. */
export const estimateCommand: CliCommand = {
  examples: ['paperqueue estimate --limit 300 --enrich'],
  add: addEstimateCommand,
};

const OPERATIONS = ['combined', 'keyword', 'query'] as const;
type EstimateOptions = {
  limit?: string;
  enrich?: boolean;
  operation?: (typeof OPERATIONS)[number];
  json?: boolean;
};

function addEstimateCommand(program: Command, context: CommandContext): void {
  program
    .command('estimate')
    .description('cost and pool of a job, and the balance (free)')
    .option('--limit <number>', 'results: 100, 200 or 300')
    .option('--enrich', 'with enrichment')
    .addOption(new Option('--operation <name>', 'the kind of search; default combined').choices(OPERATIONS))
    .option('--json', 'as JSON')
    .action(async (options: EstimateOptions) => {
      const { limit } = readFilters({ limit: options.limit });
      const searches = await context.app().jobs();
      const view = await searches.estimate(
        { limit, enrich: options.enrich, operation: options.operation && `${options.operation}Search` },
        context.io.signal,
      );
      const { cost, pool, balance } = view.credits;
      const isUnlimited = view.notes.some(({ kind }) => kind === 'no-limit');
      const unknown = isUnlimited ? 'no limit' : 'balance unknown';
      const balanceText = balance === undefined ? unknown : `balance ${balance}`;
      const lines = isFree(context.config())
        ? ['Free (embedded mode).']
        : [
            `${counted(cost, 'credit')} from the ${pool} pool, ${balanceText}`,
            ...CLI_WORDING.notes(view.notes).map((note) => `- ${note}`),
          ];
      await writeResult(context.io, options.json, toJson(view), lines.join('\n'));
    });
}
