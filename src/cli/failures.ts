import { CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { PaperqueueError } from '../contract/errors.ts';
import { isSourceFailure } from '../contract/notes.ts';
import { inCommandWords } from './command-words.ts';
import { type Io, UncheckedError, UsageError } from './io.ts';
import { CLI_WORDING } from './wording.ts';

const FAILED = 1;
const USAGE = 2;
/** No source could be reached, and nothing was found or checked. */
const NO_SOURCE = 3;
/** Codes of searches and look-ups that found nothing. */
const NOTHING_FOUND: readonly string[] = ['JOB_FAILED', 'UPSTREAM_UNAVAILABLE'];

/** Said of what failed; of embedded mode, where searches are free, only when it was charged to a ceiling. */
const CHARGES = {
  yes: 'It was charged.',
  no: 'Nothing was charged.',
  unknown: 'It is unknown whether it was charged.',
};

/** Writes to stderr what went wrong, whether it cost anything and what to do; returns the exit code. */
export function exitCodeOf(error: unknown, { stderr }: Io, isHosted: boolean): number {
  // commander has already written its message; code 0 is --help and --version.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
  if (error instanceof UsageError || error instanceof ConfigError) {
    stderr.write(`paperqueue: ${error.message}\n`);
    return USAGE;
  }
  if (error instanceof UncheckedError) {
    stderr.write(`paperqueue: ${error.message}\n`);
    return NO_SOURCE;
  }
  if (error instanceof PaperqueueError) {
    const { code, problem, charged, advice, fields = [] } = error.details;
    const message = CLI_WORDING.notes(problem).join(' ');
    const next = CLI_WORDING.advice(advice);
    const what =
      fields.length > 0 ? fields.map((field) => `\n  ${inCommandWords(field.message)}`).join('') : ` ${message}`;
    const isSaid =
      (charged === 'no' && (!isHosted || /nothing was charged/i.test(`${message} ${next}`))) ||
      /credits were taken/.test(message);
    const cost = isSaid ? '' : `${CHARGES[charged]} `;
    const todo = fields.length > 0 ? 'Nothing was sent. Correct it and run the command again.' : `${cost}${next}`;
    stderr.write(`paperqueue: ${code}:${what}\n  ${todo}\n`);
    if (NOTHING_FOUND.includes(code) && problem.some(isSourceFailure)) return NO_SOURCE;
    return code === 'INVALID_INPUT' ? USAGE : FAILED;
  }
  stderr.write(`paperqueue: ${inPlainWords(error as SystemError)}\n`);
  return FAILED;
}

type SystemError = NodeJS.ErrnoException & { port?: number };

/** What the system refused, where a person can choose otherwise; else its own message. */
function inPlainWords({ code, path, port, message }: SystemError): string {
  if (code === 'EEXIST') return `${path} exists already; choose another name`;
  if (code === 'ENOENT' && path !== undefined) return `${path}: no such file or folder`;
  if (code === 'EADDRINUSE') return `port ${port} is taken; choose another with --port, or 0 for a free one`;
  return message;
}
