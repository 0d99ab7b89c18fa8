import { type Command, Option } from 'commander';
import { isSourceFailure } from '../contract/note-kinds.ts';
import { EXPORT_FORMAT_NAMES } from '../formats/write/export-formats.ts';
import type { ExportRequest } from '../jobs/exporting/export.ts';
import type { JobAnswerView } from '../jobs/reading/answer.ts';
import type { PageRequest } from '../jobs/reading/page.ts';
import type { UseCases } from '../jobs/use-cases.ts';
import type { CommandContext } from './io.ts';
import { formatTable, writeOutput } from './output.ts';

export const OUTPUT_FORMATS = ['table', 'json', ...EXPORT_FORMAT_NAMES] as const;
type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export type PaperOutputOptions = { format?: OutputFormat; json?: boolean; output?: string };

/** All papers with every field: unlike a model's context, a terminal has no size limit. */
export const WHOLE_JOB: PageRequest = { count: Number.MAX_SAFE_INTEGER, view: 'full', limitSize: false };

export function addPaperOutputOptions(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'how to print papers').choices(OUTPUT_FORMATS))
    .option('--json', 'the same as --format json')
    .option('-o, --output <file>', 'write to a new file; - is stdout');
}

/**
 * Prints a job's answer: a table on a terminal, else JSON, unless the options say otherwise. `shown` is what the answer
 * shows where that is not its whole job in its own order.
 */
export async function printAnswer(
  { io }: CommandContext,
  useCases: UseCases,
  answer: JobAnswerView,
  { format, json, output }: PaperOutputOptions,
  shown: Partial<Pick<ExportRequest, 'jobId' | 'sort'>> = {},
): Promise<void> {
  const defaultFormat = io.stdout.isTTY && output === undefined ? 'table' : 'json';
  const chosen = json ? 'json' : (format ?? defaultFormat);
  const hasPapers = answer.page !== undefined;
  writeNotes(io, answer, chosen !== 'json' && chosen !== 'table');
  if (chosen === 'table') await writeOutput(io, formatTable(answer, io.stdout.columns), output);
  else if (chosen === 'json') await writeOutput(io, `${JSON.stringify(answer, undefined, 2)}\n`, output);
  else if (hasPapers) {
    const isFile = output !== undefined && output !== '-';
    await writeOutput(
      io,
      await useCases.renderExport({ jobId: answer.job.ref, format: chosen, ...shown }, isFile),
      output,
    );
  }
  if (!hasPapers) io.stderr.write(`Still running: paperqueue job ${answer.job.ref}\n`);
}

/** Notes that the output does not hold; that a source failed is said on stderr whatever the output is. */
function writeNotes({ stderr }: CommandContext['io'], { notes = [] }: JobAnswerView, all: boolean): void {
  for (const note of notes) if (all || isSourceFailure(note)) stderr.write(`${note}\n`);
}
