import { type Command, Option } from 'commander';
import type { CliCommand, CommandContext } from '../io.ts';
import { writeResult, writeText } from '../output.ts';
import { localTime } from '../print/answer-lines.ts';
import { chooseStyle } from '../print/terminal.ts';
import { formatColumns } from '../print/text-columns.ts';

const STATES = ['pending', 'delivered', 'dead'] as const;
const NOT_DELIVERED = ['pending', 'dead'] as const;
const HEADS = ['ID', 'JOB', 'ACCOUNT', 'STATE', 'TRIES', 'NEXT TRY', 'LAST ANSWER', 'TO'];
const MAX_LISTED_DELIVERIES = 1_000;

/** `paperqueue callbacks`: lists and resends callbacks of `paperqueue serve`. */
export const callbacksCommand: CliCommand = {
  examples: ['paperqueue callbacks list'],
  add: addCallbacksCommand,
};

function addCallbacksCommand(program: Command, context: CommandContext): void {
  const callbacks = program.command('callbacks').description('callbacks of the service that `paperqueue serve` runs');
  callbacks
    .command('list')
    .description('callbacks that are not delivered, the pending ones first')
    .addOption(new Option('--state <state>', 'which; default: pending and dead').choices(STATES))
    .option('--json', 'as JSON')
    .action(async (options: { state?: (typeof STATES)[number]; json?: boolean }) => {
      const admin = await context.app().admin();
      const states = options.state === undefined ? NOT_DELIVERED : [options.state];
      const page = { offset: 0, count: MAX_LISTED_DELIVERIES };
      const deliveries = (await Promise.all(states.map((state) => admin.deliveries({ state, ...page })))).flat();
      const rows = deliveries.map(({ id, job, account, state, attempts, nextAt, lastOutcome, url }) => [
        ...[id, job, account, state, attempts, nextAt && localTime(nextAt), lastOutcome, url],
      ]);
      const table = formatColumns(HEADS, rows, chooseStyle(context.io.stdout, context.machine.environment));
      await writeResult(context.io, options.json, { deliveries }, rows.length > 0 ? table : 'no callbacks');
    });
  callbacks
    .command('resend')
    .description('send an ended callback again, under its old id')
    .argument('<id...>', 'ids of callbacks')
    .action(async (ids: string[]) => {
      const admin = await context.app().admin();
      for (const id of ids) await admin.resend(id);
      await writeText(context.io, `${ids.length} will be sent again while the service runs`);
    });
}
