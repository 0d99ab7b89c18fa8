import { asFields, asList, parseJson } from '../lib/json.ts';

const MAX_WORDS = 5_000;

/**
 * Converts OpenAlex's form of an abstract, each word with its positions, to text. Some snapshots contain the index as
 * text (`{"IndexLength": 12, "InvertedIndex": {...}}`). Undefined if it is invalid or impossibly long.
 */
export function readInvertedAbstract(index: unknown): string | undefined {
  const words: string[] = [];
  const entries = asFields(typeof index === 'string' ? asFields(parseJson(index)).InvertedIndex : index);
  for (const [word, positions] of Object.entries(entries)) {
    for (const position of asList(positions)) {
      if (typeof position !== 'number' || !Number.isInteger(position) || position < 0 || position >= MAX_WORDS)
        return undefined;
      words[position] = word;
    }
  }
  return words.filter((word) => word !== undefined).join(' ') || undefined;
}
