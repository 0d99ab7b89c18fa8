import { type Command, Option } from 'commander';
import type { JobAnswerView, PageRequest } from '../jobs/answer.ts';
import type { CommandContext } from './io.ts';
import { formatAnswer, OUTPUT_FORMATS, type OutputFormat, writeOutput } from './output.ts';

export type PaperOutputOptions = { format?: OutputFormat; json?: boolean; output?: string };

/** A person has no context window: all papers, every fact. */
export const WHOLE_JOB: PageRequest = { count: Number.MAX_SAFE_INTEGER, view: 'full', withinBudget: false };

export function addPaperOutputOptions(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'how to print papers').choices(OUTPUT_FORMATS))
    .option('--json', 'the same as --format json')
    .option('-o, --output <file>', 'write to a new file; - is stdout');
}

/** Prints a job's answer: a table on a terminal, else JSON, unless the options say otherwise. */
export async function printAnswer(
  { io }: CommandContext,
  answer: JobAnswerView,
  { format, json, output }: PaperOutputOptions,
): Promise<void> {
  const unsaid = io.stdout.isTTY && output === undefined ? 'table' : 'json';
  const chosen = json ? 'json' : (format ?? unsaid);
  await writeOutput(io, formatAnswer(answer, chosen, io.stdout.columns), output);
  if (answer.page === undefined) io.stderr.write(`Still running: paperqueue job ${answer.job.ref}\n`);
}
