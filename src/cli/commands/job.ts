import type { Command } from 'commander';
import type { CommandContext } from '../io.ts';
import { addPaperOutputOptions, type PaperOutputOptions, printAnswer, WHOLE_JOB } from '../paper-output.ts';
import { createBar, waitingOn } from '../progress-bar.ts';

/** `paperqueue job REF`: the papers of a job, waiting if it still runs. */
export function addJobCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('job')
    .description('print the papers of a job, waiting for it if it still runs (free)')
    .argument('<ref>', 'reference (J12), several (J2,J15), all, a job id, or a paper (J12-3)')
    .option('--no-wait', 'do not wait');
  addPaperOutputOptions(command).action(async (ref: string, options: PaperOutputOptions & { wait: boolean }) => {
    const useCases = await context.app().useCases();
    const bar = createBar(context.io);
    const answer = await useCases
      .getJob(ref, WHOLE_JOB, {
        waitSeconds: options.wait ? undefined : 0,
        signal: context.io.signal,
        onProgress: waitingOn(bar),
      })
      .finally(() => bar.stop());
    await printAnswer(context, useCases, answer, options, { jobId: ref });
  });
}
