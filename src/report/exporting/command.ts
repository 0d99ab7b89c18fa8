import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type JobOptions, printPapers, WHICH } from '../../faces/cli/commands/job.ts';
import { type CliCommand, type CommandContext, UsageError } from '../../faces/cli/io.ts';
import {
  addOutputOptions,
  addToFile,
  checkDestination,
  type Destination,
  tell,
  writeOutput,
  writeText,
} from '../../faces/cli/output.ts';
import { addGroupOption, readJobId, unknownPapers } from '../../faces/cli/paper-output.ts';
import { addSelectionOptions, readSelection } from '../../faces/cli/selection-options.ts';
import { appendBibtex } from '../../formats/bibtex/append-bibtex.ts';
import { BIBLIOGRAPHY_STYLES, type BibliographyStyle, PAPER_KIND_NAMES } from '../../formats/export-kinds.ts';
import { counted } from '../../lib/counted.ts';
import { detectFormat } from '../../library/importing/detect-format.ts';
import { type ResolvedPath, resolvePath } from '../../platform/replace-file.ts';
import { REVIEW_KIND_NAMES } from '../../review/review-files.ts';

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
  const { parseArg = (format: string) => format } = option.choices([...PAPER_KIND_NAMES, 'bibliography']);
  return option.argParser((format: string, before: string | undefined) => {
    if (!REVIEW_KIND_NAMES.some((name) => name === format)) return parseArg(format, before);
    throw new InvalidArgumentError(
      `It is of a review: paperqueue review export R1 --format ${format}. The numbers of searches: paperqueue receipt J1`,
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
  const target = resolvePath(file);
  const bytes = readBibliography(target, file);
  const before = bytes.toString('utf8');
  const { text, added, present, unreadable } = appendBibtex(before, written);
  const blank = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  if (added > 0) addToFile(target, bytes, blank + text);
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
function readBibliography({ path, file }: ResolvedPath, named: string): Buffer {
  if (file === undefined) return Buffer.alloc(0);
  if (!file.isFile()) throw new UsageError(`${named}: it is not a file`);
  const bytes = readFileSync(path);
  const head = bytes.toString('utf8', 0, HEAD_BYTES).replace(/^\ufeff/, '');
  const found = detectFormat(head, '')?.name;
  if (found === 'bibtex') return bytes;
  if (found === undefined && head.split('\n').every((line) => BLANK_OR_COMMENT.test(line))) return bytes;
  throw new UsageError(
    `${named} holds ${found ?? 'no BibTeX'}, and was left as it is: --append adds BibTeX to BibTeX alone`,
  );
}

/** `paperqueue receipt [REF...]`: the record of searches, for a methods section. */
export const receiptCommand: CliCommand = {
  examples: ['paperqueue receipt J1 J3 -o search-log.md', 'paperqueue receipt --group thesis'],
  add: addReceiptCommand,
};

type Flags = Destination & { group?: string; json?: boolean };

function addReceiptCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('receipt')
    .description('the record of one, several or all searches: search, time, results and cost (free)')
    .argument('[ref...]', 'references (J12) or job ids, or all:GROUP; default: all jobs')
    .option('--json', 'as JSON; otherwise Markdown');
  addGroupOption(addOutputOptions(command)).action(async (refs: string[], options: Flags) => {
    checkDestination(options);
    const exports = await context.app().exports();
    const jobId = readJobId(refs.length > 0 ? refs : ['all'], options);
    const { text } = await exports.renderExport({ jobId, format: options.json ? 'receipt-json' : 'receipt' });
    if (options.json) await writeOutput(context.io, text, options);
    else await writeText(context.io, text.trimEnd(), options);
  });
}
