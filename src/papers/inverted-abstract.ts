import { asFields, asList, parseJson } from '../lib/json.ts';

const MAX_WORDS = 5_000;

/**
 * Converts OpenAlex's form of an abstract, each word with its positions, to text. Some snapshots contain the index as
 * text (`{"IndexLength": 12, "InvertedIndex": {...}}`). Undefined if it is invalid or impossibly long.
 */
export function readInvertedAbstract(index: unknown): string | undefined {
  const words: string[] = [];
  const entries = asFields(typeof index === 'string' ? asFields(parseJson(index)).InvertedIndex : index);
  for (const [word, places] of Object.entries(entries)) {
    for (const place of asList(places)) {
      if (!Number.isInteger(place) || (place as number) < 0 || (place as number) >= MAX_WORDS) return undefined;
      words[place as number] = word;
    }
  }
  return words.filter((word) => word !== undefined).join(' ') || undefined;
}
