import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Io } from './io.ts';
import { columnsOf } from './print/terminal.ts';
import { fitLines } from './print/wrap.ts';

/** Writes a result to stdout, as JSON if requested, else the text, within the width of a terminal. */
export function writeResult(io: Io, asJson: boolean | undefined, result: object, text: string): Promise<void> {
  const shown = asJson ? JSON.stringify(result, undefined, 2) : fitLines(text, columnsOf(io.stdout));
  return writeOutput(io, `${shown}\n`);
}

/** Tells a person something beside the result: a line or more on stderr, within the width of a terminal. */
export function tell({ stderr }: Pick<Io, 'stderr'>, ...lines: readonly string[]): void {
  for (const line of lines) stderr.write(`${fitLines(line, columnsOf(stderr))}\n`);
}

/** Writes to a new file, never over an existing one; without a file, or with `-`, to stdout. */
export async function writeOutput(io: Io, text: string, file?: string): Promise<void> {
  if (file === undefined || file === '-') {
    await new Promise<void>((resolve) => io.stdout.write(text, () => resolve()));
    return;
  }
  await writeToFile(io, [text], file);
}

/** Writes parts of a text to a new file, readable by its owner only. */
export async function writeToFile(io: Io, parts: Iterable<string>, file: string): Promise<void> {
  await pipeline(parts, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  tell(io, `Written to ${file}`);
}
