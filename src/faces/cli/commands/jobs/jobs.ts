import type { Command } from 'commander';
import { isFinal } from '../../../../contract/answers.ts';
import type { ListedJob } from '../../../../jobs/answers/list.ts';
import type { Jobs } from '../../../../jobs/jobs.ts';
import { isFree } from '../../../../platform/config.ts';
import type { CliCommand, CommandContext } from '../../io.ts';
import { tell, writeResult } from '../../output.ts';
import { localTime } from '../../print/answer-lines.ts';
import { chooseStyle } from '../../print/terminal.ts';
import { formatColumns } from '../../print/text-columns.ts';
import { CLI_WORDING, toJson } from '../../wording.ts';
import { addGroupCommand, addNameCommand, addRemoveCommand } from './organise.ts';

const MAX_LISTED_JOBS = 1_000;
/** Maximum polls: each is a request to a hosted service, which allows few per minute. */
const MAX_POLLED_JOBS = 3;
const POLL_SECONDS = 2;

/** `paperqueue jobs`: the recorded jobs, newest first. */
export const jobsCommand: CliCommand = {
  examples: [
    'paperqueue jobs --overlap-with J1',
    'paperqueue jobs name J3 "coral bleaching, first try"',
    'paperqueue jobs group J3 J5 thesis',
    'paperqueue jobs --group thesis',
    'paperqueue jobs remove J3',
  ],
  add: addJobsCommand,
};

type ListFlags = { status?: string; group?: string; overlapWith?: string; json?: boolean };

function addJobsCommand(program: Command, context: CommandContext): void {
  const jobs = program
    .command('jobs')
    .description('list the recorded jobs: search, time, cost and status; name, group and remove them (free)')
    .option('--status <status>', 'only jobs in this state: success, error, removed ...')
    .option('--group <group>', 'only jobs of this group')
    .option('--overlap-with <ref>', 'count the papers that each job shares with this one')
    .option('--json', 'as JSON')
    .action(async (options: ListFlags) => {
      const { status, group, overlapWith } = options;
      const searches = await context.app().jobs();
      await pollUnfinished(searches, context.io.signal);
      const view = searches.listJobs({ count: MAX_LISTED_JOBS, status, group, overlapWith });
      const style = chooseStyle(context.io.stdout, context.machine.environment);
      const table = formatColumns(
        tableHeads(overlapWith),
        view.jobs.map((job) => tableRow(job, overlapWith, isFree(context.config()))),
        style,
      );
      if (!options.json) tell(context.io, ...CLI_WORDING.notes(view.notes ?? []));
      await writeResult(context.io, options.json, toJson(view), view.jobs.length > 0 ? table : NO_JOBS);
    });
  addNameCommand(jobs, context);
  addGroupCommand(jobs, context);
  addRemoveCommand(jobs, context);
}

/** Polls the newest jobs last seen running, so that the list is up to date. */
async function pollUnfinished(searches: Jobs, signal: AbortSignal): Promise<void> {
  const { jobs } = searches.listJobs({ count: MAX_LISTED_JOBS });
  const unfinished = jobs.filter(({ jobId, status }) => jobId !== null && !isFinal(status)).slice(0, MAX_POLLED_JOBS);
  const look = { waitSeconds: POLL_SECONDS, signal };
  // A job that cannot be read now keeps its last known state.
  await Promise.allSettled(unfinished.map(({ ref }) => searches.getJob(ref, { count: 1 }, look)));
}

const NO_JOBS = 'No searches yet. Begin with: paperqueue search -k "coral reef" -k bleaching -k recovery';

function tableHeads(overlapWith: string | undefined): string[] {
  const shared = overlapWith === undefined ? [] : ['SHARED'];
  return ['REF', 'TIME', 'STATUS', 'COST', 'PAPERS', ...shared, 'GROUP', 'SEARCH'];
}

function tableRow(
  { ref, createdAt, status, cost, pool, charged, papers, overlap, group, name, about }: ListedJob,
  overlapWith: string | undefined,
  free: boolean,
) {
  const charge = { yes: `${cost} ${pool}`, no: 'none', unknown: `${cost} ${pool}?` }[charged];
  const shared = overlapWith === undefined ? [] : [overlap];
  const search = [name, about].filter(Boolean).join(': ');
  return [
    ref,
    localTime(createdAt),
    STATUS_WORDS[status] ?? status,
    free ? 'free' : charge,
    papers,
    ...shared,
    group,
    search,
  ];
}

/** States in plain words. Others, which only a service defines, are shown unchanged. */
const STATUS_WORDS: Record<string, string> = {
  submitting: 'sending',
  queued: 'running',
  success: 'done',
  error: 'failed',
  unknown: 'charge unknown',
};
