import { createWriteStream, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Command } from 'commander';
import { withoutTerminalControls } from '../../lib/visible-text.ts';
import { beginDraft, type ResolvedPath, replaceFile, resolvePath } from '../../platform/replace-file.ts';
import type { Io } from './io.ts';
import { PLAIN, paintFirst, terminalWidth } from './print/terminal.ts';
import { fitLines } from './print/wrap.ts';

/** Writes a result to stdout, as JSON if requested, else as text for people. */
export function writeResult(
  io: Io,
  asJson: boolean | undefined,
  result: object,
  text: string,
  style = PLAIN,
): Promise<void> {
  return asJson ? writeOutput(io, `${JSON.stringify(result, undefined, 2)}\n`) : writeText(io, text, {}, style);
}

/** Writes a text for people; on a terminal, within its width and with states in colour. */
export function writeText(io: Io, text: string, to: Destination = {}, style = PLAIN): Promise<void> {
  if (outputFile(to) !== undefined) return writeOutput(io, `${text}\n`, to);
  const lines = fitLines(text, terminalWidth(io.stdout)).split('\n');
  return writeStyled(io, `${lines.map((line) => paintFirst(style, line)).join('\n')}\n`);
}

/**
 * Prints lines on stderr, beside the result, wrapped to the width of the terminal. Control sequences in names and texts
 * from outside are removed.
 */
export function tell(io: Pick<Io, 'stderr'>, ...lines: readonly string[]): void {
  tellStyled(io, ...lines.map(withoutTerminalControls));
}

/** As `tell`, for lines with our colours and links, in which texts from outside are already sanitised. */
export function tellStyled({ stderr }: Pick<Io, 'stderr'>, ...lines: readonly string[]): void {
  for (const line of lines) stderr.write(`${fitLines(line, terminalWidth(stderr))}\n`);
}

/** Where a result goes: to stdout without a file or with `-`. `force` overwrites an existing file. */
export type Destination = { output?: string | undefined; force?: boolean | undefined };

export function addOutputOptions(command: Command): Command {
  return command
    .option('-o, --output <file>', 'write to a new file; - is stdout')
    .option('--force', 'write over the file that -o names');
}

/** The file of a destination; undefined for stdout. */
export function outputFile({ output }: Destination): string | undefined {
  return output === '-' ? undefined : output;
}

/** Throws if the file cannot be written or exists. Call it before anything is searched or paid. */
export function checkDestination(to: Destination): void {
  const file = outputFile(to);
  if (file === undefined) return;
  const folder = dirname(file);
  if (!existsSync(folder)) throw new Error(`${folder}: no such folder`);
  if (!existsSync(file)) return;
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder`);
  if (!to.force) throw new Error(`${file} exists already; --force writes over it, or choose another name`);
}

export async function writeOutput(io: Io, text: string, to: Destination = {}): Promise<void> {
  const file = outputFile(to);
  if (file !== undefined) return writeToFile(io, [text], file, to.force);
  await print(io, io.stdout.isTTY ? withoutTerminalControls(text) : text);
}

/** As `writeText`, for a text with our colours and links, in which texts from outside are already sanitised. */
export function writeStyled(io: Io, text: string, to: Destination = {}): Promise<void> {
  return outputFile(to) === undefined ? print(io, text) : writeOutput(io, text, to);
}

function print(io: Io, text: string): Promise<void> {
  return new Promise((resolve) => io.stdout.write(text, () => resolve()));
}

/** Maximum characters or bytes written to a user's file before other work may run. */
const MAX_AT_ONCE = 1_000_000;

/**
 * Writes parts of a text to a file; a new file is readable by its owner only. Existing content stays until everything
 * has been written.
 */
export async function writeToFile(
  io: Io,
  parts: Iterable<string | Uint8Array>,
  file: string,
  force = false,
): Promise<void> {
  checkDestination({ output: file, force });
  const target = resolvePath(file);
  // A device or a pipe is written to, not replaced.
  if (target.file && !target.file.isFile()) await pipeline(parts, createWriteStream(file));
  else await writeDraft(target, parts);
  tell(io, `Written to ${file}`);
}

async function writeDraft(target: ResolvedPath, parts: Iterable<string | Uint8Array>): Promise<void> {
  const draft = beginDraft(target);
  let written = 0;
  try {
    for (const part of parts) {
      draft.write(part);
      written += part.length;
      if (written < MAX_AT_ONCE) continue;
      written = 0;
      await nextTurn();
    }
    draft.put();
  } finally {
    draft.discard();
  }
}

/** Appends a text to a file that had this content, or creates the file. Either all of the text is written or none. */
export function addToFile(target: ResolvedPath, before: Uint8Array, text: string): void {
  replaceFile(target, Buffer.concat([before, Buffer.from(text)]), { read: before });
}
