import { lastUpTo } from '../../lib/binary-search.ts';

/**
 * The normal form for comparing texts letter by letter. It only drops distinctions without meaning: kinds of spaces,
 * dashes and quotation marks, ligatures, invisible characters, and hyphens at line ends. Signs, case, accents,
 * superscript numerals and word boundaries stay.
 */

/**
 * `starts` and `ends` are the positions in the text of each unit of the form; `cited` has the numbers, from 1, of the
 * citations that they belong to. Uses 32-bit integers, because a text of megabytes has as many units.
 */
export type NormalForm = {
  text: string;
  starts: Int32Array;
  ends: Int32Array;
  cited: Int32Array;
  citations: readonly Span[];
};

/** A citation in a text. Equal citations have the same `form`, whatever their spelling. */
export type Span = { start: number; end: number; form: string };

/** The citation at a position of the form. */
export function citationAt({ cited, citations }: NormalForm, at: number): Span | undefined {
  const nth = cited[at];
  return nth === undefined || nth === 0 ? undefined : citations[nth - 1];
}

/** A hyphen before a line end: part of the word, or a division of it. */
export const LINE_HYPHEN = '\ue001';
/** A hyphen or minus that ends a word (`HER2-`), and one that starts a word or number. */
const TRAILING_MINUS = '\ue002';
export const LEADING_MINUS = '\u2212';
const TRAILING_PLUS = '\ue003';
const LEADING_PLUS = '\ue004';
const DASH = '\u2014';

/** The marks that this form uses; a text's own are replaced. */
const OWN_MARKS = /^[\ue001-\ue005]$/;
const INVISIBLE = /^(?:[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Variation_Selector})$/u;
const HYPHENS = /^[-\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d]$/;
const DASHES = /^[\u2014\u2015]$/;
const DOUBLE_QUOTES = /^["\u201c\u201d\u201e\u201f\u00ab\u00bb]$/;
const SINGLE_QUOTES = /^['\u2018\u2019\u201a\u201b\u2039\u203a`\u00b4]$/;
/** Minutes, feet, derivatives, ends of strands: never a quotation mark. */
const PRIME = '\u2032';
const DOUBLE_PRIME = '\u2033';
/** Other forms of letters: ligatures, full-width letters, letters of formulas, Roman numerals, unit signs. */
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

/** The normal form of a text in NFC with these citations. */
export function normalise(text: string, citations: readonly Span[] = []): NormalForm {
  const form = writeForm(text.length);
  form.addText(text, citations);
  return form.finish();
}

/** A form that grows text by text; `length`: the approximate number of its units. */
export function writeForm(length: number) {
  const parts: string[] = [];
  const citations: Span[] = [];
  const numbers: Record<'starts' | 'ends' | 'cited', Int32Array> = {
    starts: new Int32Array(length + 16),
    ends: new Int32Array(length + 16),
    cited: new Int32Array(length + 16),
  };
  let size = 0;
  let offset = 0;

  const makeRoom = (more: number) => {
    if (size + more <= numbers.starts.length) return;
    for (const name of ['starts', 'ends', 'cited'] as const) {
      const longer = new Int32Array(Math.ceil(1.5 * (size + more)));
      longer.set(numbers[name]);
      numbers[name] = longer;
    }
  };
  /** Adds letters that all have the same position; returns them. */
  const add = (letters: string, { start, end }: { start: number; end: number }, citation = 0): string => {
    makeRoom(letters.length);
    numbers.starts.fill(offset + start, size, size + letters.length);
    numbers.ends.fill(offset + end, size, size + letters.length);
    if (citation > 0) numbers.cited.fill(citation, size, size + letters.length);
    size += letters.length;
    return letters;
  };
  /** Adds plain words; a space after a punctuation mark is dropped. */
  const addPlain = (words: string, start: number) => {
    makeRoom(words.length);
    parts.push(words.replace(/(?<=[.,;:]) /g, ''));
    const { starts, ends } = numbers;
    for (let at = 0; at < words.length; at += 1) {
      if (words[at] === ' ' && MARKS.includes(words[at - 1] as string)) continue;
      starts[size] = offset + start + at;
      ends[size] = offset + start + at + 1;
      size += 1;
    }
  };
  const addUnits = (units: readonly Unit[], text: string, to: number, cited: number) => {
    let nth = cited;
    let letter = '';
    let letters = '';
    for (const [at, unit] of units.entries()) {
      const before = units[at - 1];
      if (before && unit.before !== 'none' && letter !== LINE_HYPHEN && isApart(units, at)) {
        letters += add(' ', { start: before.end, end: unit.start });
      }
      letter = unit.citation ? unit.letter : toSign(units, at);
      if (unit.citation) nth += 1;
      letters += add(letter, unit, unit.citation ? nth : 0);
    }
    const last = units.at(-1);
    if (last && to < text.length && text[to - 1] === ' ') letters += add(' ', { start: last.end, end: to });
    parts.push(letters);
  };

  return {
    addText(text: string, ofText: readonly Span[]) {
      const earlier = citations.length;
      const quotes = readQuotes();
      for (let [from, to] = [0, 0]; from < text.length; from = to) {
        PLAIN_WORDS.lastIndex = from;
        const [words] = PLAIN_WORDS.exec(text) ?? [];
        if (words) {
          addPlain(words, from);
          to = from + words.length;
          continue;
        }
        to = partEnd(text, from, ofText);
        const before = lastUpTo(ofText, from - 1, startOf) + 1;
        addUnits(toUnits(text, { from, to }, ofText, before, quotes), text, to, earlier + before);
      }
      for (const { start, end, form } of ofText) citations.push({ start: offset + start, end: offset + end, form });
      offset += text.length;
    },
    /** Adds what separates two texts: one unit for this many characters. */
    addBorder(letter: string, characters: number) {
      parts.push(add(letter, { start: 0, end: characters }));
      offset += characters;
    },
    finish(): NormalForm {
      const { starts, ends, cited } = numbers;
      return {
        text: parts.join(''),
        starts: starts.subarray(0, size),
        ends: ends.subarray(0, size),
        cited: cited.subarray(0, size),
        citations,
      };
    },
  };
}

const MARKS = '.,;:';
const LETTER = 'A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f';
/** Words that are their own normal form, as most are, separated by a space, or by a punctuation mark and a space. */
const PLAIN_WORDS = new RegExp(
  `(?:[${LETTER}\\d]+(?:-[${LETTER}\\d]+)*(?:[.,;:](?! \\d))? ){1,1000}(?<=[${LETTER}]{2}[.,;:]? )(?=[${LETTER}]{2})`,
  'y',
);
/** Between two words a text can be cut without changing its normal form. */
const SEAM = new RegExp(`[${LETTER}]{2} (?=[${LETTER}]{2})`);
/** Processed in parts, because the units of a text of megabytes would fill the memory. */
const PART_CHARACTERS = 20_000;

const startOf = ({ start }: Span) => start;

/** The end of a part that is not plain: after the space between two words, and never inside a citation. */
function partEnd(text: string, from: number, citations: readonly Span[]): number {
  const limit = from + PART_CHARACTERS;
  for (let least = from; least < limit; ) {
    const seam = SEAM.exec(text.slice(least, limit));
    if (!seam) break;
    const end = least + seam.index + seam[0].length;
    const citation = citations[lastUpTo(citations, end, startOf)];
    if (!citation || citation.end <= end) return end;
    least = citation.end;
  }
  if (limit >= text.length) return text.length;
  const end = /[\udc00-\udfff]/.test(text[limit] ?? '') ? limit + 1 : limit;
  const citation = citations[lastUpTo(citations, end, startOf)];
  return citation && citation.end > end ? citation.end : end;
}

/** `℃` is one unit of two letters. */
const endsWordLike = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}\p{M}^]$/u.test(letter);
export const isWordLike = (letter: string | undefined) => letter !== undefined && /^[\p{L}\p{N}\p{M}^]/u.test(letter);

/** Whether a space separates words or numbers; `1, 2` are two numbers, `1,2` may be one. */
function isApart(units: readonly Unit[], at: number): boolean {
  const [earlier, before, unit] = [units[at - 2], units[at - 1], units[at]];
  const isNumber = beginsNumber(units, at) || /^\d$/.test(unit?.letter ?? '');
  if (endsWordLike(before?.letter) && (isWordLike(unit?.letter) || isNumber)) return true;
  const isMark = before !== undefined && /^[.,:·]$/.test(before.letter) && before.before === 'none';
  return isMark && isNumber && /^\d$/.test(earlier?.letter ?? '');
}

/** A decimal point without a digit before it. */
function beginsNumber(units: readonly Unit[], at: number): boolean {
  const [before, unit, next] = [units[at - 1], units[at], units[at + 1]];
  if (unit?.letter !== '.' || next?.before !== 'none' || !/^\d/.test(next.letter)) return false;
  return unit.before !== 'none' || !before || /[^\p{L}\p{N}\p{M})\]%.]$/u.test(before.letter);
}

/** `firstCitation`: the first that does not start before the part. */
function toUnits(
  text: string,
  { from, to }: { from: number; to: number },
  citations: readonly Span[],
  firstCitation: number,
  quotes: ReturnType<typeof readQuotes>,
): Unit[] {
  const units: Unit[] = [];
  let before: Blank = 'none';
  let isRaised = false;
  let nextCitation = firstCitation;
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
    const simple = raised ?? LOWERED[letter] ?? plainLetter(letter);
    const isQuote = simple === "'" || simple === '"';
    const plain = isQuote ? quotes.read(simple, units, { gap: before, start, end }, text) : simple;
    units.push({ letter: plain, start, end, before: raised !== undefined && !isRaised ? 'none' : before });
    isRaised = raised !== undefined;
    before = 'none';
  }
  return withoutSignMarks(units);
}

/** A quotation opened earlier than this has ended without a closing mark. */
const MAX_QUOTED_CHARACTERS = 500;

/**
 * Distinguishes quotation marks from primes, which many write alike: after a number or a single letter it is a prime,
 * unless a quotation is open.
 */
function readQuotes() {
  const opened: Record<string, number> = {};
  return {
    read(mark: string, units: readonly Unit[], at: { gap: Blank; start: number; end: number }, text: string) {
      const { gap, start, end } = at;
      const [before, next] = [units.at(-1), text.slice(end, end + 2)];
      const isBeginning = gap !== 'none' || !before || /^[([{"'\u2014/]$/.test(before.letter);
      if (isBeginning) {
        opened[mark] = start;
        return mark;
      }
      const isOpen = start - (opened[mark] ?? -MAX_QUOTED_CHARACTERS) < MAX_QUOTED_CHARACTERS;
      if (isOpen && !/^\p{L}/u.test(next)) delete opened[mark];
      const isApostrophe = mark === "'" && (endsNumber(before) ? /^s(?!\p{L})/u : /^\p{L}/u).test(next);
      return isOpen || isApostrophe || !mayHavePrime(units) ? mark : mark === '"' ? DOUBLE_PRIME : PRIME;
    },
  };
}

const endsNumber = (unit: Unit | undefined) => unit !== undefined && /^\d$/.test(unit.letter);

/** Whether the units end with a number, a one-letter symbol, or a prime. */
function mayHavePrime(units: readonly Unit[]): boolean {
  const [earlier, before] = [units.at(-2), units.at(-1)];
  if (before?.letter === PRIME || endsNumber(before)) return true;
  return /^\p{L}$/u.test(before?.letter ?? '') && (before?.before !== 'none' || !isWordLike(earlier?.letter));
}

function plainLetter(letter: string): string {
  if (/^[\w.,;:()]$/.test(letter)) return letter;
  if (HYPHENS.test(letter)) return '-';
  if (DASHES.test(letter)) return DASH;
  if (DOUBLE_QUOTES.test(letter)) return '"';
  if (SINGLE_QUOTES.test(letter)) return "'";
  if (letter === '…') return '...';
  if (OWN_MARKS.test(letter)) return '\ufffd';
  return OTHER_LOOKS.test(letter) ? letter.normalize('NFKC') : letter;
}

/** A superscript sign means the same as one on the line: `HER2^-` is `HER2-`. A superscript number does not. */
function withoutSignMarks(units: Unit[]): Unit[] {
  if (!units.some(({ letter }) => letter === '^')) return units;
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
