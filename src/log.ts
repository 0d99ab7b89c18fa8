import type { Secret } from './contract/secret.ts';

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFacts = Record<string, unknown>;

/** Structured log lines on stderr; stdout belongs to the protocol or to results. */
export type Log = Record<LogLevel, (event: string, facts?: LogFacts) => void>;

export type LogOptions = {
  level: LogLevel;
  write: (line: string) => void;
  /** Values that are blotted out wherever they turn up in a line. */
  secrets: readonly Secret[];
};

/** A log of JSON lines, one event each: `time`, `level`, `event`, then the facts. Errors become name, message and cause. */
export function createLog({ level, write, secrets }: LogOptions): Log {
  const most = LOG_LEVELS.indexOf(level);
  const hidden = secrets.map((secret) => JSON.stringify(secret.reveal()).slice(1, -1)).filter((text) => text !== '');
  const at =
    (lineLevel: LogLevel) =>
    (event: string, facts: LogFacts = {}) => {
      if (LOG_LEVELS.indexOf(lineLevel) > most) return;
      const line = JSON.stringify({ time: new Date().toISOString(), level: lineLevel, event, ...facts }, plainErrors);
      write(`${hidden.reduce((text, value) => text.replaceAll(value, '[redacted]'), line)}\n`);
    };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

function plainErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, cause } = value;
  return cause === undefined ? { name, message } : { name, message, cause };
}
