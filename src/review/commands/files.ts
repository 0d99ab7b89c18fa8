import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import { type CommandContext, UsageError } from '../../faces/cli/io.ts';
import {
  addOutputOptions,
  checkDestination,
  type Destination,
  outputFile,
  tell,
  writeOutput,
  writeResult,
  writeToFile,
} from '../../faces/cli/output.ts';
import { addSelectionOptions, readSelection, type SelectionOptions } from '../../faces/cli/selection-options.ts';
import { CLI_WORDING } from '../../faces/cli/wording.ts';
import { nameDatabases } from '../../formats/databases.ts';
import { BIBLIOGRAPHY_STYLES, type BibliographyStyle, EXPORT_KINDS } from '../../formats/export-kinds.ts';
import { EXPORT_FORMAT_NAMES } from '../../formats/format-facts.ts';
import { counted } from '../../lib/counted.ts';
import { untilAborted } from '../../lib/deadline.ts';
import { REVIEW_FORMATS, type ReviewFormat } from '../review-files.ts';
import { describeHeld, describeReasonsAsNotes, describeRefusal } from '../sentences.ts';
import { readReviewFile } from './read-review-file.ts';
import { type ReaderFlags, readerOf } from './reading.ts';

/** File formats that a review imports or exports. */

const FORMATS = [
  ...(Object.keys(REVIEW_FORMATS) as ReviewFormat[]),
  ...EXPORT_FORMAT_NAMES.filter((name) => !(name in REVIEW_FORMATS)),
  'bibliography',
] as const;

type FileFormat = (typeof FORMATS)[number];
type ExportFlags = Destination & SelectionOptions & { format?: FileFormat; style?: BibliographyStyle };

export function addReviewExportCommand(review: Command, context: CommandContext): void {
  const command = review
    .command('export')
    .description('write its flow or decisions')
    .argument('<review>', 'the review (R1)')
    .addOption(new Option('--format <format>', 'format; default: what -o ends with, else prisma').choices(FORMATS))
    .addOption(new Option('--style <style>', 'of a bibliography; default: apa').choices(BIBLIOGRAPHY_STYLES));
  addOutputOptions(addSelectionOptions(command)).action(async (ref: string, flags: ExportFlags) => {
    const { io, app } = context;
    const file = outputFile(flags);
    const { format = file === undefined ? 'prisma' : formatOfFile(file), style } = flags;
    checkDestination(flags);
    const request = { format, style, ...readSelection(flags) };
    const { content, notes } = await (await app().exports()).renderReview(ref, request, io);
    if (file === undefined && typeof content !== 'string')
      throw new UsageError(`${format} is not text: give a file, -o FILE`);
    if (file !== undefined) await writeToFile(io, [content], file, flags.force);
    else await writeOutput(io, String(content), flags);
    tell(io, ...CLI_WORDING.notes(notes));
  });
}

const FILES = { ...EXPORT_KINDS, ...REVIEW_FORMATS };

/** The format with this file extension, or `prisma` without one; throws UsageError if there are several or none. */
function formatOfFile(file: string): FileFormat {
  const ending = extname(file).toLowerCase();
  if (ending === '') return 'prisma';
  const named = FORMATS.filter((name) => `.${FILES[name].ending}`.endsWith(ending));
  const [format, other] = named;
  if (format !== undefined && other === undefined) return format;
  const choices = (format === undefined ? FORMATS : named).join(', ');
  throw new UsageError(`-o ${file}: choose the format with --format: ${choices}`);
}

export function addReviewImportCommand(review: Command, context: CommandContext): void {
  review
    .command('import')
    .description('import records or decisions')
    .argument('<review>', 'the review (R1)')
    .argument('<file>', 'records, or decisions of ASReview, Rayyan, Covidence, a CSV or a saved report')
    .option('--source <name>', 'the database that its records come from')
    .option('--as <name>', 'who decided, if the file does not say; default: me')
    .option('--json', 'as JSON')
    .action(async (ref: string, file: string, flags: ReaderFlags & { source?: string }) => {
      const { records, problems, cut, project } = await readReviewFile(context, file);
      const databases = flags.source === undefined ? nameDatabases(records.map(({ paper }) => paper)) : [flags.source];
      const reviews = await context.app().reviews(untilAborted(context.io.signal));
      const imported = await reviews.importFile(ref, { name: file, databases, records, project }, readerOf(flags));
      const refused = imported.refused.map((each) => ({
        ref: each.ref,
        why: 'kind' in each ? describeRefusal(each) : `The label ${JSON.stringify(each.label)} is unknown.`,
      }));
      const text = `${counted(imported.records, 'new record')}, ${counted(imported.duplicates, 'duplicate')}, ${counted(imported.accepted, 'decision')}; ${refused.length} refused.`;
      const { reasonsAsNotes, held } = imported;
      tell(context.io, ...(held > 0 ? [describeHeld(held)] : []));
      tell(context.io, ...(reasonsAsNotes ? [describeReasonsAsNotes(reasonsAsNotes)] : []));
      tell(context.io, ...refused.map(({ ref, why }) => `${ref}: ${why}`));
      tell(context.io, ...problems.map(({ row, reason }) => `row ${row}: ${reason}`), ...(cut ? [cut] : []));
      await writeResult(context.io, flags.json, { ...imported, refused, problems }, text);
    });
}
