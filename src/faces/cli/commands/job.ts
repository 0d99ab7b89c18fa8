import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isFinal } from '../../../contract/answers.ts';
import { BIBLIOGRAPHY_STYLES, type BibliographyStyle } from '../../../formats/bibliography/styles.ts';
import { counted } from '../../../lib/counted.ts';
import { detectFormat } from '../../../library/importing/detect-format.ts';
import { findPlace, type Place } from '../../../platform/replace-file.ts';
import { appendBibtex } from '../../../report/exporting/append-bibtex.ts';
import { PAPER_KIND_NAMES } from '../../../report/exporting/export-kinds.ts';
import { REVIEW_KIND_NAMES } from '../../../report/exporting/review-files.ts';
import { type CliCommand, type CommandContext, UsageError } from '../io.ts';
import { addOutputOptions, addToFile, tell } from '../output.ts';
import {
  addGroupOption,
  addPaperOutputOptions,
  type PaperOutputOptions,
  pageToPrint,
  printAnswer,
  readJobId,
  unknownPapers,
} from '../paper-output.ts';
import { withProgress } from '../progress-bar.ts';
import { addSelectionOptions, readSelection, type SelectionOptions } from '../selection-options.ts';

type JobOptions = PaperOutputOptions & SelectionOptions & { group?: string; wait?: boolean };

const WHICH = 'jobs (J12), papers (J12-3), job ids, all, or all:GROUP';

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
    .addOption(formatOption())
    .addOption(new Option('--style <style>', 'of a bibliography; default: apa').choices(BIBLIOGRAPHY_STYLES))
    .option('--count <number>', 'papers to write; default: all')
    .option('--append <file>', 'add to this BibTeX file what it lacks; its entries and keys stay');
  const all = addOutputOptions(command);
  addGroupOption(addSelectionOptions(all)).action((refs: string[], options: ExportOptions) => {
    if (options.style !== undefined && options.format !== 'bibliography')
      throw new UsageError('--style goes with --format bibliography');
    return options.append === undefined
      ? printPapers(context, refs, { ...options, usual: 'bibtex' })
      : appendPapers(context, refs, { ...options, file: options.append });
  });
}

/** Refuses the formats of reviews with a hint at the commands that write them. */
function formatOption(): Option {
  const option = new Option('--format <format>', 'of the text; default: what -o ends with, else bibtex');
  const { parseArg = (given: string) => given } = option.choices([...PAPER_KIND_NAMES, 'bibliography']);
  return option.argParser((given: string, before: string | undefined) => {
    if (!REVIEW_KIND_NAMES.some((name) => name === given)) return parseArg(given, before);
    throw new InvalidArgumentError(
      `It is of a review: paperqueue review export R1 --format ${given}. The numbers of searches: paperqueue receipt J1`,
    );
  });
}

/** Appends entries to a bibliography, creating the file if necessary. */
async function appendPapers(
  context: CommandContext,
  refs: readonly string[],
  { file, format, output, count, ...options }: JobOptions & { file: string },
): Promise<void> {
  if ((format ?? 'bibtex') !== 'bibtex' || output !== undefined || count !== undefined)
    throw new UsageError('--append writes BibTeX to the file that it names, without --format, --output and --count');
  const searches = await context.app().jobs();
  const selection = readSelection(options);
  const request = { jobId: readJobId(refs, options), format: 'bibtex' as const, ...selection };
  const look = { waitSeconds: 0, signal: context.io.signal };
  const unknown = unknownPapers(await searches.getJob(request.jobId, { count: 1, ...selection }, look));
  if (unknown) throw unknown;
  const { text: written } = await (await context.app().exports()).renderExport(request, true);
  const place = findPlace(file);
  const bytes = readBibliography(place, file);
  const before = bytes.toString('utf8');
  const { text, added, present, unreadable } = appendBibtex(before, written);
  const blank = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  if (added > 0) addToFile(place, bytes, blank + text);
  tell(context.io, `${file}: ${counted(added, 'paper')} added, ${present} already there`);
  if (unreadable > 0)
    tell(
      context.io,
      `${counted(unreadable, 'entry', 'entries')} of ${file} could not be read and may be there twice now.`,
    );
}

const HEAD_BYTES = 64 * 1024;
const BLANK_OR_COMMENT = /^\s*(?:%|$)/;

/** The bytes of a bibliography. Throws UsageError if the file's content is anything else. */
function readBibliography({ path, file }: Place, named: string): Buffer {
  if (file === undefined) return Buffer.alloc(0);
  if (!file.isFile()) throw new UsageError(`${named}: it is no file`);
  const bytes = readFileSync(path);
  const head = bytes.toString('utf8', 0, HEAD_BYTES).replace(/^\ufeff/, '');
  const found = detectFormat(head, '')?.name;
  if (found === 'bibtex') return bytes;
  if (found === undefined && head.split('\n').every((line) => BLANK_OR_COMMENT.test(line))) return bytes;
  throw new UsageError(
    `${named} holds ${found ?? 'no BibTeX'}, and was left as it is: --append adds BibTeX to BibTeX alone`,
  );
}

async function printPapers(
  context: CommandContext,
  refs: readonly string[],
  { style, ...options }: JobOptions & Pick<ExportOptions, 'style'>,
): Promise<void> {
  const jobId = readJobId(refs, options);
  const selection = readSelection(options);
  const page = { ...pageToPrint(options), ...selection };
  const searches = await context.app().jobs();
  const waitSeconds = options.wait === false ? 0 : undefined;
  // If this call waits for the job, its progress was shown and notes of the search are not repeated; `paperqueue job`
  // repeats them.
  const status = searches.jobStatus(jobId)?.status;
  const isTold = options.usual !== undefined && (status === undefined || isFinal(status));
  const answer = await withProgress(context.io, (call) => searches.getJob(jobId, page, { ...call, waitSeconds }));
  await printAnswer(context, answer, options, { jobId, style, ...selection }, isTold);
}
