import { Argument, type Command } from 'commander';
import type { CliCommand, CommandContext } from '../io.ts';
import { writeOutput } from '../output.ts';
import { completionScript, SHELLS } from './completions.ts';
import { outlinesOf } from './outline.ts';

/** `paperqueue completion SHELL`: what a shell needs to complete commands and flags. */
export const completionCommand: CliCommand = {
  examples: ['source <(paperqueue completion bash)', 'paperqueue completion fish | source'],
  add: addCompletionCommand,
};

function addCompletionCommand(program: Command, { io }: CommandContext): void {
  program
    .command('completion')
    .description('print the script that completes commands and flags in a shell')
    .addArgument(new Argument('<shell>', 'which').choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => {
      return writeOutput(io, completionScript(shell, outlinesOf(program)));
    });
}
