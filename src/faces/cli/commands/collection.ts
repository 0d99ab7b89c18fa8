import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { IMPORT_FORMAT_NAMES } from '../../../formats/import-names.ts';
import type { Feature } from '../../../jobs/features.ts';
import { counted } from '../../../lib/counted.ts';
import { type CliCommand, type CommandContext, UsageError } from '../io.ts';
import { writeResult } from '../output.ts';
import { type FileFlags, importInto } from './importing/import-files.ts';

type CollectionStatus = Awaited<ReturnType<Feature<'collection'>['status']>>;

/** `paperqueue collection`: papers in OpenSearch that several machines search. */
export const collectionCommand: CliCommand = {
  examples: ['paperqueue collection load works.jsonl.gz', 'paperqueue collection status'],
  add: addCollectionCommand,
};

function addCollectionCommand(program: Command, context: CommandContext): void {
  const collection = program.command('collection').description('load and look after the papers in your OpenSearch');
  const from = () => new Option('--from <format>', 'format, when it cannot be detected').choices(IMPORT_FORMAT_NAMES);

  collection
    .command('load')
    .description(
      'add papers from files; one that is there is replaced. Run the same command again to continue an interrupted load',
    )
    .argument('<file...>', 'files as of paperqueue import')
    .addOption(from())
    .option('--again', 'also read files that were loaded before and have not changed')
    .option('--json', 'report as JSON')
    .action((files: string[], flags: FileFlags) => load(context, files, flags, false));

  collection
    .command('replace')
    .description('load files into a new index, and search that from then on; the old one stays until drop')
    .argument('<file...>', 'files as of paperqueue import')
    .addOption(from())
    .option('--json', 'report as JSON')
    .action((files: string[], flags: FileFlags) => load(context, files, flags, true));

  collection
    .command('status')
    .description("indexes, how many papers they have, and the engine's health")
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const status = await (await context.app().collection()).status(context.io.signal);
      await writeResult(context.io, json, status, describe(status));
    });

  collection
    .command('drop')
    .description('delete indexes that no search reads')
    .option('--all', 'delete the searched one, too; needs --yes')
    .option('--yes', 'do not ask')
    .option('--json', 'as JSON')
    .action(async ({ all = false, yes, json }: { all?: boolean; yes?: boolean; json?: boolean }) => {
      if (all && !yes) throw new UsageError('all papers of the collection would be deleted; use --yes to delete them');
      const dropped = await (await context.app().collection()).drop(all, context.io.signal);
      const text = dropped.length > 0 ? `deleted: ${dropped.join(', ')}` : 'there was nothing to delete';
      await writeResult(context.io, json, { dropped }, text);
    });
}

async function load(context: CommandContext, files: string[], flags: FileFlags, replace: boolean): Promise<void> {
  const { io } = context;
  const open = async () =>
    (await context.app().collection()).load(
      replace,
      io.signal,
      files.map((file) => resolve(file)),
    );
  const { target, failures } = await importInto(context, [...new Set(files)], flags, open);
  const isKept = replace && failures.length > 0;
  if (isKept) throw new Error(`${failures.join('\n')}\nthe searched index stays; run the same command again`);
  const papers = await target.finish(io.signal);
  const { index } = target;
  await writeResult(io, flags.json, { index, papers }, `searches now find ${counted(papers, 'paper')} (${index})`);
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

function describe({ health, indexes }: CollectionStatus): string {
  const lines = indexes.map(({ name, papers, bytes, isSearched, isUnfinished }) => {
    const size = `${Math.max(1, Math.round(bytes / 1024 / 1024)).toLocaleString('en-US')} MB`;
    const state = isSearched ? 'searched' : isUnfinished ? 'not finished: load or replace again' : 'not searched';
    return `${name}: ${papers.toLocaleString('en-US')} papers, ${size}, ${state}`;
  });
  return [`engine: ${health}`, ...(lines.length > 0 ? lines : ['no papers yet: paperqueue collection load FILE'])].join(
    '\n',
  );
}
