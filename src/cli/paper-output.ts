import { type Command, Option } from 'commander';
import { isSourceFailure, READING_IS_FREE } from '../contract/note-kinds.ts';
import type { ExportRequest } from '../jobs/exporting/export.ts';
import { PAPER_KIND_NAMES } from '../jobs/exporting/export-kinds.ts';
import type { JobAnswerView } from '../jobs/reading/answer.ts';
import type { PageRequest } from '../jobs/reading/page.ts';
import type { UseCases } from '../jobs/use-cases.ts';
import { VIEWS, type View } from '../papers/view.ts';
import type { CommandContext, Io } from './io.ts';
import { formatTable, writeOutput } from './output.ts';
import { formatPapers } from './paper-text.ts';
import { wholeNumber } from './whole-number.ts';

/** `table`: a line for each paper; `text`: all that is known of each. */
const OUTPUT_FORMATS = ['table', 'text', 'json', ...PAPER_KIND_NAMES] as const;
type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export type OutputOptions = { format?: OutputFormat; json?: boolean; output?: string };
export type PaperOutputOptions = OutputOptions & { view?: View; count?: string; all?: boolean };

/** Rows of a table when nobody says otherwise. */
const TABLE_ROWS = 20;
const MAX_COUNT = 999_999;

export function addPaperOutputOptions(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'how to print papers').choices(OUTPUT_FORMATS))
    .option('--json', 'the same as --format json')
    .addOption(new Option('--view <view>', 'what json and text show of a paper; default: full').choices(VIEWS))
    .option('--count <number>', `papers to print; default: ${TABLE_ROWS} in a table, else all`)
    .option('--all', 'all papers in a table, too')
    .option('-o, --output <file>', 'write to a new file; - is stdout');
}

/** The format asked for; by default a table on a terminal, else JSON. */
function formatOf({ stdout }: Io, { format, json, view, output }: PaperOutputOptions): OutputFormat {
  if (json) return 'json';
  if (format) return format;
  if (!stdout.isTTY || output !== undefined) return 'json';
  return view === undefined ? 'table' : 'text';
}

/** The papers to ask for, whatever the size of the answer: unlike a model's context, a terminal has no limit. */
export function pageToPrint(io: Io, options: PaperOutputOptions): PageRequest {
  const { view = 'full', count, all } = options;
  const rows = formatOf(io, options) === 'table' && !all ? TABLE_ROWS : Number.MAX_SAFE_INTEGER;
  return { view, count: count === undefined ? rows : wholeNumber('--count', count, 1, MAX_COUNT), limitSize: false };
}

/**
 * Prints a job's answer in the format of the options. `shown` is what the answer shows where that is not its whole job
 * in its own order.
 */
export async function printAnswer(
  { io }: Pick<CommandContext, 'io'>,
  useCases: Pick<UseCases, 'renderExport'>,
  answer: JobAnswerView,
  options: PaperOutputOptions,
  shown: Partial<Pick<ExportRequest, 'jobId' | 'sort' | 'where' | 'refs'>> = {},
): Promise<void> {
  const { output } = options;
  const { job, page, papers = [] } = answer;
  const format = formatOf(io, options);
  writeNotes(io, answer, format !== 'json' && format !== 'table');
  if (format === 'table') await writeOutput(io, formatTable(answer, io.stdout.columns), output);
  else if (format === 'text') await writeOutput(io, formatPapers(papers, io.stdout.columns), output);
  else if (format === 'json') await writeOutput(io, `${JSON.stringify(answer, undefined, 2)}\n`, output);
  else if (page) {
    const isFile = output !== undefined && output !== '-';
    const selected = page.nextOffset === null ? shown : { ...shown, refs: papers.map(({ ref }) => ref) };
    await writeOutput(io, await useCases.renderExport({ jobId: job.ref, format, ...selected }, isFile), output);
  }
  if (page?.total === 0 && format !== 'json') io.stderr.write(`${whyNothing(answer, shown)}\n`);
  if (!page) io.stderr.write(`Still running: paperqueue job ${job.ref}\n`);
}

function whyNothing({ next = '' }: JobAnswerView, { where }: Pick<ExportRequest, 'where'>): string {
  const { notIn, ...others } = where ?? {};
  if (notIn && Object.keys(others).length === 0) return `Nothing that ${notIn.join(', ')} lacks.`;
  return where ? 'No paper meets --where.' : next;
}

/** Notes that the output does not hold; that a source failed is said on stderr whatever the output is. */
function writeNotes({ stderr }: Io, { notes = [] }: JobAnswerView, all: boolean): void {
  const printed = notes.filter((note) => (all && note !== READING_IS_FREE) || isSourceFailure(note));
  for (const note of printed) stderr.write(`${note}\n`);
}
