import type { Command } from 'commander';
import { isFinal } from '../../../contract/answers.ts';
import type { BibliographyStyle } from '../../../formats/export-kinds.ts';
import type { CliCommand, CommandContext } from '../io.ts';
import {
  addGroupOption,
  addPaperOutputOptions,
  type PaperOutputOptions,
  pageToPrint,
  printAnswer,
  readJobId,
} from '../paper-output.ts';
import { withProgress } from '../progress-bar.ts';
import { addSelectionOptions, readSelection, type SelectionOptions } from '../selection-options.ts';

export type JobOptions = PaperOutputOptions & SelectionOptions & { group?: string; wait?: boolean };

/** What `REF` may be. */
export const WHICH = 'jobs (J12), papers (J12-3), job ids, all, or all:GROUP';

/** `paperqueue job REF...`: the papers of jobs as a table, waiting for a job that still runs. */
export const jobCommand: CliCommand = {
  examples: [
    'paperqueue job J3 --where yearFrom=2019 --sort year:desc --count 10',
    'paperqueue job J3 --where "text=bleaching -model"',
    'paperqueue job J3 J5 --where match=good',
    'paperqueue job all --format html -o everything.html',
  ],
  add: addJobCommand,
};

function addJobCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('job')
    .description('print the papers of jobs, waiting for one that still runs (free)')
    .argument('<ref...>', WHICH)
    .option('--no-wait', 'do not wait');
  addPaperOutputOptions(addGroupOption(addSelectionOptions(command))).action((refs: string[], options: JobOptions) =>
    printPapers(context, refs, options),
  );
}

/** `paperqueue show REF...`: everything about papers, as text. */
export const showCommand: CliCommand = {
  examples: ['paperqueue show J3-1', 'paperqueue show J3 --where design=meta-analysis'],
  add: addShowCommand,
};

function addShowCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('show')
    .description('print papers with all that is known of them: abstract, identifiers, links, sources (free)')
    .argument('<ref...>', 'papers (J12-3); or jobs (J12), job ids, all or all:GROUP, for each of their papers');
  addPaperOutputOptions(addGroupOption(addSelectionOptions(command))).action((refs: string[], options: JobOptions) =>
    printPapers(context, refs, { ...options, usual: 'text' }),
  );
}

/** Waits for jobs, and prints the papers of what is referred to. */
export async function printPapers(
  context: CommandContext,
  refs: readonly string[],
  { style, ...options }: JobOptions & { style?: BibliographyStyle },
): Promise<void> {
  const jobId = readJobId(refs, options);
  const selection = readSelection(options);
  const page = { ...pageToPrint(options), ...selection };
  const searches = await context.app().jobs();
  const waitSeconds = options.wait === false ? 0 : undefined;
  // If this call waits for the job, its progress was shown and notes of the search are not repeated; `paperqueue job`
  // repeats them.
  const status = searches.jobStatus(jobId)?.status;
  const isSummaryShown = options.usual !== undefined && (status === undefined || isFinal(status));
  const answer = await withProgress(context.io, (call) => searches.getJob(jobId, page, { ...call, waitSeconds }));
  await printAnswer(context, answer, options, { jobId, style, ...selection }, isSummaryShown);
}
