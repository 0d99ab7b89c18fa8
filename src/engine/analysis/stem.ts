import { stemmer } from 'stemmer';

/**
 * The form under which a word is counted: Porter's stem (Porter 1980) for words of Latin letters, the word itself for
 * everything that holds a digit, a point or another script.
 */
export function stem(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}
