import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import type { Features, OperatorFeatures } from '../../jobs/features.ts';
import type { Config } from '../../platform/config.ts';
import type { Machine } from '../setup/machine.ts';

/** The streams and signals of the process, which only main.ts touches. */
export type Io = {
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean; columns?: number };
  /** For `-` as a file name, and for a person's answers. */
  stdin?: AsyncIterable<Uint8Array> & { isTTY?: boolean; destroy?: () => unknown };
  /** Aborted by Ctrl-C: the command stops waiting, jobs continue. */
  signal: AbortSignal;
  /** When the command was started (ISO 8601). */
  startedAt: string;
  /** Resolves at Ctrl-C, SIGTERM or SIGHUP, which no longer end the process once this has been called. */
  untilStopped: () => Promise<void>;
};

/** The text of a file; `-` is stdin. Throws UsageError if the file cannot be read. */
export async function readInput({ stdin }: Pick<Io, 'stdin'>, file: string): Promise<string> {
  if (file !== '-')
    return readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
      throw new UsageError(`${file}: ${UNREADABLE[code ?? ''] ?? `cannot be read (${code})`}`);
    });
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

type McpListening = { host: string; port: number; allowedHosts: readonly string[] | undefined };

export type CommandContext = {
  io: Io;
  /** Throws ConfigError. */
  config: () => Config;
  app: () => Features & OperatorFeatures;
  machine: Machine;
  /** Serves MCP over HTTP; `close` finishes the answers in flight. */
  serveMcp: (listening: McpListening) => Promise<{ address: string; close: () => Promise<void> }>;
  /** Serves the local page on loopback; `address` contains the token that opens it once. */
  serveUi: (port: number, reader?: string) => Promise<{ address: string; close: () => Promise<void> }>;
};

/** A command: its arguments, its action, and examples for its help that can be typed as they are. */
export type CliCommand = {
  examples: readonly string[];
  add: (program: Command, context: CommandContext) => void;
};

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'is a folder',
  EACCES: 'you may not read it',
};

/** No source could check a look-up: exit code 3. Its results are already printed. */
export class UncheckedError extends Error {
  override readonly name = 'UncheckedError';
}

/** A strict check found wrong references: exit code 4. */
export class StrictError extends Error {
  override readonly name = 'StrictError';
}

/** Wrong arguments: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Parses the number of a flag; throws UsageError naming the flag and its range. */
export function wholeNumber(flag: string, text: string, min: number, max: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < min || Number(text) > max)
    throw new UsageError(`${flag}: a whole number from ${min} to ${max}, got ${text}`);
  return Number(text);
}
