import { type Command, Option } from 'commander';
import type { CommandContext } from '../io.ts';
import { writeOutput, writeResult } from '../output.ts';

const STATES = ['pending', 'delivered', 'dead'] as const;
const MAX_LISTED_DELIVERIES = 1_000;

/** `paperqueue callbacks`: lists and resends callbacks of `paperqueue serve`. */
export function addCallbacksCommand(program: Command, context: CommandContext): void {
  const callbacks = program.command('callbacks').description('callbacks of the service that `paperqueue serve` runs');
  callbacks
    .command('list')
    .description('callbacks, newest first')
    .addOption(new Option('--state <state>', 'which').choices(STATES).default('dead'))
    .option('--json', 'as JSON')
    .action(async (options: { state: (typeof STATES)[number]; json?: boolean }) => {
      const page = { state: options.state, offset: 0, count: MAX_LISTED_DELIVERIES };
      const deliveries = await (await context.app().admin()).deliveries(page);
      const table = deliveries.map(({ id, job, state, attempts, lastOutcome, url }) =>
        [id, job, state.padEnd(9), `${attempts} tries`, lastOutcome ?? '', url].join('  '),
      );
      await writeResult(context.io, options.json, { deliveries }, table.join('\n') || 'no callbacks');
    });
  callbacks
    .command('resend')
    .description('send an ended callback again, under its old id')
    .argument('<id...>', 'ids of callbacks')
    .action(async (ids: string[]) => {
      const admin = await context.app().admin();
      for (const id of ids) await admin.resend(id);
      await writeOutput(context.io, `${ids.length} will be sent again while the service runs\n`);
    });
}
