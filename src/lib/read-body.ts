export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** The body as text. Throws AnswerTooLarge once it exceeds `maxBytes`, counted after decompression. */
export async function readBody(answer: Pick<Response, 'body'>, maxBytes: number): Promise<string> {
  if (!answer.body) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // Not awaited: a server that goes on sending must not hold us.
      reader.cancel().catch(() => {});
      throw new AnswerTooLarge(`more than ${maxBytes} bytes`);
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}
