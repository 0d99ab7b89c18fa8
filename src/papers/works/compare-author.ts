import { foldForIdentity } from '../analysis/fold.ts';
import type { Paper } from '../paper.ts';
import { foldText } from '../references/folded-text.ts';
import type { ParsedReference } from '../references/read-reference.ts';

export type Agreement = 'agrees' | 'differs' | 'unknown';

type Named = {
  parsed: ParsedReference;
  /** The words of the reference, folded like names; `nameLetters` is the same as one text. */
  names: ReadonlySet<string>;
  nameLetters: string;
};

type RecordAuthors = {
  record: Pick<Paper, 'authors'>;
  title: { words: readonly string[] };
  /** Family names of all authors. */
  families: readonly string[];
};

/** Names this long do not occur inside other words. */
const MIN_LETTERS_OF_LONG_NAME = 9;

/**
 * Whether the reference names the first author. Without a clear author list, a name anywhere outside the title counts.
 */
export function compareAuthor(
  { parsed, names, nameLetters }: Named,
  { families, title, record }: RecordAuthors,
): Agreement {
  const [first] = families;
  if (first === undefined || first === '') return 'unknown';
  if (parsed.firstAuthor !== undefined && matchesName(parsed.firstAuthor, first, record.authors[0] ?? ''))
    return 'agrees';
  const isInText = names.has(first) || (first.length >= MIN_LETTERS_OF_LONG_NAME && nameLetters.includes(first));
  const isNamed = isInText && !title.words.some((word) => foldForIdentity(word) === first);
  if (parsed.firstAuthor === undefined) return isNamed ? 'agrees' : 'unknown';
  if (isGroup(parsed.firstAuthor)) {
    const groups = record.authors.filter(isGroup);
    // Many records name the members of a group instead, or before it.
    if (groups.length === 0) return 'unknown';
    const { letters } = foldText(parsed.firstAuthor);
    if (groups.some((group) => foldText(group).letters === letters)) return 'agrees';
  }
  // The reference lists another of the authors first.
  const isOther = families.slice(1).some((family) => isSameFamily(foldForIdentity(parsed.firstAuthor ?? ''), family));
  return isNamed && !isOther && !parsed.isCertain ? 'agrees' : 'differs';
}

/** Whether the reference's list of authors contains an author of the record who is not its first. */
export function namesCoAuthor({ authors = '' }: ParsedReference, families: readonly string[]): boolean {
  const named = new Set(foldText(authors).words.map(foldForIdentity));
  return families.slice(1).some((family) => named.has(family));
}

/** Whether a reference names an author in this form. Sources disagree on which of several names is the family name. */
function matchesName(parsed: string, family: string, author: string): boolean {
  const folded = foldForIdentity(parsed);
  const isPart = folded.length > 1 && foldText(author).words.some((word) => foldForIdentity(word) === folded);
  return isPart || isSameFamily(folded, family) || isInitials(parsed, author);
}

/** Matches `vanderberg` to `berg`, because some sources omit particles. */
function isSameFamily(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= 4 && (a.endsWith(b) || b.endsWith(a)));
}

/** Matches `WHO` to `World Health Organization`. */
function isInitials(short: string, name: string): boolean {
  const initials = name.match(/(?<!\p{L})\p{Lu}/gu)?.join('') ?? '';
  return /^\p{Lu}{3,8}$/u.test(short) && short === initials;
}

/** Groups, which are named in many ways. */
const GROUP =
  /\b(?:group|consorti\w+|collaborat\w+|investigators|study|committee|organi[sz]ation|team|network|panel)\b/i;

/** Whether an author is a group of people. */
export function isGroup(name: string): boolean {
  return GROUP.test(name);
}

const NO_NAME = /^(?:et|al|and|others|jr|sr|ed|eds|hrsg|ii|iii|iv|2nd|3rd)$/i;
const MAX_NAMED = 3;
const MIN_KNOWN_AUTHORS = 2;

/**
 * Names in a reference that no author of the record has: the end of a list may be invented even if its beginning is
 * right. Records with fewer than `minAuthors` are skipped, because their lists may be truncated.
 */
export function listStrangers(
  list: string | undefined,
  { authors, title }: Pick<Paper, 'authors' | 'title'>,
  minAuthors = MIN_KNOWN_AUTHORS,
): string[] {
  if (list === undefined || authors.length < minAuthors) return [];
  const known = new Set(authors.flatMap((name) => foldText(name).words.map(foldForIdentity)));
  const letters = [...known].join(' ');
  const isKnown = (word: string) => {
    const folded = foldForIdentity(word);
    return known.has(folded) || (folded.length >= MIN_LETTERS_OF_PART && letters.includes(folded));
  };
  const strangers: string[] = [];
  let family = false;
  const ofTitle = new Set(foldText(title).words.map(foldForIdentity));
  for (const [name, isAfterComma] of splitNames(list)) {
    // All-capital words are initials.
    const words = foldedWords(name);
    const isOneWord = !/\s/.test(name);
    // In `Vaswani, Ashish, Noam Shazeer` a word after a comma may be a given name, which the record abbreviates
    // (`A. Vaswani`).
    const isGiven = isAfterComma && family && isOneWord;
    family = isOneWord && words.some(isKnown);
    // If everything is separated by commas, the start of the title parses as another name
    // (`Neuropeptide Y prolongs ...`).
    const isTitle = words.every((word) => ofTitle.has(foldForIdentity(word)));
    if (!isTitle && !isGiven && !GROUP.test(name) && !words.some(isKnown)) strangers.push(name);
  }
  return strangers.slice(0, MAX_NAMED);
}

/** Signs that a list names only some of the authors, or a group of them. */
const SHORTENED = /\bet\.? al\b|\bothers\b|…|\.{3}|\bu\. ?a\.|\bcollaborat|\bcolleagues\b|\bco-?workers\b|等|他/i;

/**
 * How many of the record's people a reference lists, if it names only the first of them without `et al.`: one author of
 * three. A single word, as in `Yoshi 2010`, is not a list.
 */
export function countListed(
  { parsed, names }: Named,
  { authors }: Pick<Paper, 'authors'>,
): { listed: number; of: number } | undefined {
  const { authors: list, text } = parsed;
  if (!list?.trim().includes(' ') || SHORTENED.test(`${list} ${text}`)) return undefined;
  const inList = new Set(foldText(list).words.map(foldForIdentity));
  const isIn = (words: ReadonlySet<string>) => (author: string) =>
    foldText(author).words.some((word) => word.length > 1 && words.has(foldForIdentity(word)));
  const persons = authors.filter((name) => !isGroup(name));
  const listed = persons.findIndex((author) => !isIn(inList)(author));
  return listed > 0 && !persons.slice(listed).some(isIn(names)) ? { listed, of: persons.length } : undefined;
}

const MIN_LETTERS_OF_PART = 5;

/** Each name, and whether only a comma separates it from the one before. */
function splitNames(list: string): [name: string, isAfterComma: boolean][] {
  return list
    .replace(/(?:[,;]\s*|(?<!\s)\s+)?(?:et al\b\.?|and others\b).*$/s, '')
    .split(/(,|;|\s(?:&|and|und)\s)/)
    .flatMap((part, at, all): [string, boolean][] =>
      at % 2 === 0 && /\p{L}/u.test(part) ? [[part.replace(/^\s*(?:&|and\s)\s*/, '').trim(), all[at - 1] === ',']] : [],
    );
}

function foldedWords(name: string): string[] {
  const words = name.split(/[\s.-]+/).filter((word) => /^[^\p{Ll}]/u.test(word) && !/^\p{Lu}{1,3}$/u.test(word));
  return words.filter((word) => /\p{L}{2}/u.test(word) && !NO_NAME.test(word)).flatMap((word) => foldText(word).words);
}
