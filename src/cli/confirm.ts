import { type Io, UsageError } from './io.ts';

/** The longest answer that is read. */
const MAX_ANSWER_BYTES = 1_000;

/** Asks a person a question that is answered with yes or no. Throws UsageError where nobody can be asked. */
export async function confirm({ stdin, stderr, signal }: Io, question: string): Promise<boolean> {
  if (!stdin?.isTTY || !stderr.isTTY)
    throw new UsageError('there is no terminal to ask on; use --yes to change the file without asking');
  stderr.write(question);
  try {
    const answer = await Promise.race([readLine(stdin), untilAborted(signal)]);
    return /^\s*y(es)?\s*$/i.test(answer);
  } finally {
    // A terminal that is still read would keep the process from ending after Ctrl-C.
    stdin.destroy?.();
  }
}

async function readLine(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  let line = '';
  for await (const bytes of stdin) {
    line += Buffer.from(bytes).toString();
    if (line.includes('\n') || line.length > MAX_ANSWER_BYTES) break;
  }
  return line.split('\n')[0] ?? '';
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
