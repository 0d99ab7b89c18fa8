/** A job of 300 papers is about 1 MB; this is far above and still far below what hurts. Counted after decompression. */
const MOST_ANSWER_BYTES = 32 * 1024 * 1024;

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** The body of an answer as text. Throws AnswerTooLarge as soon as it is larger than any job can be. */
export async function readBody(answer: Response): Promise<string> {
  if (!answer.body) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > MOST_ANSWER_BYTES) {
      await reader.cancel();
      throw new AnswerTooLarge(`more than ${MOST_ANSWER_BYTES} bytes`);
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}
