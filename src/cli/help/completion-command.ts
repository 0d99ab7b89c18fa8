import { Argument, type Command } from 'commander';
import { VERSION } from '../../version.ts';
import type { CommandContext } from '../io.ts';
import { writeOutput } from '../output.ts';
import { completionScript, SHELLS } from './completions.ts';
import { manualPage } from './manual-page.ts';
import { outlinesOf } from './outline.ts';

const OUTPUTS = [...SHELLS, 'man'] as const;

/** `paperqueue completion SHELL`: what a shell needs to complete commands and flags; `man`: the manual page. */
export function addCompletionCommand(program: Command, { io }: CommandContext): void {
  program
    .command('completion')
    .description('print the script that completes commands and flags in a shell, or the manual page')
    .addArgument(new Argument('<shell>', 'which; man is the manual page').choices(OUTPUTS))
    .action((shell: (typeof OUTPUTS)[number]) => {
      const outlines = outlinesOf(program);
      return writeOutput(io, shell === 'man' ? manualPage(outlines, VERSION) : completionScript(shell, outlines));
    });
}
