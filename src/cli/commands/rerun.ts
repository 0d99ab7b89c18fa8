import type { Command } from 'commander';
import type { CommandContext } from '../io.ts';
import { addPaperOutputOptions, type PaperOutputOptions, pageToPrint, printAnswer } from '../paper-output.ts';
import { withProgress } from '../progress-bar.ts';

type RerunOptions = PaperOutputOptions & { wait: boolean };

/** `paperqueue rerun REF`: the search of a job again, as a new job; prints the papers that are new. */
export function addRerunCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('rerun')
    .description('run the search of a job again, as a new job that costs the same; print the papers that are new')
    .argument('<ref>', 'the job (J3)')
    .option('--no-wait', 'start the job and print its reference');
  addPaperOutputOptions(command).action(async (ref: string, options: RerunOptions) => {
    const useCases = await context.app().useCases();
    const page = pageToPrint(options);
    const waitSeconds = options.wait ? undefined : 0;
    const answer = await withProgress(context.io, (call) => useCases.rerun(ref, page, { ...call, waitSeconds }));
    await printAnswer(context, useCases, answer, options, { where: { notIn: [ref] } });
  });
}
