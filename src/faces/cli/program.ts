import { Command } from 'commander';
import { nearestName } from '../../lib/nearest-name.ts';
import { withoutTerminalControls } from '../../lib/visible-text.ts';
import { VERSION } from '../../platform/version.ts';
import type { CliCommand, CommandContext } from './io.ts';
import { terminalWidth } from './print/terminal.ts';
import { fitLines } from './print/wrap.ts';

/** The commands by name, in the order of the help. Each is loaded when it runs; help and completion load all. */
export type Commands = Readonly<Record<string, () => Promise<CliCommand>>>;

const EXAMPLES = ['paperqueue search -k "coral reef" -k bleaching -k recovery', 'paperqueue setup claude-code --write'];

const SETTINGS_HELP = `Settings are environment variables such as PAPERQUEUE_DATA_DIR; all of them:
  https://github.com/paperqueue/paperqueue/blob/main/docs/guide/settings.md`;

/** What each exit code means. */
const EXIT_CODES = [
  ['0', 'done'],
  ['1', 'failed'],
  ['2', 'bad usage or invalid input'],
  ['3', 'no source could be reached, and nothing was found or checked'],
  ['4', 'lookup or check --strict: a wrong reference or quotation'],
  ['130', 'interrupted'],
] as const;

/**
 * The command line for these arguments. It only writes through `context.io`, and throws CommanderError instead of
 * ending the process.
 */
export async function createProgram(
  all: Commands,
  context: CommandContext,
  [name = '']: readonly string[] = [],
): Promise<Command> {
  const { io } = context;
  const needsAll = !Object.hasOwn(all, name) || name === 'completion';
  const isVersion = name === '--version' || name === '-V';
  const names = isVersion ? [] : needsAll ? Object.keys(all) : [name];
  const program = new Command('paperqueue')
    .description(
      'Search academic papers in several open sources at once: from the command line, or through your AI assistant.',
    )
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(fitLines(withoutTerminalControls(text), terminalWidth(io.stderr))),
    });
  const commands = await Promise.all(names.map((each) => all[each]?.()));
  showExamples(program, EXAMPLES);
  for (const command of commands) {
    command?.add(program, context);
    const added = program.commands.at(-1);
    if (command && added) showExamples(added, command.examples);
  }
  pointToHelp(program, 'paperqueue');
  program.hook('preAction', (_, command) => refuseExcess(command, Object.keys(all)));
  const codes = EXIT_CODES.map(([code, meaning]) => `  ${code.padEnd(3)}  ${meaning}`);
  program.addHelpText('after', `\n${SETTINGS_HELP}\n\nExit codes:\n${codes.join('\n')}`);
  return program;
}

/**
 * After an error each command prints its usage and how to get its help. Excess words are left to `refuseExcess`, whose
 * message says what is expected.
 */
function pointToHelp(command: Command, path: string): void {
  const { registeredArguments: takes, commands } = command;
  const expected = takes.map(({ description }) => description).filter((text) => text !== '');
  const usage =
    takes.length > 0 ? `(${path} ${describeArguments(command)}: ${expected.join('; ')})\n`.replace(': )', ')') : '';
  command.showHelpAfterError(`${usage}(${path} --help lists the ${commands.length > 0 ? 'commands' : 'options'})`);
  command.allowExcessArguments();
  for (const each of commands) pointToHelp(each, `${path} ${each.name()}`);
}

/** Usage such as `<ref> [file]`. */
function describeArguments({ registeredArguments: takes }: Command): string {
  return takes
    .map((each) => [each.required, `${each.name()}${each.variadic ? '...' : ''}`])
    .map(([isRequired, name]) => (isRequired ? `<${name}>` : `[${name}]`))
    .join(' ');
}

/** Maximum edit distance from a command's name for a suggestion. */
const MAX_DISTANCE = 2;

/** Fails if a command gets more words than it accepts; the message says what it accepts and what was probably meant. */
function refuseExcess(command: Command, all: readonly string[]): void {
  const { args, registeredArguments: takes, commands, parent } = command;
  if (takes.at(-1)?.variadic || args.length <= takes.length) return;
  const path = [...(parent?.parent ? [parent.name()] : []), command.name()].join(' ');
  const got = `got ${args.length}: ${args.join(' ')}`;
  if (takes.length > 0)
    command.error(
      `error: ${path} takes ${describeArguments(command)}, ${got}. Quote a text that has blanks: "${args.join(' ')}"`,
    );
  const other = args.every((each) => /^J\d+/i.test(each))
    ? nearestName(
        path,
        all.filter((name) => name !== path),
        1,
      )
    : undefined;
  if (other !== undefined)
    command.error(`error: ${path} takes no jobs. Did you mean: paperqueue ${other} ${args.join(' ')}`);
  if (commands.length > 0) {
    const names = commands.map((each) => each.name());
    const meant = nearestName(String(args[0]), names, MAX_DISTANCE);
    const hint = meant === undefined ? `; it has ${names.join(', ')}` : `. Did you mean ${meant}?`;
    command.error(`error: unknown command '${args[0]}' of ${path}${hint}`);
  }
  command.error(`error: ${path} takes only options, ${got}`);
}

function showExamples(command: Command, examples: readonly string[]): void {
  command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
}
