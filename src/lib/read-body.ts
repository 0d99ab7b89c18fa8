export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** The body as text in UTF-8. Throws as `readBytes`. */
export async function readBody(answer: Pick<Response, 'body'>, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(answer, maxBytes));
}

/** The body. Throws AnswerTooLarge once it exceeds `maxBytes`, counted after decompression. */
export async function readBytes(answer: Pick<Response, 'body'>, maxBytes: number): Promise<Uint8Array> {
  if (!answer.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // Not awaited: a server that goes on sending must not hold us.
      reader.cancel().catch(() => {});
      throw new AnswerTooLarge();
    }
    parts.push(value);
  }
  return Buffer.concat(parts, bytes);
}
