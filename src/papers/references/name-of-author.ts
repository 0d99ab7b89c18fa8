import { foldForIdentity } from '../analysis/fold.ts';
import type { Paper } from '../paper.ts';
import { isAnyParticle, type Person, readPerson, readPersonBy, splitJoined, UNDIVIDED } from '../people.ts';
import { areInitials } from '../text.ts';
import { foldText } from './folded-text.ts';

/**
 * Creates a test of whether a paper's author may be the named person. The query must contain the family name in full,
 * because initials fit too many names; if one field has several people, all words must belong to one of them. Particles
 * may be omitted, as may one of two family names: `García` matches García Márquez.
 */
export function testAuthor(query: string): (name: string, familyNames?: Paper['familyNames']) => boolean {
  const queryWords = new Set(writtenOut(nameWords(query)));
  const mayBe = testLetters([...queryWords]);
  const isName = testName(query);
  const letters = nameWords(query).join('');
  const isPerson = (name: string, familyNames: Paper['familyNames']) => {
    const person = readPersonBy(familyNames, name);
    if (UNDIVIDED.test(name) && listUndivided(name, person).includes(letters)) return true;
    const family = familyWords(person);
    const isFamily = family.length > 0 && family.every((word) => queryWords.has(word));
    return (isFamily || (family.length === 2 && family.some((word) => queryWords.has(word)))) && isName(name);
  };
  return (name, familyNames) => mayBe(name) && splitJoined(name).some((one) => isPerson(one, familyNames));
}

/** Letters that folding keeps, if it need not look at more than case and `e` after a vowel. */
const PLAIN_NAME = /^[\w\s.,;'-]*$/;

/**
 * A quick test of whether a name may have one of some folded words, for libraries of hundreds of thousands of names:
 * folding drops a letter of a plain name only if it is an `e`.
 */
export function testLetters(words: readonly string[]): (name: string) => boolean {
  const parts = words.map((word) => word.replaceAll('e', ''));
  return (name) => {
    if (!PLAIN_NAME.test(name)) return true;
    const letters = name.toLowerCase().replace(/[^a-z\d]+|e/g, '');
    return parts.some((part) => letters.includes(part));
  };
}

/** The forms of a name that has no space between family name and given name: whole, in either order, or the family. */
function listUndivided(name: string, { family = '', ...person }: Person): string[] {
  const given = 'given' in person ? (person.given ?? '') : '';
  const forms = [name, ...(family === '' ? [] : [family, family + given, given + family])];
  return forms.map((form) => nameWords(form).join(''));
}

/** The words that may be a family name: not initials, but single characters of Chinese. */
function writtenOut(words: readonly string[]): string[] {
  return words.filter((word) => word.length > 1 || UNDIVIDED.test(word));
}

function familyWords(person: Person): string[] {
  const words = writtenOut(nameWords(person.family ?? person.literal));
  const withoutParticles = words.filter((word) => !isAnyParticle(word));
  return withoutParticles.length > 0 ? withoutParticles : words;
}

/** The words of a name. An apostrophe does not separate words: `O'Brien`, `OBrien`. */
function nameWords(name: string): string[] {
  return foldText(name.replace(/(?<=\p{L})['’](?=\p{L})/gu, '')).words.map(foldForIdentity);
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
  const families = new Set(familyWords(readFullName(query)));
  const parts = partsOfName(query);
  const person = readGivenNames(query);
  const given = givenNames(query);
  return (name) => {
    const words = [...new Set(partsOfName(name).flatMap(({ word, initials }) => [word, ...initials]))];
    // An initial may be a given name's, never the family name's.
    const isIn = (word: string) =>
      words.some((other) => (families.has(word) ? word === other : isSameOrInitial(word, other)));
    const hasAll = parts.every(({ word, initials }) => isIn(word) || (initials.length > 0 && initials.every(isIn)));
    return hasAll && !hasOtherGivenName(person, name, families) && !isPartOfGivenName(given, name);
  };
}

/** The words of each given name: two for `Wei-Ting`. */
function givenNames(name: string): string[][] {
  const person = readFullName(name);
  return 'given' in person ? (person.given ?? '').split(/\s+/).map(nameWords) : [];
}

/** Whether the first given name, in full, is only a part of a name: `Wei` is neither `Wei-Ting` nor `Hong-Wei`. */
function isPartOfGivenName(given: readonly string[][], name: string): boolean {
  const [[first = '', ...rest] = []] = given;
  if (first.length <= 1 || rest.length > 0) return false;
  const all = given.flat();
  const holding = givenNames(name).filter((words) => words.includes(first));
  return holding.length > 0 && !holding.some((words) => words.every((word) => all.includes(word)));
}

function isSameOrInitial(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) === 1 && a[0] === b[0]);
}

/** Whether two names with the same known family name, or one of two, have contradictory given names. */
function hasOtherGivenName(person: GivenNames | undefined, name: string, families: ReadonlySet<string>): boolean {
  const other = readGivenNames(name);
  if (!person || !other || isSamePerson(person, other)) return false;
  if (other.family === person.family) return true;
  const family = familyWords(readFullName(name));
  // `García Pérez` may be a double family name.
  return family.some((word) => families.has(word)) && !(person.first !== undefined && family.includes(person.first));
}

/** Whether names with the same family name do not contradict each other. */
export function isSamePerson(a: GivenNames, b: GivenNames): boolean {
  if (a.first === undefined || b.first === undefined) return true;
  if (isSameOrInitial(a.first, b.first)) return !hasOtherMiddleName(a.given, b.given);
  // A person may use a middle name that is written out: `Ada Lovelace` is `Augusta Ada Lovelace`.
  const [shorter, longer] = a.given.length < b.given.length ? [a, b] : [b, a];
  return shorter.first !== undefined && shorter.first.length > 1 && longer.given.includes(shorter.first);
}

/** `JA` is not `JB`. A name may omit its middle names, or one of them. */
function hasOtherMiddleName([, ...a]: readonly string[], [, ...b]: readonly string[]): boolean {
  return a.length > 0 && b.length > 0 && !a.some((one) => b.some((other) => isSameOrInitial(one, other)));
}

/** A name in parts, folded for comparison. */
export type GivenNames = { family: string; first: string | undefined; given: readonly string[] };

/** The parts of a name; undefined without a family name. */
export function readGivenNames(name: string): GivenNames | undefined {
  const person = readFullName(name);
  if (person.family === undefined) return undefined;
  const given = partsOfName(person.given ?? '', /\p{Ll}/u.test(name)).flatMap(({ word, initials }) =>
    initials.length > 1 ? initials : [word],
  );
  return { family: nameWords(person.family).join(''), first: given[0], given };
}

/** `Lovelace, Ada` puts the family name first. */
function readFullName(name: string): Person {
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
