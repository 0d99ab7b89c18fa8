import type { Command } from 'commander';
import { PaperqueueError } from '../../contract/errors.ts';
import { type CommandContext, readInput } from '../../faces/cli/io.ts';
import { tell, writeResult } from '../../faces/cli/output.ts';
import { localTime } from '../../faces/cli/print/answer-lines.ts';
import { formatColumns } from '../../faces/cli/print/text-columns.ts';
import { CLI_WORDING } from '../../faces/cli/wording.ts';
import { counted } from '../../lib/counted.ts';
import { untilAborted } from '../../lib/deadline.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import { type Criterion, hasTarget } from '../protocol.ts';
import type { StageProgress } from '../queue.ts';
import type { SharedReviews } from '../screening/lab-sharing.ts';
import { placeOf, type ReviewSummary } from '../screening/review-log.ts';
import { describeCriterion } from './amend.ts';
import { addProtocolOptions, type ProtocolFlags, readCriteria, readProtocol } from './protocol-flags.ts';
import { type ReaderFlags, readerOf } from './reading.ts';

/** Commands that create reviews and show them. */

type NewFlags = ReaderFlags &
  ProtocolFlags & {
    question: string;
    jobs?: string;
    criteria?: string;
    include?: string[];
    exclude?: string[];
    here?: boolean;
  };

export function addNewCommand(review: Command, context: CommandContext): void {
  const command = review
    .command('new')
    .description('begin a review')
    .requiredOption('--question <text>', 'what the review asks')
    .option('--jobs <refs>', 'jobs whose papers are screened (J1,J2); without, import files of databases')
    .option('--criteria <file>', 'a file of lines such as "include: adults" and "exclude: animals"; - is stdin')
    .option('--include <text...>', 'what a paper must have')
    .option('--exclude <text...>', 'what a paper must not have');
  addProtocolOptions(command)
    .option('--here', "keep it on this machine, not at the lab's service")
    .option('--as <name>', 'who begins it; default: me')
    .option('--json', 'as JSON')
    .action(async (flags: NewFlags) => {
      const criteria: Omit<Criterion, 'id'>[] = [
        ...(flags.criteria === undefined
          ? []
          : readCriteria(await readInput(context.io, flags.criteria), flags.criteria)),
        ...(['include', 'exclude'] as const).flatMap((kind) =>
          (flags[kind] ?? []).flatMap((text) => readCriteria(`${kind}: ${text}`, `--${kind}`)),
        ),
      ];
      const { question, jobs } = flags;
      const reviews = await context.app().reviews(untilAborted(context.io.signal));
      const place = flags.here ? 'here' : 'lab';
      const request = { question, criteria, jobs, protocol: readProtocol(flags), place } as const;
      const begun = await reviews.open(request, readerOf(flags));
      const isShared = placeOf(begun.ref) === 'lab';
      const kept = isShared
        ? `Kept by the lab's service. Share it: paperqueue review share ${begun.ref} --with NAME`
        : 'Kept on this machine.';
      const next =
        begun.records > 0
          ? `Read: paperqueue review next ${begun.ref}`
          : `Add records: paperqueue review import ${begun.ref} FILE`;
      const text = `${describe(begun)}\n\n${kept}\n${next}`;
      await writeResult(context.io, flags.json, { ...begun, place: placeOf(begun.ref) }, text);
    });
}

export function addListCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('list')
    .description('reviews here and in the lab')
    .option('--json', 'as JSON')
    .action(async ({ json }: ReaderFlags) => {
      const reviews = await app().reviews(untilAborted(io.signal));
      // Reviews of this machine are shown even if the lab does not answer.
      const here = await reviews.list('here');
      const lab = await listLab(reviews).catch((error) => {
        if (!(error instanceof PaperqueueError)) throw error;
        tell(io, error.details.message);
        return NOTHING;
      });
      const { invitations } = lab;
      const notes = CLI_WORDING.notes([...here.notes, ...lab.notes]);
      tell(io, ...notes);
      const unreadable = [...here.unreadable, ...lab.unreadable];
      for (const ref of unreadable) tell(io, `Nothing of ${ref} can be read. See: paperqueue review audit ${ref}`);
      const listed = [...here.reviews, ...lab.reviews].map((review) => ({ ...review, place: placeOf(review.ref) }));
      const rows = listed.map(({ ref, openedAt, records, progress: [first], question }) => [
        ...[ref, localTime(openedAt), records, first ? records - first.open : 0, question],
      ]);
      const invited = invitations.map(
        ({ ref, owner, question }) =>
          `${visibleLine(owner)} invites you to ${ref}: ${visibleLine(question)}\n  paperqueue review join ${ref}`,
      );
      const table = formatColumns(['REF', 'BEGUN', 'RECORDS', 'DECIDED', 'QUESTION'], rows);
      const text = [rows.length + unreadable.length > 0 ? table : NO_REVIEWS, ...invited].join('\n\n');
      await writeResult(
        io,
        json,
        { reviews: listed, unreadable, invitations, ...(notes.length > 0 && { notes }) },
        text,
      );
    });
}

async function listLab(reviews: SharedReviews) {
  if (!(await reviews.hasLab())) return NOTHING;
  return { ...(await reviews.list('lab')), invitations: await reviews.invitations() };
}

const NOTHING = { reviews: [], unreadable: [], invitations: [], notes: [] };
const NO_REVIEWS = 'No reviews yet. Begin with: paperqueue review new --question "..." --jobs J1 --include "..."';

/** `paperqueue review show` and `status`, which print the same. */
export function addShowCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('show')
    .alias('status')
    .description('question, criteria, progress')
    .argument('<review>', 'the review (R1)')
    .option('--as <name>', 'count what this reader has read')
    .option('--json', 'as JSON')
    .action(async (ref: string, flags: ReaderFlags) => {
      const reviews = await app().reviews(untilAborted(io.signal));
      const { review: summary, progress } = await reviews.screen({ review: ref }, readerOf(flags));
      const methods = await reviews.methods(ref);
      await writeResult(
        io,
        flags.json,
        { ...summary, progress, methods },
        `${describe(summary)}\n\n${progressTable(progress)}\n\n${methods}`,
      );
    });
}

export function addAddCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('add')
    .description('add the papers of more jobs')
    .argument('<review>', 'the review (R1)')
    .argument('<jobs>', 'the jobs (J3,J4)')
    .option('--as <name>', 'who adds them; default: me')
    .option('--json', 'as JSON')
    .action(async (ref: string, jobs: string, flags: ReaderFlags) => {
      const added = await (await app().reviews(untilAborted(io.signal))).addJobs(ref, jobs, readerOf(flags));
      const text = `${counted(added.records, 'new record')}, ${counted(added.duplicates, 'duplicate')}.`;
      await writeResult(io, flags.json, added, text);
    });
}

function describe({ ref, question, criteria, protocol, records }: ReviewSummary): string {
  const { readers, blind, assistant, stages, stop } = protocol;
  const aim = stop && hasTarget(stop.rule) ? ` at ${100 * stop.target} %` : '';
  const rule = stop ? `stop by ${stop.rule}${aim}` : 'no stopping rule';
  return [
    `${ref}  ${visibleLine(question)}`,
    `${counted(records, 'record')}; readers: ${readers}${blind ? ', blind' : ''}; assistant: ${assistant}; ${stages.join(', then ')}; ${rule}`,
    ...criteria.map(describeCriterion),
  ].join('\n');
}

function progressTable(progress: readonly StageProgress[]): string {
  const rows = progress.map(({ stage, records, own, include, exclude, maybe, conflicts, open, suggested = 0 }) => [
    ...[stage, records, own, include, exclude, maybe, conflicts, open, suggested],
  ]);
  const heads = ['STAGE', 'RECORDS', 'READ BY YOU', 'IN', 'OUT', 'MAYBE', 'CONFLICTS', 'OPEN', 'SUGGESTED'];
  return formatColumns(heads, rows);
}
