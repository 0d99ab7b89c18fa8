import type { Command } from 'commander';
import type { CliCommand, CommandContext } from '../../io.ts';
import { addSimulateCommand } from './simulate.ts';

/** `paperqueue review`: screening, and what it would have been. */
export const reviewCommand: CliCommand = {
  examples: ['paperqueue review simulate screened.csv', 'paperqueue review simulate screened.csv --prior 3,17 --json'],
  add: addReviewCommand,
};

function addReviewCommand(program: Command, context: CommandContext): void {
  const review = program.command('review').description('screen papers in the order of their likely relevance (free)');
  addSimulateCommand(review, context);
}
