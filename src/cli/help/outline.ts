import type { Command } from 'commander';

/** What completions say of a command: a plain copy of what the program declares. */
export type Outline = {
  /** `account create` of `paperqueue account create`; empty for the program. */
  path: string;
  usage: string;
  description: string;
  /** Names of its own commands. */
  commands: string[];
  /** Values of its first argument, where they are a closed list. */
  values: readonly string[];
  options: { flags: string; long: string; description: string; values: readonly string[]; takesValue: boolean }[];
};

/** The program and all its commands, in the order of its help. */
export function outlinesOf(command: Command, parents: readonly string[] = []): Outline[] {
  const path = parents.join(' ');
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, long, description, argChoices, required, optional }) => ({
      ...{ flags, long: long ?? flags, description, values: argChoices ?? [], takesValue: required || optional },
    }));
  const own: Outline = {
    path,
    usage: command.usage(),
    description: command.description(),
    commands: command.commands.map((each) => each.name()),
    values: command.registeredArguments[0]?.argChoices ?? [],
    options,
  };
  return [own, ...command.commands.flatMap((each) => outlinesOf(each, [...parents, each.name()]))];
}
