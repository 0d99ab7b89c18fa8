import type { Command } from 'commander';
import { type CommandContext, readInput, UsageError, wholeNumber } from '../../faces/cli/io.ts';
import { tell, writeResult } from '../../faces/cli/output.ts';
import { formatColumns } from '../../faces/cli/print/text-columns.ts';
import { readDecisionLines } from '../../formats/tables/decision-lines.ts';
import { counted } from '../../lib/counted.ts';
import { untilAborted } from '../../lib/deadline.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import { PLAIN_WORDING } from '../../wording/sentences/plain.ts';
import { DECISIONS, personNamed, READER_ACTS, type Reader, type ReaderAct, type Stage } from '../protocol.ts';
import type { ConflictView } from '../screening/compare-readers.ts';
import type { ShownRecord } from '../screening/reader-turn.ts';
import type { ScreenView } from '../screening/reviewing.ts';
import type { StopView } from '../screening/stop-state.ts';
import { describeRefusal, showRefusals } from '../sentences.ts';
import { describeFigure, describePromise, describeTriaged } from '../stopping/sentences.ts';

/** Commands for reading the records of a review and deciding on them. */

export type ReaderFlags = { as?: string; json?: boolean };

/** The reader that a flag names. */
export function readerOf({ as }: ReaderFlags): Reader {
  return personNamed(as);
}

const AS = ['--as <name>', 'who reads; default: me'] as const;
const MAX_SHOWN = 20;

export function addNextCommand(review: Command, context: CommandContext): void {
  review
    .command('next')
    .description('the likeliest records to read')
    .argument('<review>', 'the review (R1)')
    .option(...AS)
    .option('--count <number>', 'how many', '1')
    .option('--stage <stage>', 'title-abstract or full-text; default: the first with something to do')
    .option('--order <order>', 'likely, random or uncertain', 'likely')
    .option('--json', 'as JSON')
    .action(async (ref: string, flags: ReaderFlags & { count: string; stage?: Stage; order: string }) => {
      const next = wholeNumber('--count', flags.count, 1, MAX_SHOWN);
      const order = ORDERS.find((each) => each === flags.order);
      if (!order) throw new UsageError(`--order: one of ${ORDERS.join(', ')}`);
      const reviews = await context.app().reviews(untilAborted(context.io.signal));
      const request = { review: ref, next, stage: flags.stage, order, view: 'abstract' } as const;
      const view = await reviews.screen(request, readerOf(flags));
      await writeScreen(
        context,
        flags.json,
        view,
        view.next.length > 0 ? view.next.map(describeRecord) : [nothingLeft(view)],
      );
    });
}

const ORDERS = ['likely', 'random', 'uncertain'] as const;

type DecideFlags = ReaderFlags & { reason?: string[]; note?: string; quote?: string; tag?: string[]; stage?: Stage };

export function addDecideCommand(review: Command, context: CommandContext): void {
  review
    .command('decide')
    .description('record one decision, or a file')
    .argument('<review>', 'the review (R1)')
    .argument('<ref>', 'the record (J1-3, L17, a DOI), or a file with two columns, record and decision')
    .argument('[decision]', 'include, exclude, maybe, withdraw or note')
    .option('--reason <id...>', 'criteria (C1)')
    .option('--note <text>', 'why, in your words')
    .option('--quote <text>', 'words of the title or abstract as evidence')
    .option('--tag <tag...>', 'your own labels')
    .option('--stage <stage>', 'title-abstract or full-text')
    .option(...AS)
    .option('--json', 'as JSON')
    .action(async (review: string, ref: string, word: string | undefined, flags: DecideFlags) => {
      if (word === undefined && /^[JRL]\d+-\d+$/i.test(ref)) throw new UsageError(`give the decision on ${ref}, too`);
      if (word === undefined) return decideAll(context, review, ref, flags);
      const decision = readDecision(word, READER_ACTS);
      const request = { ref, decision, reasons: flags.reason, note: flags.note, quote: flags.quote, tags: flags.tag };
      const reviews = await context.app().reviews(untilAborted(context.io.signal));
      const view = await reviews.screen({ review, decisions: [request], stage: flags.stage }, readerOf(flags));
      const [refused] = view.refused;
      await writeScreen(context, flags.json, view, refused ? [] : [`${ref}  ${decision}`]);
      if (refused) throw new UsageError(`${refused.ref}: ${describeRefusal(refused)}`);
    });
}

/** Decides on the records of a file, one per line. An invalid line does not affect the others. */
async function decideAll(context: CommandContext, review: string, file: string, flags: DecideFlags): Promise<void> {
  const lines = readDecisionLines(await readInput(context.io, file));
  if (typeof lines === 'string') throw new UsageError(`${file}: ${lines}`);
  const decisions = lines.map((each) => ({ note: flags.note, tags: flags.tag, ...each }));
  const reviews = await context.app().reviews(untilAborted(context.io.signal));
  const view = await reviews.screen({ review, decisions, stage: flags.stage }, readerOf(flags));
  const refused = view.refused.length;
  await writeScreen(context, flags.json, view, [
    `${counted(view.accepted, 'decision')} of ${file}; ${refused} refused`,
  ]);
  tell(context.io, ...view.refused.map((each) => `${each.ref}: ${describeRefusal(each)}`));
  if (refused > 0 && view.accepted === 0) throw new UsageError(`${file}: no decision of it can be taken`);
  if (refused > 0) throw new Error(`${file}: ${counted(refused, 'decision')} of it not taken; the others stand`);
}

function readDecision<Word extends ReaderAct>(word: string, words: readonly Word[]): Word {
  const known = words.find((each) => each === word.toLowerCase());
  if (!known) throw new UsageError(`the decision is one of ${words.join(', ')}, got ${word}`);
  return known;
}

export function addUndoCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('undo')
    .description('take back your last decision')
    .argument('<review>', 'the review (R1)')
    .option(...AS)
    .option('--json', 'as JSON')
    .action(async (ref: string, flags: ReaderFlags) => {
      const undone = await (await app().reviews(untilAborted(io.signal))).undo(ref, readerOf(flags));
      const text = undone
        ? `${undone.ref}  no longer ${undone.decision}: ${visibleLine(undone.title)}`
        : 'Nothing to take back.';
      await writeResult(io, flags.json, { undone: undone ?? null }, text);
    });
}

export function addConfirmCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('confirm')
    .description('confirm suggestions')
    .argument('<review>', 'the review (R1)')
    .argument('[refs...]', 'only these records (J1-3); default: all undecided ones')
    .option('--as <name>', 'who confirms them; default: me')
    .option('--json', 'as JSON')
    .action(async (review: string, refs: string[], flags: ReaderFlags) => {
      const reviews = await app().reviews(untilAborted(io.signal));
      const { confirmed, refused } = await reviews.confirm(review, readerOf(flags), refs.length > 0 ? refs : undefined);
      const note = { kind: 'suggestions-confirmed', review, confirmed, refused: refused.length } as const;
      const lines = [PLAIN_WORDING.note(note), ...refused.map((each) => `${each.ref}: ${describeRefusal(each)}`)];
      await writeResult(io, flags.json, { confirmed, refused: showRefusals(refused) }, lines.join('\n'));
    });
}

export function addConflictsCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('conflicts')
    .description('list conflicts, or settle one')
    .argument('<review>', 'the review (R1)')
    .argument('[ref]', 'the record to settle (J1-3)')
    .argument('[decision]', 'include, exclude or maybe')
    .option('--reason <id...>', 'criteria (C1)')
    .option('--note <text>', 'why')
    .option(...AS)
    .option('--json', 'as JSON')
    .action(async (review: string, ref: string | undefined, word: string | undefined, flags: DecideFlags) => {
      const reviews = await app().reviews(untilAborted(io.signal));
      if (ref !== undefined) {
        if (word === undefined) throw new UsageError('to settle a conflict, give the decision, too');
        const request = { ref, decision: readDecision(word, DECISIONS), reasons: flags.reason, note: flags.note };
        await reviews.resolve(review, request, readerOf(flags));
        if (!flags.json) tell(io, `${ref}  settled: ${request.decision}`);
      }
      const conflicts = await reviews.conflicts(review);
      const text =
        conflicts.length > 0
          ? conflicts.map(describeConflict).join('\n\n')
          : ref === undefined
            ? 'No conflicts.'
            : 'No conflicts are left.';
      await writeResult(io, flags.json, { conflicts }, text);
    });
}

function describeConflict({ ref, title, stage, readings }: ConflictView): string {
  const rows = readings.map(({ name, decision, reasons = [], note = '' }) => [
    name,
    decision,
    reasons.join(', '),
    note,
  ]);
  const table = formatColumns(['READER', 'DECISION', 'REASONS', 'NOTE'], rows).replaceAll(/^/gm, '  ');
  return `${ref}  ${visibleLine(title)} (${stage})\n${table}`;
}

export function addStopCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('stop')
    .description('what stopping would promise')
    .argument('<review>', 'the review (R1)')
    .option(...AS)
    .option('--json', 'as JSON')
    .action(async (ref: string, flags: ReaderFlags) => {
      const stop = await (await app().reviews(untilAborted(io.signal))).checkStop(ref, readerOf(flags));
      const statements = stop.statements.map((statement) => ({
        ...statement,
        promise: describePromise(statement, stop.unranked?.records),
      }));
      await writeResult(io, flags.json, { ...stop, statements }, describeStop(ref, stop));
    });
}

function describeStop(ref: string, stop: StopView): string {
  const { rule, screened, relevant, records, triaged, unranked, statements, fixedAt, isBeforehand, holds } = stop;
  const fixed =
    fixedAt === undefined
      ? `The protocol chose no rule; the usual one is ${rule}`
      : `The rule that counts is ${rule}, fixed ${isBeforehand ? 'beforehand' : 'after decisions had been made'}, on ${fixedAt.slice(0, 10)}`;
  const isUnbegun = statements.some((each) => each.rule === 'random-tail' && each.read === 0 && !each.holds);
  const rows = statements.map((statement) => [
    statement.rule,
    statement.rule === rule && fixedAt !== undefined ? 'yes' : '',
    stopVerdict(statement),
    describeFigure(statement),
    describePromise(statement, unranked?.records),
  ]);
  return [
    `${screened} of ${counted(records, 'record')} screened, ${relevant} relevant.${triaged ? ` ${describeTriaged(triaged)}` : ''} ${fixed}: ${holds ? 'stop' : 'go on'}.`,
    '',
    formatColumns(['RULE', 'CHOSEN', 'STOP', 'FIGURE', 'PROMISE'], rows),
    ...(isUnbegun
      ? ['', `random-tail begins when records are read by chance: paperqueue review next ${ref} --order random`]
      : []),
  ].join('\n');
}

/** A fulfilled rule of thumb is only reported; only a rule with a guarantee says that screening may stop. */
function stopVerdict({ kind, holds }: StopView['statements'][number]): string {
  if (!holds) return 'no';
  return kind === 'heuristic' ? 'reached' : 'yes';
}

function describeRecord({ ref, title, year, venue, retracted, abstract, hasNoAbstract }: ShownRecord): string {
  const facts = [year, venue, retracted && 'RETRACTED'].filter(Boolean).join(', ');
  const body = abstract === undefined ? (hasNoAbstract ? '(no abstract)' : '') : visibleLine(abstract);
  return [`${ref}  ${visibleLine(title)}`, facts, '', body]
    .filter((line, index) => line !== '' || index === 2)
    .join('\n');
}

function nothingLeft({ stage, conflicts }: ScreenView): string {
  const settle = conflicts.length > 0 ? ` ${counted(conflicts.length, 'conflict')} to settle.` : '';
  return `Nothing left to read at the stage ${stage}.${settle}`;
}

async function writeScreen(
  { io }: CommandContext,
  json: boolean | undefined,
  view: ScreenView,
  lines: readonly string[],
): Promise<void> {
  const stop = {
    ...view.stop,
    statements: view.stop.statements.map((each) => ({
      ...each,
      promise: describePromise(each, view.stop.unranked?.records),
    })),
  };
  const refused = showRefusals(view.refused);
  if (json) return writeResult(io, true, { ...view, refused, stop, notes: PLAIN_WORDING.notes(view.notes) }, '');
  const here = view.progress.find(({ stage }) => stage === view.stage);
  if (here)
    tell(
      io,
      `${view.review.ref}, ${view.stage}: ${here.own} of ${here.records} read by you; ${here.include} in, ${here.exclude} out, ${here.maybe} maybe, ${here.conflicts} in conflict, ${here.open} open.`,
    );
  tell(io, ...PLAIN_WORDING.notes(view.notes));
  if (lines.length > 0) await writeResult(io, false, {}, lines.join('\n\n'));
}
