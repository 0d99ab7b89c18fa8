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
