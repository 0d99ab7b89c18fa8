import { orAborted } from './deadline.ts';
import { decodeBytes } from './decode-bytes.ts';

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/**
 * The body as text. Throws like `readBytes`, and the signal's reason; but if the text so far `suffices`, returns it.
 */
export async function readBody(
  answer: Pick<Response, 'body'> & { contentType?: string | null },
  maxBytes: number,
  signal: AbortSignal,
  suffices: (text: string) => boolean = () => false,
): Promise<string> {
  const parts: Uint8Array[] = [];
  const contentType = answer.contentType ?? undefined;
  try {
    return decodeBytes(await orAborted(readBytes(answer, maxBytes, parts), signal), contentType);
  } catch (error) {
    const text = decodeBytes(Buffer.concat(parts), contentType);
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
