import { EXAMPLES } from './examples.ts';
import type { Outline } from './outline.ts';

/** The manual page in the language of man(7). */
export function manualPage(outlines: readonly Outline[], version: string): string {
  const [program, ...commands] = outlines;
  return [
    `.TH PAPERQUEUE 1 "" "paperqueue ${toRoff(version)}"`,
    '.SH NAME',
    'paperqueue \\- literature search for people and AI assistants',
    '.SH SYNOPSIS',
    '.B paperqueue',
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH DESCRIPTION',
    toRoff(program?.description ?? ''),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, toRoff(meaning)]),
    '',
  ].join('\n');
}

/** What each exit code means; the help says it, too. */
export const EXIT_CODES = [
  ['0', 'done'],
  ['1', 'failed'],
  ['2', 'bad usage or invalid input'],
  ['3', 'no source could be reached and nothing was found'],
  ['130', 'interrupted'],
] as const;

function commandLines({ path, usage, description, options }: Outline): string[] {
  const examples = EXAMPLES[path] ?? [];
  return [
    '.SS',
    `.B paperqueue ${toRoff(`${path} ${usage}`)}`,
    '.PP',
    toRoff(`${description}.`),
    ...options.flatMap(({ flags, description: text }) => ['.TP', `.B ${toRoff(flags)}`, toRoff(text)]),
    ...(examples.length > 0 ? ['.PP', 'Examples:', '.nf', ...examples.map(toRoff), '.fi'] : []),
  ];
}

/** A line that begins with a point or a quotation mark would be an instruction. */
function toRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
}
