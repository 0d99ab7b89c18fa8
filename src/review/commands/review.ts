import type { Command } from 'commander';
import type { CliCommand, CommandContext } from '../../faces/cli/io.ts';
import { addCriteriaCommand, addProtocolCommand, addRetrieveCommand } from './amend.ts';
import { addAuditCommand } from './audit.ts';
import { addReviewExportCommand, addReviewImportCommand } from './files.ts';
import { addAddCommand, addListCommand, addNewCommand, addShowCommand } from './manage.ts';
import {
  addConfirmCommand,
  addConflictsCommand,
  addDecideCommand,
  addNextCommand,
  addStopCommand,
  addUndoCommand,
} from './reading.ts';
import { addJoinCommand, addLeaveCommand, addMembersCommand, addShareCommand } from './sharing.ts';
import { addSimulateCommand } from './simulate.ts';

/** `paperqueue review`: screening, and simulations of it. */
export const reviewCommand: CliCommand = {
  examples: [
    'paperqueue review new --question "Does X help?" --jobs J1',
    'paperqueue review next R1',
    'paperqueue review decide R1 J1-3 exclude --reason C2',
    'paperqueue review stop R1',
    'paperqueue review export R1 --format prisma -o flow.svg',
    'paperqueue review share L1 --with ben',
    'paperqueue review simulate screened.csv --prior 3,17 --json',
  ],
  add: addReviewCommand,
};

function addReviewCommand(program: Command, context: CommandContext): void {
  const review = program.command('review').description('screen papers in the order of their likely relevance (free)');
  addNewCommand(review, context);
  addListCommand(review, context);
  addShowCommand(review, context);
  addAddCommand(review, context);
  addNextCommand(review, context);
  addDecideCommand(review, context);
  addUndoCommand(review, context);
  addConfirmCommand(review, context);
  addConflictsCommand(review, context);
  addStopCommand(review, context);
  addCriteriaCommand(review, context);
  addProtocolCommand(review, context);
  addRetrieveCommand(review, context);
  addAuditCommand(review, context);
  addReviewImportCommand(review, context);
  addReviewExportCommand(review, context);
  addShareCommand(review, context);
  addJoinCommand(review, context);
  addLeaveCommand(review, context);
  addMembersCommand(review, context);
  addSimulateCommand(review, context);
}
