import type { Command } from 'commander';
import { counted } from '../../../../lib/counted.ts';
import { visibleLine } from '../../../../lib/visible-text.ts';
import type { LibrarySummary } from '../../../../library/ports/library.ts';
import type { CliCommand, CommandContext } from '../../io.ts';
import { writeResult } from '../../output.ts';
import { addDuplicatesCommand, addMergeCommand, addPartCommand } from './duplicates.ts';
import { addEditCommand } from './edit.ts';
import { addExportCommand } from './export.ts';
import { addListCommand, addSearchCommand, addShowCommand } from './list-and-search.ts';
import { addRemoveCommand } from './remove.ts';

/** `paperqueue library`: a summary of the local library, and its papers. */
export const libraryCommand: CliCommand = {
  examples: [
    'paperqueue library list --where yearFrom=2019 --sort title:asc',
    'paperqueue library search coral bleaching',
    'paperqueue library show L17',
    'paperqueue library edit L17 --set year=2019 --tag "to read"',
    'paperqueue library duplicates',
    'paperqueue library merge L17 L230',
    'paperqueue library remove L17 10.1000/x',
    'paperqueue library export -o papers.jsonl',
  ],
  add: addLibraryCommand,
};

function addLibraryCommand(program: Command, context: CommandContext): void {
  const library = program
    .command('library')
    .description('what the local library holds; list, search, show, edit, merge, remove and export its papers (free)')
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
  addListCommand(library, context);
  addSearchCommand(library, context);
  addShowCommand(library, context);
  addEditCommand(library, context);
  addDuplicatesCommand(library, context);
  addMergeCommand(library, context);
  addPartCommand(library, context);
  addRemoveCommand(library, context);
  addExportCommand(library, context);
}

function describe(summary: LibrarySummary): string {
  const { papers, starterPapers, coverage, rankings, bytes, path, index, imported } = summary;
  const share = (papersWith: number) => (papers === 0 ? 0 : Math.round((100 * papersWith) / papers));
  return [
    `${papers} papers (${starterPapers} of the starter catalogue), ${(bytes / 1e6).toFixed(1)} MB`,
    path,
    ...(imported ? [`Imported records: ${describeImported(imported)}`] : []),
    'Fields filled (filters use these):',
    ...Object.entries(coverage).map(
      ([field, papersWith]) => `  ${field.padEnd(18)} ${share(papersWith)} %  (${papersWith})`,
    ),
    `Journal quartiles: ${describeRankings(rankings)}`,
    `Search index: ${describeIndex(index)}`,
  ].join('\n');
}

/** Records by database and their duplicates, as PRISMA counts them. */
function describeImported({ databases, duplicates }: NonNullable<LibrarySummary['imported']>): string {
  const { '': unnamed = 0, ...named } = databases;
  const parts = Object.entries(named).map(([name, records]) => `${visibleLine(name)} n = ${records}`);
  if (unnamed > 0) parts.push(`${parts.length > 0 ? 'of no named database' : 'no database named'} n = ${unnamed}`);
  return `${parts.join(', ')}; duplicates removed at import n = ${duplicates}`;
}

function describeTexts({ texts, bytes }: { texts: number; bytes: number }): string {
  return `Texts of papers: ${texts}, ${(bytes / 1e6).toFixed(1)} MB`;
}

/** SCImago asks to be named as the source. Quartiles computed here must not be attributed to it. */
function describeRankings(rankings: LibrarySummary['rankings']): string {
  const listYears = (source: string) =>
    rankings
      .filter((each) => each.source === source)
      .map(({ year, journals }) => `${year} (${counted(journals, 'journal')})`);
  const parts = [];
  if (listYears('scimago').length > 0)
    parts.push(`${listYears('scimago').join(', ')}; source: SCImago, (n.d.). SJR — SCImago Journal & Country Rank`);
  if (listYears('openalex-computed').length > 0)
    parts.push(`computed by us from OpenAlex: ${listYears('openalex-computed').join(', ')}`);
  return parts.join('; ') || 'none; download the ranking from scimagojr.com and add it with paperqueue import';
}

function describeIndex({ papers, segments, deleted, pending, bytes, rebuiltBecause }: LibrarySummary['index']): string {
  const parts = [`${papers} papers in ${counted(segments, 'segment')}`, `${(bytes / 1e6).toFixed(1)} MB`];
  if (deleted > 0) parts.push(`${deleted} deleted papers to clear away`);
  parts.push(pending > 0 ? `${pending} papers that the next search adds` : 'up to date');
  if (rebuiltBecause) parts.push(`rebuilt because ${rebuiltBecause}`);
  return parts.join(', ');
}
