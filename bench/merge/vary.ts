import type { Random } from './random.ts';

/** Different spellings that occur in open sources. */

type Spelling = (text: string) => string;

const TITLES: [Spelling, ...Spelling[]] = [
  (title) => title.toUpperCase(),
  (title) => title.toLowerCase(),
  (title) => `${title.replace(/[\s.]+$/, '')}.`,
  (title) => `[${title}]`,
  (title) => title.replace(/(\p{L}{4,})/u, '<i>$1</i>'),
  (title) => `<jats:title>${title.replace(/(\p{L}{4,})/u, '<jats:italic>$1</jats:italic>')}</jats:title>`,
  (title) => title.normalize('NFKD').replace(/\p{M}/gu, ''),
  (title) => title.normalize('NFD'),
  (title) => title.replace(/: /, ' - '),
  (title) => title.replaceAll('-', '\u2010').replaceAll("'", '\u2019'),
  (title) => title.replace(/ /, '\n   '),
  (title) => title.replace(/ and /, ' &amp; '),
  (title) => title.replace(/[,:;]/g, ''),
];

export function variedTitle(title: string, random: Random): string {
  return random.pick(TITLES)(title);
}

const DOIS: [Spelling, ...Spelling[]] = [
  (doi) => doi,
  (doi) => doi.toUpperCase(),
  (doi) => `https://doi.org/${doi}`,
  (doi) => `http://dx.doi.org/${doi.toLowerCase()}`,
  (doi) => `doi:${doi}`,
  (doi) => `https://doi.org/${encodeURIComponent(doi)}`,
];

export function variedDoi(doi: string, random: Random): string {
  return random.pick(DOIS)(doi);
}

/** `Ada B. Weevil` as `A. B. Weevil`, `Weevil AB` or `Weevil, A. B.`; a name of one word stays. */
const NAMES: [Spelling, ...Spelling[]] = [
  (name) => withParts(name, (given, family) => `${given.map((word) => `${word[0]}.`).join(' ')} ${family}`),
  (name) => withParts(name, (given, family) => `${family} ${given.map((word) => word[0]?.toUpperCase()).join('')}`),
  (name) => withParts(name, (given, family) => `${family}, ${given.map((word) => `${word[0]}.`).join(' ')}`),
];

export function variedName(name: string, random: Random): string {
  return random.pick(NAMES)(name);
}

function withParts(name: string, join: (given: string[], family: string) => string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  if (words.length < 2) return name;
  return join(words.slice(0, -1), words.at(-1) ?? '');
}
