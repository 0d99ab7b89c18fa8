import { createEraser } from '../contract/eraser.ts';
import type { Secret } from '../contract/secret.ts';

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type LogFields = Record<string, unknown>;

/** Structured log lines on stderr; stdout belongs to the protocol or to results. */
export type Log = Record<LogLevel, (event: string, fields?: LogFields) => void>;

export type LogOptions = {
  /** Least severe level that is written. */
  level: LogLevel;
  write: (line: string) => void;
  /** Values that are erased wherever they occur in a line. */
  secrets: readonly Secret[];
};

/** A log of JSON lines: `time`, `level`, `event`, then the fields. Errors become name, message and cause. */
export function createLog({ level, write, secrets }: LogOptions): Log {
  const threshold = LOG_LEVELS.indexOf(level);
  const eraser = createEraser(secrets);
  const at =
    (lineLevel: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (LOG_LEVELS.indexOf(lineLevel) > threshold) return;
      const head = { time: new Date().toISOString(), level: lineLevel, event };
      const line =
        serialize({ ...head, ...fields, ...head }) ?? serialize({ ...head, facts: 'not serialisable' }) ?? '';
      write(`${eraser.text(line)}\n`);
    };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

function serialize(fields: LogFields): string | undefined {
  try {
    return JSON.stringify(fields, plainValue);
  } catch {
    // Fields that refer to themselves: a log line must never throw.
    return undefined;
  }
}

function plainValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Error)) return value;
  const { name, message, cause, code, syscall } = value as NodeJS.ErrnoException;
  return { name, message, code, syscall, cause };
}

/** Reports that a file of this name was missing or empty and is created anew. */
export function lossReporter(log: Log, file: string): (loss: object) => void {
  return (loss) =>
    log.error('a file was missing or empty and is made anew: restore a copy, or its content is lost', {
      file,
      ...loss,
    });
}
