import { stemmer } from 'stemmer';
import { classicalSingular } from './classical-plurals.ts';

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

/** The possible endings after `is` or `iz` in a verb in -ize, or in its noun. */
const AFTER = '(?:e|ed|er|ers|es|ing|able|ability|ation|ations|ational|ationally)$';

/**
 * The stem before -ise. Not after a, o, u, v or w, nor after c except in -icise: raise, noise, bruise, revise,
 * otherwise and precise always have an s, and Porter stems them like revision and precision.
 */
const ISE = new RegExp(
  `^(?!expertis|paradis|advertis|paris)([b-df-hj-np-tv-xz]*[aeiouy][a-z]+(?:ic|[^aocuvw]))is(?=${AFTER})`,
);
const LYZE = /lyz(?=(?:e|ed|er|ers|es|ing|able)$)/;

/**
 * The American spelling of British -ise and -isation, and the British one of -yze, which shares the noun's letters
 * (`analyze`, `analysis`). Any other lower-case word is unchanged.
 */
export function foldSpelling(word: string): string {
  if (word.length < 6 || !/is|yz/.test(word)) return word;
  return word.replace(ISE, '$1iz').replace(LYZE, 'lys');
}
