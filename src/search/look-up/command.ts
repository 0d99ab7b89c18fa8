import { type Command, Option } from 'commander';
import { type CliCommand, type CommandContext, readInput, UsageError, wholeNumber } from '../../faces/cli/io.ts';
import { addOutputOptions, checkDestination } from '../../faces/cli/output.ts';
import type { OutputOptions } from '../../faces/cli/paper-output.ts';
import { PAPER_KIND_NAMES } from '../../formats/export-kinds.ts';
import { MAX_PAPERS_PER_ITEM } from './look-up-limits.ts';
import { printLookUp } from './print-look-up.ts';
import { splitReferences } from './split-references.ts';

type LookUpOptions = OutputOptions & { file?: string; count?: string; strict?: boolean };

/** `paperqueue lookup`: finds known papers by title, identifier or reference, and checks that each exists. */
export const lookupCommand: CliCommand = {
  examples: [
    'paperqueue lookup "Vaswani 2017, Attention is all you need" 1706.03762',
    'paperqueue lookup --file refs.bib',
    'paperqueue lookup "author: Ada Lovelace"',
  ],
  add: addLookUpCommand,
};

function addLookUpCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('lookup')
    .description('find known papers, or check a bibliography for invented or retracted references (free)')
    .argument('[text...]', 'a title, a DOI, an arXiv, PubMed or OpenAlex id, a reference, or a few words')
    .option('--file <file>', 'references of a file: BibTeX, or one a line; - is stdin')
    .option('--strict', 'fail (exit code 4) if a reference is not found or retracted')
    .option('--count <number>', `papers for each, at most ${MAX_PAPERS_PER_ITEM}; default: 1 (for an author 20)`)
    .addOption(new Option('--format <format>', 'how to print papers').choices(['table', 'json', ...PAPER_KIND_NAMES]))
    .option('--json', 'the same as --format json');
  addOutputOptions(command).action(async (texts: string[], { file, count, strict, ...output }: LookUpOptions) => {
    checkDestination(output);
    const papers = count === undefined ? undefined : wholeNumber('--count', count, 1, MAX_PAPERS_PER_ITEM);
    const items = [...texts.filter((text) => text.trim() !== ''), ...(await itemsOfFile(file, context))];
    if (items.length === 0)
      throw new UsageError(
        file === undefined
          ? 'lookup needs a text or --file: paperqueue lookup "Attention is all you need"'
          : `${file}: there is no reference in it`,
      );
    await printLookUp(context, items, { ...output, papers, strict });
  });
}

async function itemsOfFile(file: string | undefined, { io }: CommandContext): Promise<string[]> {
  if (file === undefined) return [];
  return splitReferences(await readInput(io, file));
}
