import { existsSync, statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { IMPORT_FORMAT_NAMES } from '../../../../formats/import-names.ts';
import { attachFile, importTexts, isArticleFile } from '../../import-texts.ts';
import { type CliCommand, type CommandContext, UsageError } from '../../io.ts';
import { writeOutput, writeText } from '../../output.ts';
import { importZotero, isZotero } from '../zotero/import.ts';
import { describe, type FileFlags, importInto, settle } from './import-files.ts';
import { importFolder } from './import-folder.ts';

type ImportFlags = FileFlags & { files?: string; group?: string };

/** `paperqueue import FILE...`: adds records to the local library. */
export const importCommand: CliCommand = {
  examples: [
    'paperqueue import library.bib pubmed.nbib',
    'paperqueue import ~/literature',
    'paperqueue import zotero:',
    'zcat works.jsonl.gz | paperqueue import -',
  ],
  add: addImportCommand,
};

function addImportCommand(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description(
      'add papers to the local library, from files of many formats, also gzipped, a folder of them, or an article with its text (PDF, Word, EPUB, JATS); the format is detected from the content',
    )
    .argument(
      '[file...]',
      'files or folders to read; - is the standard input; zotero: is your Zotero, zotero:NAME a collection of it',
    )
    .addOption(new Option('--from <format>', 'format, when it cannot be detected').choices(IMPORT_FORMAT_NAMES))
    .option('--again', 'also read files that were imported before and have not changed')
    .option(
      '--files <folder>',
      'attach the PDF, Word, EPUB, XML and HTML files in a folder to their papers (Zotero, JabRef, named by DOI)',
    )
    .option('--group <number>', 'zotero: is the library of this group')
    .option('--json', 'report as JSON')
    .action(async (files: string[], flags: ImportFlags) => {
      if (files.length === 0 && flags.files === undefined) throw new UsageError('name a file, or --files FOLDER');
      const named = [...new Set(files)];
      const zoteroNames = named.filter(isZotero);
      const articles = named.filter((name) => flags.from === undefined && !isZotero(name) && isArticleFile(name));
      const folders = named.filter((name) => !isZotero(name) && isFolder(name));
      if (folders.length > 0 && flags.from !== undefined)
        throw new UsageError(`--from goes with files, and ${folders[0]} is a folder`);
      const others = [...zoteroNames, ...articles, ...folders];
      const recordFiles = named.filter((name) => !others.includes(name));
      if (recordFiles.length > 0) await importRecords(context, recordFiles, flags);
      for (const folder of folders) await importFolder(context, folder, flags);
      for (const name of zoteroNames) await importFromZotero(context, name, flags);
      // An article is not a list of records but the text of one paper.
      for (const path of articles) await attachFile(context, { path }, flags.json ?? false);
      if (flags.files !== undefined) await importTexts(context, flags.files, flags.json ?? false);
    });
}

function isFolder(name: string): boolean {
  return name !== '-' && existsSync(name) && statSync(name).isDirectory();
}

async function importRecords(context: CommandContext, files: string[], flags: ImportFlags): Promise<void> {
  const { io } = context;
  const { target: library, failures } = await importInto(context, files, flags, () => context.app().library());
  await settle(io, library);
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

async function importFromZotero(context: CommandContext, name: string, flags: ImportFlags): Promise<void> {
  const { io } = context;
  const library = await context.app().library();
  const { report, notes, ...facts } = await importZotero(context, library, name, flags);
  const text = [describe(name, report), ...notes.map((note) => `  ${note}`)].join('\n');
  const json = JSON.stringify({ file: name, ...report, ...facts });
  await (flags.json ? writeOutput(io, `${json}\n`) : writeText(io, text));
  if (report.interrupted) throw new Error('interrupted');
  await settle(io, library);
}
