import type { Command } from 'commander';
import type { ListedJob } from '../../jobs/reading/list.ts';
import type { CommandContext } from '../io.ts';
import { writeResult } from '../output.ts';

const MAX_LISTED_JOBS = 1_000;

/** `paperqueue jobs`: the recorded jobs, newest first. */
export function addJobsCommand(program: Command, context: CommandContext): void {
  program
    .command('jobs')
    .description('list the recorded jobs: search, time, cost and status (free)')
    .option('--status <status>', 'only jobs in this state')
    .option('--overlap-with <ref>', 'count the papers that each job shares with this one')
    .option('--json', 'as JSON')
    .action(async (options: { status?: string; overlapWith?: string; json?: boolean }) => {
      const { status, overlapWith } = options;
      const view = (await context.app().useCases()).listJobs({ count: MAX_LISTED_JOBS, status, overlapWith });
      await writeResult(context.io, options.json, view, view.jobs.map(line).join('\n') || 'no jobs');
    });
}

function line({ ref, createdAt, status, cost, pool, charged, papers, overlap, about }: ListedJob): string {
  const time = createdAt.slice(0, 16).replace('T', ' ');
  const charge = { yes: `${cost} ${pool}`, no: 'not charged', unknown: `${cost} ${pool}?` }[charged];
  const shared = overlap === undefined ? [] : [`${overlap} shared`.padStart(10)];
  const results = `${papers ?? '-'}`.padStart(4);
  return [ref.padEnd(5), time, status.padEnd(10), charge.padEnd(12), results, ...shared, about].join('  ');
}
