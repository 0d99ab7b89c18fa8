import { americanSpelling } from './american-spelling.ts';
import { classicalSingular } from './classical-plurals.ts';
import { foldSpelling } from './spelling.ts';

/**
 * The one form that all inflections of a word share: singular and plural, -ed and -ing, British and American. Other
 * than `stem` it keeps apart what is derived: mindfulness and mind, university and universe, organization and organ.
 */

const IRREGULAR = wordPairs(
  'buses:bus calves:calf children:child feet:foot gases:gas geese:goose halves:half hooves:hoof knives:knife ' +
    'leaves:leaf lice:louse lives:life loaves:loaf men:man mice:mouse oxen:ox selves:self shelves:shelf ' +
    'teeth:tooth wives:wife wolves:wolf women:woman',
);

/** Not plurals, although they end like them. */
const NO_PLURALS = new Set(
  (
    'aids alias always asbestos atlas bias canvas chaos corps cosmos diabetes ethos herpes lens mars mythos news ' +
    'overseas pancreas pathos perhaps rabies scabies series species thermos'
  ).split(' '),
);

/** Not verbs, although they end like them. */
const NO_VERBS = new Set('evening everything hundred morning nothing sibling something'.split(' '));

/** The common form of a word in lower case; a word with digits, points or other scripts stays as it is. */
export function inflectedForm(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  const american = foldSpelling(americanSpelling(word));
  const singular = IRREGULAR.get(american) ?? classicalSingular(american);
  // Each step has an ending of its own, and most words have none: looking first halves the time.
  const one = singular.endsWith('s') ? withoutPlural(singular) : singular;
  const base = /[dg]$/.test(one) ? withoutVerbEnding(one) : one;
  const short = base.endsWith('e') ? withoutLastE(base) : base;
  return short.endsWith('ll') ? withoutDoubleL(short) : short;
}

function withoutPlural(word: string): string {
  if (word.length < 4 || NO_PLURALS.has(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  // Diagnoses and analyses have an i in the singular, doses an e: both end in e here.
  if (/^.{2,}[aeiouyp]sis$/.test(word)) return `${word.slice(0, -2)}e`;
  if (/(?:ss|sh|[^a]ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  const base = /^(.{3,})(?:ed|ing)$/.exec(word)?.[1];
  if (base === undefined || word.endsWith('eed') || NO_VERBS.has(word) || !/[aeiouy]/.test(base)) return word;
  if (/([^aeiouylsz])\1$/.test(base)) return base.slice(0, -1);
  if (base.endsWith('i')) return `${base.slice(0, -1)}y`;
  return isShort(base) ? `${base}e` : base;
}

/** Cache and caching are one, plane and plan are not. */
function withoutLastE(word: string): string {
  if (word.length < 5) return word;
  if (word.endsWith('ie')) return `${word.slice(0, -2)}y`;
  const base = word.slice(0, -1);
  return isShort(base) ? word : base;
}

/** British labelled, American labeled; controlled and control. */
function withoutDoubleL(word: string): string {
  return /[aeiouy].*[aeiouy]ll$/.test(word) ? word.slice(0, -1) : word;
}

/** One syllable of consonants, a vowel and a consonant: `plan`, `hop`. */
function isShort(base: string): boolean {
  return /^[^aeiouy]*[aeiouy][^aeiouywx]$/.test(base);
}

function wordPairs(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(' ').map((pair) => pair.split(':') as [string, string]));
}
