import type { Command } from 'commander';
import { counted } from '../../../../lib/counted.ts';
import type { PushedPaper, PushProblem, PushReport } from '../../../../library/ports/zotero.ts';
import type { CliCommand, CommandContext, Io } from '../../io.ts';
import { tell, writeResult } from '../../output.ts';
import { createBar } from '../../progress-bar.ts';
import { addSelectionOptions, readSelection, type SelectionOptions } from '../../selection-options.ts';

type PushFlags = SelectionOptions & {
  collection?: string;
  tag?: string[];
  group?: string;
  dryRun?: boolean;
  json?: boolean;
};

/** `paperqueue zotero push REF...`: adds papers to the user's Zotero library. */
export const zoteroCommand: CliCommand = {
  examples: [
    'paperqueue zotero push J3 --where match=good --collection "Coral reefs"',
    'paperqueue zotero push J3-1 J3-4 --tag to-read',
  ],
  add: addZoteroCommand,
};

function addZoteroCommand(program: Command, context: CommandContext): void {
  const zotero = program.command('zotero').description('add papers to Zotero, at zotero.org or on this machine (free)');
  const command = zotero
    .command('push')
    .description('add papers that your Zotero does not have; what it has stays as it is')
    .argument('<ref...>', 'jobs (J12), papers (J12-3), job ids, all, or all:GROUP')
    .option('--collection <name>', 'put them into this collection (name or key); made if there is none')
    .option('--tag <tag>', 'tag of the items that are added; give it several times', (text: string, before) => [
      ...((before as string[] | undefined) ?? []),
      text,
    ])
    .option('--group <number>', 'into the library of this group instead of your own')
    .option('--dry-run', 'say what would be added, and change nothing')
    .option('--json', 'report as JSON');
  addSelectionOptions(command).action((refs: string[], flags: PushFlags) => push(context, refs, flags));
}

async function push(context: CommandContext, refs: readonly string[], flags: PushFlags): Promise<void> {
  const { io } = context;
  const { collection, tag: tags, group, dryRun = false } = flags;
  const papers = await (await context.app().exports()).exportedPapers({
    jobId: refs.join(','),
    ...readSelection(flags),
  });
  const bar = createBar(io);
  const zotero = await context.app().zotero();
  const report = await zotero
    .push(papers, {
      collection,
      group,
      dryRun,
      tags: tags ?? [],
      signal: io.signal,
      onQuestion: () => askInWindow(io),
      onProgress: (done, total) => bar.update(done, total, `${done} of ${counted(total, 'paper')}`),
    })
    .finally(() => bar.stop());
  const failed = report.failed.map((paper) => ({ ...paper, reason: REASONS[paper.reason] }));
  await writeResult(io, flags.json, { ...report, failed }, describe(report));
  if (report.failed.length > 0) throw new Error(`${counted(report.failed.length, 'paper')} could not be added`);
}

const REASONS: Record<PushProblem, string> = {
  field: 'Zotero refused a field of it',
  deleted: 'its item was deleted meanwhile',
  locked: 'the library is locked',
  changed: 'its item was changed meanwhile',
  'too-long': 'it is too long for Zotero',
  'not-taken': 'Zotero did not take it',
  unknown: 'Zotero did not say what became of it, and does not have it: look there before you push it again',
};

/** Zotero 10 and later ask a person before another program may change anything. */
function askInWindow({ stderr }: Io): void {
  tell(
    { stderr },
    'Zotero asks in its window whether paperqueue may change your library: choose Allow or Always Allow.',
  );
}

function describe({ library, dryRun, collection, added, present, joined, failed, notes }: PushReport): string {
  const verb = dryRun ? 'to add' : 'added';
  const into = collection ? `, collection ${JSON.stringify(collection.name)}${collection.isNew ? ' (new)' : ''}` : '';
  const lines = [
    `${counted(added.length, 'paper')} ${verb}, ${present.length} there already (${library}${into})`,
    ...added.map((paper) => `  + ${displayName(paper)}`),
    ...present.map((paper) => `  = ${displayName(paper)}`),
    ...failed.map((paper) => `  ! ${displayName(paper)}: ${REASONS[paper.reason]}`),
  ];
  if (joined > 0) lines.push(`${joined} of those there already ${dryRun ? 'to put' : 'put'} into the collection.`);
  if (notes && notes.added > 0) lines.push(`${counted(notes.added, 'note')} of these papers ${verb}.`);
  if (notes && notes.failed > 0)
    lines.push(`${counted(notes.failed, 'note')} could not be added: Zotero did not take them.`);
  if (dryRun) lines.push('Nothing was changed (--dry-run).');
  return lines.join('\n');
}

function displayName({ ref, title }: PushedPaper): string {
  return `${ref}  ${title}`;
}
