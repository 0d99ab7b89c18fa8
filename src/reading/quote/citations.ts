import type { Reference } from '../document.ts';
import type { Span } from './normal-form.ts';

/**
 * Citations in a text: brackets and superscript numerals, if every part of them is a reference of the document.
 * Anything else in brackets is text, so that a claim cannot hide as a citation.
 */

/** The references of a document, and how it cites them. */
export type CitableReferences = {
  /** Numbers or labels. */
  keys: ReadonlySet<string>;
  /** First authors and years of the entries, by the first and the last word of the author. */
  authors: ReadonlyMap<string, readonly FirstAuthor[]>;
  /** The document cites by numbers in parentheses. */
  hasParentheses: boolean;
  /** The document cites by superscript numbers. */
  hasRaised: boolean;
  /** Superscript numbers of its footnotes: 1, 2, 3 and so on. */
  notes: ReadonlySet<string>;
};

/** Fewer numbers in parentheses may be formula numbers or counts; fewer superscripts may be exponents. */
const MIN_CITED = { parentheses: 5, raised: 3 };
const SHARE_CITED_IN_PARENTHESES = 0.5;
const SHARE_RAISED = 0.3;

const IN_SQUARE = /\[([\d\s,;–-]{1,60})\]/g;
const IN_PARENTHESES = /\(([\d\s,;–-]{1,60})\)/g;
/** After a word or the end of a sentence; `m^2` is a square, and `calcium^2+` has a charge. */
const RAISED_NUMBERS =
  /(?<=\p{Ll}{4}|\p{L}[.,;:]|[)\]’”"][.,;:]?)(?:\^(\d{1,3}(?:[,–-]\d{1,3})*)|([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?:[,⁻–-][⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})*))(?![\d\p{L}+−⁺⁻⁰¹²³⁴-⁹-])/gu;
/** Words whose superscript number is an exponent: units, and quantities that are squared. */
const HAS_EXPONENT =
  /(?:met(?:re|er)s?|inch|inches|feet|foot|kcal|miles?|yards?|seconds?|alpha|beta|gamma|delta|epsilon|zeta|theta|iota|kappa|lambda|sigma|omega|square|radius|height|length|width|distance|velocity|speed|mass)$/i;

/** `text` is the whole document. */
export function readCitable(references: readonly Reference[], text: string): CitableReferences {
  const keys = new Set(references.map(({ key }) => key));
  const countCited = (numbers: Iterable<string>) => [...new Set(numbers)].filter((key) => keys.has(key)).length;
  const [square, round] = [IN_SQUARE, IN_PARENTHESES].map((pattern) => countCited(numbersIn(text, pattern)));
  const raised = new Set(raisedNumbers(text));
  const cited = { square: square ?? 0, parentheses: round ?? 0, raised: countCited(raised) };
  const isEnough = (kind: 'parentheses' | 'raised', share: number) =>
    cited[kind] >= Math.max(Math.min(MIN_CITED[kind], kind === 'raised' ? keys.size : Infinity), share * keys.size) &&
    cited.square < cited[kind];
  return {
    keys,
    authors: indexAuthors(references),
    hasParentheses: isEnough('parentheses', SHARE_CITED_IN_PARENTHESES),
    hasRaised: isEnough('raised', SHARE_RAISED) && cited.parentheses < cited.raised,
    notes: countFromOne(raised),
  };
}

function* numbersIn(text: string, pattern: RegExp): Iterable<string> {
  for (const [, inner = ''] of text.matchAll(pattern)) yield* readNumbers(inner);
}

function* raisedNumbers(text: string): Iterable<string> {
  for (const { index, 1: marked, 2: raised } of text.matchAll(RAISED_NUMBERS)) {
    if (!hasExponent(text, index)) yield* readNumbers(marked ?? plainNumbers(raised));
  }
}

/** Whether a superscript number after this word is its exponent. */
export const takesExponent = (word: string) => HAS_EXPONENT.test(word);

const hasExponent = (text: string, at: number) => takesExponent(text.slice(Math.max(0, at - 12), at));

const plainNumbers = (raised = '') => raised.normalize('NFKC').replaceAll('\u2212', '-');

/** The numbers from 1 on without a gap: exponents alone have no 1. */
function countFromOne(raised: ReadonlySet<string>): Set<string> {
  const notes = new Set<string>();
  for (let note = 1; raised.has(String(note)); note += 1) notes.add(String(note));
  return notes;
}

/** Square brackets within round ones are found, too: `(as in [3])`. */
const BRACKETED = /\[([^[\]]{1,400})\]|\(([^()[\]]{1,400})\)/gu;
/** Text that precedes an interval in brackets. */
const BEFORE_BOUNDS =
  /(?:[=<>≤≥∈]|\b(?:CI|IQR|CrI|HPD|ranges?|ranging|interval|median|mean|quartiles?|between))[\s:,=]*$/i;

/** Two numbers may be the bounds of an interval: after its name, or after a number that lies between them. */
function mayBeBounds(inner: string, before: string): boolean {
  const [low, high, ...others] = (inner.match(/\d+/g) ?? []).map(Number);
  if (low === undefined || high === undefined || others.length > 0) return false;
  const value = /(\d+(?:\.\d+)?)\s?%?\s*$/.exec(before)?.[1];
  const isBetween = value !== undefined && Number(value) >= low && Number(value) <= high;
  return isBetween || BEFORE_BOUNDS.test(before);
}

/** The citations of a text in order. */
export function findCitations(text: string, references: CitableReferences): Span[] {
  const { keys, hasParentheses } = references;
  if (keys.size === 0) return [];
  const spans: Span[] = [];
  for (const { index: start, 0: whole, 1: square, 2: round } of text.matchAll(BRACKETED)) {
    const inner = square ?? round ?? '';
    const end = start + whole.length;
    const isNumbers = /^[\d\s,;–-]+$/.test(inner);
    const labels = square !== undefined || hasParentheses ? readLabels(inner, keys) : undefined;
    if (labels && !(isNumbers && mayBeBounds(inner, text.slice(Math.max(0, start - 40), start))))
      spans.push({ start, end, form: `[${labels}]` });
    else if (!isNumbers && isOfNames(inner, references)) spans.push({ start, end, form: whole.replace(/\s+/g, '') });
  }
  if (references.hasRaised) {
    for (const { index: start, 0: whole, 1: marked, 2: raised } of text.matchAll(RAISED_NUMBERS)) {
      const labels = readLabels(marked ?? plainNumbers(raised), keys);
      if (labels && !hasExponent(text, start)) spans.push({ start, end: start + whole.length, form: `[${labels}]` });
    }
  }
  const inOrder = spans.sort((one, other) => one.start - other.start);
  return joinAdjacent(text, inOrder);
}

/** Joins `[4], [5]` and `[4][5]` to `[4,5]`, and `[4]–[6]` to `[4,5,6]`. */
function joinAdjacent(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    if (before && span.start < before.end) continue;
    const between = before ? text.slice(before.end, Math.min(span.start, before.end + 8)) : '';
    const isNext = before !== undefined && span.start - before.end < 8 && /^\s*[,;–-]?\s*$/.test(between);
    const numbers = isNext ? numbersOf(before, span, /[–-]/.test(between)) : undefined;
    if (before && numbers) Object.assign(before, { end: span.end, form: `[${numbers}]` });
    else joined.push({ ...span });
  }
  return joined;
}

/** The keys of two numeric citations, or of all between them. */
function numbersOf(one: Span, other: Span, isRange: boolean): string | undefined {
  const [first, last] = [one, other].map(({ form }) => /^\[([^[\]]+)\]$/.exec(form)?.[1]);
  if (first === undefined || last === undefined) return undefined;
  if (!isRange) return `${first},${last}`;
  const [from, to] = [first.split(',').at(-1), last.split(',')[0]];
  const between = from && to ? rangeOf(from, to) : undefined;
  return between && [...first.split(',').slice(0, -1), ...between, ...last.split(',').slice(1)].join(',');
}

/** A longer span is not a range of citations. */
const MAX_RANGE = 60;

function rangeOf(from: string, to: string): string[] | undefined {
  const length = Number(to) - Number(from) + 1;
  if (!(length > 1 && length <= MAX_RANGE)) return undefined;
  return Array.from({ length }, (_, at) => String(Number(from) + at));
}

function readNumbers(inner: string): string[] {
  return inner.match(/\d+/g) ?? [];
}

/** The keys of references, without spaces and with ranges expanded; undefined if one is unknown. */
function readLabels(inner: string, keys: ReadonlySet<string>): string | undefined {
  const labels: string[] = [];
  for (const part of inner.split(/[,;]/).map((each) => each.trim())) {
    const [, from, to] = /^(\d+)\s*[–-]\s*(\d+)$/.exec(part) ?? [];
    const range = from !== undefined && to !== undefined ? rangeOf(from, to) : [part];
    if (!range || !keys.has(range[0] as string) || !keys.has(range.at(-1) as string)) return undefined;
    labels.push(...range);
  }
  return labels.join(',');
}

const NAME = String.raw`(?:(?:van|von|der|den|de|du|del|della|di|da|dos|la|le|el|al|ten|ter)\s+)*\p{Lu}[\p{L}'’.-]*(?:\s+\p{Lu}[\p{L}'’.-]*){0,5}`;
const YEARS = String.raw`(?:1[6-9]|20)\d{2}[a-z]?(?:\s*[,&]\s*(?:(?:1[6-9]|20)\d{2}[a-z]?|[a-z]))*`;
const NAMED = new RegExp(
  String.raw`^(${NAME})(?:,?\s+et\s+al\.?|(?:,\s+${NAME})*,?\s+(?:&|and|und|et)\s+${NAME})?,?\s+\(?(${YEARS})\)?(?:,?\s*(?:pp?\.|:)\s*\d+(?:\s*[–-]\s*\d+)?)?$`,
  'u',
);
const LEAD_IN =
  /^(?:(?:see|see also|also|e\.\s?g\.|i\.\s?e\.|cf\.?|as in|reviewed (?:in|by)|for (?:an? )?(?:recent )?reviews?,? see)[,:]?\s+)+/i;

/** Whether it contains names and years, each pair of which is the first author and the year of an entry. */
function isOfNames(inner: string, { authors }: CitableReferences): boolean {
  const parts = inner
    .replace(LEAD_IN, '')
    .split(/\s*;\s*|(?<=\d[a-z]?),\s+(?=\p{Lu}|van |von |de )/u)
    .map((part) => part.trim().replace(LEAD_IN, ''));
  return parts.every((part) => {
    const [, first = '', years = ''] = NAMED.exec(part) ?? [];
    const name = first.toLowerCase();
    const cited = years.match(/\d{4}/g) ?? [];
    const words = name.split(/\s+/);
    const entries = [words[0], words.at(-1)].flatMap((word) => authors.get(word ?? '') ?? []);
    return (
      name !== '' && cited.every((year) => entries.some((entry) => isAuthor(entry, name) && entry.years.includes(year)))
    );
  });
}

/** The beginning of an entry, in lower case and as written, and its years. */
type FirstAuthor = { author: string; written: string; years: readonly string[] };

/** Maximum entries per name; more would not identify anything for a reader either. */
const MAX_OF_NAME = 50;
const MAX_AUTHOR_CHARACTERS = 120;
const LABEL = /^\s*(?:\[[^\]]{1,20}\]|\(?\d{1,3}[.)])\s*/;

function indexAuthors(references: readonly Reference[]): Map<string, FirstAuthor[]> {
  const authors = new Map<string, FirstAuthor[]>();
  for (const { text } of references) {
    const begin = text.replace(LABEL, '').slice(0, MAX_AUTHOR_CHARACTERS);
    const written = begin.split(/[,;(&]|\b(?:and|und|et)\b|\d/u)[0]?.trim() ?? '';
    const years = [...new Set(text.match(/(?<!\d)(?:1[6-9]|20)\d{2}(?!\d)/g) ?? [])].slice(0, 10);
    const author = written.toLowerCase().replace(/[.:]+$/, '');
    const words = author.split(/\s+/);
    for (const word of new Set([words[0] ?? '', words.at(-1) ?? ''])) {
      const namesakes = authors.get(word) ?? [];
      if (namesakes.length < MAX_OF_NAME) authors.set(word, [...namesakes, { author, written, years }]);
    }
  }
  return authors;
}

/** Given names and initials may precede or follow the family name. */
function isAuthor({ author, written }: FirstAuthor, name: string): boolean {
  if (author === name || (author.startsWith(name) && /^[^\p{L}]/u.test(author.slice(name.length)))) return true;
  const before = author.endsWith(name) ? written.slice(0, author.length - name.length) : '';
  return /^(?:\p{Lu}[\p{L}'’.-]*\s+|\p{Lu}\.){1,4}$/u.test(before);
}
