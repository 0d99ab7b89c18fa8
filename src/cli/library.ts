import type { Command } from 'commander';
import type { CommandContext } from './io.ts';
import { writeOutput } from './output.ts';

/** `paperqueue library`: what the local library holds. */
export function addLibraryCommand(program: Command, context: CommandContext): void {
  program
    .command('library')
    .description('what the local library holds')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => {
      const summary = (await context.app().library()).summary();
      const { papers, starterPapers, coverage, bytes, path } = summary;
      const share = (known: number) => (papers === 0 ? 0 : Math.round((100 * known) / papers));
      const text = [
        `${papers} papers (${starterPapers} of the starter catalogue), ${(bytes / 1e6).toFixed(1)} MB`,
        path,
        'Known facts, on which filters depend:',
        ...Object.entries(coverage).map(([fact, known]) => `  ${fact.padEnd(18)} ${share(known)} %  (${known})`),
      ].join('\n');
      await writeOutput(context.io, `${options.json ? JSON.stringify(summary, undefined, 2) : text}\n`, undefined);
    });
}
