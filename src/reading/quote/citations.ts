import type { Reference } from '../../jobs/ports/full-text.ts';
import type { Span } from './normal-form.ts';

/**
 * Citations in a text: brackets and raised numerals, if every part of them is a reference of the document. Anything
 * else in brackets is text, so that a claim cannot hide as a citation.
 */

export type KnownReferences = {
  /** Numbers or labels. */
  keys: ReadonlySet<string>;
  /** The entries in lower case. */
  texts: readonly string[];
  /** The document cites by numbers in parentheses. */
  hasParentheses: boolean;
};

/** Fewer numbers in parentheses may be formula numbers or counts. */
const MIN_CITED_IN_PARENTHESES = 5;
const SHARE_CITED_IN_PARENTHESES = 0.5;

export function knownReferences(references: readonly Reference[], text: string): KnownReferences {
  const keys = new Set(references.map(({ key }) => key));
  const texts = references.map((reference) => reference.text.toLowerCase());
  const findCited = (pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].flatMap(([, inner = '']) => readNumbers(inner)).filter((key) => keys.has(key)));
  const inParentheses = findCited(/\(([\d\s,;–-]{1,60})\)/g).size;
  const hasParentheses =
    inParentheses >= Math.max(MIN_CITED_IN_PARENTHESES, SHARE_CITED_IN_PARENTHESES * keys.size) &&
    findCited(/\[([\d\s,;–-]{1,60})\]/g).size < inParentheses;
  return { keys, texts, hasParentheses };
}

const BRACKETED = /\[([^[\]]{1,400})\]|\(([^()]{1,400})\)/gu;
/** After a word or the end of a sentence; `m^2` is a square. */
const RAISED_NUMBERS =
  /(?<=\p{Ll}{4}|\p{L}[.,;:])(?:\^(\d{1,3}(?:[,–-]\d{1,3})*)|([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?:[,⁻–-][⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})*))(?![\d\p{L}])/gu;
const UNITS = /(?:metres?|meters?|inch|inches|feet|foot|kcal)$/i;
/** Text that precedes bounds in brackets. */
const BEFORE_BOUNDS =
  /(?:[=<>≤≥∈]|\b(?:CI|IQR|CrI|HPD|ranges?|ranging|interval|median|mean|quartiles?|between))[\s:,=]*$/i;

/** Two numbers may be bounds: after the name of an interval, or after a number that lies between them. */
function mayBeBounds(inner: string, before: string): boolean {
  const [low, high, ...others] = (inner.match(/\d+/g) ?? []).map(Number);
  if (low === undefined || high === undefined || others.length > 0) return false;
  const value = /(\d+(?:\.\d+)?)\s?%?\s*$/.exec(before)?.[1];
  const isBetween = value !== undefined && Number(value) >= low && Number(value) <= high;
  return isBetween || BEFORE_BOUNDS.test(before);
}

/** The citations of a text in order. */
export function findCitations(text: string, references: KnownReferences): Span[] {
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
  for (const { index: start, 0: whole, 1: marked, 2: raised } of text.matchAll(RAISED_NUMBERS)) {
    const labels = readLabels(marked ?? (raised ?? '').normalize('NFKC').replaceAll('\u2212', '-'), keys);
    if (labels && !UNITS.test(text.slice(Math.max(0, start - 8), start)))
      spans.push({ start, end: start + whole.length, form: `[${labels}]` });
  }
  return spans.sort((one, other) => one.start - other.start);
}

function readNumbers(inner: string): string[] {
  return inner.match(/\d+/g) ?? [];
}

/** The keys of references, without blanks and with one kind of dash; undefined if one is unknown. */
function readLabels(inner: string, keys: ReadonlySet<string>): string | undefined {
  const parts = inner.split(/[,;]/).map((part) => part.trim());
  const isKnown = parts.every((part) => {
    const [, from, to] = /^(\d+)\s*[–-]\s*(\d+)$/.exec(part) ?? [];
    if (from === undefined || to === undefined) return keys.has(part);
    return keys.has(from) && keys.has(to) && Number(from) < Number(to);
  });
  return isKnown ? parts.map((part) => part.replace(/\s*[–-]\s*/g, '-')).join(',') : undefined;
}

const NAME = String.raw`(?:(?:van|von|der|den|de|du|del|della|di|da|dos|la|le|el|al|ten|ter)\s+)*\p{Lu}[\p{L}'’.-]*(?:\s+\p{Lu}[\p{L}'’.-]*){0,5}`;
const YEARS = String.raw`(?:1[6-9]|20)\d{2}[a-z]?(?:\s*[,&]\s*(?:(?:1[6-9]|20)\d{2}[a-z]?|[a-z]))*`;
const NAMED = new RegExp(
  String.raw`^(${NAME})(?:,?\s+et\s+al\.?|(?:,\s+${NAME})*,?\s+(?:&|and|und|et)\s+${NAME})?,?\s+\(?(${YEARS})\)?(?:,?\s*(?:pp?\.|:)\s*\d+(?:\s*[–-]\s*\d+)?)?$`,
  'u',
);
const LEAD_IN =
  /^(?:(?:see|see also|also|e\.\s?g\.|i\.\s?e\.|cf\.?|as in|reviewed (?:in|by)|for (?:an? )?(?:recent )?reviews?,? see)[,:]?\s+)+/i;

/** Whether it holds names and years, and an entry of the list has each pair. */
function isOfNames(inner: string, { texts }: KnownReferences): boolean {
  const parts = inner
    .replace(LEAD_IN, '')
    .split(/\s*;\s*|(?<=\d[a-z]?),\s+(?=\p{Lu}|van |von |de )/u)
    .map((part) => part.trim().replace(LEAD_IN, ''));
  return parts.every((part) => {
    const [, first = '', years = ''] = NAMED.exec(part) ?? [];
    const name = first.toLowerCase();
    const wanted = years.match(/\d{4}/g) ?? [];
    return name !== '' && wanted.every((year) => texts.some((entry) => holdsWord(entry, name) && entry.includes(year)));
  });
}

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}]/u.test(text[at - 1] ?? '') && !/[\p{L}]/u.test(text[at + word.length] ?? '')) return true;
  }
  return false;
}
