import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { EXPORT_FORMAT_NAMES, type ExportFormat } from '../../../../formats/format-facts.ts';
import { counted } from '../../../../lib/counted.ts';
import { exportLibrary } from '../../../../library/export-library.ts';
import type { CommandContext } from '../../io.ts';
import { addOutputOptions, checkDestination, type Destination, outputFile, tell, writeToFile } from '../../output.ts';
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
