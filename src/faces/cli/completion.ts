import { Argument, type Command } from 'commander';
import { selectFromLibrary } from '../../library/editing/select-papers.ts';
import { libraryRef } from '../../papers/identifiers.ts';
import { LISTED, type Listed, outlineCommand } from './command-outline.ts';
import { completionScript, SHELLS, type Shell } from './completion-scripts.ts';
import type { CliCommand, CommandContext } from './io.ts';
import { writeOutput } from './output.ts';

/** Maximum names of a list, latest first. */
const MAX_LISTED = 50;

/** `paperqueue completion SHELL`: what a shell needs to complete commands, flags, and names of jobs and papers. */
export const completionCommand: CliCommand = {
  examples: ['source <(paperqueue completion bash)', 'paperqueue completion fish | source'],
  add: addCompletionCommand,
};

function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .description('print the script that completes commands, flags and references in a shell')
    .addArgument(new Argument('<shell>', 'the shell, or a list').choices([...SHELLS, ...LISTED]))
    .action(async (what: Shell | Listed) => {
      const list = LISTED.find((each) => each === what);
      const text = list ? await listNames(context, list) : completionScript(what as Shell, outlineCommand(program));
      return writeOutput(context.io, text);
    });
}

/** One name per line: the reference, a tab, and a description. */
async function listNames({ app }: CommandContext, list: Listed): Promise<string> {
  const lines = {
    jobs: async () => [
      ...(await app().jobs()).listJobs({ count: MAX_LISTED }).jobs.map(({ ref, name, about }) => [ref, name ?? about]),
      ['all', 'all jobs'],
    ],
    library: async () => {
      const library = await app().library();
      const ids = selectFromLibrary(library, { selection: {} }).ids.slice(0, MAX_LISTED);
      return Array.from(library.read(ids), ({ id, record }) => [libraryRef(id), record.title]);
    },
    watches: async () => (await app().watches()).list().map(({ watch, about }) => [watch, about]),
  };
  return (await lines[list]()).map((line) => `${line.join('\t')}\n`).join('');
}
