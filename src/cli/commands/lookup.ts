import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { isSourceFailure } from '../../contract/note-kinds.ts';
import { EXPORT_FORMAT_NAMES } from '../../formats/write/export-formats.ts';
import { MAX_ITEMS, MAX_PAPERS_PER_ITEM } from '../../jobs/look-up/look-up-limits.ts';
import type { LookUpView } from '../../jobs/look-up/look-up-view.ts';
import { splitReferences } from '../../jobs/look-up/split-references.ts';
import { type CommandContext, UsageError } from '../io.ts';
import { formatLookUp } from '../look-up-output.ts';
import { writeOutput } from '../output.ts';
import type { OutputOptions } from '../paper-output.ts';
import { wholeNumber } from '../whole-number.ts';

const FORMATS = ['table', 'json', ...EXPORT_FORMAT_NAMES] as const;

type LookUpOptions = OutputOptions & { file?: string; count: string };

/** `paperqueue lookup`: known papers by title, identifier or reference, and whether each exists. */
export function addLookUpCommand(program: Command, context: CommandContext): void {
  program
    .command('lookup')
    .description('find known papers, or check a bibliography for invented or retracted references (free)')
    .argument('[text...]', 'a title, a DOI, an arXiv, PubMed or OpenAlex id, a reference, or a few words')
    .option('--file <file>', 'references of a file: BibTeX, or one a line; - is stdin')
    .option('--count <number>', `papers for each, at most ${MAX_PAPERS_PER_ITEM}`, '1')
    .addOption(new Option('--format <format>', 'how to print papers').choices(FORMATS))
    .option('--json', 'the same as --format json')
    .option('-o, --output <file>', 'write to a new file; - is stdout')
    .action(async (texts: string[], options: LookUpOptions) => {
      const items = [...texts.filter((text) => text.trim() !== ''), ...(await itemsOfFile(options.file, context))];
      if (items.length === 0)
        throw new UsageError('lookup needs a text or --file: paperqueue lookup "Attention is all you need"');
      const count = wholeNumber('--count', options.count, 1, MAX_PAPERS_PER_ITEM);
      await printLookUp(context, items, count, options);
    });
}

/** Looks items up, as many in a call as one takes, and prints what was found. */
export async function printLookUp(
  context: CommandContext,
  items: readonly string[],
  count: number,
  { format, json, output }: OutputOptions,
): Promise<void> {
  const { io } = context;
  const useCases = await context.app().useCases();
  const answers: LookUpView[] = [];
  for (let at = 0; at < items.length; at += MAX_ITEMS) {
    const request = { items: items.slice(at, at + MAX_ITEMS), count };
    const answer = await useCases.lookUpPapers(request, { signal: io.signal }, { limitSize: false });
    for (const note of answer.notes.filter(isSourceFailure)) io.stderr.write(`${note}\n`);
    answers.push(answer);
  }
  const chosen = json ? 'json' : (format ?? (io.stdout.isTTY === true && output === undefined ? 'table' : 'json'));
  if (chosen === 'table' || chosen === 'text') return writeOutput(io, answers.map(formatLookUp).join('\n'), output);
  if (chosen === 'json') {
    const whole = answers.length === 1 ? answers[0] : { lookups: answers };
    return writeOutput(io, `${JSON.stringify(whole, undefined, 2)}\n`, output);
  }
  const isFile = output !== undefined && output !== '-';
  const texts = answers.map(({ job }) => useCases.renderExport({ jobId: job.ref, format: chosen }, isFile));
  await writeOutput(io, (await Promise.all(texts)).join('\n'), output);
}

async function itemsOfFile(file: string | undefined, { io }: CommandContext): Promise<string[]> {
  if (file === undefined) return [];
  if (file !== '-') return splitReferences(await readFile(file, 'utf8'));
  const chunks: Uint8Array[] = [];
  for await (const chunk of io.stdin ?? []) chunks.push(chunk);
  return splitReferences(Buffer.concat(chunks).toString('utf8'));
}
