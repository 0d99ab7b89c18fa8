import { asFields, asId, asList, asText, asTexts, oneOrMore } from '../lib/json.ts';
import { splitTrimmed } from '../lib/line.ts';
import { byPlainName, hasContent, plainName } from '../lib/plain-names.ts';
import { readAuthorList, readSeparatedAuthors } from './author-lists.ts';
import { type ReadDate, readDate } from './dates.ts';
import { readLink } from './identifiers.ts';
import { isOrganisation, type NameInput, toPerson } from './people.ts';

/** Parses the values of external papers, whatever their types. Undefined if a value cannot be parsed. */

const TEXT_NAMES =
  'text value name displayname title sourcetitle journaltitle label content description en fulltext t'.split(' ');
/** Texts are nested a little (`{"title": [{"value": "..."}]}`), but never deeper than this. */
const MAX_LEVELS = 3;

/** A text, a number, the first text of a list, or the text inside an object. */
export function textIn(value: unknown, levels = MAX_LEVELS): string | undefined {
  if (typeof value !== 'object' || value === null) return asId(value);
  if (levels === 0) return undefined;
  if (Array.isArray(value)) {
    for (const part of value.slice(0, 10)) {
      const text = textIn(part, levels - 1);
      if (text !== undefined) return text;
    }
    return undefined;
  }
  const named = byPlainName(value);
  for (const name of TEXT_NAMES) {
    const text = named.has(name) ? textIn(named.get(name), levels - 1) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

/**
 * A value without the type or attributes that some formats keep beside it: `{ stringValue }`, `{ S }`, `{ $numberInt }`
 * of databases, `{ _, $: {} }` of XML. Lists inside are stripped, too. Any other value is returned as it is.
 */
export function withoutType(value: unknown, levels = MAX_TYPED_LEVELS): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  if (Array.isArray(value)) return value.map((part) => withoutType(part, levels - 1));
  const parts = Object.entries(value).filter(
    ([name, part]) => !name.startsWith('@') && !(name === '$' && asFields(part) === part),
  );
  const [[name = '', part] = [], ...others] = parts;
  return others.length === 0 && TYPE_NAME.test(name) ? withoutType(part, levels - 1) : value;
}

const MAX_TYPED_LEVELS = 6;
const TYPE_NAME =
  /^(?:[SNLM_]|SS|NS|BOOL|\$|#text|\$(?:t|oid|date|number\w+)|(?:string|integer|double|boolean|timestamp|array|map)Value|values)$/;

/** The whole text from its parts, such as an abstract's sections. */
export function wholeTextIn(value: unknown): string | undefined {
  if (!Array.isArray(value)) return textIn(value);
  const parts = value.slice(0, 100).map((part) => {
    const { label, text } = asFields(part);
    const words = asText(text) ?? textIn(part);
    return asText(label) && words && label !== words ? `${label}: ${words}` : words;
  });
  return parts.filter((part) => part !== undefined).join('\n') || undefined;
}

/** The texts of a list, or of a single text with separators. */
export function textsIn(value: unknown): string[] | undefined {
  const parts = typeof value === 'string' ? value.split(value.includes(';') ? ';' : /[,|]/) : asList(value);
  const texts = parts.slice(0, MAX_ENTRIES).map((part) => nameOf(part)?.trim());
  const nonEmpty = texts.filter((text) => text !== undefined && text !== '') as string[];
  return nonEmpty.length > 0 ? nonEmpty : undefined;
}

const MAX_ENTRIES = 5_000;
const ENTRY_NAMES = ['category', 'displayname', 'name', 'keyword', 'label', 'term', 'title', 'value', 'text', 'field'];

function nameOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object') return asText(entry);
  const named = byPlainName(entry);
  return ENTRY_NAMES.map((name) => textIn(named.get(name), 1)).find((text) => text !== undefined);
}

const MAX_COUNT_CHARACTERS = 30;

/** A count, also as text (`1,234`) or `{ count }`. */
export function countIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined;
  if (typeof value === 'string') {
    if (value.length > MAX_COUNT_CHARACTERS) return undefined;
    const plain = value.trim().replace(/ (?:citations?|cites|times)$/i, '');
    const [first = '', ...groups] = plain.split(/[, ']/);
    const isGrouped =
      groups.length > 0 && /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}(?:\.0+)?$/.test(group));
    const digits = isGrouped ? first + groups.join('') : plain;
    return /^\d{1,12}(?:\.0+)?$/.test(digits) ? Number(digits) : undefined;
  }
  const { count, total, value: inner } = asFields(Array.isArray(value) ? value[0] : value);
  const first = count ?? total ?? inner;
  return typeof first === 'number' || typeof first === 'string' ? countIn(first) : undefined;
}

/** Any number, also as text. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,12}(?:\.\d{1,20})?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const YES = new Set('true yes y 1 gold green hybrid bronze diamond open openaccess'.split(' '));
const NO = new Set('false no n 0 closed subscription paywalled'.split(' '));

export function flagIn(value: unknown): boolean | undefined {
  if (typeof value === 'string' || value === 0 || value === 1) {
    const word = String(value)
      .toLowerCase()
      .replaceAll(/[\s_-]/g, '');
    return YES.has(word) ? true : NO.has(word) ? false : undefined;
  }
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.slice(0, 10).map(asText).map(flagIn).find(isDefined);
  const named = byPlainName(value);
  const inner = ['isoa', 'isopenaccess', 'openaccess', 'oastatus', 'status', 'colour', 'color', 'value', 'label'].map(
    (name) => named.get(name),
  );
  return inner
    .filter((part) => typeof part === 'boolean' || typeof part === 'string')
    .map(flagIn)
    .find(isDefined);
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

const LINK_NAMES = ['url', 'href', 'link', 'value', 'pdfurl', 'pdf', 'landingpageurl', 'address'];

/** A URL, as text or in `{ url }`, or the first of a list. */
export function linkIn(value: unknown): string | undefined {
  if (typeof value === 'string') return readLink(value);
  const one = Array.isArray(value) ? value.slice(0, 10) : [value];
  for (const part of one) {
    const named = byPlainName(part);
    const texts = [part, ...LINK_NAMES.map((name) => named.get(name))].map(asText);
    const link = texts.map(readLink).find(isDefined);
    if (link) return link;
  }
  return undefined;
}

const PDF = /\bpdf\b/i;

/** The URL of a PDF among others: by its declared kind, or by its own ending. */
export function pdfIn(value: unknown): string | undefined {
  const parts = oneOrMore(value).slice(0, 10);
  const isPdf = (part: unknown) => {
    const named = byPlainName(part);
    const kinds = ['type', 'contenttype', 'title', 'mime', 'mimetype', 'format', 'kind', 'rel', 'label'];
    return kinds.some((name) => PDF.test(asText(named.get(name)) ?? '')) || /\.pdf(?:$|[?#])/i.test(linkIn(part) ?? '');
  };
  return linkIn(parts.find(isPdf));
}

const KIND_NAMES = ['type', 'scheme', 'idtype', 'kind', 'name', 'system', 'propertyid', 'source', 'classid'];

/** The value in a list of `{ type, value }`, as metadata services give identifiers. */
export function identifierIn(kind: RegExp): (value: unknown) => string | undefined {
  return (value) => {
    for (const part of oneOrMore(value).slice(0, 50)) {
      const [, prefix = '', text] = /^\s*([a-z]{2,12}):\s*(\S+)\s*$/i.exec(asText(part) ?? '') ?? [];
      if (kind.test(prefix)) return text;
      const named = byPlainName(part);
      const types = KIND_NAMES.flatMap((name) => asText(named.get(name)) ?? []);
      if (!types.some((type) => kind.test(type) || kind.test(plainName(type)))) continue;
      const id = ['value', 'id', 'identifier', 'text'].map((name) => asId(named.get(name))).find(isDefined);
      if (id !== undefined) return id;
    }
    return undefined;
  };
}

const FIRST_MILLISECOND = 100_000_000_000;
const LAST_YEAR = 2_100;

/** A date in any form: text, year, seconds or milliseconds, `date-parts`, `{ year, month, day }`. */
export function dateIn(value: unknown): ReadDate | undefined {
  if (typeof value === 'number') return dateOfNumber(value);
  if (typeof value === 'string') {
    const read = readDate(value);
    // An ISO date is kept as written; a year alone counts as a date.
    return /^\d{4}(?:-\d{2}|$)/.test(value)
      ? { ...read, publishedAt: value }
      : read.year === undefined
        ? undefined
        : read;
  }
  if (Array.isArray(value)) return dateOfParts(value);
  const named = byPlainName(value);
  const parts = named.get('dateparts');
  if (Array.isArray(parts)) return dateOfParts(Array.isArray(parts[0]) ? parts[0] : parts);
  if (named.has('year')) return dateOfParts(['year', 'month', 'day'].map((name) => named.get(name)));
  const inner = ['date', 'datetime', 'value', 'raw', 'text', 'start', 'timestamp'].map((name) => named.get(name));
  const first = inner.find(hasContent);
  return typeof first === 'object' || first === undefined ? undefined : dateIn(first);
}

function dateOfNumber(number: number): ReadDate | undefined {
  if (Number.isInteger(number) && number > 0 && number <= LAST_YEAR) return { year: number };
  const time = new Date(Math.abs(number) >= FIRST_MILLISECOND ? number : number * 1_000);
  if (!Number.isFinite(time.getTime()) || Math.abs(number) < FIRST_MILLISECOND / 1_000) return undefined;
  const year = time.getUTCFullYear();
  return year > LAST_YEAR || year < 1_000 ? undefined : { year, publishedAt: time.toISOString().slice(0, 10) };
}

function dateOfParts(parts: readonly unknown[]): ReadDate | undefined {
  const texts = parts.slice(0, 3).map(asId);
  const end = texts.findIndex((text) => text === undefined || text === '');
  const known = end < 0 ? texts : texts.slice(0, end);
  const read = readDate(known.join('-'));
  return read.year === undefined ? undefined : read;
}

const AUTHOR_NAMES =
  'name fullname displayname literal rawauthorname authorname author creator collectivename full text value'.split(' ');
const GIVEN = ['given', 'givenname', 'givennames', 'firstname', 'first', 'forename', 'forenames', 'initials'];
const FAMILY = ['family', 'familyname', 'lastname', 'last', 'surname'];
const LIST_NAMES = [
  'author',
  'en',
  'name',
  'items',
  'data',
  'list',
  'value',
  'values',
  'nodes',
  'edges',
  'results',
  'authors',
];
/** The largest collaborations have about five thousand. */
const MAX_AUTHORS = 10_000;

/**
 * Names in any form. `isOwn`: a text of our own service, in which commas separate names, or semicolons behind each if
 * one of them contains a comma.
 */
export function authorsIn(value: unknown, isOwn = false): NameInput[] | undefined {
  const names = readAuthors(value, isOwn, MAX_LEVELS).filter((name) => typeof name !== 'string' || name.trim() !== '');
  return names.length > 0 ? names : undefined;
}

function readAuthors(value: unknown, isOwn: boolean, levels: number): NameInput[] {
  if (typeof value === 'string') return isOwn ? namesInOwnText(value) : namesInText(value);
  if (Array.isArray(value)) return value.slice(0, MAX_AUTHORS).map(authorIn).filter(isDefined);
  const fields = asFields(value);
  const one = authorIn(fields);
  if (one !== undefined) return [one];
  const named = byPlainName(fields);
  const inner = LIST_NAMES.map((name) => named.get(name)).find((part) => typeof part === 'object' && part !== null);
  if (inner && levels > 0) return readAuthors(inner, isOwn, levels - 1);
  return Object.values(fields).slice(0, MAX_AUTHORS).map(authorIn).filter(isDefined);
}

function namesInOwnText(text: string): NameInput[] {
  if (!text.trimEnd().endsWith(';')) return text.split(',');
  return splitTrimmed(text, ';').map((name) => (name.includes(',') ? { literal: name } : name));
}

const OTHERS = /^\s*(?:et al\.?|others)\s*$/i;
const AND = /(?<!\s)(?:\s*,)?\s+(?:and|&)\s+/i;
const INITIALS_AFTER_COMMA = /,\s*(?:(?:\p{Lu}\.[\s-]*){1,4}|\p{Lu}(?:[ -]\p{Lu})?)(?:,|$|\s(?:and|&)\s)/u;

/**
 * In the contract's form commas separate names; other separators, `and`, and initials after a comma indicate another
 * form.
 */
function namesInText(text: string): NameInput[] {
  if (/[;|；、\n]/.test(text)) return readSeparatedAuthors(text);
  if (/^\s*\[/.test(text)) return readAuthorList(text);
  const parts = text.split(AND);
  const isListed = parts.length > 1 && !parts.some((part) => isOrganisation(part));
  if (INITIALS_AFTER_COMMA.test(text)) return readAuthorList(text);
  return (isListed ? parts : [text]).flatMap((part) => part.split(',')).filter((name) => !OTHERS.test(name));
}

/** `["Ada", "Example"]`. */
const MAX_PARTS = 4;

/** `{ name }`, `{ firstName, lastName }`, `{ given, family }`, `{ author: { display_name } }` and the like. */
function authorIn(value: unknown): NameInput | undefined {
  if (typeof value !== 'object') return asText(value);
  if (Array.isArray(value)) return asTexts(value).slice(0, MAX_PARTS).join(' ') || undefined;
  const named = byPlainName(value);
  const inner = ['author', 'name', 'node', 'person', 'creator', 'preferredname', 'fullname', 'profile']
    .map((name) => named.get(name))
    .find((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
  const innerNames = byPlainName(inner);
  const first = (names: readonly string[]) => {
    for (const name of names) {
      const text = onlyText(named.get(name)) ?? onlyText(innerNames.get(name));
      if (text !== undefined) return text;
    }
    return undefined;
  };
  const family = first(FAMILY);
  const given = first(GIVEN);
  // The given name may stand under `name`.
  if (given === undefined && family !== undefined && first(WHOLE_NAMES)?.includes(family)) return first(WHOLE_NAMES);
  return toPerson(family, given, first(['suffix'])) ?? first(AUTHOR_NAMES) ?? given;
}

const WHOLE_NAMES = ['fullname', 'displayname'];

/** A text or number, or that in a list of one, as parsers of XML give it. */
function onlyText(value: unknown): string | undefined {
  return asId(Array.isArray(value) && value.length === 1 ? value[0] : value);
}
