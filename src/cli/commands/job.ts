import { type Command, Option } from 'commander';
import { PAPER_KIND_NAMES } from '../../jobs/exporting/export-kinds.ts';
import type { ListedJob } from '../../jobs/reading/list.ts';
import type { CommandContext } from '../io.ts';
import { writeResult } from '../output.ts';
import { addPaperOutputOptions, type PaperOutputOptions, pageToPrint, printAnswer } from '../paper-output.ts';
import { withProgress } from '../progress-bar.ts';
import { addSelectionOptions, readSelection, type SelectionOptions } from '../selection-options.ts';

type JobOptions = PaperOutputOptions & SelectionOptions & { wait?: boolean };

const WHICH = 'jobs (J12), papers (J12-3), job ids, or all';

/** `paperqueue job REF...`: the papers of jobs as a table, waiting for a job that still runs. */
export function addJobCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('job')
    .description('print the papers of jobs, waiting for one that still runs (free)')
    .argument('<ref...>', WHICH)
    .option('--no-wait', 'do not wait');
  addPaperOutputOptions(addSelectionOptions(command)).action((refs: string[], options: JobOptions) =>
    printPapers(context, refs, options),
  );
}

/** `paperqueue show REF...`: everything about papers, as text. */
export function addShowCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('show')
    .description('print papers with all that is known of them: abstract, identifiers, links, sources (free)')
    .argument('<ref...>', 'papers (J12-3); or jobs (J12), job ids or all, for each of their papers');
  addPaperOutputOptions(addSelectionOptions(command)).action((refs: string[], options: JobOptions) =>
    printPapers(context, refs, { format: 'text', ...options }),
  );
}

/** `paperqueue export REF...`: papers for reference managers, LaTeX and tables. */
export function addExportCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('export')
    .description('write papers for reference managers, LaTeX and tables; records of one work once (free)')
    .argument('<ref...>', WHICH)
    .addOption(new Option('--format <format>', 'of the text').choices(PAPER_KIND_NAMES).default('bibtex'))
    .option('--count <number>', 'papers to write; default: all')
    .option('-o, --output <file>', 'write to a new file; - is stdout');
  addSelectionOptions(command).action((refs: string[], options: JobOptions) => printPapers(context, refs, options));
}

async function printPapers(context: CommandContext, refs: readonly string[], options: JobOptions): Promise<void> {
  const jobId = refs.join(',');
  const selection = readSelection(options);
  const page = { ...pageToPrint(context.io, options), ...selection };
  const useCases = await context.app().useCases();
  const waitSeconds = options.wait === false ? 0 : undefined;
  const answer = await withProgress(context.io, (call) => useCases.getJob(jobId, page, { ...call, waitSeconds }));
  await printAnswer(context, useCases, answer, options, { jobId, ...selection });
}

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
      await writeResult(context.io, options.json, view, view.jobs.map(lineOf).join('\n') || 'no jobs');
    });
}

function lineOf({ ref, createdAt, status, cost, pool, charged, papers, overlap, about }: ListedJob): string {
  const time = createdAt.slice(0, 16).replace('T', ' ');
  const charge = { yes: `${cost} ${pool}`, no: 'not charged', unknown: `${cost} ${pool}?` }[charged];
  const shared = overlap === undefined ? [] : [`${overlap} shared`.padStart(10)];
  const results = `${papers ?? '-'}`.padStart(4);
  return [ref.padEnd(5), time, status.padEnd(10), charge.padEnd(12), results, ...shared, about].join('  ');
}
