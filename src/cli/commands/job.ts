import { type Command, Option } from 'commander';
import { PAPER_KIND_NAMES } from '../../jobs/exporting/export-kinds.ts';
import type { CommandContext } from '../io.ts';
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
