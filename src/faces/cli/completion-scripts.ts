import type { Listed, Outline } from './command-outline.ts';

/** Completion scripts for shells. For names in the data folder they call `paperqueue completion LIST`. */

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that the shell reads at its start. */
export function completionScript(shell: Shell, outlines: readonly Outline[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](outlines);
}

/** Both shells identify the command by its words that are not flags, and look up what may follow it. */
function bashScript(outlines: readonly Outline[]): string {
  return `# paperqueue completion bash
_paperqueue() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" candidate
  for candidate in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$candidate" in
      ${listPaths(outlines)}) path="\${path:+$path }$candidate" ;;
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

/** Values with spaces are separated by newlines, and their spaces escaped, because bash inserts them literally. */
function bashValues(values: readonly string[]): string {
  const offer = values.some((value) => value.includes(' '))
    ? `local IFS=$'\\n'; COMPREPLY=($(compgen -W ${quoted(values.join('\n'))} -- "$word" | sed 's/ /\\\\ /g'))`
    : `COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$word"))`;
  return `${offer}; ${endsOpen(values) ? 'compopt -o nospace 2>/dev/null; ' : ''}return`;
}

/** Whether the user continues typing directly after the value, so that no space is inserted. */
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
      ${listPaths(outlines)}) path_="\${path_:+$path_ }$candidate" ;;
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
    const at = writeCondition(path, commands);
    const words = [
      ...commands.map((name) => [name, findDescription(outlines, path, name)]),
      ...values.map((v) => [v, '']),
    ];
    return [
      ...words.map(([word = '', text = '']) => `complete -c paperqueue ${at} -f -a ${word} -d ${quoted(text)}`),
      // fish treats the text after a tab as the description.
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

/** The condition for completing a command: it has been typed, and no subcommand yet. */
function writeCondition(path: string, commands: readonly string[]): string {
  const typed = path.split(' ').filter((name) => name !== '');
  const conditions = typed.map((name) => `__fish_seen_subcommand_from ${name}`);
  const unseen = commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.join(' ')}`] : [];
  return `-n ${quoted([...conditions, ...unseen].join('; and '))}`;
}

function findDescription(outlines: readonly Outline[], path: string, name: string): string {
  const full = path === '' ? name : `${path} ${name}`;
  return outlines.find((each) => each.path === full)?.description ?? '';
}

function listPaths(outlines: readonly Outline[]): string {
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
