import type { Command } from 'commander';
import { EXPORT_FORMAT_NAMES } from '../../../../formats/format-facts.ts';
import { counted } from '../../../../lib/counted.ts';
import { readMarked, selectFromLibrary } from '../../../../library/editing/select-papers.ts';
import { exportLibrary } from '../../../../library/export-library.ts';
import type { PaperLibrary } from '../../../../library/ports/library.ts';
import { viewPaper } from '../../../../papers/paper-view.ts';
import type { Note } from '../../../../wording/notes.ts';
import { type CommandContext, UsageError, wholeNumber } from '../../io.ts';
import { outputFile, tell, writeOutput, writeStyled, writeToFile } from '../../output.ts';
import { addPaperOutputOptions, chooseFormat, type PaperOutputOptions, pageToPrint } from '../../paper-output.ts';
import { formatPapers } from '../../paper-text.ts';
import { formatTable } from '../../print/paper-table.ts';
import { chooseStyle, PLAIN } from '../../print/terminal.ts';
import { CLI_WORDING, toJson } from '../../wording.ts';
import {
  addLibraryFlags,
  addSortFlag,
  choosePapers,
  type LibraryFlags,
  notInLibrary,
  readLibraryFlags,
  readWords,
  WHICH_PAPERS,
} from './library-selection.ts';

/**
 * Commands that only read the library: they change nothing, create no job and contact no source. `optsWithGlobals` is
 * needed because `paperqueue library` has its own --json and consumes it wherever it stands.
 */

type LookFlags = PaperOutputOptions & LibraryFlags & { offset?: string };

/** Output formats for papers of the library; a report (html) only exists for jobs. */
const FORMATS = ['table', 'text', 'json', ...EXPORT_FORMAT_NAMES] as const;
const isOne = (format: string): format is (typeof FORMATS)[number] => FORMATS.some((name) => name === format);

const MAX_OFFSET = 999_999_999;
/** Maximum papers that a search ranks; the others are counted. */
const MAX_RANKED = 1_000;

/** `paperqueue library list`: the papers, the latest addition first. */
export function addListCommand(library: Command, context: CommandContext): void {
  const command = addSortFlag(addLibraryFlags(library.command('list'))).description(
    'list the papers of the library, the latest addition first',
  );
  withPages(command).action(async (_: LookFlags, subcommand: Command) => {
    const flags = subcommand.optsWithGlobals<LookFlags>();
    readPage(flags);
    const papers = await context.app().library();
    const { ids, notes } = await choosePapers(context, papers, [], flags);
    await printPapers(context, papers, { ids, notes }, flags);
  });
}

/** `paperqueue library search WORDS`: searches only the library's papers, best first. */
export function addSearchCommand(library: Command, context: CommandContext): void {
  const command = addSortFlag(addLibraryFlags(library.command('search')))
    .description('rank the papers of the library by words, at once; makes no job and asks no source')
    .argument('<words...>', 'words of authors, title, abstract, summary, tags, notes or kept text');
  withPages(command).action(async (words: string[], _: LookFlags, subcommand: Command) => {
    const flags = subcommand.optsWithGlobals<LookFlags>();
    const { text, question } = readWords(words);
    readPage(flags);
    readLibraryFlags(flags);
    const papers = await context.app().library();
    // A DOI, another identifier or a reference names its paper, whose words need not contain it.
    const named = /^\d*$|\s/.test(text.trim()) ? [] : papers.findNamed(text);
    const ranked = named.length > 0 ? named : await context.app().rankLibrary(text, MAX_RANKED);
    const { ids, notes } = selectFromLibrary(papers, readLibraryFlags(flags, ranked));
    await printPapers(context, papers, { ids, notes, isCut: ranked.length === MAX_RANKED, question }, flags);
  });
}

/** `paperqueue library show REF...`: everything about papers. */
export function addShowCommand(library: Command, context: CommandContext): void {
  const command = library
    .command('show')
    .description('print papers of the library with all that is known of them')
    .argument('<ref...>', WHICH_PAPERS);
  addPaperOutputOptions(command, FORMATS).action((names: string[], _: LookFlags, subcommand: Command) =>
    showPapers(context, names, subcommand.optsWithGlobals<LookFlags>()),
  );
}

/** Prints the named papers of the library as text, or as the flags request. Throws if a name matches no paper. */
async function showPapers(context: CommandContext, names: readonly string[], flags: LookFlags): Promise<void> {
  readPage(flags);
  const papers = await context.app().library();
  const { ids, unknown, notes } = await choosePapers(context, papers, names, flags);
  if (ids.length > 0) await printPapers(context, papers, { ids, notes }, { ...flags, usual: 'text' });
  if (unknown.length > 0) throw notInLibrary(unknown);
}

function withPages(command: Command): Command {
  return addPaperOutputOptions(command, FORMATS).option('--offset <number>', 'papers to skip');
}

function readPage(flags: LookFlags) {
  const { view = 'full', count } = pageToPrint(flags);
  const format = chooseFormat(flags);
  if (!isOne(format)) throw new UsageError(`--format: one of ${FORMATS.join(', ')}, got ${format}`);
  const offset = flags.offset === undefined ? 0 : wholeNumber('--offset', flags.offset, 0, MAX_OFFSET);
  return { format, view, offset, count: count ?? Number.MAX_SAFE_INTEGER };
}

/** `isCut`: there are more papers, which were not ranked. */
type Chosen = {
  ids: readonly number[];
  notes: readonly Note[];
  isCut?: boolean;
  question?: ReturnType<typeof readWords>['question'];
};

async function printPapers(
  { io, machine }: CommandContext,
  library: PaperLibrary,
  { ids, notes, isCut = false, question }: Chosen,
  flags: LookFlags,
): Promise<void> {
  const { format, view, offset, count } = readPage(flags);
  const page = ids.slice(offset, offset + count);
  const shown = () =>
    [...readMarked(library, page)].map(({ ref, paper, origin }) => ({
      ...viewPaper(ref, paper, view),
      familyNames: paper.familyNames,
      origin,
    }));
  const next = offset + page.length < ids.length ? offset + page.length : null;
  const pastTheEnd: Note[] =
    offset > 0 && page.length === 0 ? [{ kind: 'past-the-end', offset, total: ids.length, what: 'paper' }] : [];
  const all = [...notes, ...pastTheEnd];
  const file = outputFile(flags);
  const style = file !== undefined ? PLAIN : chooseStyle(io.stdout, machine.environment);
  if (format === 'json') {
    const about = { offset, count: page.length, total: ids.length, ...(isCut && { isCut }), nextOffset: next };
    const answer = toJson({ page: about, papers: shown(), ...(all.length > 0 && { notes: all }) });
    return writeOutput(io, `${JSON.stringify(answer, undefined, 2)}\n`, flags);
  }
  if (format === 'table' && page.length > 0)
    await writeStyled(io, formatTable(shown(), io.stdout.columns, style, question), flags);
  else if (format === 'text') await writeStyled(io, formatPapers(shown(), io.stdout.columns, style), flags);
  else if (format !== 'table') {
    const parts = [...exportLibrary(library, format, page)];
    if (file !== undefined) await writeToFile(io, parts, file, flags.force);
    else await writeOutput(io, parts.join(''));
  }
  const total = isCut ? `the best ${counted(ids.length, 'paper')}` : counted(ids.length, 'paper');
  const more = next === null ? '' : ` (--offset ${next} shows the next, --all shows all)`;
  const lines = [
    next === null && offset === 0 ? total : `${offset + 1}-${offset + page.length} of ${total}${more}`,
    ...CLI_WORDING.notes(all),
  ];
  const [first] = page;
  if (format === 'table' && first !== undefined) lines.push(`Next: paperqueue library show L${first}`);
  tell(io, ...lines);
}
