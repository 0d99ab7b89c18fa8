import { CommanderError } from 'commander';
import { type ErrorDetails, PaperqueueError } from '../../contract/errors.ts';
import { withoutTerminalControls } from '../../lib/visible-text.ts';
import { ConfigError } from '../../platform/config.ts';
import { isOutOfFiles, TOO_MANY_FILES } from '../../platform/out-of-files.ts';
import { FileProblem } from '../../platform/replace-file.ts';
import { isSourceFailure, type Note } from '../../wording/notes.ts';
import { describeFileProblem } from '../setup/setup-problem.ts';
import { type Io, StrictError, UncheckedError, UsageError } from './io.ts';
import { tellStyled } from './output.ts';
import { PLAIN } from './print/terminal.ts';
import { CLI_WORDING, describeField } from './wording.ts';

const FAILED = 1;
const USAGE = 2;
/** No source could be reached, and nothing was found. */
const NO_SOURCE = 3;
/** A strict check found wrong references. */
const NOT_SOUND = 4;
/** Codes of searches and look-ups without results. */
const NOTHING_FOUND: readonly string[] = ['JOB_FAILED', 'UPSTREAM_UNAVAILABLE'];

const CHARGES = {
  yes: 'It was charged.',
  no: 'Nothing was charged.',
  unknown: 'It is unknown whether it was charged.',
};
/** Notes that already state what happened to the credits. */
const ABOUT_CHARGE: readonly Note['kind'][] = ['credits-taken', 'charge-unknown', 'another-server', 'over-cap'];

/** Writes to stderr what went wrong, whether it cost anything and what to do next; returns the exit code. */
export function chooseExitCode(
  error: unknown,
  { stderr }: Pick<Io, 'stderr'>,
  isHosted: boolean,
  { paint } = PLAIN,
): number {
  const say = (text: string) =>
    tellStyled({ stderr }, `${paint('red', 'paperqueue:')} ${withoutTerminalControls(text)}`);
  // commander has already written its message; code 0 is --help and --version.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
  if (error instanceof UsageError || error instanceof ConfigError) {
    say(error.message);
    return USAGE;
  }
  if (error instanceof UncheckedError) {
    say(error.message);
    return NO_SOURCE;
  }
  if (error instanceof StrictError) {
    say(error.message);
    return NOT_SOUND;
  }
  if (error instanceof PaperqueueError) {
    const { code, problem, advice, fields = [] } = error.details;
    const what =
      fields.length > 0 ? fields.map((field) => `\n  ${describeField(field)}`) : [` ${describeProblem(problem)}`];
    const next = [describeCharge(error.details, isHosted), CLI_WORDING.advice(advice)].filter((part) => part !== '');
    say(`${code}:${what.join('')}\n  ${next.join(' ')}`);
    if (NOTHING_FOUND.includes(code) && problem.some(isSourceFailure)) return NO_SOURCE;
    return code === 'INVALID_INPUT' ? USAGE : FAILED;
  }
  say(inPlainWords(error as SystemError | FileProblem));
  return FAILED;
}

function describeProblem(problem: readonly Note[]): string {
  return CLI_WORDING.notes(problem).join('\n  ');
}

/** The charge, stated once; in embedded mode, where searches are free, only if something counted towards a ceiling. */
function describeCharge({ charged, problem }: ErrorDetails, isHosted: boolean): string {
  const isPointless = charged === 'no' && (!isHosted || problem.some(({ kind }) => kind === 'wrong-values'));
  const isCostStated = problem.some(({ kind }) => ABOUT_CHARGE.includes(kind));
  return isPointless || isCostStated ? '' : CHARGES[charged];
}

type SystemError = NodeJS.ErrnoException & { port?: number };

/** The system's error in plain words if the person can act on it, else its own message. */
function inPlainWords(error: SystemError | FileProblem): string {
  if (error instanceof FileProblem) return describeFileProblem(error);
  const { code, path, port, message } = error;
  if (code === 'EEXIST') return `${path} exists already; choose another name`;
  if (code === 'ENOENT' && path !== undefined) return `${path}: no such file or folder`;
  if (code === 'EADDRINUSE') return `port ${port} is taken; choose another with --port, or 0 for a free one`;
  return isOutOfFiles(error) ? TOO_MANY_FILES : message;
}
