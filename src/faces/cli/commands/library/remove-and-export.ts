import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { EXPORT_FORMAT_NAMES, type ExportFormat } from '../../../../formats/format-facts.ts';
import { counted } from '../../../../lib/counted.ts';
import { readMarked } from '../../../../library/editing/select-papers.ts';
import { exportLibrary } from '../../../../library/export-library.ts';
import type { PaperLibrary } from '../../../../library/ports/library.ts';
import { displayTitle } from '../../../../papers/paper-view.ts';
import { whenStoreIsFree } from '../../../../platform/sqlite/when-store-is-free.ts';
import { type CommandContext, UsageError } from '../../io.ts';
import {
  addOutputOptions,
  checkDestination,
  type Destination,
  outputFile,
  tell,
  writeResult,
  writeToFile,
} from '../../output.ts';
import { namedFormat } from '../../print/output-format.ts';
import { CLI_WORDING } from '../../wording.ts';
import {
  addLibraryFlags,
  addSortFlag,
  choosePapers,
  type LibraryFlags,
  notInLibrary,
  WHICH_PAPERS,
} from './library-selection.ts';

type RemoveFlags = LibraryFlags & { texts?: boolean; yes?: boolean; json?: boolean };

/** Maximum papers listed before they are removed; the others are counted. */
const MAX_LISTED = 20;

/** `paperqueue library remove REF...`: all of the selected papers or none. */
export function addRemoveCommand(library: Command, context: CommandContext): void {
  addLibraryFlags(library.command('remove'))
    .description('remove papers that meet all conditions; lists them first; more than one needs --yes')
    .argument('[ref...]', WHICH_PAPERS)
    .option('--texts', 'all kept texts of papers, and no papers')
    .option('--yes', 'remove more than one paper')
    .option('--json', 'as JSON')
    .action(async (names: string[], _: RemoveFlags, command: Command) => {
      const { io, app } = context;
      const flags = command.optsWithGlobals<RemoveFlags>();
      const papers = await app().library();
      if (flags.texts) {
        await whenStoreIsFree(() => papers.removeTextWords());
        const kept = await app().fullTexts();
        const texts = await whenStoreIsFree(() => kept.removeAll());
        await (await app().passages()).forget();
        if (texts === 0) throw new Error('no text of a paper is kept; nothing was removed');
        return writeResult(io, flags.json, { texts }, `${counted(texts, 'text')} removed`);
      }
      const { where, origin, importedFrom, year } = flags;
      if (names.length === 0 && !where && !origin && importedFrom === undefined && year === undefined)
        throw new UsageError('choose papers by REF, --where, --origin, --imported-from or --year');
      const { ids, unknown, notes } = await choosePapers(context, papers, names, flags);
      if (unknown.length > 0) throw notInLibrary(unknown, '; nothing was removed');
      if (ids.length === 0) throw new Error('no paper of the library meets these conditions; nothing was removed');
      const listed = listPapers(papers, ids);
      tell(io, ...CLI_WORDING.notes(notes));
      for (const { ref, title, year: of } of listed) tell(io, [ref, title, of && `(${of})`].filter(Boolean).join('  '));
      if (ids.length > listed.length) tell(io, `and ${counted(ids.length - listed.length, 'more paper')}`);
      if (ids.length > 1 && !flags.yes)
        throw new UsageError(`${ids.length} papers would be removed; use --yes to remove them`);
      const removed = await whenStoreIsFree(() => papers.remove({ ids }));
      await writeResult(io, flags.json, { removed, papers: listed }, `${counted(removed, 'paper')} removed`);
    });
}

function listPapers(library: PaperLibrary, ids: readonly number[]) {
  return [...readMarked(library, ids.slice(0, MAX_LISTED))].map(({ ref, paper }) => ({
    ref,
    title: displayTitle(paper),
    ...(paper.year !== undefined && { year: paper.year }),
  }));
}

/** `paperqueue library export`: the whole library, or the selected papers. */
export function addExportCommand(library: Command, context: CommandContext): void {
  const command = addSortFlag(addLibraryFlags(library.command('export')))
    .description('write the library or some of its papers; JSON Lines can be imported again without loss')
    .argument('[ref...]', `${WHICH_PAPERS}; default: all but the starter catalogue`)
    .addOption(
      new Option('--format <format>', 'format; default: what -o ends with, else jsonl').choices(EXPORT_FORMAT_NAMES),
    );
  addOutputOptions(command).action(
    async (
      names: string[],
      { format: formatFlag, output, force, ...flags }: LibraryFlags & Destination & { format?: ExportFormat },
    ) => {
      const { io, app } = context;
      const file = outputFile({ output });
      checkDestination({ output, force });
      const papers = await app().library();
      const chosen = await choosePapers(context, papers, names, flags);
      const { unknown, notes } = chosen;
      // The starter catalogue comes with the program: its papers are written only by REF or with --origin starter.
      const isOwn = names.length === 0 && flags.origin === undefined;
      const starter = new Set(isOwn ? papers.list({ origin: 'starter' }) : []);
      const ids = chosen.ids.filter((id) => !starter.has(id));
      if (ids.length < chosen.ids.length) tell(io, starterLine(chosen.ids.length - ids.length));
      if (unknown.length > 0) throw notInLibrary(unknown);
      tell(io, ...CLI_WORDING.notes(notes));
      const format = formatFlag ?? EXPORT_FORMAT_NAMES.find((name) => name === namedFormat({ output })) ?? 'jsonl';
      const parts = exportLibrary(papers, format, ids);
      if (file === undefined) await pipeline(Readable.from(parts), io.stdout, { end: false });
      else await writeToFile(io, parts, file, force);
    },
  );
}

function starterLine(count: number): string {
  return `Left out: ${counted(count, 'paper')} of the starter catalogue (--origin starter writes them).`;
}
