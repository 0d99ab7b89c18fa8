import type { SourceQuery } from './source.ts';

export type PhraseLimits = {
  most: number;
  /** Of one phrase; a longer one is cut at a blank, so that the rest of it still stands together. */
  longest: number;
  /** Of all phrases, with `beside` for what joins and brackets each of them. */
  characters: number;
  beside: number;
  /** The same, percent-encoded, in bytes: a letter of another script takes up to nine. */
  encoded: number;
};

/**
 * The phrases of a question, keywords first, then as many of the best terms of its text as the limits leave room for:
 * plain words (letters, digits and what stands within names), so that no operator or bracket of a query language is
 * left in them.
 */
export function queryPhrases({ keywords, terms }: SourceQuery, limits: PhraseLimits): string[] {
  const phrases: string[] = [];
  const seen = new Set<string>();
  let [characters, encoded] = [0, 0];
  for (const text of [...keywords, ...terms]) {
    const phrase = cutAtBlank(plainWords(text), limits.longest);
    const size = phrase.length + limits.beside;
    const bytes = encodeURIComponent(phrase).length + limits.beside * 3;
    const isNew = phrase !== '' && !seen.has(phrase.toLowerCase());
    // A shorter one that comes later may still fit.
    if (!isNew || characters + size > limits.characters || encoded + bytes > limits.encoded) continue;
    seen.add(phrase.toLowerCase());
    phrases.push(phrase);
    characters += size;
    encoded += bytes;
    if (phrases.length === limits.most) break;
  }
  return phrases;
}

function plainWords(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}'’.+#&/-]+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^['’.&/-]+|['’.&/-]+$/g, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .join(' ');
}

function cutAtBlank(phrase: string, longest: number): string {
  if (phrase.length <= longest) return phrase;
  const blank = phrase.lastIndexOf(' ', longest);
  // Without blanks (Chinese, Japanese) anywhere but within a character.
  const cut = phrase.slice(0, blank > 0 ? blank : longest);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
