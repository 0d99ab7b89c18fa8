import { stemmer } from 'stemmer';

/**
 * The index term of a word: its Porter stem (Porter 1980) if it has only Latin letters; words with digits, points or
 * other scripts stay as they are.
 */
export function stem(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}
