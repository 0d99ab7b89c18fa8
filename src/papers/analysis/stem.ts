import { stemmer } from 'stemmer';
import { classicalSingular } from './classical-plurals.ts';
import { foldSpelling } from './spelling.ts';

/** A cache: few words make up most of a text, and stemming takes longer than everything else about a word. */
const stems = new Map<string, string>();
const MAX_KEPT = 20_000;

/**
 * The index term of a word: its Porter stem (Porter 1980) if it has only Latin letters. Singular and plural of Latin
 * and Greek nouns share it, as do verbs in -ise and -ize. Words with digits, points or other scripts are unchanged.
 */
export function stem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stemmed = stemmer(foldSpelling(classicalSingular(word)));
  // Porter stems metastasis as `metastasi` and metastases as `metastas`.
  const term = /^[a-z]{3,}si$/.test(stemmed) ? stemmed.slice(0, -1) : stemmed;
  if (stems.size >= MAX_KEPT) stems.clear();
  stems.set(word, term);
  return term;
}
