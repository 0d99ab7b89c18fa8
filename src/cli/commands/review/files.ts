import type { Command } from 'commander';
import { describeRefusal } from '../../../contract/wording/review/refusals.ts';
import { REVIEW_FORMATS, type ReviewFormat, writeReviewFile } from '../../../jobs/exporting/review-files.ts';
import { contentOf } from '../../../jobs/reviewing/review-content.ts';
import { counted } from '../../../lib/counted.ts';
import { type CommandContext, UsageError } from '../../io.ts';
import {
  addOutputOptions,
  checkDestination,
  type Destination,
  tell,
  writeOutput,
  writeResult,
  writeToFile,
} from '../../output.ts';
import { readReviewFile } from './read-review-file.ts';
import { type ReaderFlags, readerOf } from './reading.ts';

/** The files that a review is taken from, and written to. */

export function addReviewExportCommand(review: Command, { io, app }: CommandContext): void {
  const formats = Object.keys(REVIEW_FORMATS) as ReviewFormat[];
  const command = review
    .command('export')
    .description('write its decisions or its flow')
    .argument('<review>', 'the review (R1)')
    .option('--format <format>', formats.join(', '), 'prisma');
  addOutputOptions(command).action(async (ref: string, flags: Destination & { format: string }) => {
    const format = formats.find((each) => each === flags.format);
    if (!format) throw new UsageError(`--format: one of ${formats.join(', ')}, got ${flags.format}`);
    checkDestination(flags);
    const content = contentOf(await (await app().reviews()).read(ref));
    const asreview = await app().asreviewFiles();
    const file = writeReviewFile(format, content, () => asreview);
    if (typeof file === 'string') return writeOutput(io, file, flags);
    if (flags.output === undefined || flags.output === '-')
      throw new UsageError(`${format} is no text: give a file, -o FILE`);
    await writeToFile(io, [file], flags.output, flags.force);
  });
}

export function addReviewImportCommand(review: Command, context: CommandContext): void {
  review
    .command('import')
    .description('take in records or decisions')
    .argument('<review>', 'the review (R1)')
    .argument('<file>', 'records, or decisions of ASReview, Rayyan, Covidence or a CSV')
    .option('--source <name>', 'the database that its records come from')
    .option('--as <name>', 'who decided, where the file does not say; default: me')
    .option('--json', 'as JSON')
    .action(async (ref: string, file: string, flags: ReaderFlags & { source?: string }) => {
      const { records, problems, cut } = await readReviewFile(context, file);
      const named = records.flatMap(({ paper }) => paper.databases?.map(({ name }) => name) ?? []);
      const databases =
        flags.source === undefined ? [...new Set(named.filter((name) => name !== undefined))] : [flags.source];
      const reviews = await context.app().reviews();
      const imported = await reviews.importFile(ref, { name: file, databases, records }, readerOf(flags));
      const refused = imported.refused.map((each) => ({
        ref: each.ref,
        why: 'why' in each ? describeRefusal(each) : `The label ${JSON.stringify(each.label)} is unknown.`,
      }));
      const text = `${counted(imported.records, 'new record')}, ${counted(imported.duplicates, 'duplicate')}, ${counted(imported.accepted, 'decision')}; ${refused.length} refused.`;
      tell(context.io, ...refused.map(({ ref, why }) => `${ref}: ${why}`));
      tell(context.io, ...problems.map(({ row, reason }) => `row ${row}: ${reason}`), ...(cut ? [cut] : []));
      await writeResult(context.io, flags.json, { ...imported, refused, problems }, text);
    });
}
