import { type Person, readPerson } from '../people.ts';
import { areInitials } from '../text.ts';
import { foldText } from './folded-text.ts';

/** The person a text asks for: by ORCID, by OpenAlex's number, or by name. */
export type AuthorQuery = { orcid: string } | { openAlexId: string } | { name: string };

/** A person's identifier. */
export type AuthorId = Exclude<AuthorQuery, { name: string }>;

/** A person in a source, possibly the requested one. */
export type AuthorCandidate = {
  /** The source's id, used to request the person's papers. */
  id: string;
  name: string;
  affiliation?: string;
  /** Number of papers. */
  works?: number;
  citations?: number;
  orcid?: string;
};

/** The order of a person's papers. */
export const AUTHOR_ORDERS = ['newest', 'cited'] as const;
export type AuthorOrder = (typeof AUTHOR_ORDERS)[number];

const ORCID = /^(?:(?:https?:\/\/)?(?:www\.)?orcid\.org\/|orcid:?\s*)?(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dx])\/?$/i;
const OPENALEX_ID = /^(?:(?:https?:\/\/)?(?:api\.)?openalex\.org\/(?:authors\/)?|openalex:\s*)?(A\d{5,12})$/i;

/** An ORCID as `0000-0002-1825-0097`, verified by its last character (ISO 7064); undefined if invalid. */
export function readOrcid(text: string | undefined): string | undefined {
  const [, ...groups] = ORCID.exec(text?.trim() ?? '') ?? [];
  const digits = groups.join('').toUpperCase();
  if (digits.length !== 16) return undefined;
  const sum = [...digits.slice(0, 15)].reduce((total, digit) => (total + Number(digit)) * 2, 0);
  const check = (12 - (sum % 11)) % 11;
  return (check === 10 ? 'X' : String(check)) === digits[15] ? digits.replace(/(.{4})(?=.)/g, '$1-') : undefined;
}

/** A person given only by an identifier; undefined otherwise. */
export function readAuthorId(text: string): AuthorId | undefined {
  const orcid = readOrcid(text);
  if (orcid !== undefined) return { orcid };
  const openAlexId = OPENALEX_ID.exec(text.trim())?.[1]?.toUpperCase();
  return openAlexId === undefined ? undefined : { openAlexId };
}

/** A person given by an identifier, or by `author: NAME`; undefined otherwise. */
export function readAuthorQuery(text: string): AuthorQuery | undefined {
  const [, marked] = /^\s*author\s*[:=]\s*(.*\p{L}.*|[\d-]{15,19}x?)\s*$/isu.exec(text) ?? [];
  const id = readAuthorId(marked ?? text);
  return id ?? (marked === undefined ? undefined : { name: marked.trim() });
}

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
