import { orAborted } from './deadline.ts';

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/**
 * The body as UTF-8 text. Throws like `readBytes`, and the signal's reason; but if the text so far `suffices`, returns
 * it.
 */
export async function readBody(
  answer: Pick<Response, 'body'>,
  maxBytes: number,
  signal: AbortSignal,
  suffices: (text: string) => boolean = () => false,
): Promise<string> {
  const parts: Uint8Array[] = [];
  try {
    return new TextDecoder().decode(await orAborted(readBytes(answer, maxBytes, parts), signal));
  } catch (error) {
    const text = new TextDecoder().decode(Buffer.concat(parts));
    if (error instanceof AnswerTooLarge || !suffices(text)) throw error;
    return text;
  }
}

/**
 * The body. Throws AnswerTooLarge once it exceeds `maxBytes`, counted after decompression. `parts` receives the chunks.
 */
export async function readBytes(
  answer: Pick<Response, 'body'>,
  maxBytes: number,
  parts: Uint8Array[] = [],
): Promise<Uint8Array> {
  if (!answer.body) return new Uint8Array();
  let bytes = 0;
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // Not awaited: a server that keeps sending must not hold us up.
      reader.cancel().catch(() => {});
      throw new AnswerTooLarge();
    }
    parts.push(value);
  }
  return Buffer.concat(parts, bytes);
}
