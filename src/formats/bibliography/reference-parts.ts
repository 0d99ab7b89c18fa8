import { withFullStop } from '../../lib/line.ts';
import { type Person, wholeFamily } from '../../papers/people.ts';
import type { Entry } from './entry.ts';

/** Building blocks of bibliography styles. */

export const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The initials of given names, `J.-P.`: each with its full stop, then the separator. */
export function toInitials(given: string, separator: string, point = '.', hyphen = '-'): string {
  const words = given.split(/\s+|(?<=\.)(?=\p{L})/u).filter((word) => word !== '');
  const shortened = words.map((word) => {
    // Words such as `de` are unchanged.
    if (/^\p{Ll}+\.?$/u.test(word)) return ` ${word} `;
    // An abbreviation is an initial already: `Th.`
    if (/^\p{Lu}\p{Ll}\.$/u.test(word)) return point === '' ? word.slice(0, -1) : word;
    const parts = word.split('-').filter((part) => part !== '');
    return parts.map(([letter = '']) => `${letter.toLocaleUpperCase('en')}${point}`).join(hyphen);
  });
  const joined = shortened.flatMap((next, at) => {
    const before = shortened[at - 1];
    const isApart = before === undefined || before.endsWith(' ') || next.startsWith(' ');
    return isApart ? [next] : [separator, next];
  });
  return joined.join('').trim();
}

/** `van Beethoven, L.`; `given` formats the given names. */
export function familyFirst(person: Person, given: (names: string) => string, suffix = ', '): string {
  if (person.family === undefined) return person.literal;
  const family = wholeFamily(person);
  const whole = person.given ? `${family}, ${given(person.given)}` : family;
  return person.suffix ? `${whole}${suffix}${person.suffix}` : whole;
}

/** `L. van Beethoven`. */
export function givenFirst(person: Person, given: (names: string) => string): string {
  if (person.family === undefined) return person.literal;
  const names = [person.given && given(person.given), person.particle, person.family, person.suffix];
  return names.filter(Boolean).join(' ');
}

/** `A, B, and C`: `two` joins two names, `last` joins the last of more names. */
export function joinNames(names: readonly string[], two: string, last: string): string {
  if (names.length < 3) return names.join(two);
  return `${names.slice(0, -1).join(', ')}${last}${names.at(-1)}`;
}

/** All names, or only the first if there are more than `max`. */
export function abbreviateNames(names: string[], { hasMoreAuthors }: Entry, max: number, last: string): string {
  if (names.length > max) return `${names[0]} et al.`;
  return hasMoreAuthors && names.length > 0 ? `${names.join(', ')} et al.` : joinNames(names, ' and ', last);
}

/** Joins sentences, each with its full stop; omits empty ones. */
export function sentences(...parts: (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && part !== '')
    .map((part) => withFullStop(part as string))
    .join(' ');
}

/** Joins the parts that are not empty. */
export function joined(separator: string, ...parts: (string | undefined | false)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(separator);
}

/** `12(3)`. */
export function writeVolume({ volume, issue }: Entry): string | undefined {
  return joined('', volume, issue && `(${issue})`) || undefined;
}

/** `100–115`. */
export function writePages({ pages }: Entry, shorten = (_first: string, last: string) => last): string | undefined {
  if (!pages) return undefined;
  return pages.last === undefined ? pages.first : `${pages.first}–${shorten(pages.first, pages.last)}`;
}

/** `pp. 100–115` or `p. 7`. */
export function labelledPages(entry: Entry): string | undefined {
  if (!entry.pages) return undefined;
  return `${entry.pages.last === undefined ? 'p.' : 'pp.'} ${writePages(entry)}`;
}

/** The last page without the leading digits that it shares with the first: `100–15`. */
export function changedDigits(first: string, last: string): string {
  if (!/^\d+$/.test(first) || !/^\d+$/.test(last) || first.length !== last.length) return last;
  let at = 0;
  while (at < last.length - 1 && first[at] === last[at]) at += 1;
  return last.slice(at);
}

/** A title in quotation marks; marks inside it are changed to the other kind. */
export function quoted(title: string, [open, close]: readonly [string, string]): string {
  const inner = open === '“' ? title.replaceAll('“', '‘').replaceAll('”', '’') : title;
  return `${open}${inner}${close}`;
}

/** `2nd ed.`; an edition in words, such as `Revised`, stands as it is. */
export function writeEdition({ edition }: Entry, word: 'ed.' | 'edn'): string | undefined {
  return edition && /^\d+\p{L}{2}$/u.test(edition) ? `${edition} ${word}` : edition;
}
