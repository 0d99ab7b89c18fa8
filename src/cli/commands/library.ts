import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { parseYear } from '../../contract/filter-table.ts';
import { optionalFilterShape } from '../../contract/filters.ts';
import { EXPORT_FORMAT_NAMES, type ExportFormat } from '../../formats/format-facts.ts';
import { exportLibrary } from '../../jobs/exporting/library-export.ts';
import type { LibrarySummary, PaperSelection } from '../../jobs/ports/library.ts';
import { whenStoreIsFree } from '../../jobs/ports/when-store-is-free.ts';
import { counted } from '../../lib/counted.ts';
import { type CliCommand, type CommandContext, UsageError } from '../io.ts';
import { writeOutput, writeResult, writeToFile } from '../output.ts';

/** `paperqueue library`: what the local library holds; `remove` and `export`. */
export const libraryCommand: CliCommand = {
  examples: [
    'paperqueue library',
    'paperqueue library export -o papers.jsonl',
    'paperqueue library remove --origin starter',
  ],
  add: addLibraryCommand,
};

function addLibraryCommand(program: Command, context: CommandContext): void {
  const library = program
    .command('library')
    .description('what the local library holds')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => {
      const summary = (await context.app().library()).summary();
      const texts = (await context.app().fullTexts()).summary();
      await writeResult(
        context.io,
        options.json,
        { ...summary, texts },
        `${describe(summary)}\n${describeTexts(texts)}`,
      );
    });
  addRemoveCommand(library, context);
  addExportCommand(library, context);
}

function describe({ papers, starterPapers, coverage, rankings, bytes, path, index }: LibrarySummary): string {
  const share = (papersWith: number) => (papers === 0 ? 0 : Math.round((100 * papersWith) / papers));
  return [
    `${papers} papers (${starterPapers} of the starter catalogue), ${(bytes / 1e6).toFixed(1)} MB`,
    path,
    'Fields filled (filters use these):',
    ...Object.entries(coverage).map(
      ([field, papersWith]) => `  ${field.padEnd(18)} ${share(papersWith)} %  (${papersWith})`,
    ),
    `Journal quartiles: ${describeRankings(rankings)}`,
    `Search index: ${describeIndex(index)}`,
  ].join('\n');
}

function describeTexts({ texts, bytes }: { texts: number; bytes: number }): string {
  return `Texts of papers: ${texts}, ${(bytes / 1e6).toFixed(1)} MB`;
}

/** SCImago asks to be named as the source. Computed quartiles must not be called SCImago's. */
function describeRankings(rankings: LibrarySummary['rankings']): string {
  const of = (source: string) =>
    rankings
      .filter((each) => each.source === source)
      .map(({ year, journals }) => `${year} (${counted(journals, 'journal')})`);
  const parts = [];
  if (of('scimago').length > 0)
    parts.push(`${of('scimago').join(', ')}; source: SCImago, (n.d.). SJR — SCImago Journal & Country Rank`);
  if (of('openalex-computed').length > 0)
    parts.push(`computed by us from OpenAlex: ${of('openalex-computed').join(', ')}`);
  return parts.join('; ') || 'none; download the ranking from scimagojr.com and add it with paperqueue import';
}

function describeIndex({ papers, segments, deleted, pending, bytes, rebuiltBecause }: LibrarySummary['index']): string {
  const parts = [`${papers} papers in ${counted(segments, 'segment')}`, `${(bytes / 1e6).toFixed(1)} MB`];
  if (deleted > 0) parts.push(`${deleted} deleted papers to clear away`);
  parts.push(pending > 0 ? `${pending} papers that the next search adds` : 'up to date');
  if (rebuiltBecause) parts.push(`rebuilt because ${rebuiltBecause}`);
  return parts.join(', ');
}

const ORIGINS = ['starter', 'live', 'import'] as const;
type RemoveFlags = {
  origin?: (typeof ORIGINS)[number];
  importedFrom?: string;
  year?: string;
  texts?: boolean;
  yes?: boolean;
};

function addRemoveCommand(library: Command, { io, app }: CommandContext): void {
  library
    .command('remove')
    .description('remove papers that meet all conditions; more than one needs --yes')
    .argument('[key...]', 'keys or DOIs of papers')
    .addOption(
      new Option('--origin <origin>', 'papers of the starter catalogue, found by searches, or imported').choices(
        ORIGINS,
      ),
    )
    .option('--imported-from <file>', 'papers that were first added by importing this file')
    .option('--year <years>', 'papers of a year or a range of years: 2020, 1990:1999')
    .option('--texts', 'all kept texts of papers, and no papers')
    .option('--yes', 'remove more than one paper')
    .action(async (names: string[], flags: RemoveFlags) => {
      if (flags.texts) {
        const papers = await app().library();
        await whenStoreIsFree(() => papers.removeTextWords());
        const removed = (await app().fullTexts()).removeAll();
        await writeOutput(io, `${counted(removed, 'text')} removed\n`);
        return;
      }
      const selection = selectionOf(names, flags);
      const papers = await app().library();
      const count = papers.count(selection);
      if (count > 1 && !flags.yes) throw new UsageError(`${count} papers would be removed; use --yes to remove them`);
      const removed = await whenStoreIsFree(() => papers.remove(selection));
      await writeOutput(io, `${counted(removed, 'paper')} removed\n`);
    });
}

function selectionOf(names: readonly string[], { origin, importedFrom, year }: RemoveFlags): PaperSelection {
  if (names.length === 0 && !origin && !importedFrom && !year) {
    throw new UsageError('choose papers by key, DOI, --origin, --imported-from or --year');
  }
  return {
    ...(names.length > 0 && { names }),
    ...(origin && { origin }),
    ...(importedFrom && { importedFrom: resolve(importedFrom) }),
    ...(year !== undefined && { years: yearsOf(year) }),
  };
}

function yearsOf(text: string): { from: number; to: number } {
  const year = optionalFilterShape.year.safeParse(text);
  if (!year.success || year.data === undefined)
    throw new UsageError(`--year: ${year.error?.issues[0]?.message ?? 'no year'}`);
  return parseYear(year.data);
}

function addExportCommand(library: Command, { io, app }: CommandContext): void {
  library
    .command('export')
    .description('write the whole library; JSON Lines come back by import without loss')
    .addOption(new Option('--format <format>', 'format').choices(EXPORT_FORMAT_NAMES).default('jsonl'))
    .option('-o, --output <file>', 'write to a new file; - is stdout', '-')
    .action(async ({ format, output }: { format: ExportFormat; output: string }) => {
      const parts = exportLibrary(await app().library(), format);
      if (output === '-') await pipeline(Readable.from(parts), io.stdout, { end: false });
      else await writeToFile(io, parts, output);
    });
}
