import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join } from 'node:path';
import type { Command } from 'commander';
import {
  type CliCommand,
  type CommandContext,
  readInput,
  StrictError,
  UncheckedError,
  UsageError,
} from '../../faces/cli/io.ts';
import { tell, tellStyled, writeResult } from '../../faces/cli/output.ts';
import { paintedNotes } from '../../faces/cli/print/answer-lines.ts';
import { chooseStyle } from '../../faces/cli/print/terminal.ts';
import { toJson } from '../../faces/cli/wording.ts';
import { counted } from '../../lib/counted.ts';
import { isUnchecked, isUnsound } from './check.ts';
import type { DraftFormat } from './draft.ts';
import { formatCheck, summaryOf } from './print-check.ts';

type CheckFlags = { bibliography?: string[]; strict?: boolean; all?: boolean; json?: boolean };

/** `paperqueue check DRAFT`: every citation and quotation of a draft. */
export const checkCommand: CliCommand = {
  examples: [
    'paperqueue check paper.md',
    'paperqueue check paper.tex --bibliography refs.bib --strict',
    'paperqueue check paper.docx',
  ],
  add: addCheckCommand,
};

function addCheckCommand(program: Command, context: CommandContext): void {
  program
    .command('check')
    .description('check the citations and quotations of a draft: Markdown, LaTeX, text or Word (free)')
    .argument('<draft>', 'the file; - is stdin')
    .option('--bibliography <file...>', 'its references: BibTeX, RIS or CSL-JSON; default: the files that it names')
    .option(
      '--strict',
      'fail (exit code 4) for a reference not found, retracted or not listed, or an altered quotation',
    )
    .option('--all', 'also what is in order, with the passage for each sentence')
    .option('--json', 'as JSON')
    .action(async (file: string, flags: CheckFlags) => {
      const { io, machine } = context;
      const drafts = await context.app().drafts();
      const draft = await readDraftFile(file, context);
      const named =
        flags.bibliography ?? (await findBibliographies(file, await drafts.filesNamedIn(draft, io), context));
      const bibliography = await Promise.all(named.map((each) => readInput(io, each)));
      const check = await drafts.checkDraft({ ...draft, bibliography }, io, { limitSize: false });
      const style = chooseStyle(io.stdout, machine.environment);
      const name = file === '-' ? 'stdin' : file;
      await writeResult(
        io,
        flags.json,
        toJson(check),
        formatCheck(check, { name, isWhole: flags.all ?? false, style }),
        style,
      );
      if (!flags.json) {
        const toStderr = chooseStyle(io.stderr, machine.environment);
        tellStyled(io, ...paintedNotes(check.notes, toStderr), summaryOf(check, basename(name)));
      }
      const unsound = check.rows.filter(isUnsound).length;
      if (flags.strict && unsound > 0) throw new StrictError(`${counted(unsound, 'finding')} (--strict).`);
      const unchecked = check.rows.filter(isUnchecked).length;
      if (unchecked > 0) throw new UncheckedError(`${counted(unchecked, 'reference')} could not be checked.`);
    });
}

const FORMATS: Readonly<Record<string, DraftFormat>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.qmd': 'markdown',
  '.rmd': 'markdown',
  '.tex': 'latex',
  '.ltx': 'latex',
  '.txt': 'text',
  '.docx': 'docx',
};
const MAX_TEXT_BYTES = 10_000_000;
const MAX_DOCX_BYTES = 50_000_000;

async function readDraftFile(
  file: string,
  { io }: CommandContext,
): Promise<{ content: string | Uint8Array; format?: DraftFormat }> {
  const format = FORMATS[extname(file).toLowerCase()];
  const checkSize = (bytes: number, max: number) => {
    if (bytes > max) throw new UsageError(`${file}: larger than ${max / 1_000_000} MB`);
  };
  if (format === 'docx') {
    const content = await readFile(file).catch(({ code }: NodeJS.ErrnoException) => {
      throw new UsageError(`${file}: ${code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`}`);
    });
    checkSize(content.length, MAX_DOCX_BYTES);
    return { content: new Uint8Array(content), format };
  }
  const content = await readInput(io, file);
  checkSize(content.length, MAX_TEXT_BYTES);
  return { content, ...(format && { format }) };
}

/** The files of references that a draft names, relative to its folder. Reports missing ones. */
async function findBibliographies(file: string, names: readonly string[], { io }: CommandContext): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const path = isAbsolute(name) ? name : join(file === '-' ? '.' : dirname(file), name);
    const isThere = /\.(?:bib|ris|json)$/i.test(path) && (await readFile(path).catch(() => undefined)) !== undefined;
    if (isThere) found.push(path);
    else tell(io, `${path}, which the draft names, does not exist: give its references with --bibliography.`);
  }
  return found;
}
