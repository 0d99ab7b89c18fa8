/** The number of characters in a text: code points, as JSON Schema and zod count them. An emoji is one or more. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
