import { Argument, type Command } from 'commander';
import { FILTER_NAMES, FILTERS } from '../../contract/filter-table.ts';
import { SORT_DIRECTIONS, SORT_FIELDS } from '../../contract/rules.ts';
import { libraryWhere, selectFromLibrary } from '../../library/editing/select-papers.ts';
import { LIBRARY_SORT_FIELDS } from '../../library/ports/library.ts';
import { WHERE_NAMES } from '../../papers/filters/where.ts';
import { libraryRef } from '../../papers/identifiers.ts';
import type { CliCommand, CommandContext } from './io.ts';
import { writeOutput } from './output.ts';
import { toFlag } from './search-options.ts';

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
  /** What its arguments name, if they are in the data folder. */
  names: Listed | undefined;
  options: { flags: string; long: string; description: string; values: readonly string[]; takesValue: boolean }[];
};

/** What is listed when a person asks for it: `paperqueue completion jobs`. */
const LISTED = ['jobs', 'library', 'watches'] as const;
type Listed = (typeof LISTED)[number];

/** Commands whose arguments name what is in the data folder. */
const TAKES: Readonly<Record<Listed, readonly string[]>> = {
  jobs: [
    ...['job', 'show', 'export', 'open', 'receipt', 'rerun', 'read', 'zotero push', 'watch add'],
    ...['jobs name', 'jobs group', 'jobs remove'],
  ],
  library: ['library show', 'library edit', 'library remove', 'library export'],
  watches: ['watch run', 'watch remove'],
};

/** Of each list, the latest. */
const MAX_LISTED = 50;

/** Values of flags that take more than one of a closed list. A condition ends in the sign that its value follows. */
function valuesOf(flag: string, path: string): readonly string[] {
  const isOfLibrary = path.startsWith('library');
  if (flag === '--where') return (isOfLibrary ? Object.keys(libraryWhere.shape) : WHERE_NAMES).map((key) => `${key}=`);
  if (flag === '--sort') {
    const extra = path === 'search' || path === 'estimate' ? [] : ['citedWithin'];
    const fields = isOfLibrary ? LIBRARY_SORT_FIELDS : [...SORT_FIELDS, ...extra];
    return fields.flatMap((field) => SORT_DIRECTIONS.map((direction) => `${field}:${direction}`));
  }
  const name = FILTER_NAMES.find((each) => toFlag(each) === flag);
  const row: object = name === undefined ? {} : FILTERS[name];
  return 'choices' in row ? (row.choices as readonly string[]) : [];
}

/** The program and all its commands, in the order of its help. */
export function outlineCommand(command: Command, parents: readonly string[] = []): Outline[] {
  const path = parents.join(' ');
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, long, description, argChoices, required, optional }) => ({
      flags,
      long: long ?? flags,
      description,
      takesValue: required || optional,
      values: argChoices ?? valuesOf(long ?? flags, path),
    }));
  const own: Outline = {
    path,
    usage: command.usage(),
    description: command.description(),
    commands: command.commands.map((each) => each.name()),
    values: command.registeredArguments[0]?.argChoices ?? [],
    names: LISTED.find((list) => TAKES[list].includes(path)),
    options,
  };
  return [own, ...command.commands.flatMap((each) => outlineCommand(each, [...parents, each.name()]))];
}

/**
 * Scripts for shells, from the program's outline: commands, flags, values of closed lists, and what is in the data
 * folder, for which they call the command; else files.
 */

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
${valueCases(outlines, bashValues)}
  esac
  case "$path" in
${wordCases(outlines, (words) => `COMPREPLY=($(compgen -W "${words}" -- "$word"))`)}
  esac
  [[ "$word" == -* ]] && return
  case "$path" in
${nameCases(outlines, (list) => `COMPREPLY+=($(compgen -W "$("\${1:-paperqueue}" completion ${list} 2>/dev/null | cut -f1)" -- "$word"))`)}
  esac
}
complete -o default -F _paperqueue paperqueue
`;
}

/** Values with blanks come in lines; bash types what it is given, so that the blanks are escaped. */
function bashValues(values: readonly string[]): string {
  const offer = values.some((value) => value.includes(' '))
    ? `local IFS=$'\\n'; COMPREPLY=($(compgen -W ${quoted(values.join('\n'))} -- "$word" | sed 's/ /\\\\ /g'))`
    : `COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$word"))`;
  return `${offer}; ${endsOpen(values) ? 'compopt -o nospace 2>/dev/null; ' : ''}return`;
}

/** What is typed goes on after the value. */
function endsOpen(values: readonly string[]): boolean {
  return values.some((value) => value.endsWith('='));
}

function shellWord(value: string): string {
  return value.includes(' ') ? quoted(value) : value;
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
${valueCases(outlines, (values) => `compadd ${endsOpen(values) ? "-S '' " : ''}-- ${values.map(shellWord).join(' ')}; return`)}
  esac
  case "$path_" in
${wordCases(outlines, (words) => `compadd -- ${words}; [[ "$PREFIX" == -* ]] || _files`)}
  esac
  [[ "$PREFIX" == -* ]] && return
  case "$path_" in
${nameCases(outlines, (list) => `compadd -- \${(f)"$("\${words[1]}" completion ${list} 2>/dev/null | cut -f1)"}`)}
  esac
}
if [[ "$funcstack[1]" == _paperqueue ]]; then _paperqueue "$@"; else compdef _paperqueue paperqueue; fi
`;
}

function fishScript(outlines: readonly Outline[]): string {
  const lines = outlines.flatMap(({ path, commands, values, names, options }) => {
    const at = conditionOf(path, commands);
    const words = [
      ...commands.map((name) => [name, descriptionOf(outlines, path, name)]),
      ...values.map((v) => [v, '']),
    ];
    return [
      ...words.map(([word = '', text = '']) => `complete -c paperqueue ${at} -f -a ${word} -d ${quoted(text)}`),
      // fish takes what follows a tab for the description.
      ...(names ? [`complete -c paperqueue ${at} -f -a '(paperqueue completion ${names} 2>/dev/null)'`] : []),
      ...options.map(({ long, description, values: choices, takesValue }) => {
        const value =
          choices.length > 0
            ? ` -x -a ${quoted(choices.map((each) => each.replaceAll(' ', '\\ ')).join(' '))}`
            : takesValue
              ? ' -r'
              : '';
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

function valueCases(outlines: readonly Outline[], reply: (values: readonly string[]) => string): string {
  const cases = outlines.flatMap(({ path, options }) =>
    options
      .filter(({ values }) => values.length > 0)
      .map(({ long, values }) => `    "${path} ${long}") ${reply(values)} ;;`),
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

function nameCases(outlines: readonly Outline[], reply: (list: Listed) => string): string {
  return outlines.flatMap(({ path, names }) => (names ? [`    "${path}") ${reply(names)} ;;`] : [])).join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** `paperqueue completion SHELL`: what a shell needs to complete commands, flags, and names of jobs and papers. */
export const completionCommand: CliCommand = {
  examples: ['source <(paperqueue completion bash)', 'paperqueue completion fish | source'],
  add: addCompletionCommand,
};

function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .description(
      'print the script that completes commands, flags and references in a shell; the lists are what it asks',
    )
    .addArgument(new Argument('<shell>', 'the shell, or a list').choices([...SHELLS, ...LISTED]))
    .action(async (what: Shell | Listed) => {
      const list = LISTED.find((each) => each === what);
      const text = list ? await listNames(context, list) : completionScript(what as Shell, outlineCommand(program));
      return writeOutput(context.io, text);
    });
}

/** One a line: its reference, a tab, what it is. */
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
