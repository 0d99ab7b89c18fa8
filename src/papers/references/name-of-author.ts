import type { Paper } from '../paper.ts';
import { isAnyParticle, type Person, readPerson, readPersonBy, splitJoined, UNDIVIDED } from '../people.ts';
import { areInitials } from '../text.ts';
import { foldName, foldText } from './folded-text.ts';

/**
 * Creates a test of whether a paper's author may be the named person: the family name must be written out, because
 * initials fit too many names, and stand beside its own initials where one field has several people. Particles may be
 * omitted, as may one of two family names: `García` matches García Márquez.
 */
export function testAuthor(query: string): (name: string, familyNames?: Paper['familyNames']) => boolean {
  const asked = new Set(writtenOut(nameWords(query)));
  const isName = testName(query);
  const isAsked = (name: string, familyNames: Paper['familyNames']) => {
    const family = familyWords(readPersonBy(familyNames, name));
    const isFamily = family.length > 0 && family.every((word) => asked.has(word));
    return (isFamily || (family.length === 2 && family.some((word) => asked.has(word)))) && isName(name);
  };
  return (name, familyNames) => splitJoined(name).some((one) => isAsked(one, familyNames));
}

/** Without initials, which are no family name. A character of Chinese is one. */
function writtenOut(words: readonly string[]): string[] {
  return words.filter((word) => word.length > 1 || UNDIVIDED.test(word));
}

function familyWords(person: Person): string[] {
  const words = writtenOut(nameWords(person.family ?? person.literal));
  const own = words.filter((word) => !isAnyParticle(word));
  return own.length > 0 ? own : words;
}

/** The words of a name. An apostrophe does not separate words: `O'Brien`, `OBrien`. */
function nameWords(name: string): string[] {
  return foldText(name.replace(/(?<=\p{L})['’](?=\p{L})/gu, '')).words.map(foldName);
}

/**
 * Whether a name may belong to the requested person: it contains all words, and initials match given names, which must
 * not contradict each other: a middle initial is not a first name. Capitals beside a full name may be initials
 * (`Curie MS`).
 */
export function isNameOfAuthor(query: string, name: string): boolean {
  return testName(query)(name);
}

/** `isNameOfAuthor` for many names: the query is read once. */
function testName(query: string): (name: string) => boolean {
  const families = new Set(familyWords(readAsked(query)));
  const asked = partsOfName(query);
  const person = readGivenNames(query);
  return (name) => {
    const own = [...new Set(partsOfName(name).flatMap(({ word, initials }) => [word, ...initials]))];
    // An initial may be a given name's, never the family name's.
    const isOwn = (word: string) =>
      own.some((other) => (families.has(word) ? word === other : isSameOrInitial(word, other)));
    const hasAll = asked.every(({ word, initials }) => isOwn(word) || (initials.length > 0 && initials.every(isOwn)));
    return hasAll && !hasOtherGivenName(person, name);
  };
}

function isSameOrInitial(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) === 1 && a[0] === b[0]);
}

/** Whether two names with the same known family name have contradictory given names. */
function hasOtherGivenName(asked: GivenNames | undefined, name: string): boolean {
  if (asked === undefined) return false;
  const own = readGivenNames(name);
  if (own?.family !== asked.family) return false;
  return !isSamePerson(asked, own);
}

/** Whether names with the same family name do not contradict each other. */
export function isSamePerson(asked: GivenNames, own: GivenNames): boolean {
  if (asked.first === undefined || own.first === undefined) return true;
  if (isSameOrInitial(asked.first, own.first)) return !hasOtherMiddleName(asked.given, own.given);
  // A person may use a middle name that is written out: `Ada Lovelace` is `Augusta Ada Lovelace`.
  const [shorter, longer] = asked.given.length < own.given.length ? [asked, own] : [own, asked];
  return shorter.first !== undefined && shorter.first.length > 1 && longer.given.includes(shorter.first);
}

/** `JA` is not `JB`. A name may omit its middle names, or one of them. */
function hasOtherMiddleName([, ...asked]: readonly string[], [, ...own]: readonly string[]): boolean {
  return asked.length > 0 && own.length > 0 && !asked.some((one) => own.some((other) => isSameOrInitial(one, other)));
}

/** A name in parts, folded for comparison. */
export type GivenNames = { family: string; first: string | undefined; given: readonly string[] };

/** The parts of a name; undefined without a family name. */
export function readGivenNames(name: string): GivenNames | undefined {
  const person = readAsked(name);
  if (person.family === undefined) return undefined;
  const given = partsOfName(person.given ?? '', /\p{Ll}/u.test(name)).flatMap(({ word, initials }) =>
    initials.length > 1 ? initials : [word],
  );
  return { family: nameWords(person.family).join(''), first: given[0], given };
}

/** `Lovelace, Ada` puts the family name first. */
function readAsked(name: string): Person {
  const [before = '', after] = name.split(',').map((part) => part.trim());
  return after ? { family: before, given: after } : readPerson(before);
}

function partsOfName(name: string, isMixed = /\p{Ll}/u.test(name)): { word: string; initials: string[] }[] {
  return name.split(/[\s,]+/).flatMap((token) => {
    const words = nameWords(token);
    const initials = areInitials(token, isMixed) ? [...words.join('')] : [];
    return words.map((word) => ({ word, initials }));
  });
}
