import { orAborted } from '../lib/deadline.ts';
import { type Io, UsageError } from './io.ts';

const MAX_ANSWER_CHARACTERS = 1_000;

/** Asks a yes-or-no question on the terminal; anything but yes is no. Throws UsageError without a terminal. */
export async function confirm({ stdin, stderr, signal }: Io, question: string): Promise<boolean> {
  if (!stdin?.isTTY || !stderr.isTTY)
    throw new UsageError('there is no terminal to ask on; use --yes to change the file without asking');
  stderr.write(question);
  try {
    const answer = await orAborted(readLine(stdin), signal);
    return /^\s*y(es)?\s*$/i.test(answer);
  } finally {
    // Reading the terminal would keep the process alive after Ctrl-C.
    stdin.destroy?.();
  }
}

async function readLine(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  let line = '';
  for await (const bytes of stdin) {
    line += Buffer.from(bytes).toString();
    if (line.includes('\n') || line.length > MAX_ANSWER_CHARACTERS) break;
  }
  return line.split('\n')[0] ?? '';
}
