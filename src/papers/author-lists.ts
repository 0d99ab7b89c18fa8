import { splitTrimmed } from '../lib/line.ts';
import {
  DEGREE,
  formatName,
  isOrganisation,
  isParticle,
  type NameInput,
  readPerson,
  SUFFIX,
  splitJoined,
  stripEtAl,
  toPerson,
  UNDIVIDED,
} from './people.ts';

/** Placeholders that databases write for missing authors, and for authors that a list omits. */
const MISSING_NAME =
  /^[[("']*(?:no authors?(?: names?)?(?: (?:available|listed))?|anon(?:ymous)?\.?|et al\.?|others|n\/?a|nan|none|null)[\])"']*$/i;

const QUOTED = /(?<!\\)(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/gs;
const NAME_KEY = /['"](?:name|display_name|full_name)['"]\s*:\s*/gi;

const STRONG_SEPARATOR = /[;|；、\n]/;
const AND = /(?<!\s)(?:\s*,)?\s+(?:and|und)\s+|(?:(?<!\s)\s+)?(?:,\s*)?&\s*/i;

const INITIALS = /^(?:(?:\p{Lu}\p{Ll}?\.[\s-]*)+\p{Lu}?|\p{Lu}{1,4}|\p{Lu}(?:[\s-]\p{Lu})+)$/u;
const COMPANY = /^(?:Inc|Ltd|LLC|GmbH|Corp)\.?$/;
/** Databases number their authors: the number follows the name in brackets. */
const AUTHOR_ID = /(?:(?<!\s)\s+)?[([]\d+[)\]]$/;

/** Parses the names in one text of a database or review tool, and puts given names first. */
export function readAuthorList(text: string): NameInput[] {
  // Some programs start a line with each name and its `and`.
  const list = text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?(?=(?:and|und) )/gi, ' ')
    .trim();
  if (isPrinted(list)) return named(printedNames(list));
  if (STRONG_SEPARATOR.test(list)) return readSeparatedAuthors(list);
  if (isOrganisation(list) && !list.includes(',')) return named([list]);
  const parts = list.split(AND).filter((part) => part.trim() !== '');
  const commas = parts.map((part) => part.split(',').length - 1);
  // As in BibTeX: if even the last name has a comma, each comma is within a name.
  const isBibtex = parts.length > 1 && commas.at(-1) === 1 && commas.every((count) => count <= 1);
  return named(isBibtex ? parts : parts.flatMap(splitAtCommas));
}

/** Parses names separated by `;` or another character that no name contains: a comma is within a name. */
export function readSeparatedAuthors(text: string): NameInput[] {
  return named(text.split(STRONG_SEPARATOR));
}

/**
 * Springer Link joins names without a separator: `Ada BeispielBo Muster`. A capital after a lower-case letter starts
 * the next name, except in names such as `McDonald` and `LeCun`.
 */
export function readJoinedAuthors(text: string): NameInput[] {
  const boundary =
    /(?<=\p{Ll}|\)|[JS]r\.)(?<!\bMa?c)(?<!\b(?:De|Di|Du|La|Le|Van)(?=\p{Lu}[\p{Ll}'’-]+(?:\p{Lu}|$)))(?=\p{Lu})/gu;
  return named(text.split(boundary));
}

function named(parts: readonly string[]): NameInput[] {
  return parts.flatMap(readNameOrList).filter((name) => name !== '');
}

/**
 * One name, `Family, Given, Suffix` or without commas; or several names that a source joined into one. `et al.` stays,
 * for `normalisePaper`.
 */
export function readNameOrList(text: string): NameInput[] {
  const { names, isCut } = stripEtAl(text.trim());
  const people = splitJoined(names);
  return [...(people.length > 1 ? people : [names]).map(readName), ...(isCut ? ['et al.'] : [])];
}

/** A list as programs print it: `['A. B', "C. D'E"]`, `c("A", "B")`, `{"A","B"}`, `[{'id': 1, 'name': 'A'}]`. */
function isPrinted(text: string): boolean {
  return /^(?:c\(|[[{(])/.test(text) && /[\])}]$/.test(text) && /['"]/.test(text);
}

function printedNames(list: string): string[] {
  const keys = new Set([...list.matchAll(NAME_KEY)].map(({ index, 0: key }) => index + key.length));
  const quoted = [...list.matchAll(QUOTED)].filter(({ index }) => keys.size === 0 || keys.has(index));
  return quoted.map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1'));
}

/** One name, `Family, Given, Suffix` or without commas. */
function readName(text: string): NameInput {
  const plain = text.replace(/\s+/g, ' ').replace(AUTHOR_ID, '').trim();
  if (MISSING_NAME.test(plain)) return '';
  const [first = '', ...others] = splitTrimmed(plain, ',').filter((part) => !DEGREE.test(part));
  if (others.length === 0) return formatName(readPerson(first));
  if (isOrganisation(plain) || others.some((part) => COMPANY.test(part)))
    return { literal: [first, ...others].join(', ') };
  const given = others.flatMap((part) => part.split(' '));
  // Of `Beispiel, IV` they are the initials.
  const suffix = given.find((word) => SUFFIX.test(word) && (given.length > 1 || !/^[IV]+$/.test(word)));
  return toPerson(first, given.filter((word) => word !== suffix).join(' '), suffix) ?? plain;
}

/** The names in a list that uses commas between names and perhaps within them. */
function splitAtCommas(text: string): string[] {
  const tokens = joinSuffixes((endsAsPubmed(text) ? text.slice(0, -1) : text).split(',').map((token) => token.trim()));
  const isPair = (at: number) => isInitials(tokens[at + 1]) && !isInitials(tokens[at]);
  const hasInitials = tokens.some((_, at) => isPair(at));
  const isAlternating = tokens.length % 2 === 0 && tokens.every((token, at) => at % 2 === 1 || isFamilyName(token));
  const isOne = tokens.length === 2 && !UNDIVIDED.test(text) && (tokens[1] ?? '').split(' ').length === 1;
  const names: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const pairs = hasInitials ? isPair(at) : isAlternating || isOne;
    names.push(pairs ? `${tokens[at]}, ${tokens[at + 1]}` : (tokens[at] ?? ''));
    if (pairs) at += 1;
  }
  return names;
}

/** `Beispiel SM, Muster CWC.`: the only full stop ends the list. */
function endsAsPubmed(text: string): boolean {
  return (
    text.indexOf('.') === text.length - 1 &&
    // The first and the last name; of `Ackermann, Marcel R.` the stop is the initial's.
    /^[^,]*\S \p{Lu}{1,4},.*\S \p{Lu}{1,4}\.$/su.test(text)
  );
}

/** Joins suffixes (`Jr.`, `Inc.`) to the token before them. */
function joinSuffixes(tokens: readonly string[]): string[] {
  const joined: string[] = [];
  for (const token of tokens) {
    if (token === '' || DEGREE.test(token)) continue;
    const before = joined.at(-1);
    if (before !== undefined && (SUFFIX.test(token) || COMPANY.test(token)))
      joined[joined.length - 1] = `${before} ${token}`;
    else joined.push(token);
  }
  return joined;
}

function isInitials(token = ''): boolean {
  return INITIALS.test(token.replace(/ (?:[JS]r\.?|II|III|IV)$/, ''));
}

/** One word besides particles: in a list without initials this is a family name, and its given name follows. */
function isFamilyName(token: string): boolean {
  const words = token.split(' ').filter((word) => !isParticle(word));
  return words.length <= 1 && !UNDIVIDED.test(token);
}
