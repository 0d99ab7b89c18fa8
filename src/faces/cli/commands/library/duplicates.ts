import type { Command } from 'commander';
import { counted } from '../../../../lib/counted.ts';
import { libraryRef } from '../../../../papers/identifiers.ts';
import type { Paper } from '../../../../papers/paper.ts';
import { whenStoreIsFree } from '../../../../platform/sqlite/when-store-is-free.ts';
import { type CommandContext, UsageError, wholeNumber } from '../../io.ts';
import { writeResult } from '../../output.ts';
import { findNames, notInLibrary, WHICH_PAPERS } from './library-selection.ts';

/** Papers shown without `--all`. */
const MAX_SHOWN = 50;
const MAX_RECORD = 9_999;

/** `paperqueue library duplicates`: what imports merged, and what is kept apart although it looks alike. */
export function addDuplicatesCommand(library: Command, context: CommandContext): void {
  library
    .command('duplicates')
    .description(
      'list the papers that were merged from several records, and papers of one title, DOI or place kept apart',
    )
    .option('--all', `list all; default: the latest ${MAX_SHOWN} of each`)
    .option('--json', 'as JSON')
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<{ all?: boolean; json?: boolean }>();
      const papers = await context.app().library();
      const { merged, apart } = papers.duplicates();
      const most = flags.all ? Number.POSITIVE_INFINITY : MAX_SHOWN;
      const shown = {
        merged: merged
          .slice(0, most)
          .map(({ id, records }) => ({ ref: libraryRef(id), records: records.map(describe) })),
        apart: apart
          .slice(0, most)
          .map((ids) => [...papers.read(ids)].map(({ id, record }) => ({ ref: libraryRef(id), ...describe(record) }))),
      };
      const text = [
        `${counted(merged.length, 'paper')} merged from several records`,
        ...shown.merged.flatMap(({ ref, records }) => [
          ref,
          ...records.map((each, at) => `  ${at + 1}  ${formatLine(each)}`),
        ]),
        `${counted(apart.length, 'group')} of papers alike, kept apart`,
        ...shown.apart.flatMap((group) =>
          group.map(({ ref, ...each }, at) => `${at === 0 ? '' : '  '}${ref}  ${formatLine(each)}`),
        ),
        ...(Math.max(merged.length, apart.length) > most ? ['--all lists the others'] : []),
        'paperqueue library part L1 takes a merged paper apart; paperqueue library merge L1 L2 makes one of two.',
      ];
      await writeResult(
        context.io,
        flags.json,
        { ...shown, total: { merged: merged.length, apart: apart.length } },
        text.join('\n'),
      );
    });
}

/** `paperqueue library merge REF REF...`: makes one paper of several. */
export function addMergeCommand(library: Command, context: CommandContext): void {
  library
    .command('merge')
    .description('make one paper of several, under the first; their records are kept, and part takes it back')
    .argument('<ref...>', WHICH_PAPERS)
    .option('--json', 'as JSON')
    .action(async (names: string[], _: unknown, command: Command) => {
      const { ids, papers } = await named(context, names);
      const [first, ...others] = ids;
      if (first === undefined || others.length === 0) throw new UsageError('REF: two or more papers to merge');
      await whenStoreIsFree(() => papers.merge([first, ...others]));
      const ref = libraryRef(first);
      const text = `${counted(ids.length, 'paper')} merged into ${ref}; paperqueue library part ${ref} takes it back`;
      await writeResult(
        context.io,
        command.optsWithGlobals<{ json?: boolean }>().json,
        { ref, merged: ids.map(libraryRef) },
        text,
      );
    });
}

/** `paperqueue library part REF [NUMBER...]`: takes a merged paper apart. */
export function addPartCommand(library: Command, context: CommandContext): void {
  library
    .command('part')
    .description('take records out of a merged paper: each becomes a paper of its own, and imports keep them apart')
    .argument('<ref>', 'the merged paper')
    .argument('[number...]', 'records by their numbers in library duplicates; default: all but the first')
    .option('--json', 'as JSON')
    .action(async (name: string, numberTexts: string[], _: unknown, command: Command) => {
      const { ids, papers } = await named(context, [name]);
      const numbers = numberTexts.map((text) => wholeNumber('NUMBER', text, 1, MAX_RECORD));
      const [id] = ids as [number];
      const parted = await whenStoreIsFree(() => papers.part(id, numbers.length > 0 ? numbers : undefined));
      const ref = libraryRef(id);
      if (parted.length === 0)
        throw new Error(
          `${ref} has no such records to take out, or no other that stays: library duplicates lists them`,
        );
      const refs = parted.map(libraryRef);
      const json = command.optsWithGlobals<{ json?: boolean }>().json;
      const titles = [...papers.read([id, ...parted])].map(
        ({ id, record }) => `${libraryRef(id)}: ${formatLine(describe(record))}`,
      );
      const text = `${ref} parted: ${ref} is what stays, ${refs.join(', ')} what was taken out\n${titles.map((line) => `  ${line}\n`).join('')}`;
      await writeResult(context.io, json, { ref, parted: refs }, text.trimEnd());
    });
}

async function named(context: CommandContext, names: readonly string[]) {
  const papers = await context.app().library();
  const { ids, unknown } = await findNames(context, papers, names);
  if (unknown.length > 0) throw notInLibrary(unknown, '; nothing was changed');
  return { papers, ids: [...new Set(ids)] };
}

function describe(record: Paper) {
  const { title, authors, year, venue, volume, pages, doi, databases } = record;
  const database = databases
    ?.map(({ name }) => name)
    .filter(Boolean)
    .join(', ');
  return { title, authors, year, venue, volume, pages, doi, ...(database && { database }) };
}

/** Equal papers differ in these: what they are listed by. */
function formatLine({
  title,
  authors,
  year,
  venue,
  volume,
  pages,
  doi,
  database,
}: ReturnType<typeof describe>): string {
  const publication = [venue, volume, pages && `p. ${pages}`].filter(Boolean).join(' ');
  const author = authors[0] && (authors.length > 1 ? `${authors[0]} et al.` : authors[0]);
  return [title, author, year, publication, doi, database].filter(Boolean).join('; ');
}
