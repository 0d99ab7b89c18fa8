import type { Command } from 'commander';
import { lookAtFile, readableBytes } from '../../../../library/importing/import-file.ts';
import { readRetractionTable, TableRefused } from '../../../../library/importing/retractions/read-retraction-table.ts';
import type { RetractionTableSummary } from '../../../../library/ports/library.ts';
import { whenStoreIsFree } from '../../../../platform/sqlite/when-store-is-free.ts';
import { type CliCommand, type CommandContext, UsageError } from '../../io.ts';
import { writeResult } from '../../output.ts';

/** `paperqueue retractions`: Retraction Watch's table in the library; `update` fetches it or reads it from a file. */
export const retractionsCommand: CliCommand = {
  examples: ['paperqueue retractions update', 'paperqueue retractions update retraction_watch.csv'],
  add: addRetractionsCommand,
};

function addRetractionsCommand(program: Command, context: CommandContext): void {
  const retractions = program
    .command('retractions')
    .description("the library's copy of Retraction Watch's table, which says what is retracted")
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const table = (await context.app().library()).retractionTable();
      await writeResult(context.io, json, { table: table ?? null }, table ? describe(table) : NONE);
    });
  retractions
    .command('update')
    .description('replace the table: by a file of it, also gzipped, or by the one at PAPERQUEUE_RETRACTIONS_URL')
    .argument('[file]', 'the CSV file that Crossref gives')
    .option('--json', 'report as JSON')
    .action(async (file: string | undefined, _, command: Command) => {
      // Both commands have the option, and the outer one consumes it.
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      const { name, text, latest } = file === undefined ? await download(context) : await open(file);
      const table = await readRetractionTable(text, latest, file === undefined).catch((error) => {
        if (error instanceof TableRefused) throw new Error(`${name}: ${error.message}. Nothing was changed.`);
        throw error;
      });
      context.io.signal.throwIfAborted();
      const library = await context.app().library();
      const { skipped } = table;
      const stored = await whenStoreIsFree(() => library.replaceRetractions(table, new Date().toISOString()), {
        signal: context.io.signal,
      });
      const without = skipped > 0 ? `; ${skipped} rows without a DOI or PubMed number left out` : '';
      await writeResult(context.io, json, { table: { ...stored, skipped } }, `${describe(stored)}${without}`);
    });
}

const NONE = 'no table yet: paperqueue retractions update';

function describe({ rows, papers, asOf, loadedAt }: RetractionTableSummary): string {
  return `Retraction Watch as of ${asOf}: ${rows} notices, ${papers} identifiers (loaded ${loadedAt.slice(0, 10)})`;
}

async function open(name: string) {
  const file = await lookAtFile(name);
  if (!file) throw new UsageError(`${name}: is not a file that can be read`);
  return { name, text: file.text(), latest: new Date(file.identity.modifiedAt).toISOString().slice(0, 10) };
}

async function download(context: CommandContext) {
  const { address, bytes } = await context.app().downloadRetractions(context.io.signal);
  return { name: address, text: readableBytes(bytes), latest: new Date().toISOString().slice(0, 10) };
}
