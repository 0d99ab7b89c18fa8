import type { SourceSearch } from './source.ts';

export type PhraseLimits = {
  maxPhrases: number;
  /** In characters; a longer phrase is cut at a space. */
  maxPhraseLength: number;
  /** Maximum characters of all phrases, with `separatorLength` for the operators and quotes around each of them. */
  maxCharacters: number;
  separatorLength: number;
  /** Maximum bytes of all phrases, percent-encoded: a letter of another script takes up to nine. */
  maxEncodedBytes: number;
};

/**
 * The phrases to send for a query: its keywords, then as many terms as the limits allow. URLs and characters that could
 * be operators or brackets are removed. `spell` adapts them to the source.
 */
export function queryPhrases(
  { keywords, terms }: Pick<SourceSearch, 'keywords' | 'terms'>,
  limits: PhraseLimits,
  spell: (text: string) => string = (text) => text,
): string[] {
  const phrases: string[] = [];
  const seen = new Set<string>();
  let [characters, encodedBytes] = [0, 0];
  for (const text of [...keywords.map((keyword) => keyword.text), ...terms]) {
    const phrase = cutAtSpace(plainWords(spell(text)), limits.maxPhraseLength);
    const size = phrase.length + limits.separatorLength;
    const bytes = encodeURIComponent(phrase).length + limits.separatorLength * 3;
    const isNew = phrase !== '' && !seen.has(phrase.toLowerCase());
    // A later, shorter phrase may still fit.
    if (!isNew || characters + size > limits.maxCharacters || encodedBytes + bytes > limits.maxEncodedBytes) continue;
    seen.add(phrase.toLowerCase());
    phrases.push(phrase);
    characters += size;
    encodedBytes += bytes;
    if (phrases.length === limits.maxPhrases) break;
  }
  return phrases;
}

function plainWords(text: string): string {
  return withoutAddresses(text)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}'’.+#&/-]+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^['’.&/-]+|['’.&/-]+$/g, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .join(' ');
}

function cutAtSpace(phrase: string, maxLength: number): string {
  if (phrase.length <= maxLength) return phrase;
  const space = phrase.lastIndexOf(' ', maxLength);
  // Chinese and Japanese have no spaces, so they are cut anywhere except inside a surrogate pair.
  const cut = phrase.slice(0, space > 0 ? space : maxLength);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** URLs, DOIs and arXiv numbers. They are ASCII, and text in a script without spaces may follow directly. */
const ADDRESS =
  /\b(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.|(?:doi:?\s*)?10\.\d{4,9}\/|arxiv:\s*(?=\S{0,60}\d))[\x21-\x7e]+/gi;

/** Removes URLs and identifiers: their parts (`https`, `org`) say nothing about the topic. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, ' , ');
}
