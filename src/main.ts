#!/usr/bin/env node

import { homedir } from 'node:os';
import { answerFirst, readFirstAnswers } from './app/first-answers.ts';
import type { Config } from './platform/config.ts';
import { isOutOfFiles, TOO_MANY_FILES } from './platform/out-of-files.ts';

/**
 * The command: the only file that touches argv, the environment, the standard streams, signals and the exit code. It
 * imports the rest when it runs, so that it can report a file that cannot be opened.
 */

/** Sent by a service manager, or when the terminal is closed. */
const STOP_SIGNALS = ['SIGTERM', 'SIGHUP'] as const;

const EXIT = { failed: 1, usage: 2, interrupted: 130 } as const;

/** Written by the build, beside the command. */
const FIRST_ANSWERS = new URL('./first-answers.json', import.meta.url);

const WHAT_IT_IS = `This is the paperqueue MCP server. It speaks the Model Context Protocol over stdin and stdout, so that it is
started by a host (Claude Desktop, Claude Code, Cursor, VS Code), not by hand. Ctrl-D ends it.
For people: paperqueue --help
`;

/** Whether the environment has a setting: without one there is nothing that could be wrong. */
function hasSettings(): boolean {
  return Object.entries(process.env).some(([name, value]) => name.startsWith('PAPERQUEUE_') && value?.trim());
}

/** The configuration; undefined if it is wrong, after the reason was written to stderr. */
async function checkConfig(): Promise<Config | undefined> {
  const { ConfigError, readConfig } = await import('./platform/config.ts');
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`paperqueue: ${error.message}\n`);
    process.exitCode = EXIT.usage;
    return undefined;
  }
}

async function serve(): Promise<void> {
  const checked = hasSettings() ? await checkConfig() : undefined;
  if (process.exitCode !== undefined) return;
  if (process.stdin.isTTY) process.stderr.write(WHAT_IT_IS);
  let close = async () => {};
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await close();
    process.exit(code);
  };
  // The host has ended: it closes stdin, stops reading, or sends a signal.
  process.stdin.once('end', () => stop(0)).once('close', () => stop(0));
  process.stdout.on('error', () => stop(0));
  for (const signal of STOP_SIGNALS) process.once(signal, () => stop(0));
  process.once('SIGINT', () => stop(EXIT.interrupted));

  // These settings change what is listed.
  const isUsual = checked === undefined || (checked.tasks && !checked.describesAnswers && checked.tools === undefined);
  const isPriced = checked !== undefined && !(await import('./platform/config.ts')).isFree(checked);
  const first = isUsual ? readFirstAnswers(FIRST_ANSWERS, isPriced ? 'priced' : 'free') : undefined;
  const answered = first && (await answerFirst(first, process));
  const config = checked ?? (await checkConfig());
  if (config === undefined) return;
  const [{ openLog }, { compose }, { serveStdio }] = await Promise.all([
    import('./app/command-line.ts'),
    import('./app/compose.ts'),
    import('./app/serve-mcp.ts'),
  ]);
  const log = openLog(config, process.stderr);
  const app = compose(config, log);
  const server = serveStdio(app, config, log, process, answered);
  close = async () => {
    await server.close().catch(() => {});
    await app.stop().catch((error) => log.error('stopping failed', { error }));
  };
}

async function runCommand(args: string[]): Promise<number> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));
  const untilStopped = () =>
    new Promise<void>((resolve) => {
      for (const signal of STOP_SIGNALS) process.once(signal, () => resolve());
      interrupted.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  // A reader such as `head` has what it wanted.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : EXIT.failed));
  process.stderr.on('error', () => {});
  const { stdin, stdout, stderr } = process;
  const startedAt = new Date(performance.timeOrigin).toISOString();
  const io = { stdin, stdout, stderr, signal: interrupted.signal, startedAt, untilStopped };
  const machine = {
    platform: process.platform,
    home: homedir(),
    folder: process.cwd(),
    environment: process.env,
    nodeVersion: process.versions.node,
    node: process.execPath,
    script: process.argv[1] ?? '',
  };
  const { runCommandLine } = await import('./app/command-line.ts');
  return runCommandLine(args, { io, machine });
}

const args = process.argv.slice(2);
const isByHand = args.length === 0 && process.stdin.isTTY && process.stdout.isTTY;
const isServer = (args.length === 0 && !isByHand) || (args.length === 1 && args[0] === 'mcp');

try {
  if (isServer) await serve();
  else process.exitCode = await runCommand(isByHand ? ['--help'] : args);
} catch (error) {
  if (!isOutOfFiles(error)) throw error;
  process.stderr.write(`paperqueue: ${TOO_MANY_FILES}\n`);
  process.exit(EXIT.failed);
}
