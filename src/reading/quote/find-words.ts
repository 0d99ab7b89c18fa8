import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';
import { takesExponent } from './citations.ts';
import { type Difference, type DocumentWords, isInTable, PARAGRAPH_END, type Stretch } from './document-words.ts';
import { citationAt, isWordLike, LINE_HYPHEN, type NormalForm, type Span } from './normal-form.ts';
import { CAPITONYMS, OTHER_WITHOUT_HYPHEN } from './real-words.ts';

/** Finds a quotation's words in a document, letter by letter. The quotation may omit the document's citations. */

const MAX_STRETCHES = 50;

/** The ends of a quotation that have an ellipsis. */
export type Ellipses = { start: boolean; end: boolean };

/** `cuts`: the ends at which a word may be cut; `max`: stop after this many matches. */
type Search = { after?: number; cuts?: Ellipses; max?: number };

/** Thrown when a comparison would take too long, as of a repetitive text with a repetitive quotation. */
export class TooMuchWork extends Error {}

/** Comparisons allowed per letter of the document: prose needs less than one for each part of the quotation. */
const WORK_FOR_LETTER = 30;
/** Letters that are scanned in the time of comparing one. */
const SCANNED_FOR_COMPARED = 4;

export type Work = { left: number };

export function startWork({ text }: NormalForm): Work {
  return { left: WORK_FOR_LETTER * text.length + 1e6 };
}

/** The form of a quotation, and its text. */
export type Quoted = NormalForm & { written: string };

/** The stretches of a document that have the words of a quotation. Throws TooMuchWork. */
export function findWords(document: DocumentWords, quote: Quoted, work: Work, search: Search = {}): Stretch[] {
  const { after = 0, cuts = { start: false, end: false }, max = MAX_STRETCHES } = search;
  const { form } = document;
  const { text } = form;
  const mayBegin = (at: number) => isFreeBefore(form, at) || (cuts.start && isInWord(form, at));
  const mayEnd = (at: number) => isFreeAfter(form, at) || (cuts.end && isInWord(form, at));
  const first = quote.text.charAt(0);
  const otherCase = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  const stretches: Stretch[] = [];
  if (first === '') return [];
  for (let from = after; from < text.length && stretches.length < max; from += 1) {
    const isSame = text[from] === first;
    if ((!isSame && text[from] !== otherCase) || !mayBegin(from)) continue;
    const caseSlips = isSame ? [] : slipsOfCase(document, from);
    const rest = caseSlips && matchRest(document, quote, { at: from + 1, quoteAt: 1 }, work);
    if (!rest || !mayEnd(rest.to)) continue;
    const slips = [...caseSlips, ...rest.slips];
    stretches.push({ from, to: rest.to, ...(slips.length > 0 && { slips }) });
  }
  work.left -= (text.length - after) / SCANNED_FOR_COMPARED;
  if (work.left < 0) throw new TooMuchWork();
  return stretches;
}

/**
 * Only the first word may differ in case, unless it is a name, abbreviation or symbol: a quotation may start a
 * sentence, or join one. A word that the document never writes in lower case may be a name, so its case counts as a
 * harmless difference.
 */
function slipsOfCase(document: DocumentWords, at: number): Difference[] | undefined {
  const [word = ''] = /^[\p{L}\p{N}\p{M}]+/u.exec(document.form.text.slice(at, at + 60)) ?? [];
  const plain = word.toLowerCase();
  const isPlain = /^\p{L}\p{Ll}+$/u.test(word) || /^a$/i.test(word);
  if (!isPlain || document.names.has(plain) || CAPITONYMS.has(plain)) return undefined;
  if (word === plain || FUNCTION_WORDS.has(plain) || document.isInLowerCase(plain)) return [];
  return [{ quote: plain, document: word }];
}

/** `at`: in the document's form; `quoteAt`: in the quotation's. */
type Position = { at: number; quoteAt: number };

/** Compares letter by letter. Returns the end of the match in the document, and the harmless differences in it. */
function matchRest(
  words: DocumentWords,
  quote: Quoted,
  start: Position,
  work: Work,
): { to: number; slips: Difference[] } | undefined {
  const { form: document, text: whole } = words;
  let { at, quoteAt } = start;
  const text = document.text;
  const slips: Difference[] = [];
  const end = () => {
    work.left -= at - start.at;
    if (work.left < 0) throw new TooMuchWork();
    return undefined;
  };
  while (quoteAt < quote.text.length) {
    const citation = citationAt(document, at);
    if (citation && citationAt(document, at - 1) !== citation) {
      const { form } = citation;
      const isQuoted = quote.text.startsWith(form, quoteAt);
      if (!isQuoted && citationAt(quote, quoteAt)) return end();
      const mark = text[at + form.length];
      const here = isQuoted ? undefined : citedOtherwise(quote, quoteAt, citation, whole);
      const later =
        !here && !isQuoted && isMark(mark) && quote.text[quoteAt] === mark
          ? citedOtherwise(quote, quoteAt + 1, citation, whole)
          : undefined;
      if (isQuoted) quoteAt += form.length;
      else if (here) {
        slips.push({ quote: here, document: form });
        quoteAt += here.length;
        // The form has no blank after a citation.
        if (isWordLike(mark) && quote.text[quoteAt] === ' ') quoteAt += 1;
      } else if (later) {
        // Styles with superscript numbers place them after the punctuation: `rivers.^1` for `rivers [1].`
        slips.push({ quote: later, document: form });
        quoteAt += 1 + later.length;
        at += 1;
        if (isWordLike(text[at + form.length]) && quote.text[quoteAt] === ' ') quoteAt += 1;
      } else if (isWordLike(text[at - 1]) && isWordLike(text[at + form.length])) {
        if (quote.text[quoteAt] !== ' ') return end();
        quoteAt += 1;
      }
      at += form.length;
      continue;
    }
    const [letter, quoted] = [text[at], quote.text[quoteAt]];
    const moved = isMark(letter) && letter !== quoted ? citationAt(document, at + 1)?.form : undefined;
    if (moved !== undefined && isCitedBefore(quote, quoteAt, moved, letter)) {
      slips.push({ quote: moved, document: `${letter}${moved}` });
      quoteAt = Math.min(quoteAt + moved.length + 1, quote.text.length);
      at += 1 + moved.length;
    } else if (letter === quoted) {
      at += 1;
      quoteAt += 1;
    } else if (quoted === LINE_HYPHEN || letter === LINE_HYPHEN) {
      // The hyphen belongs to the word, or divides it at a line end.
      const isInDocument = letter === LINE_HYPHEN;
      if (quoted === LINE_HYPHEN ? letter === '-' : quoted === '-') {
        at += 1;
        quoteAt += 1;
      } else if (!isBetweenLetters(isInDocument ? text : quote.text, isInDocument ? at : quoteAt)) return end();
      else if (isInDocument) at += 1;
      else quoteAt += 1;
    } else if (
      letter === PARAGRAPH_END &&
      /[.!?:;,]/.test(text[at - 1] ?? '') &&
      !slipOfNote(document, quote, { at, quoteAt })
    ) {
      at += 1;
      if (quoted === ' ') quoteAt += 1;
    } else {
      const step = cellBorderAt(words, quote, { at, quoteAt }) ?? slipAt(words, quote, { at, quoteAt });
      if (!step) return end();
      if (step.difference && !isLast(slips, step.difference)) slips.push(step.difference);
      [at, quoteAt] = [step.at, step.quoteAt];
    }
  }
  end();
  return { to: at, slips };
}

/** Whether the last difference was the same: a row may have lost many borders. */
function isLast(slips: readonly Difference[], { quote, document }: Difference): boolean {
  const last = slips.at(-1);
  return last?.quote === quote && last.document === document;
}

/** The border of a cell or row, empty cells, and the line below the head of a table. */
const BORDER = new RegExp(`\\|(?:\\||—{3}(?=\\|)|${PARAGRAPH_END})*`, 'uy');

/**
 * The border between two cells or rows, which the quotation has as a line end or a tab, as copied tables do. Blanks, as
 * between the words of a cell, and omitted empty cells are a harmless difference.
 */
function cellBorderAt(
  document: DocumentWords,
  quote: Quoted,
  { at, quoteAt }: Position,
): (Position & { difference?: Difference }) | undefined {
  const { form, text } = document;
  if (form.text[at] !== '|' || !isInTable(document, at)) return undefined;
  const next = quote.text[quoteAt] === ' ' ? quoteAt + 1 : quoteAt;
  const gap = quote.written.slice(quote.ends[quoteAt - 1], quote.starts[next]);
  if (!/\s/.test(gap)) return undefined;
  BORDER.lastIndex = at;
  const to = at + (BORDER.exec(form.text)?.[0].length ?? 1);
  const border = text.slice(form.ends[at - 1], form.starts[to]).trim();
  if (/[\n\r\t]/.test(gap) && /^\|(?:\s*\n\|)?$/.test(border)) return { at: to, quoteAt: next };
  return { at: to, quoteAt: next, difference: { quote: '', document: border.replace(/\s+/g, ' ') } };
}

/** A superscript number copied on the line of its word: `networks1`. */
function isFlattened(text: string, quoteAt: number, numbers: string): boolean {
  const before = text.slice(Math.max(0, quoteAt - 2), quoteAt);
  const after = text.slice(quoteAt + numbers.length, quoteAt + numbers.length + 2);
  return (
    text.startsWith(numbers, quoteAt) &&
    /\p{L}\p{L}$|\p{L}[.,;:)]$|\)[.,;:]$/u.test(before) &&
    !/^(?:[\p{L}\p{N}%+-]|[.,]\d)/u.test(after)
  );
}

/** A superscript number where the document has the same citation in brackets. */
function isRaisedCitation(text: string, quoteAt: number, numbers: string): boolean {
  if (text[quoteAt] !== '^' || takesExponent(text.slice(Math.max(0, quoteAt - 12), quoteAt))) return false;
  const before = text.slice(Math.max(0, quoteAt - 3), quoteAt);
  const rest = text.slice(quoteAt + 1, quoteAt + numbers.length + 3);
  return (
    /\p{L}{3}$|[\p{L}\p{N})\]][.,;:]$|\p{L}\)$/u.test(before) &&
    rest.startsWith(numbers) &&
    !/^[\p{L}\p{N}+\ue002\ue003-]/u.test(rest.slice(numbers.length))
  );
}

/** A citation of the document as the quotation writes it here: raised, on the line, in round brackets. */
function citedOtherwise(
  quote: NormalForm,
  quoteAt: number,
  { form, start, end }: Span,
  document: string,
): string | undefined {
  const { text } = quote;
  if (text.startsWith(form, quoteAt) && citationAt(quote, quoteAt)) return form;
  const written = document
    .slice(start, end)
    .normalize('NFKC')
    .replace(/[^\d,;\u2212–-]/g, '');
  // All numbers, or a range as the document writes it.
  const numbers = [form.slice(1, -1), written.replace(/[\u2212–]/g, '-').replace(/;/g, ',')];
  for (const number of numbers.filter((each) => /^\d/.test(each))) {
    const apart = number.replaceAll(',', ', ');
    const raised = [number, number.replaceAll(',', ',^')].find((each) => isRaisedCitation(text, quoteAt, each));
    const onLine = [number, apart].find((each) => isFlattened(text, quoteAt, each));
    if (onLine) return onLine;
    if (raised) return `^${raised}`;
    const inRound = [number, apart].find((each) => text.startsWith(`(${each})`, quoteAt));
    if (inRound) return `(${inRound})`;
  }
  return undefined;
}

/** Whether the quotation has the citation before the mark that it follows in the document. */
function isCitedBefore(quote: NormalForm, quoteAt: number, form: string, mark: string | undefined): boolean {
  const after = quote.text[quoteAt + form.length];
  return (
    quote.text.startsWith(form, quoteAt) &&
    citationAt(quote, quoteAt) !== undefined &&
    (after === undefined || after === mark)
  );
}

const isMark = (letter: string | undefined) => letter !== undefined && /[.,;:]/.test(letter);

/** A harmless difference of signs at this position, and the position after it. */
function slipAt(
  document: DocumentWords,
  quote: Quoted,
  { at, quoteAt }: Position,
): (Position & { difference: Difference }) | undefined {
  const { text } = document.form;
  return (
    slipOfMark(text, quote.text, { at, quoteAt }, document.references.notes) ??
    slipOfCharge(text, quote.text, { at, quoteAt }) ??
    slipOfRaised(text, quote, { at, quoteAt }) ??
    slipOfNote(document.form, quote, { at, quoteAt }) ??
    (isInTable(document, at)
      ? (slipOfTableMark(text, quote, { at, quoteAt }) ?? slipOfLines(text, quote, { at, quoteAt }))
      : undefined) ??
    slipOfHyphen(text, quote.text, { at, quoteAt }, 'document') ??
    slipOfHyphen(quote.text, text, { at: quoteAt, quoteAt: at }, 'quote')
  );
}

/** A superscript number, which may stand apart from its symbol, and one on the line. */
const RAISED = /^ ?\^([\u2212-]?\d{1,3})(?!\d|[.,]\d)/;
const ON_LINE = /^ ?([\u2212-]?\d{1,3})(?!\d|[.,]\d)/;
/** The isotope of an element. */
const ELEMENT = /^\p{Lu}\p{Ll}?(?!\p{Ll})/u;

/**
 * A superscript number that the other text has on the line, if both read alike: `χ2` for `χ^2`. After a digit they do
 * not: 105 is not 10^5.
 */
function slipOfRaised(text: string, quote: Quoted, { at, quoteAt }: Position) {
  const [written, quoted] = [text.slice(at, at + 8), quote.text.slice(quoteAt, quoteAt + 8)];
  const isInDocument = RAISED.test(written);
  const [raised, onLine] = isInDocument
    ? [RAISED.exec(written), ON_LINE.exec(quoted)]
    : [RAISED.exec(quoted), ON_LINE.exec(written)];
  const [number = '', same] = [raised?.[1], onLine?.[1]];
  if (!raised || !onLine || number.replace('\u2212', '-') !== same?.replace('\u2212', '-')) return undefined;
  const step = {
    at: at + (isInDocument ? raised : onLine)[0].length,
    quoteAt: quoteAt + (isInDocument ? onLine : raised)[0].length,
  };
  const before = text.slice(Math.max(0, at - 3), at);
  const isApart = onLine[0].startsWith(' ');
  // Stacked above an index, the number stands on a line of its own: `χ1` and `2` for `χ1^2`.
  const isOnOwnLine =
    isApart && isInDocument && /[\n\r]/.test(quote.written.slice(quote.ends[quoteAt - 1], quote.starts[quoteAt + 1]));
  const isIsotope = /(?:^|[\s([-])$/.test(before) && !isApart && ELEMENT.test(text.slice(step.at, step.at + 3));
  const isAfterSymbol = isOnOwnLine
    ? /\p{L}\d?$/u.test(before)
    : (!isApart || raised[0].startsWith(' ')) && /(?:[\p{L})\]%] ?|\p{L}\d )$/u.test(before);
  if (!isAfterSymbol && !isIsotope) return undefined;
  const [marked, plain] = [raised[0].trim(), onLine[0].trim()];
  return {
    ...step,
    difference: isInDocument ? { quote: plain, document: marked } : { quote: marked, document: plain },
  };
}

const TABLE_MARK = /^\^([a-cef*†‡§¶#](?:,[a-cef])*)(?![\p{L}\p{N}])/u;
const ADDED_MARK = /^[a-cef*†‡§¶#](?:,[a-cef])*(?![\p{L}\p{N}])/u;

/** The mark of a table's note on the line: `0.68a` for `0.68^a`. No unit has these letters. */
function slipOfTableMark(text: string, quote: Quoted, { at, quoteAt }: Position) {
  const [mark, letters = ''] = TABLE_MARK.exec(text.slice(at, at + 12)) ?? [];
  const [added = ''] = ADDED_MARK.exec(quote.text.slice(quoteAt, quoteAt + 12)) ?? [];
  if (mark && quote.text.startsWith(letters, quoteAt))
    return { at: at + mark.length, quoteAt: quoteAt + letters.length, difference: { quote: letters, document: mark } };
  // The parsers of articles omit a mark that refers to the table's notes.
  const isCellEnd = text[at] === '|' && /[\d)%]$/.test(text.slice(at - 1, at));
  const end = quoteAt + added.length;
  const isFree = quote.text[end] === ' ' || quote.starts[end] !== quote.ends[end - 1];
  const isGlued = quote.starts[quoteAt] === quote.ends[quoteAt - 1] && isFree;
  return added && isCellEnd && isGlued ? { at, quoteAt: end, difference: { quote: added, document: '' } } : undefined;
}

/** Two lines of a cell copied as one: `1.220.99`, which is not a number, for `1.22 0.99`. */
function slipOfLines(text: string, { text: quote }: Quoted, { at, quoteAt }: Position) {
  const [before = ''] = /\d{1,9}\.\d{1,9}$/.exec(text.slice(Math.max(0, at - 19), at)) ?? [];
  const [next = ''] = /^ (\u2212?\d{1,9}\.\d{1,9})/.exec(text.slice(at, at + 20)) ?? [];
  if (before === '' || next === '' || text[at + 1] !== quote[quoteAt] || !quote.slice(0, quoteAt).endsWith(before))
    return undefined;
  const difference = { quote: before + next.trim(), document: before + next };
  return { at: at + 1, quoteAt, difference };
}

/** The mark of a note after the end of a sentence, which the parser of the article omitted: `drugs.2`. */
function slipOfNote({ text, starts, ends }: NormalForm, quote: Quoted, { at, quoteAt }: Position) {
  const [number = ''] = /^\d{1,2}(?= |$)/.exec(quote.text.slice(quoteAt, quoteAt + 3)) ?? [];
  const isEnd = /(?:\p{L}{3}|\))[.!?]$/u.test(text.slice(Math.max(0, at - 5), at));
  const isGlued = quote.starts[quoteAt] === quote.ends[quoteAt - 1];
  const isApart = text[at] === PARAGRAPH_END || starts[at] !== ends[at - 1];
  if (number === '' || !isEnd || !isGlued || !isApart) return undefined;
  // The form has no blank after a mark.
  const end = quoteAt + number.length + (isWordLike(text[at]) && quote.text[quoteAt + number.length] === ' ' ? 1 : 0);
  return { at, quoteAt: end, difference: { quote: number, document: '' } };
}

/** The superscript mark of a footnote after a word, on the line or omitted. */
function slipOfMark(text: string, quote: string, { at, quoteAt }: Position, notes: ReadonlySet<string>) {
  if (text[at] !== '^') return undefined;
  const [mark = '', number = ''] = /^\^(\d{1,3})(?![\p{L}\p{N}+\ue002\ue003-])/u.exec(text.slice(at, at + 6)) ?? [];
  const before = text.slice(Math.max(0, at - 12), at);
  if (mark === '' || !/\p{Ll}{4}[.,;:]?$/u.test(before)) return undefined;
  if (isFlattened(quote, quoteAt, number)) {
    return { at: at + mark.length, quoteAt: quoteAt + number.length, difference: { quote: number, document: mark } };
  }
  const isAfterMark = /[.,;:]$/.test(before);
  if (!isAfterMark && (!notes.has(number) || takesExponent(before))) return undefined;
  // The form has no blank after a comma.
  const end = at + mark.length + (isAfterMark && text[at + mark.length] === ' ' ? 1 : 0);
  return { at: end, quoteAt, difference: { quote: '', document: mark } };
}

/** The charge of an ion, superscript or on the line: `Ca^2+` and `Ca2+`. */
function slipOfCharge(text: string, quote: string, { at, quoteAt }: Position) {
  const chargeAt = (from: string, start: number) => /^\^?\d[\ue002\ue003]/.exec(from.slice(start, start + 4))?.[0];
  const [written, quoted] = [chargeAt(text, at), chargeAt(quote, quoteAt)];
  const isSame = written !== undefined && written.replace('^', '') === quoted?.replace('^', '');
  if (!isSame || !quoted || !/\p{L}/u.test(text[at - 1] ?? '')) return undefined;
  return {
    at: at + written.length,
    quoteAt: quoteAt + quoted.length,
    difference: { quote: quoted, document: written },
  };
}

/** A hyphen inside a word that only one of the texts has, as `re-read` and `reread`. */
function slipOfHyphen(text: string, other: string, { at, quoteAt }: Position, holder: 'document' | 'quote') {
  if (text[at] !== '-' || text[at + 1] !== other[quoteAt]) return undefined;
  const [before = ''] = /\p{Ll}{2,30}$/u.exec(text.slice(Math.max(0, at - 30), at)) ?? [];
  const [after = ''] = /^\p{Ll}{2,30}/u.exec(text.slice(at + 1, at + 31)) ?? [];
  if (before === '' || after === '' || OTHER_WITHOUT_HYPHEN.has(before + after)) return undefined;
  const [divided, whole] = [`${before}-${after}`, before + after];
  return holder === 'document'
    ? { at: at + 1, quoteAt, difference: { quote: whole, document: divided } }
    : { at: quoteAt, quoteAt: at + 1, difference: { quote: divided, document: whole } };
}

function isBetweenLetters(text: string, at: number): boolean {
  return /\p{L}/u.test(text[at - 1] ?? '') && /\p{L}/u.test(text[at + 1] ?? '');
}

const OF_WORD = new RegExp(String.raw`[\p{L}\p{M}-]|${LINE_HYPHEN}`, 'u');

/** Whether a position of the normal form is inside a word. */
export function isInWord({ text, starts, ends, cited }: NormalForm, at: number): boolean {
  const [before, next] = [text[at - 1], text[at]];
  if (before === undefined || next === undefined || cited[at] || cited[at - 1]) return false;
  const isDivided = before === LINE_HYPHEN || next === LINE_HYPHEN;
  return OF_WORD.test(before) && OF_WORD.test(next) && (isDivided || starts[at] === ends[at - 1]);
}

/** Whether nothing before the first word belongs to it, such as a sign, a currency or the rest of a word. */
function isFreeBefore({ text, starts, ends, cited }: NormalForm, from: number): boolean {
  const before = text[from - 1];
  if (before === undefined || before === PARAGRAPH_END || before === ' ') return true;
  if (cited[from - 1]) return cited[from] !== cited[from - 1];
  if (starts[from] !== ends[from - 1]) return true;
  if (/[.,:]/.test(before) && /\d/.test(text[from] ?? '')) return false;
  if (before === "'" && isWordLike(text[from - 2])) return false;
  return /[([{"'\u2014,;:.!?]/.test(before);
}

/** Whether nothing after the last word belongs to it, such as a sign, an exponent or the rest of a number. */
function isFreeAfter({ text, starts, ends, cited }: NormalForm, to: number): boolean {
  const next = text[to];
  if (next === undefined || next === PARAGRAPH_END || next === ' ') return true;
  if (cited[to]) return cited[to] !== cited[to - 1];
  if (starts[to] !== ends[to - 1]) return true;
  const isAdjacent = starts[to + 1] === ends[to];
  if (/[.,:]/.test(next) && /\d/.test(text[to - 1] ?? '') && isAdjacent && /\d/.test(text[to + 1] ?? '')) return false;
  if (next === "'" && isAdjacent && isWordLike(text[to + 1])) return false;
  return /[)\]}"'\u2014,;:.!?]/.test(next);
}
