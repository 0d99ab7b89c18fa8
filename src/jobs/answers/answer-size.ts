/**
 * The maximum size of an answer. Hosts cut tool results at 25,000 tokens or 50,000 characters, some in the middle of a
 * paper. The limit is 40,000 characters of JSON. A character outside ASCII counts twice, because tokenizers make about
 * one token of each letter of, say, Chinese, and one of four letters of English.
 */
export const MAX_ANSWER_CHARACTERS = 40_000;

/** The size of a text as the limit counts it: at least its length. */
export function sizeOf(text: string): number {
  let size = text.length;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) size += 1;
  return size;
}
