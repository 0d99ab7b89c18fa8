import { type Person, readPerson } from '../people.ts';
import { areInitials } from '../text.ts';
import { foldText } from './folded-text.ts';

/**
 * Whether a name may belong to the requested person: it has all words, and initials match given names. The first given
 * names must not contradict: a middle initial is not one. Capitals beside a full name may be initials (`Curie MS`).
 */
export function isNameOfAuthor(query: string, name: string): boolean {
  const own = partsOfName(name).flatMap(({ word, initials }) => [word, ...initials]);
  const isOwn = (word: string) => own.some((other) => isSameOrInitial(word, other));
  const hasAll = partsOfName(query).every(
    ({ word, initials }) => isOwn(word) || (initials.length > 0 && initials.every(isOwn)),
  );
  return hasAll && !hasOtherFirstName(query, name);
}

function isSameOrInitial(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) === 1 && a[0] === b[0]);
}

/** Whether two names whose family names are known and the same begin with different given names. */
function hasOtherFirstName(query: string, name: string): boolean {
  const [asked, own] = [readName(query), readName(name)];
  if (asked?.family === undefined || own?.family !== asked.family) return false;
  if (asked.first === undefined || own.first === undefined || isSameOrInitial(asked.first, own.first)) return false;
  // A person may go by a middle name that is written out: `Ada Lovelace` is `Augusta Ada Lovelace`.
  const [shorter, longer] = asked.given.length < own.given.length ? [asked, own] : [own, asked];
  return shorter.first === undefined || shorter.first.length === 1 || !longer.given.includes(shorter.first);
}

type GivenNames = { family: string; first: string | undefined; given: readonly string[] };

function readName(name: string): GivenNames | undefined {
  const [before, after] = name.split(',').map((part) => part.trim());
  const person = toPersonOf(before ?? '', after);
  if (person?.family === undefined) return undefined;
  const given = partsOfName(person.given ?? '', /\p{Ll}/u.test(name)).flatMap(({ word, initials }) =>
    initials.length > 1 ? initials : [word],
  );
  return { family: foldText(person.family).letters, first: given[0], given };
}

/** `Lovelace, Ada` names the family first. */
function toPersonOf(before: string, after: string | undefined): Person {
  return after ? { family: before, given: after } : readPerson(before);
}

function partsOfName(name: string, isMixed = /\p{Ll}/u.test(name)): { word: string; initials: string[] }[] {
  return name.split(/[\s,]+/).flatMap((token) => {
    const initials = areInitials(token, isMixed) ? [...foldText(token).words.join('')] : [];
    return foldText(token).words.map((word) => ({ word, initials }));
  });
}
