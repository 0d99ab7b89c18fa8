import { existsSync } from 'node:fs';
import { IMPORT_FORMAT_NAMES, type ImportFormat } from '../../../../formats/import-names.ts';
import { counted } from '../../../../lib/counted.ts';
import { groupBy } from '../../../../lib/groups.ts';
import { omitUndefined } from '../../../../lib/omit-undefined.ts';
import { visibleLine } from '../../../../lib/visible-text.ts';
import type { DetectedFormat } from '../../../../library/importing/detect-format.ts';
import { type ImportFile, lookAtFile, lookAtStream } from '../../../../library/importing/import-file.ts';
import { type ImportReport, importedNothing, importPapers } from '../../../../library/importing/import-papers.ts';
import { type ParserThread, startParserThread } from '../../../../library/importing/parse-in-thread.ts';
import type { ImportCounts, ImportTarget, PaperLibrary } from '../../../../library/ports/library.ts';
import { type CommandContext, type Io, UsageError } from '../../io.ts';
import { tell, writeOutput, writeText } from '../../output.ts';
import { type Bar, createBar } from '../../progress-bar.ts';

export type FileFlags = { from?: ImportFormat; again?: boolean; json?: boolean };

/** Adds new papers to the search index, so that the next search does not wait for it. */
export async function settle(io: Io, library: PaperLibrary): Promise<void> {
  await library.settle(io.signal);
  if (!io.signal.aborted) return;
  tell(io, 'interrupted: everything is imported; the next search takes the rest of it in');
  throw new Error('interrupted');
}

/**
 * Imports files into the target that `openTarget` opens, after recognising all of them, and reports on each. Returns
 * the problems of files that were not read completely. Throws when interrupted.
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
  // Checks every file before reading the first, so that a typing error does not leave half an import.
  const plans: FilePlan[] = [];
  for (const file of files) plans.push(await planFile(context, thread, file, flags.from));
  const target = await openTarget();
  const failures: string[] = [];
  for (const plan of plans) {
    const report = await importFile(context, target, thread, plan, flags);
    const { name } = plan.file;
    if (flags.json) await writeOutput(io, `${JSON.stringify({ file: name, ...report })}\n`);
    else await writeText(io, describe(name, report));
    if (report.interrupted) throw new Error('interrupted');
    if (report.stuck) throw new Error(`${name}: ${report.stuck}`);
    const failure = describeFailure(report);
    if (failure !== undefined) failures.push(`${name}: ${failure}`);
  }
  return { target, failures };
}

/** Why a file was not imported, or not completely, although reading it did not fail. */
export function describeFailure(report: ImportReport): string | undefined {
  const { format, skipped } = report;
  if (report.cut) return report.cut;
  if (report.empty) return `there is no entry in it that can be read as ${format}; is it of another format (--from)?`;
  if (report.onlyPapers && importedNothing(report))
    return 'there are no papers in it, and a collection takes nothing else';
  return skipped > 0 && importedNothing(report) ? `not one of its entries can be read as ${format}` : undefined;
}

const HOW_TO_UNPACK =
  'unpack it and import the files in it (a spreadsheet has to be saved as CSV; only gzip is read as it is)';

export type FilePlan = {
  file: Omit<ImportFile, 'identity'> & Partial<Pick<ImportFile, 'identity'>>;
  format: DetectedFormat;
};

/** Inspects a file and recognises its format. Throws UsageError if it cannot be imported. */
export async function planFile(
  { io }: CommandContext,
  thread: ParserThread,
  name: string,
  from: ImportFormat | undefined,
): Promise<FilePlan> {
  const file = name === '-' && io.stdin ? await lookAtStream(name, io.stdin) : await lookAtFile(name);
  if (!file) throw new UsageError(`${name}: ${existsSync(name) ? 'is not a file that can be read' : 'no such file'}`);
  if (file.container) throw new UsageError(`${name}: it is ${file.container}; ${HOW_TO_UNPACK}`);
  const format = await thread.detect(file.head, name, from);
  if (format) return { file, format };
  throw new UsageError(`${name}: format not recognised; choose one with --from: ${IMPORT_FORMAT_NAMES.join(', ')}`);
}

/** Imports a recognised file. */
export async function importFile(
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

/** The bar shows progress by the file's bytes, and the number of papers. */
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

/** The result of an import: one line for the file and one for each remark. */
export function describe(file: string, report: ImportReport): string {
  const { skipped, problems, quartiles } = report;
  const lines = [`${file}: ${describeCounts(report)} (${report.format})`];
  const databases = describeDatabases(report.databases);
  if (databases !== undefined) lines.push(`  records of ${databases}`);
  if (quartiles !== undefined) lines.push(`  new quartiles: ${counted(quartiles, 'paper')} of the library`);
  if (report.encoding) lines.push(`  it is not UTF-8: read as ${report.encoding}`);
  if (report.unchanged) lines.push('  already imported and unchanged: not read again (use --again to read it)');
  if (report.resumedAfter) lines.push(`  resumed after ${report.resumedAfter.toLocaleString('en-US')} records`);
  // What is wrong with a whole table is told once.
  for (const [reason, [{ line, entry }, ...others]] of groupBy(problems, ({ reason }) => reason)) {
    const more = others.length > 0 ? ` (and ${others.length} more like it)` : '';
    lines.push(`  ${entry ? `entry ${entry}, ` : ''}line ${line}: ${reason}${more}`);
  }
  // Problems of earlier runs are only counted.
  if (!report.unchanged && skipped > problems.length) lines.push(`  and ${skipped - problems.length} more`);
  if (report.cut)
    lines.push(
      `  ${report.cut}: ${importedNothing(report) ? 'no record could be read' : 'the records before that were imported'}`,
    );
  if (report.stuck)
    lines.push(
      `  ${report.stuck}: what was imported is kept; take out what stands there and run the same command again`,
    );
  if (report.interrupted) lines.push('  interrupted: run the same command again to continue');
  return lines.join('\n');
}

/** `PsycInfo (64), Lens (30)`; undefined if no record names its database. */
export function describeDatabases(databases: Record<string, number> = {}): string | undefined {
  const parts = Object.entries(databases).map(([name, records]) => `${visibleLine(name)} (${records})`);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** Describes this run only; papers that the library already had are counted apart. */
export function describeCounts(counts: ImportCounts): string {
  const { added, addedAgain = 0, merged, alreadyThere = 0, completed, journals, passedOver, skipped } = counts;
  const ofThem = addedAgain === added ? '' : `${addedAgain} of them `;
  const papers = [
    `${added} added${addedAgain === 0 ? '' : ` (${ofThem}again, after a removal)`}`,
    `${merged} merged`,
    ...(alreadyThere > 0 ? [`${alreadyThere} already there`] : []),
  ];
  return [
    ...(journals > 0 ? [counted(journals, 'journal')] : []),
    ...(journals > 0 && added + merged + alreadyThere === 0 ? [] : papers),
    `${skipped} skipped`,
    ...(completed > 0 ? [`${completed} completed`] : []),
    ...(passedOver > 0 ? [`${passedOver} left out that are not papers`] : []),
  ].join(', ');
}
