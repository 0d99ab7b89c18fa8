import type { Command } from 'commander';
import { type CommandContext, readInput, UsageError } from '../../faces/cli/io.ts';
import { writeResult } from '../../faces/cli/output.ts';
import { untilAborted } from '../../lib/deadline.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import { readCriterionText } from '../criterion-line.ts';
import { type Criterion, hasTarget } from '../protocol.ts';
import { addProtocolOptions, type ProtocolFlags, readCriteria, readProtocol } from './protocol-flags.ts';
import { type ReaderFlags, readerOf } from './reading.ts';

/** Flags for changing a review after it began. */

type CriteriaFlags = ReaderFlags & { file?: string; add?: string[]; edit?: string[]; retire?: string[] };

export function addCriteriaCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('criteria')
    .description('show or change its criteria')
    .argument('<review>', 'the review (R1)')
    .option('--file <file>', 'a file of all criteria from now on; others retire')
    .option('--add <text...>', 'a new criterion: "include: adults"')
    .option('--edit <text...>', 'new words of a criterion: "C2: no animals"')
    .option('--retire <id...>', 'criteria to retire (C3)')
    .option('--as <name>', 'who changes them; default: me')
    .option('--json', 'as JSON')
    .action(async (ref: string, flags: CriteriaFlags) => {
      const reviews = await app().reviews(untilAborted(io.signal));
      const change = {
        all: flags.file === undefined ? undefined : readCriteria(await readInput(io, flags.file), flags.file),
        add: flags.add?.flatMap((text) => readCriteria(text, '--add')),
        edit: flags.edit?.map(readEdit),
        retire: flags.retire,
      };
      const isRead = Object.values(change).every((part) => part === undefined);
      const criteria = isRead
        ? (await reviews.read(ref)).state.criteria
        : await reviews.changeCriteria(ref, change, readerOf(flags));
      await writeResult(io, flags.json, { criteria }, criteria.map(describeCriterion).join('\n') || 'No criteria.');
    });
}

function readEdit(text: string) {
  const [, id, written = ''] = /^(C\d+)\s*:\s*(\S.*)$/is.exec(text.trim()) ?? [];
  const named = readCriterionText(written);
  if (id === undefined || named.text === '') throw new UsageError(`--edit: "C2: the new words", got ${text}`);
  return { id, ...named };
}

/** `C2  exclude: animals (full-text)`. */
export function describeCriterion({ id, kind, text, stage, retired }: Criterion): string {
  const remarks = [stage, retired && 'retired'].filter(Boolean).join(', ');
  return `${id}  ${kind}: ${visibleLine(text)}${remarks === '' ? '' : ` (${remarks})`}`;
}

export function addProtocolCommand(review: Command, { io, app }: CommandContext): void {
  const command = review
    .command('protocol')
    .description('show or change its protocol')
    .argument('<review>', 'the review (R1)');
  addProtocolOptions(command)
    .option('--no-blind', 'readers see the decisions of other readers')
    .option('--as <name>', 'who changes it; default: me')
    .option('--json', 'as JSON')
    .action(async (ref: string, flags: ReaderFlags & ProtocolFlags) => {
      const reviews = await app().reviews(untilAborted(io.signal));
      const change = readProtocol(flags);
      if (Object.keys(change).length > 0) await reviews.changeProtocol(ref, change, readerOf(flags));
      const { protocol, stopFixed } = (await reviews.read(ref)).state;
      const { stages, readers, blind, assistant, stop, priors } = protocol;
      const fixed = stopFixed
        ? ` (fixed ${stopFixed.isBeforehand ? 'before the first decision' : 'after decisions had been made'}, on ${stopFixed.at.slice(0, 10)})`
        : '';
      const aim =
        stop && hasTarget(stop.rule) ? ` at ${100 * stop.target} %, confidence ${100 * stop.confidence} %` : '';
      const lines = [
        `Stages: ${stages.join(', then ')}`,
        `Readers: ${readers}${blind ? ', blind' : ''}`,
        `Assistant: ${assistant}`,
        stop ? `Stop: ${stop.rule}${aim}${fixed}` : 'Stop: no rule chosen',
        `Known to be relevant: ${priors.join(', ') || 'none named'}`,
      ];
      await writeResult(io, flags.json, { protocol, ...(stopFixed && { stopFixed }) }, lines.join('\n'));
    });
}

const RETRIEVALS = ['found', 'missing'] as const;

export function addRetrieveCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('retrieve')
    .description('full text found or missing')
    .argument('<review>', 'the review (R1)')
    .argument('<ref>', 'the record (J1-3)')
    .argument('<outcome>', RETRIEVALS.join(' or '))
    .option('--as <name>', 'who looked; default: me')
    .option('--json', 'as JSON')
    .action(async (review: string, ref: string, word: string, flags: ReaderFlags) => {
      const outcome = RETRIEVALS.find((each) => each === word.toLowerCase());
      if (!outcome) throw new UsageError(`the outcome is ${RETRIEVALS.join(' or ')}, got ${word}`);
      await (await app().reviews(untilAborted(io.signal))).retrieve(review, ref, outcome === 'found', readerOf(flags));
      await writeResult(io, flags.json, { ref, found: outcome === 'found' }, `${ref}  full text ${outcome}`);
    });
}
