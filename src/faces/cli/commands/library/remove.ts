import type { Command } from 'commander';
import { counted } from '../../../../lib/counted.ts';
import { readMarked } from '../../../../library/editing/select-papers.ts';
import type { PaperLibrary } from '../../../../library/ports/library.ts';
import { displayTitle } from '../../../../papers/paper-view.ts';
import { whenStoreIsFree } from '../../../../platform/sqlite/when-store-is-free.ts';
import { type CommandContext, UsageError } from '../../io.ts';
import { tell, writeResult } from '../../output.ts';
import { CLI_WORDING } from '../../wording.ts';
import { addLibraryFlags, choosePapers, type LibraryFlags, notInLibrary, WHICH_PAPERS } from './library-selection.ts';

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
