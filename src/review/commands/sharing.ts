import type { Command } from 'commander';
import { type CommandContext, UsageError } from '../../faces/cli/io.ts';
import { writeResult } from '../../faces/cli/output.ts';
import { localTime } from '../../faces/cli/print/answer-lines.ts';
import { formatColumns } from '../../faces/cli/print/text-columns.ts';
import type { LabMember } from '../../jobs/ports/reviews.ts';
import { untilAborted } from '../../lib/deadline.ts';

/** Commands for sharing a review stored by a lab's service. */

const REVIEW = ['<review>', 'the review of the lab (L1)'] as const;
const JSON_FLAG = ['--json', 'as JSON'] as const;
type Flags = { json?: boolean };

export function addShareCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('share')
    .description('invite a member of the lab')
    .argument(...REVIEW)
    .option('--with <name>', 'the account to invite')
    .option('--revoke <name>', 'the account whose invitation or membership ends')
    .option(...JSON_FLAG)
    .action(async (ref: string, { with: name, revoke, json }: Flags & { with?: string; revoke?: string }) => {
      if ((name === undefined) === (revoke === undefined)) throw new UsageError('give --with NAME or --revoke NAME');
      const reviews = await app().reviews(untilAborted(io.signal));
      if (name !== undefined) {
        const invited = await reviews.share(ref, name);
        const outcome = invited.isInvited ? `is invited: paperqueue review join ${ref.toUpperCase()}` : 'is a member.';
        return writeResult(io, json, invited, `${invited.name} ${outcome}`);
      }
      await reviews.unshare(ref, revoke as string);
      return writeResult(io, json, { revoked: revoke }, `${revoke} reads it no more; what ${revoke} decided stays.`);
    });
}

export function addJoinCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('join')
    .description('accept an invitation')
    .argument(...REVIEW)
    .option(...JSON_FLAG)
    .action(async (ref: string, { json }: Flags) => {
      await (await app().reviews(untilAborted(io.signal))).join(ref);
      const name = ref.trim().toUpperCase();
      await writeResult(
        io,
        json,
        { joined: name },
        `You are a reader of ${name}.\nRead: paperqueue review next ${name}`,
      );
    });
}

export function addLeaveCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('leave')
    .description('leave it, or decline to join')
    .argument(...REVIEW)
    .option(...JSON_FLAG)
    .action(async (ref: string, { json }: Flags) => {
      await (await app().reviews(untilAborted(io.signal))).leave(ref);
      const name = ref.trim().toUpperCase();
      await writeResult(io, json, { left: name }, `You have left ${name}; what you decided stays.`);
    });
}

export function addMembersCommand(review: Command, { io, app }: CommandContext): void {
  review
    .command('members')
    .description('who shares a review')
    .argument(...REVIEW)
    .option(...JSON_FLAG)
    .action(async (ref: string, { json }: Flags) => {
      const members = await (await app().reviews(untilAborted(io.signal))).members(ref);
      const rows = members.map(({ name, role, isInvited, since }: LabMember) => [
        ...[name, role, isInvited ? 'invited' : 'joined', localTime(since)],
      ]);
      await writeResult(io, json, { members }, formatColumns(['NAME', 'ROLE', 'STATE', 'SINCE'], rows));
    });
}
