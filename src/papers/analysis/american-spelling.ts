/**
 * British spellings beyond those that `foldSpelling` takes for the index: families of words, and single words. Rules
 * for all -our, -ae- and -re would change four, aerosol and acre.
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
  'ageing:aging cheque:check cheques:checks disc:disk discs:disks grey:gray storey:story storeys:stories tyre:tire tyres:tires'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** Parts that a word has if a rule changes it: most words are done after one look. */
const HINT = /our|ae|oe|re(?:s|d)?$|sulph|alumini|logue|[en]ce|practis|gement|programme|^scep|^artef|ould|^plough|eu/;

/** The American spelling of a word in lower case; any other word as it is. */
export function americanSpelling(word: string): string {
  const known = WORDS.get(word);
  if (known !== undefined) return known;
  if (!HINT.test(word)) return word;
  return FAMILIES.reduce((spelled, [british, american]) => spelled.replace(british, american), word);
}
