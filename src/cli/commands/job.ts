import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { isFinal } from '../../contract/answers.ts';
import { BIBLIOGRAPHY_STYLES, type BibliographyStyle } from '../../formats/bibliography/styles.ts';
import { appendBibtex } from '../../jobs/exporting/append-bibtex.ts';
import { PAPER_KIND_NAMES } from '../../jobs/exporting/export-kinds.ts';
import { isFree } from '../../jobs/free-of-charge.ts';
import type { ListedJob } from '../../jobs/reading/list.ts';
import type { UseCases } from '../../jobs/use-cases.ts';
import { counted } from '../../lib/counted.ts';
import { type CliCommand, type CommandContext, readInput, UsageError } from '../io.ts';
import { addOutputOptions, tell, writeResult } from '../output.ts';
import {
  addPaperOutputOptions,
  type PaperOutputOptions,
  pageToPrint,
  printAnswer,
  unknownPapers,
} from '../paper-output.ts';
import { localTime } from '../print/answer-lines.ts';
import { chooseStyle } from '../print/terminal.ts';
import { formatColumns } from '../print/text-columns.ts';
import { withProgress } from '../progress-bar.ts';
import { addSelectionOptions, readSelection, type SelectionOptions } from '../selection-options.ts';
import { CLI_WORDING, toJson } from '../wording.ts';

type JobOptions = PaperOutputOptions & SelectionOptions & { wait?: boolean };

const WHICH = 'jobs (J12), papers (J12-3), job ids, or all';

/** `paperqueue job REF...`: the papers of jobs as a table, waiting for a job that still runs. */
export const jobCommand: CliCommand = {
  examples: [
    'paperqueue job J3 --where yearFrom=2019 --where "text=bleaching -model" --sort year:desc --count 10',
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
  addPaperOutputOptions(addSelectionOptions(command)).action((refs: string[], options: JobOptions) =>
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
    .argument('<ref...>', 'papers (J12-3); or jobs (J12), job ids or all, for each of their papers');
  addPaperOutputOptions(addSelectionOptions(command)).action((refs: string[], options: JobOptions) =>
    printPapers(context, refs, { ...options, usual: 'text' }),
  );
}

type ExportOptions = JobOptions & { append?: string; style?: BibliographyStyle };

/** `paperqueue export REF...`: papers for reference managers, LaTeX and tables. */
export const exportCommand: CliCommand = {
  examples: [
    'paperqueue export J3 -o reefs.bib',
    'paperqueue export J3-1 J3-4 --append refs.bib',
    'paperqueue export all --where match=good --format csv',
  ],
  add: addExportCommand,
};

function addExportCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('export')
    .description('write papers for reference managers, LaTeX and tables; records of one work once (free)')
    .argument('<ref...>', WHICH)
    .addOption(
      new Option('--format <format>', 'of the text; default: what -o ends with, else bibtex').choices([
        ...PAPER_KIND_NAMES,
        'bibliography',
      ]),
    )
    .addOption(new Option('--style <style>', 'of a bibliography; default: apa').choices(BIBLIOGRAPHY_STYLES))
    .option('--count <number>', 'papers to write; default: all')
    .option('--append <file>', 'add to this BibTeX file what it lacks; its entries and keys stay');
  addSelectionOptions(addOutputOptions(command)).action((refs: string[], options: ExportOptions) => {
    if (options.style !== undefined && options.format !== 'bibliography')
      throw new UsageError('--style goes with --format bibliography');
    return options.append === undefined
      ? printPapers(context, refs, { ...options, usual: 'bibtex' })
      : appendPapers(context, refs, { ...options, file: options.append });
  });
}

/** Adds entries to a bibliography, creating the file if necessary. */
async function appendPapers(
  context: CommandContext,
  refs: readonly string[],
  { file, format, output, count, ...options }: JobOptions & { file: string },
): Promise<void> {
  if ((format ?? 'bibtex') !== 'bibtex' || output !== undefined || count !== undefined)
    throw new UsageError('--append writes BibTeX to the file that it names, without --format, --output and --count');
  const useCases = await context.app().useCases();
  const selection = readSelection(options);
  const request = { jobId: refs.join(','), format: 'bibtex' as const, ...selection };
  const look = { waitSeconds: 0, signal: context.io.signal };
  const unknown = unknownPapers(await useCases.getJob(request.jobId, { count: 1, ...selection }, look));
  if (unknown) throw unknown;
  const { text: written } = await useCases.renderExport(request, true);
  const before = existsSync(file) ? await readInput(context.io, file) : '';
  const { text, added, present, unreadable } = appendBibtex(before, written);
  const blank = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  if (added > 0) await appendFile(file, blank + text, { mode: 0o600 });
  tell(context.io, `${file}: ${counted(added, 'paper')} added, ${present} already there`);
  if (unreadable > 0)
    tell(
      context.io,
      `${counted(unreadable, 'entry', 'entries')} of ${file} could not be read and may be there twice now.`,
    );
}

async function printPapers(
  context: CommandContext,
  refs: readonly string[],
  { style, ...options }: JobOptions & Pick<ExportOptions, 'style'>,
): Promise<void> {
  const jobId = refs.join(',');
  const selection = readSelection(options);
  const page = { ...pageToPrint(options), ...selection };
  const useCases = await context.app().useCases();
  const waitSeconds = options.wait === false ? 0 : undefined;
  const answer = await withProgress(context.io, (call) => useCases.getJob(jobId, page, { ...call, waitSeconds }));
  await printAnswer(context, useCases, answer, options, { jobId, style, ...selection });
}

const MAX_LISTED_JOBS = 1_000;
/** Each poll is a request to a hosted service, which allows few per minute. */
const MAX_LOOKS = 3;
const LOOK_SECONDS = 2;

/** `paperqueue jobs`: the recorded jobs, newest first. */
export const jobsCommand: CliCommand = {
  examples: ['paperqueue jobs', 'paperqueue jobs --overlap-with J1'],
  add: addJobsCommand,
};

function addJobsCommand(program: Command, context: CommandContext): void {
  program
    .command('jobs')
    .description('list the recorded jobs: search, time, cost and status (free)')
    .option('--status <status>', 'only jobs in this state')
    .option('--overlap-with <ref>', 'count the papers that each job shares with this one')
    .option('--json', 'as JSON')
    .action(async (options: { status?: string; overlapWith?: string; json?: boolean }) => {
      const { status, overlapWith } = options;
      const useCases = await context.app().useCases();
      await lookAtUnfinished(useCases, context.io.signal);
      const view = useCases.listJobs({ count: MAX_LISTED_JOBS, status, overlapWith });
      const style = chooseStyle(context.io.stdout, context.machine.environment);
      const table = formatColumns(
        headsOf(overlapWith),
        view.jobs.map((job) => rowOf(job, overlapWith, isFree(context.config()))),
        style,
      );
      if (!options.json) tell(context.io, ...CLI_WORDING.notes(view.notes ?? []));
      await writeResult(context.io, options.json, toJson(view), view.jobs.length > 0 ? table : NO_JOBS);
    });
}

/** Polls the newest jobs last seen running, so that the list is up to date. */
async function lookAtUnfinished(useCases: UseCases, signal: AbortSignal): Promise<void> {
  const { jobs } = useCases.listJobs({ count: MAX_LISTED_JOBS });
  const unfinished = jobs.filter(({ jobId, status }) => jobId !== null && !isFinal(status)).slice(0, MAX_LOOKS);
  const look = { waitSeconds: LOOK_SECONDS, signal };
  // A job that cannot be read now keeps its last known state.
  await Promise.allSettled(unfinished.map(({ ref }) => useCases.getJob(ref, { count: 1 }, look)));
}

const NO_JOBS = 'No searches yet. Begin with: paperqueue search -k "coral reef" -k bleaching -k recovery';

function headsOf(overlapWith: string | undefined): string[] {
  const shared = overlapWith === undefined ? [] : [`SHARED WITH ${overlapWith}`];
  return ['REF', 'TIME', 'STATUS', 'COST', 'PAPERS', ...shared, 'SEARCH'];
}

function rowOf(
  { ref, createdAt, status, cost, pool, charged, papers, overlap, about }: ListedJob,
  overlapWith: string | undefined,
  free: boolean,
) {
  const charge = { yes: `${cost} ${pool}`, no: 'none', unknown: `${cost} ${pool}?` }[charged];
  const shared = overlapWith === undefined ? [] : [overlap];
  return [ref, localTime(createdAt), STATES[status] ?? status, free ? 'free' : charge, papers, ...shared, about];
}

/** States in plain words. A service's own states stay as they are. */
const STATES: Record<string, string> = {
  submitting: 'sending',
  queued: 'running',
  success: 'done',
  error: 'failed',
  unknown: 'charge unknown',
};
