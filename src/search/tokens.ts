import { stemmer } from 'stemmer';

/** The words of a text as the full-text index cuts them: accents folded, lower case, letters and digits only. */
export function tokenize(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The Porter stem, which is what the index stores for an English word. */
export function stem(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}
