import { stemmer } from 'stemmer';
import { classicalSingular } from './classical-plurals.ts';
import { foldSpelling } from './spelling.ts';

/**
 * The index term of a word: its Porter stem (Porter 1980) if it has only Latin letters. Singular and plural of Latin
 * and Greek nouns share it, as do verbs in -ise and -ize. Words with digits, points or other scripts stay as they are.
 */
export function stem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  const stemmed = stemmer(foldSpelling(classicalSingular(word)));
  // Porter stems metastasis as `metastasi` and metastases as `metastas`.
  return /^[a-z]{3,}si$/.test(stemmed) ? stemmed.slice(0, -1) : stemmed;
}
