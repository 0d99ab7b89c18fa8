import { orAborted } from './deadline.ts';

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/**
 * The body as text, in UTF-8 unless it is not: some servers name a charset that they do not use. Throws like
 * `readBytes`, and the signal's reason; but if the text so far `suffices`, returns it.
 */
export async function readBody(
  answer: Pick<Response, 'body'> & { contentType?: string | null },
  maxBytes: number,
  signal: AbortSignal,
  suffices: (text: string) => boolean = () => false,
): Promise<string> {
  const parts: Uint8Array[] = [];
  try {
    return decode(await orAborted(readBytes(answer, maxBytes, parts), signal), answer.contentType);
  } catch (error) {
    const text = decode(Buffer.concat(parts), answer.contentType);
    if (error instanceof AnswerTooLarge || !suffices(text)) throw error;
    return text;
  }
}

function decode(bytes: Uint8Array, contentType?: string | null): string {
  const named = /charset="?([\w-]{1,40})/i.exec(contentType ?? '')?.[1] ?? '';
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff && 'utf-16be';
  if (mark || /^utf-?16/i.test(named)) return decodeAs(mark || named, bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeAs(named, bytes);
  }
}

function decodeAs(charset: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(charset || 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
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
