import { lastUpTo } from './last-up-to.ts';

/**
 * The form for comparing texts letter by letter. It only drops what carries no meaning: kinds of spaces, dashes and
 * quotation marks, ligatures, invisible characters, and hyphens at line ends. Signs, case, accents, raised numerals and
 * word borders stay.
 */

/** `starts` and `ends` are the positions in the text of each unit of the form. */
export type NormalForm = { text: string; starts: number[]; ends: number[]; citations: (Span | undefined)[] };

/** A citation in a text. Equal citations have the same `form`, whatever their spelling. */
export type Span = { start: number; end: number; form: string };

/** A hyphen before a line end: part of the word, or a division of it. */
export const LINE_HYPHEN = '\ue001';
/** A hyphen or minus that ends a word (`HER2-`), and one that begins a word or number. */
const TRAILING_MINUS = '\ue002';
export const LEADING_MINUS = '\u2212';
const TRAILING_PLUS = '\ue003';
const LEADING_PLUS = '\ue004';
const DASH = '\u2014';

/** The marks of this form; texts lose theirs. */
const OWN_MARKS = /^[\ue001-\ue005]$/;
const INVISIBLE = /^(?:[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Variation_Selector})$/u;
const HYPHENS = /^[-\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d]$/;
const DASHES = /^[\u2014\u2015]$/;
const DOUBLE_QUOTES = /^["\u201c\u201d\u201e\u201f\u00ab\u00bb]$/;
const SINGLE_QUOTES = /^['\u2018\u2019\u201a\u201b\u2039\u203a`\u00b4]$/;
/** Minutes, feet, derivatives, ends of strands: never a quotation mark. */
const PRIME = '\u2032';
const DOUBLE_PRIME = '\u2033';
/** Ligatures, wide letters, letters of formulas, Roman numerals, signs of units: other forms of the same letters. */
const OTHER_LOOKS =
  /^[\ufb00-\ufb06\uff01-\uff5e\u2160-\u217f\u00b5\u2126\u212a\u212b\u2103\u2109\u2102\u210d\u2115\u211d\u2124\u2113\u{1d400}-\u{1d7ff}]$/u;
const RAISED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'].map((raised, at) => [raised, '0123456789+-=()ni'[at] ?? '']),
);
const LOWERED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'].map((lowered, at) => [lowered, '0123456789+-=()'[at] ?? '']),
);

type Blank = 'none' | 'blank' | 'line end';
type Unit = { letter: string; start: number; end: number; before: Blank; citation?: Span };

/** The units of a text of megabytes would fill the memory. */
const PART_CHARACTERS = 20_000;
/** Between two words a text can be cut without changing its form. */
const SEAM = /\p{Ll}\p{Ll} (?=\p{Ll}\p{Ll})/u;
const SEAM_CHARACTERS = 1_000;

/** The form of a text in NFC with these citations. */
export function normalise(text: string, citations: readonly Span[] = []): NormalForm {
  const form: NormalForm = { text: '', starts: [], ends: [], citations: [] };
  const parts: string[] = [];
  for (let [from, to] = [0, 0]; from < text.length; from = to) {
    to = partEnd(text, from, citations);
    parts.push(addPart(form, text, { from, to }, citations));
  }
  form.text = parts.join('');
  return form;
}

const startOf = ({ start }: Span) => start;

/** Where a part of a long text ends, at best after the blank between two words, and never inside a citation. */
function partEnd(text: string, from: number, citations: readonly Span[]): number {
  const least = from + PART_CHARACTERS;
  if (least >= text.length) return text.length;
  const seam = SEAM.exec(text.slice(least, least + SEAM_CHARACTERS));
  const found = seam ? least + seam.index + seam[0].length : least;
  const end = /[\udc00-\udfff]/.test(text[found] ?? '') ? found + 1 : found;
  const citation = citations[lastUpTo(citations, end, startOf)];
  return citation && citation.end > end ? citation.end : end;
}

/** Adds the places of a part to the form; returns its letters. */
function addPart(
  form: NormalForm,
  text: string,
  { from, to }: { from: number; to: number },
  citations: readonly Span[],
): string {
  const units = toUnits(text, { from, to }, citations);
  const letters: string[] = [];
  const add = (added: string, { start, end, citation }: Unit) => {
    for (let at = 0; at < added.length; at += 1) {
      form.starts.push(start);
      form.ends.push(end);
      form.citations.push(citation);
    }
    letters.push(added);
  };
  for (const [at, unit] of units.entries()) {
    const before = units[at - 1];
    if (before && unit.before !== 'none' && isApart(units, at) && letters.at(-1) !== LINE_HYPHEN) {
      add(' ', { ...unit, start: before.end, end: unit.start });
    }
    add(unit.citation ? unit.letter : toSign(units, at), unit);
  }
  const last = units.at(-1);
  if (last && to < text.length && text[to - 1] === ' ') {
    add(' ', { letter: ' ', start: last.end, end: to, before: 'none' });
  }
  return letters.join('');
}

const isWordLike = (letter: string | undefined) => letter !== undefined && /^[\p{L}\p{N}\p{M}^]/u.test(letter);

/** Whether a blank separates words or numbers; `1, 2` are two numbers, `1,2` may be one. */
function isApart(units: readonly Unit[], at: number): boolean {
  const [earlier, before, unit] = [units[at - 2], units[at - 1], units[at]];
  const isNumber = beginsNumber(units, at) || /^\d$/.test(unit?.letter ?? '');
  if (isWordLike(before?.letter) && (isWordLike(unit?.letter) || isNumber)) return true;
  const isMark = before !== undefined && /^[.,:·]$/.test(before.letter) && before.before === 'none';
  return isMark && isNumber && /^\d$/.test(earlier?.letter ?? '');
}

/** A decimal point without a digit before it. */
function beginsNumber(units: readonly Unit[], at: number): boolean {
  const [before, unit, next] = [units[at - 1], units[at], units[at + 1]];
  if (unit?.letter !== '.' || next?.before !== 'none' || !/^\d/.test(next.letter)) return false;
  return unit.before !== 'none' || !before || /[^\p{L}\p{N}\p{M})\]%.]$/u.test(before.letter);
}

function toUnits(text: string, { from, to }: { from: number; to: number }, citations: readonly Span[]): Unit[] {
  const units: Unit[] = [];
  const quotes = readQuotes();
  let before: Blank = 'none';
  let isRaised = false;
  let nextCitation = lastUpTo(citations, from - 1, startOf) + 1;
  for (let at = from; at < to; ) {
    const citation = citations[nextCitation];
    if (citation && at === citation.start) {
      const { start, end, form } = citation;
      units.push({ letter: form, start, end, before, citation });
      [before, isRaised, at] = ['none', false, end];
      nextCitation += 1;
      continue;
    }
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const [start, end] = [at, at + letter.length];
    at = end;
    if (INVISIBLE.test(letter)) continue;
    if (/\s/.test(letter)) {
      if (before !== 'line end') before = /[\n\r]/.test(letter) ? 'line end' : 'blank';
      continue;
    }
    const raised = RAISED[letter];
    if (raised !== undefined && !isRaised) units.push({ letter: '^', start, end: start, before });
    const own = raised ?? LOWERED[letter] ?? plainLetter(letter);
    const plain = /^['"]$/.test(own) ? quotes.read(own, units, before, text.slice(end, end + 2)) : own;
    units.push({ letter: plain, start, end, before: raised !== undefined && !isRaised ? 'none' : before });
    isRaised = raised !== undefined;
    before = 'none';
  }
  return withoutSignMarks(units);
}

/** A quotation that was opened longer ago has ended without a mark. */
const MAX_QUOTED_UNITS = 400;

/** Tells quotation marks from primes, which many write as such: after a number or a single letter, if none is open. */
function readQuotes() {
  const opened: Record<string, number> = {};
  return {
    read(mark: string, units: readonly Unit[], gap: Blank, next: string): string {
      const before = units.at(-1);
      const isBeginning = gap !== 'none' || !before || /^[([{"'\u2014/]$/.test(before.letter);
      if (isBeginning) {
        opened[mark] = units.length;
        return mark;
      }
      const isOpen = units.length - (opened[mark] ?? -MAX_QUOTED_UNITS) < MAX_QUOTED_UNITS;
      if (isOpen && !/^\p{L}/u.test(next)) delete opened[mark];
      const isApostrophe = mark === "'" && (endsNumber(before) ? /^s(?!\p{L})/u : /^\p{L}/u).test(next);
      return isOpen || isApostrophe || !mayHavePrime(units) ? mark : mark === '"' ? DOUBLE_PRIME : PRIME;
    },
  };
}

const endsNumber = (unit: Unit | undefined) => unit !== undefined && /^\d$/.test(unit.letter);

/** Ends in a number, a symbol of one letter, or a prime. */
function mayHavePrime(units: readonly Unit[]): boolean {
  const [earlier, before] = [units.at(-2), units.at(-1)];
  if (before?.letter === PRIME || endsNumber(before)) return true;
  return /^\p{L}$/u.test(before?.letter ?? '') && (before?.before !== 'none' || !isWordLike(earlier?.letter));
}

function plainLetter(letter: string): string {
  if (HYPHENS.test(letter)) return '-';
  if (DASHES.test(letter)) return DASH;
  if (DOUBLE_QUOTES.test(letter)) return '"';
  if (SINGLE_QUOTES.test(letter)) return "'";
  if (letter === '…') return '...';
  if (OWN_MARKS.test(letter)) return '\ufffd';
  return OTHER_LOOKS.test(letter) ? letter.normalize('NFKC') : letter;
}

/** A raised sign means the same as one on the line: `HER2^-` is `HER2-`. A raised number does not. */
function withoutSignMarks(units: readonly Unit[]): Unit[] {
  return units.flatMap((unit, at) => {
    const [before, sign, after] = [units[at - 1], units[at + 1], units[at + 2]];
    const isMark = unit.letter === '^' && isWordLike(before?.letter) && unit.before === 'none';
    const isSign = sign !== undefined && /^[-+]$/.test(sign.letter);
    if (isMark && isSign && !/^\d/.test(after?.before === 'none' ? after.letter : '')) return [];
    return [unit];
  });
}

/** The sign of a unit: a hyphen, minus or plus by its position, and `.85` as `0.85`. */
function toSign(units: readonly Unit[], at: number): string {
  const { letter, before: gap } = units[at] as Unit;
  if (beginsNumber(units, at)) return '0.';
  if (letter !== '-' && letter !== '+') return letter;
  const [before, after] = [units[at - 1], units[at + 1]];
  const isMinus = letter === '-';
  const [leading, trailing] = isMinus ? [LEADING_MINUS, TRAILING_MINUS] : [LEADING_PLUS, TRAILING_PLUS];
  const endsWord = before !== undefined && gap === 'none' && /[\p{L}\p{N}\p{M})\]%'"]$/u.test(before.letter);
  const isBound = after?.before === 'none' && /^[\p{L}\p{N}\p{M}(.^$€£]/u.test(after.letter);
  if (endsWord && isBound) return letter;
  if (endsWord) {
    const isDivided =
      after?.before === 'line end' || (/^\p{L}/u.test(before.letter) && /^\p{L}/u.test(after?.letter ?? ''));
    const isLineEnd = isMinus && after !== undefined && after.before !== 'none' && isWordLike(after.letter);
    return isLineEnd && isDivided ? LINE_HYPHEN : trailing;
  }
  if (isBound) return leading;
  return isMinus ? DASH : letter;
}
