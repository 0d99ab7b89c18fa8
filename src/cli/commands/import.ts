import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { IMPORT_FORMAT_NAMES, type ImportFormat } from '../../formats/import-names.ts';
import { isPdf, PDF_HEAD_BYTES } from '../../formats/is-pdf.ts';
import type { DetectedFormat } from '../../importing/detect-format.ts';
import { type ImportFile, lookAtFile, lookAtStream } from '../../importing/import-file.ts';
import { type ImportReport, importPapers, tookNothing } from '../../importing/import-papers.ts';
import { type ParserThread, startParserThread } from '../../importing/parse-in-thread.ts';
import type { ImportCounts, ImportTarget, PaperLibrary } from '../../jobs/ports/library.ts';
import { counted } from '../../lib/counted.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { attachFile, importTexts } from '../import-texts.ts';
import { type CliCommand, type CommandContext, type Io, UsageError } from '../io.ts';
import { writeOutput } from '../output.ts';
import { type Bar, createBar } from '../progress-bar.ts';
import { importZotero, isZotero } from './zotero/import.ts';

export type FileFlags = { from?: ImportFormat; again?: boolean; json?: boolean };
type ImportFlags = FileFlags & { files?: string; group?: string };

/** `paperqueue import FILE...`: adds records to the local library. */
export const importCommand: CliCommand = {
  examples: [
    'paperqueue import library.bib pubmed.nbib',
    'paperqueue import zotero:',
    'zcat works.jsonl.gz | paperqueue import -',
  ],
  add: addImportCommand,
};

function addImportCommand(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description(
      'add papers to the local library, from files of many formats, also gzipped, or a PDF with its text; the format is detected from the content',
    )
    .argument(
      '[file...]',
      'files to read; - is the standard input; zotero: is your Zotero, zotero:NAME a collection of it',
    )
    .addOption(new Option('--from <format>', 'format, when it cannot be detected').choices(IMPORT_FORMAT_NAMES))
    .option('--again', 'also read files that were imported before and have not changed')
    .option(
      '--files <folder>',
      'attach the PDF, XML and HTML files in a folder to their papers (Zotero, JabRef, named by DOI)',
    )
    .option('--group <number>', 'zotero: is the library of this group')
    .option('--json', 'report as JSON')
    .action(async (files: string[], flags: ImportFlags) => {
      if (files.length === 0 && flags.files === undefined) throw new UsageError('name a file, or --files FOLDER');
      const named = [...new Set(files)];
      const ofZotero = named.filter(isZotero);
      const articles = named.filter((name) => flags.from === undefined && !isZotero(name) && isPdfFile(name));
      const ofFiles = named.filter((name) => !ofZotero.includes(name) && !articles.includes(name));
      if (ofFiles.length > 0) await importRecords(context, ofFiles, flags);
      for (const name of ofZotero) await importFromZotero(context, name, flags);
      // An article is not a list of records but a paper with its text.
      for (const path of articles) await attachFile(context, { path }, flags.json ?? false);
      if (flags.files !== undefined) await importTexts(context, flags.files, flags.json ?? false);
    });
}

/** A missing file is not a PDF; the import reports why. */
function isPdfFile(name: string): boolean {
  if (name === '-' || !existsSync(name) || !statSync(name).isFile()) return false;
  const file = openSync(name, 'r');
  try {
    const head = Buffer.alloc(PDF_HEAD_BYTES);
    return isPdf(head.subarray(0, readSync(file, head)));
  } finally {
    closeSync(file);
  }
}

async function importRecords(context: CommandContext, files: string[], flags: ImportFlags): Promise<void> {
  const { io } = context;
  const { target: library, failures } = await importInto(context, files, flags, () => context.app().library());
  await settle(io, library);
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

/** Adds new papers to the search index, so that the next search need not wait for it. */
async function settle(io: Io, library: PaperLibrary): Promise<void> {
  await library.settle(io.signal);
  if (!io.signal.aborted) return;
  io.stderr.write('interrupted: everything is imported; the next search takes the rest of it in\n');
  throw new Error('interrupted');
}

async function importFromZotero(context: CommandContext, name: string, flags: ImportFlags): Promise<void> {
  const { io } = context;
  const library = await context.app().library();
  const { report, notes, ...facts } = await importZotero(context, library, name, flags);
  const text = [describe(name, report), ...notes.map((note) => `  ${note}`)].join('\n');
  const json = JSON.stringify({ file: name, ...report, ...facts });
  await writeOutput(io, `${flags.json ? json : text}\n`);
  if (report.interrupted) throw new Error('interrupted');
  await settle(io, library);
}

/**
 * Imports files into what `openTarget` opens, after recognising all of them, and reports on each. Returns the problems
 * of files that were not read completely. Throws when interrupted.
 */
export async function importInto<Target extends ImportTarget>(
  context: CommandContext,
  files: string[],
  flags: FileFlags,
  openTarget: () => Promise<Target>,
): Promise<{ target: Target; failures: string[] }> {
  const { io } = context;
  const thread = startParserThread({ signal: io.signal });
  // A stream still being read would keep the process alive after Ctrl-C.
  if (files.includes('-')) io.signal.addEventListener('abort', () => io.stdin?.destroy?.(), { once: true });
  try {
    return await importFiles(context, thread, files, flags, openTarget);
  } finally {
    await thread.close();
  }
}

async function importFiles<Target extends ImportTarget>(
  context: CommandContext,
  thread: ParserThread,
  files: string[],
  flags: FileFlags,
  openTarget: () => Promise<Target>,
): Promise<{ target: Target; failures: string[] }> {
  const { io } = context;
  // Checks every file before reading the first: a typing error must not leave half an import.
  const plans: FilePlan[] = [];
  for (const file of files) plans.push(await planFile(context, thread, file, flags.from));
  const target = await openTarget();
  const failures: string[] = [];
  for (const plan of plans) {
    const report = await importFile(context, target, thread, plan, flags);
    const { name } = plan.file;
    await writeOutput(
      io,
      `${flags.json ? JSON.stringify({ file: name, ...report }) : describe(name, report)}\n`,
      undefined,
    );
    if (report.interrupted) throw new Error('interrupted');
    if (report.stuck) throw new Error(`${name}: ${report.stuck}`);
    const failure = failureOf(report);
    if (failure !== undefined) failures.push(`${name}: ${failure}`);
  }
  return { target, failures };
}

/** Why a file was not imported, or not completely, although reading it ended normally. */
function failureOf(report: ImportReport): string | undefined {
  const { format, skipped } = report;
  if (report.cut) return report.cut;
  if (report.empty) return `there is no entry in it that can be read as ${format}; is it of another format (--from)?`;
  if (report.onlyPapers && tookNothing(report)) return 'there are no papers in it, and a collection takes nothing else';
  return skipped > 0 && tookNothing(report) ? `not one of its entries can be read as ${format}` : undefined;
}

const HOW_TO_UNPACK =
  'unpack it and import the files in it (a spreadsheet has to be saved as CSV; only gzip is read as it is)';

type FilePlan = { file: Omit<ImportFile, 'identity'> & Partial<Pick<ImportFile, 'identity'>>; format: DetectedFormat };

async function planFile(
  { io }: CommandContext,
  thread: ParserThread,
  name: string,
  from: ImportFormat | undefined,
): Promise<FilePlan> {
  const file = name === '-' && io.stdin ? await lookAtStream(name, io.stdin) : await lookAtFile(name);
  if (!file) throw new UsageError(`${name}: ${existsSync(name) ? 'is no file that can be read' : 'no such file'}`);
  if (file.container) throw new UsageError(`${name}: it is ${file.container}; ${HOW_TO_UNPACK}`);
  const format = await thread.detect(file.head, name, from);
  if (format) return { file, format };
  throw new UsageError(`${name}: format not recognised; choose one with --from: ${IMPORT_FORMAT_NAMES.join(', ')}`);
}

async function importFile(
  { io }: CommandContext,
  target: ImportTarget,
  thread: ParserThread,
  plan: FilePlan,
  flags: FileFlags,
): Promise<ImportReport> {
  const { file, format } = plan;
  const bar = createBar(io);
  const show = showProgress(bar, file.name, file.identity?.size ?? 0);
  let encoding: string | undefined;
  const text = file.text(show.bytes, (name) => {
    encoding = name;
  });
  const source = { format, text, ...(file.identity && { identity: file.identity }) };
  const { signal } = io;
  const options = { again: flags.again ?? false, signal, onProgress: show.counts, openParser: thread.open };
  const report = await importPapers(target, source, options).finally(() => bar.stop());
  return { ...report, ...omitUndefined({ encoding }) };
}

/** The bar follows the file's bytes, and shows the number of papers. */
function showProgress(bar: Bar, name: string, size: number) {
  const started = Date.now();
  let read = 0;
  let papers = 0;
  const update = () => {
    const rate = Math.round(papers / Math.max((Date.now() - started) / 1_000, 1));
    // The length of a stream is unknown.
    bar.update(read, Math.max(size, read), `${name}: ${papers} papers, ${rate} a second`);
  };
  return {
    bytes: (bytes: number) => {
      read = bytes;
      update();
    },
    counts: ({ added, merged, completed }: ImportCounts) => {
      papers = added + merged + completed;
    },
  };
}

function describe(file: string, report: ImportReport): string {
  const { added, merged, completed, journals, passedOver, skipped, problems, quartiles } = report;
  const papers = journals > 0 ? [counted(journals, 'journal')] : [`${added} added`, `${merged} merged`];
  const counts = [...papers, `${skipped} skipped`];
  if (completed > 0) counts.push(`${completed} completed`);
  if (passedOver > 0) counts.push(`${passedOver} left out that are not papers`);
  const lines = [`${file}: ${counts.join(', ')} (${report.format})`];
  if (quartiles !== undefined) lines.push(`  new quartiles: ${counted(quartiles, 'paper')} of the library`);
  if (report.encoding) lines.push(`  it is not UTF-8: read as ${report.encoding}`);
  if (report.unchanged) lines.push('  already imported and unchanged: not read again (use --again to read it)');
  if (report.resumedAfter) lines.push(`  resumed after ${report.resumedAfter.toLocaleString('en-US')} records`);
  for (const { line, entry, reason } of problems)
    lines.push(`  ${entry ? `entry ${entry}, ` : ''}line ${line}: ${reason}`);
  // Those of earlier runs are only counted.
  if (!report.unchanged && skipped > problems.length) lines.push(`  and ${skipped - problems.length} more`);
  if (report.cut)
    lines.push(
      `  ${report.cut}: ${tookNothing(report) ? 'no record could be read' : 'the records before that were imported'}`,
    );
  if (report.stuck)
    lines.push(
      `  ${report.stuck}: what was imported is kept; take out what stands there and run the same command again`,
    );
  if (report.interrupted) lines.push('  interrupted: run the same command again to continue');
  return lines.join('\n');
}
