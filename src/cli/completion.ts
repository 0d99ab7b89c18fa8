import { Argument, type Command } from 'commander';
import type { CliCommand, CommandContext } from './io.ts';
import { writeOutput } from './output.ts';

/** A command's outline for completion: a plain copy of what the program declares. */
type Outline = {
  /** `account create` of `paperqueue account create`; empty for the program. */
  path: string;
  usage: string;
  description: string;
  /** Names of its subcommands. */
  commands: string[];
  /** Values of its first argument, if they are a closed list. */
  values: readonly string[];
  options: { flags: string; long: string; description: string; values: readonly string[]; takesValue: boolean }[];
};

/** The program and all its commands, in the order of its help. */
export function outlineCommand(command: Command, parents: readonly string[] = []): Outline[] {
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
  return [own, ...command.commands.flatMap((each) => outlineCommand(each, [...parents, each.name()]))];
}

/** Scripts for shells, from the program's outline: commands, flags and values of closed lists; else files. */

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** The script that the shell reads at its start. */
export function completionScript(shell: Shell, outlines: readonly Outline[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](outlines);
}

/** Both shells find the command by its words that are not flags, and look up what may follow. */
function bashScript(outlines: readonly Outline[]): string {
  return `# paperqueue completion bash
_paperqueue() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" candidate
  for candidate in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$candidate" in
      ${pathsOf(outlines)}) path="\${path:+$path }$candidate" ;;
    esac
  done
  case "$path $before" in
${valueCases(outlines, (values) => `COMPREPLY=($(compgen -W "${values}" -- "$word")); return`)}
  esac
  case "$path" in
${wordCases(outlines, (words) => `COMPREPLY=($(compgen -W "${words}" -- "$word"))`)}
  esac
}
complete -o default -F _paperqueue paperqueue
`;
}

function zshScript(outlines: readonly Outline[]): string {
  return `#compdef paperqueue
# paperqueue completion zsh
_paperqueue() {
  local before="\${words[CURRENT-1]}" path_="" candidate
  for candidate in "\${(@)words[2,CURRENT-1]}"; do
    case "\${path_:+$path_ }$candidate" in
      ${pathsOf(outlines)}) path_="\${path_:+$path_ }$candidate" ;;
    esac
  done
  case "$path_ $before" in
${valueCases(outlines, (values) => `compadd -- ${values}; return`)}
  esac
  case "$path_" in
${wordCases(outlines, (words) => `compadd -- ${words}; [[ "$PREFIX" == -* ]] || _files`)}
  esac
}
if [[ "$funcstack[1]" == _paperqueue ]]; then _paperqueue "$@"; else compdef _paperqueue paperqueue; fi
`;
}

function fishScript(outlines: readonly Outline[]): string {
  const lines = outlines.flatMap(({ path, commands, values, options }) => {
    const at = conditionOf(path, commands);
    const words = [
      ...commands.map((name) => [name, descriptionOf(outlines, path, name)]),
      ...values.map((v) => [v, '']),
    ];
    return [
      ...words.map(([word = '', text = '']) => `complete -c paperqueue ${at} -f -a ${word} -d ${quoted(text)}`),
      ...options.map(({ long, description, values: choices, takesValue }) => {
        const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : '';
        return `complete -c paperqueue ${at} -l ${long.replace(/^-+/, '')}${value} -d ${quoted(description)}`;
      }),
    ];
  });
  return `# paperqueue completion fish\n${lines.join('\n')}\n`;
}

/** The command has been typed, without a subcommand. */
function conditionOf(path: string, commands: readonly string[]): string {
  const typed = path.split(' ').filter((name) => name !== '');
  const conditions = typed.map((name) => `__fish_seen_subcommand_from ${name}`);
  const unseen = commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.join(' ')}`] : [];
  return `-n ${quoted([...conditions, ...unseen].join('; and '))}`;
}

function descriptionOf(outlines: readonly Outline[], path: string, name: string): string {
  const full = path === '' ? name : `${path} ${name}`;
  return outlines.find((each) => each.path === full)?.description ?? '';
}

function pathsOf(outlines: readonly Outline[]): string {
  return outlines
    .filter(({ path }) => path !== '')
    .map(({ path }) => `"${path}"`)
    .join('|');
}

function valueCases(outlines: readonly Outline[], reply: (values: string) => string): string {
  const cases = outlines.flatMap(({ path, options }) =>
    options
      .filter(({ values }) => values.length > 0)
      .map(({ long, values }) => `    "${path} ${long}") ${reply(values.join(' '))} ;;`),
  );
  return cases.join('\n');
}

function wordCases(outlines: readonly Outline[], reply: (words: string) => string): string {
  return outlines
    .map(({ path, commands, values, options }) => {
      const words = [...commands, ...values, ...options.map(({ long }) => long), '--help'].join(' ');
      return `    "${path}") ${reply(words)} ;;`;
    })
    .join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

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
      return writeOutput(io, completionScript(shell, outlineCommand(program)));
    });
}
