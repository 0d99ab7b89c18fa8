import type { Writable } from 'node:stream';
import type { App } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Machine } from '../setup/machine.ts';

/** The world as a command sees it; only main.ts knows the process. */
export type Io = {
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean };
  /** For commands that read `-`. */
  stdin?: AsyncIterable<Uint8Array> & { isTTY?: boolean; destroy?: () => unknown };
  /** Aborted by Ctrl-C: the command stops waiting, jobs go on. */
  signal: AbortSignal;
  /** Resolves at Ctrl-C or SIGTERM, which from then on no longer kill the process. */
  untilStopped: () => Promise<void>;
};

type McpListening = { host: string; port: number; allowedHosts: readonly string[] | undefined };

export type CommandContext = {
  io: Io;
  /** Throws ConfigError. */
  config: () => Config;
  app: () => App;
  machine: Machine;
  /** Serves MCP over HTTP; `close` finishes the answers in flight. */
  serveMcp: (listening: McpListening) => Promise<{ address: string; close: () => Promise<void> }>;
};

/** Wrong arguments: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
