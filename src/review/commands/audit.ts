import type { Command } from 'commander';
import type { CommandContext } from '../../faces/cli/io.ts';
import { writeResult } from '../../faces/cli/output.ts';
import { localTime } from '../../faces/cli/print/answer-lines.ts';
import { formatColumns } from '../../faces/cli/print/text-columns.ts';
import { counted } from '../../lib/counted.ts';
import { untilAborted } from '../../lib/deadline.ts';
import { checkContents } from '../screening/gather-records.ts';
import { changedRecords, damagedReview } from '../screening/review-log.ts';
import { describeLeftOut } from '../sentences.ts';
import type { ReaderFlags } from './reading.ts';

/** Maximum events or records listed; the others are counted. */
const MAX_LEFT_OUT = 20;

export function addAuditCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('audit')
    .description('check and show its log')
    .argument('<review>', 'the review (R1)')
    .option('--repair', 'keep the events before the damage, and set the rest aside')
    .option('--json', 'as JSON')
    .action(async (ref: string, { repair, json }: ReaderFlags & { repair?: boolean }) => {
      const reviews = await app().reviews(untilAborted(io.signal));
      const putAside = repair ? await reviews.repair(ref) : 0;
      const review = await reviews.read(ref);
      const { events, damagedAt, isUnknown, state } = review;
      const { changed, uncovered } = checkContents(review);
      const leftOut = state.leftOut.map(({ n, ...because }) => ({
        n,
        code: because.kind,
        why: describeLeftOut(because),
      }));
      const rows = events.map(({ n, at, who, what, ...act }) => [
        ...[n, localTime(at), who.name, what],
        ['stage', 'ref', 'decision']
          .map((key) => Object(act)[key])
          .filter(Boolean)
          .join(' '),
      ]);
      const verdict =
        damagedAt === undefined
          ? `The log is intact${changed.length > 0 ? ', but not its records' : ''}.`
          : `${isUnknown ? 'Unknown to this version' : 'Damaged'} at event ${damagedAt}; the events before it are intact.`;
      const contents = [
        ...(changed.length > 0
          ? [
              `${counted(changed.length, 'record')} changed since they were added: ${changed.slice(0, MAX_LEFT_OUT).join(', ')}.`,
            ]
          : []),
        ...(uncovered > 0
          ? [`Not covered by the log: what ${counted(uncovered, 'record')} of an earlier version say.`]
          : []),
      ];
      const uncounted =
        leftOut.length === 0
          ? []
          : [
              `${counted(leftOut.length, 'event')} ${leftOut.length === 1 ? 'does' : 'do'} not count: no program of ours records that on the review as it was.`,
              ...leftOut.slice(0, MAX_LEFT_OUT).map(({ n, why }) => `  ${n}: ${why}`),
              ...(leftOut.length > MAX_LEFT_OUT
                ? [`  and ${leftOut.length - MAX_LEFT_OUT} more (--json has all)`]
                : []),
            ];
      const aside = putAside > 0 ? ` ${counted(putAside, 'event')} put aside.` : '';
      const table = formatColumns(['N', 'TIME', 'WHO', 'WHAT', ''], rows);
      await writeResult(
        io,
        json,
        {
          intact: damagedAt === undefined && changed.length === 0,
          damagedAt,
          isUnknown,
          putAside,
          leftOut,
          changed,
          uncovered,
          events,
        },
        `${[`${verdict}${aside}`, ...contents, ...uncounted].join('\n')}\n\n${table}`,
      );
      if (damagedAt !== undefined) throw damagedReview(ref, damagedAt, isUnknown);
      if (changed.length > 0) throw changedRecords(ref, changed);
    });
}
