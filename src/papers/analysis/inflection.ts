import { groupBy, readPairs } from '../../lib/groups.ts';
import { classicalSingular } from './classical-plurals.ts';
import { foldSpelling } from './stem.ts';

/**
 * The form shared by all inflections of a word: singular and plural, -ed and -ing, British and American. Unlike `stem`
 * it keeps derived words apart: mindfulness and mind, university and universe, organization and organ.
 */

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  readPairs(
    'buses=bus calves=calf children=child feet=foot gases=gas geese=goose halves=half hooves=hoof knives=knife ' +
      'leaves=leaf lice=louse lives=life loaves=loaf men=man mice=mouse oxen=ox selves=self shelves=shelf ' +
      'teeth=tooth wives=wife wolves=wolf women=woman',
  ),
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

/** The common form of a word in lower case; a word with digits, points or other scripts is unchanged. */
export function inflectedForm(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  const american = foldSpelling(americanSpelling(word));
  const singular = IRREGULAR.get(american) ?? classicalSingular(american);
  // Each step needs its own ending, and most words have none: checking first halves the time.
  const one = singular.endsWith('s') ? withoutPlural(singular) : singular;
  const base = /[dg]$/.test(one) ? withoutVerbEnding(one) : one;
  const short = base.endsWith('e') ? withoutLastE(base) : base;
  // British `labelled` and American `labeled`; `controlled` and `control`.
  const hasDouble = short.endsWith('ll') && /^[^aeiouy]*[aeiouy].*[aeiouy]ll$/.test(short);
  return hasDouble ? short.slice(0, -1) : short;
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

/** `cache` and `caching` are one word, `plane` and `plan` are not. */
function withoutLastE(word: string): string {
  if (word.length < 5) return word;
  if (word.endsWith('ie')) return `${word.slice(0, -2)}y`;
  const base = word.slice(0, -1);
  return isShort(base) ? word : base;
}

/** Longer texts are not words, and would have a spelling for each of their letters. */
const MAX_WORD_CHARACTERS = 60;

/** Endings of words that `inflectedForm` reduces to one form. */
const ENDINGS = ['', 'e', 's', 'es', 'd', 'ed', 'ing', 'l', 'led', 'ling'];
/** American letters and the British ones. Each is tried at each occurrence; `inflectedForm` rejects wrong spellings. */
const BRITISH: readonly [american: RegExp, british: string][] = [
  [/or/g, 'our'],
  [/er/g, 're'],
  [/ol/g, 'oul'],
  [/e/g, 'ae'],
  [/e/g, 'oe'],
  [/ea/g, 'oea'],
  [/sulf/g, 'sulph'],
  [/alumin/g, 'alumini'],
  [/log$/g, 'logue'],
  [/ens$/g, 'enc'],
  [/gment/g, 'gement'],
  [/program/g, 'programme'],
  [/arti/g, 'arte'],
];

/**
 * Words that `inflectedForm` reduces to this form. The index has one term per stem, and the inflections of a word may
 * have several stems (`woman` and `women`, `behavior` and `behaviour`).
 */
export function listInflections(form: string): string[] {
  if (!/^[a-z]+$/.test(form) || form.length > MAX_WORD_CHARACTERS) return [form];
  const spellings = [form, ...BRITISH.flatMap(([american, british]) => rewrite(form, american, british))];
  const regular = spellings.flatMap((word) => [
    ...ENDINGS.map((ending) => word + ending),
    ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`, `${word.slice(0, -1)}ied`] : []),
  ]);
  irregular ??= groupBy([...IRREGULAR.keys(), ...WORDS.keys()], inflectedForm);
  const formed = [...new Set(regular)].filter((word) => inflectedForm(word) === form);
  return [...new Set([form, ...formed, ...(irregular.get(form) ?? [])])];
}

let irregular: Map<string, string[]> | undefined;

/** For each match, the word with only this match replaced. */
function rewrite(word: string, from: RegExp, to: string): string[] {
  return [...word.matchAll(from)].map(
    ({ 0: { length }, index }) => word.slice(0, index) + to + word.slice(index + length),
  );
}

/** One syllable of consonants, a vowel and a consonant: `plan`, `hop`. */
function isShort(base: string): boolean {
  return /^[^aeiouy]*[aeiouy][^aeiouywx]$/.test(base);
}

/**
 * British spellings that `foldSpelling` leaves alone: families of words, and single words. Rules for all -our, -ae- and
 * -re would change four, aerosol and acre.
 */
const FAMILIES: readonly [british: RegExp, american: string][] = [
  [/(arm|behavi|col|endeav|fav|ferv|harb|hon|hum|lab|neighb|od|parl|ranc|rum|sav|tum|val|vap|vig)our/, '$1or'],
  [/aem(?=i)/, 'em'],
  [/haem/, 'hem'],
  [/(?<=^|ortho|logo)paed/, 'ped'],
  [/gynaec/, 'gynec'],
  [/(?<=^|an)aesth/, 'esth'],
  [/aetiol/, 'etiol'],
  [/^(c|f)ae(?=[sc])/, '$1e'],
  [/^(pal|arch)aeo/, '$1eo'],
  [/oesoph/, 'esoph'],
  [/oestr/, 'estr'],
  [/oedem/, 'edem'],
  [/foet/, 'fet'],
  [/rrhoea/, 'rrhea'],
  [/pnoea/, 'pnea'],
  [/coeliac/, 'celiac'],
  [/homoeo/, 'homeo'],
  [/amoeb/, 'ameb'],
  [/man(?:oeu|eu)v(?:re|er)/, 'maneuver'],
  [/(cent|fib|lit|met|theat|calib|lust|tit|goit|spect)re(?=s?$)/, '$1er'],
  [/centred$/, 'centered'],
  [/sulph/, 'sulf'],
  [/alumini/, 'alumin'],
  [/(?<=cata|dia|ana|homo|mono)logue/, 'log'],
  [/(defen|offen|preten|licen)ce(?=s?$)/, '$1se'],
  [/practis(?=e|ing)/, 'practic'],
  [/(?<=judg|acknowledg)ement/, 'ment'],
  [/(?<=program)me(?=s?$)/, ''],
  [/^aeroplane/, 'airplane'],
  [/^sceptic/, 'skeptic'],
  [/^artefact/, 'artifact'],
  [/^(m|sm)ould/, '$1old'],
  [/^plough/, 'plow'],
];

const WORDS: ReadonlyMap<string, string> = new Map(
  readPairs(
    'ageing=aging cheque=check cheques=checks disc=disk discs=disks grey=gray storey=story storeys=stories tyre=tire tyres=tires',
  ),
);

/** Every word that a rule changes contains one of these, so most words need only one check. */
const HINT = /our|ae|oe|re(?:s|d)?$|sulph|alumini|logue|[en]ce|practis|gement|programme|^scep|^artef|ould|^plough|eu/;

/** The American spelling of a word in lower case; any other word unchanged. */
function americanSpelling(word: string): string {
  const known = WORDS.get(word);
  if (known !== undefined) return known;
  if (!HINT.test(word)) return word;
  return FAMILIES.reduce((spelled, [british, american]) => spelled.replace(british, american), word);
}
