import { isOrganisation } from '../papers/organisations.ts';
import { formatName, isParticle, type NameInput, readPerson, SUFFIX, toPerson, UNDIVIDED } from '../papers/people.ts';

/** What databases write where nobody is named, and what stands for the authors that a list leaves out. */
const NOBODY =
  /^[[("']*(?:no authors?(?: names?)?(?: (?:available|listed))?|anon(?:ymous)?\.?|et al\.?|others|n\/?a|nan|none|null)[\])"']*$/i;

const QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs;
const NAME_KEY = /['"](?:name|display_name|full_name)['"]\s*:\s*/gi;

const STRONG_SEPARATOR = /[;|；、\n]/;
const AND = /(?:\s*,)?\s+(?:and|und)\s+|\s*,?\s*&\s*/i;

const INITIALS = /^(?:(?:\p{Lu}\p{Ll}?\.[\s-]*)+\p{Lu}?|\p{Lu}{1,4}|\p{Lu}(?:[\s-]\p{Lu})+)$/u;
const COMPANY = /^(?:Inc|Ltd|LLC|GmbH|Corp)\.?$/;
const DEGREE = /^(?:M\.?D|Ph\.?\s?D|M\.?Sc|B\.?Sc|R\.?N|M\.?P\.?H)\.?$/;
/** A number in brackets behind a name is a database's number of the author. */
const AUTHOR_ID = /\s*[([]\d+[)\]]$/;

/** Names in one text as databases and review tools separate them, given name first. */
export function readAuthorList(text: string): NameInput[] {
  // Some programs begin a line with each name and its `and`.
  const list = text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?(?=(?:and|und) )/gi, ' ')
    .trim();
  if (isPrinted(list)) return named(printedNames(list));
  if (STRONG_SEPARATOR.test(list)) return readSeparatedAuthors(list);
  if (isOrganisation(list) && !list.includes(',')) return named([list]);
  const parts = list.split(AND).filter((part) => part.trim() !== '');
  const commas = parts.map((part) => part.split(',').length - 1);
  // As BibTeX: where also the last has a comma, each name has its own.
  const isBibtex = parts.length > 1 && commas.at(-1) === 1 && commas.every((count) => count <= 1);
  return named(isBibtex ? parts : parts.flatMap(splitAtCommas));
}

/** The same where `;` or another sign that no name holds separates the names: a comma stands within one. */
export function readSeparatedAuthors(text: string): NameInput[] {
  return named(text.split(STRONG_SEPARATOR));
}

/**
 * Springer Link puts names together without any sign: `Ada BeispielBo Muster`. A capital behind a small letter begins
 * the next one, but for names such as `McDonald` and `LeCun`.
 */
export function readJoinedAuthors(text: string): NameInput[] {
  const boundary =
    /(?<=\p{Ll}|\)|[JS]r\.)(?<!\bMa?c)(?<!\b(?:De|Di|Du|La|Le|Van)(?=\p{Lu}[\p{Ll}'’-]+(?:\p{Lu}|$)))(?=\p{Lu})/gu;
  return named(text.split(boundary));
}

function named(parts: readonly string[]): NameInput[] {
  return parts.map(readName).filter((name) => name !== '');
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
  if (NOBODY.test(plain)) return '';
  const [first = '', ...others] = plain
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !DEGREE.test(part));
  if (others.length === 0) return formatName(readPerson(first));
  if (isOrganisation(plain) || others.some((part) => COMPANY.test(part)))
    return { literal: [first, ...others].join(' ') };
  const given = others.flatMap((part) => part.split(' '));
  const suffix = given.find((word) => SUFFIX.test(word));
  return toPerson(first, given.filter((word) => word !== suffix).join(' '), suffix) ?? plain;
}

/** The names of a list whose only sign is the comma, which may stand within them, too. */
function splitAtCommas(text: string): string[] {
  const tokens = together((endsAsPubmed(text) ? text.slice(0, -1) : text).split(',').map((token) => token.trim()));
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
    text.includes(',') &&
    text.indexOf('.') === text.length - 1 &&
    /\S \p{Lu}{1,4}\.$/u.test(text.slice(text.lastIndexOf(',') + 1))
  );
}

/** What belongs to the token before it (`Jr.`, `Inc.`) goes to it. */
function together(tokens: readonly string[]): string[] {
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

/** One word, particles beside: in a list without initials it is a family name whose given name follows. */
function isFamilyName(token: string): boolean {
  const words = token.split(' ').filter((word) => !isParticle(word));
  return words.length <= 1 && !UNDIVIDED.test(token);
}
