import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';
import { isExponent } from './citations.ts';
import { type DocumentWords, isInTable, PARAGRAPH_END } from './document-words.ts';
import { citationAt, LINE_HYPHEN, type NormalForm, type Span } from './normal-form.ts';
import { CAPITONYMS, OTHER_WITHOUT_HYPHEN } from './real-words.ts';

/** Finds a quotation's words in a document, letter by letter. The quotation may omit the document's citations. */

/** Positions in the document's normal form; `to` is exclusive. `slips`: harmless differences within. */
export type Stretch = { from: number; to: number; slips?: readonly Difference[] };

type Difference = { quote: string; document: string };

const MAX_STRETCHES = 50;

/** The ends of a quotation that have an ellipsis. */
export type Ellipses = { start: boolean; end: boolean };

/** `cuts`: the ends at which a word may be cut; `max`: stop after this many matches. */
type Search = { after?: number; cuts?: Ellipses; max?: number };

/** A comparison that would take too long, as of a repetitive text with a repetitive quotation. */
export class TooMuchWork extends Error {}

/** Letters compared per letter of the document: in prose less than one for each part of the quotation. */
const WORK_FOR_LETTER = 30;
/** Letters that can be scanned without a match in the time of comparing one. */
const SCANNED_FOR_COMPARED = 4;

export type Work = { left: number };

export function startWork({ text }: NormalForm): Work {
  return { left: WORK_FOR_LETTER * text.length + 1e6 };
}

/** The form of a quotation, and the text that it was made of. */
export type Quoted = NormalForm & { written: string };

/** Throws TooMuchWork. */
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
    const rest = caseSlips && matchRest(document, quote, { at: from + 1, asked: 1 }, work);
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

type Position = { at: number; asked: number };

/** The position after the last letter of the quotation, and the harmless differences on the way. */
function matchRest(
  words: DocumentWords,
  quote: Quoted,
  start: Position,
  work: Work,
): { to: number; slips: Difference[] } | undefined {
  const { form: document, text: whole } = words;
  let { at, asked } = start;
  const text = document.text;
  const slips: Difference[] = [];
  const steps = start.at;
  const end = () => {
    work.left -= at - steps;
    if (work.left < 0) throw new TooMuchWork();
    return undefined;
  };
  while (asked < quote.text.length) {
    const citation = citationAt(document, at);
    if (citation && citationAt(document, at - 1) !== citation) {
      const { form } = citation;
      const isQuoted = quote.text.startsWith(form, asked);
      if (!isQuoted && citationAt(quote, asked)) return end();
      const mark = text[at + form.length];
      const here = isQuoted ? undefined : citedOtherwise(quote, asked, citation, whole);
      const later =
        !here && !isQuoted && isMark(mark) && quote.text[asked] === mark
          ? citedOtherwise(quote, asked + 1, citation, whole)
          : undefined;
      if (isQuoted) asked += form.length;
      else if (here) {
        slips.push({ quote: here, document: form });
        asked += here.length;
        // The form has no blank after a citation.
        if (isWordLike(mark) && quote.text[asked] === ' ') asked += 1;
      } else if (later) {
        // Styles with superscript numbers place them after the punctuation: `rivers.^1` for `rivers [1].`
        slips.push({ quote: later, document: form });
        asked += 1 + later.length;
        at += 1;
        if (isWordLike(text[at + form.length]) && quote.text[asked] === ' ') asked += 1;
      } else if (isWordLike(text[at - 1]) && isWordLike(text[at + form.length])) {
        if (quote.text[asked] !== ' ') return end();
        asked += 1;
      }
      at += form.length;
      continue;
    }
    const [own, other] = [text[at], quote.text[asked]];
    const moved = isMark(own) && own !== other ? citationAt(document, at + 1)?.form : undefined;
    if (moved !== undefined && isCitedBefore(quote, asked, moved, own)) {
      slips.push({ quote: moved, document: `${own}${moved}` });
      asked = Math.min(asked + moved.length + 1, quote.text.length);
      at += 1 + moved.length;
    } else if (own === other) {
      at += 1;
      asked += 1;
    } else if (other === LINE_HYPHEN || own === LINE_HYPHEN) {
      // The hyphen belongs to the word, or divides it at a line end.
      const [isHere, isThere] = [own === LINE_HYPHEN, other === LINE_HYPHEN];
      if (isThere ? own === '-' : other === '-') {
        at += 1;
        asked += 1;
      } else if (!isBetweenLetters(isHere ? text : quote.text, isHere ? at : asked)) return end();
      else if (isHere) at += 1;
      else asked += 1;
    } else if (
      own === PARAGRAPH_END &&
      /[.!?:;,]/.test(text[at - 1] ?? '') &&
      !slipOfNote(document, quote, { at, asked })
    ) {
      at += 1;
      if (other === ' ') asked += 1;
    } else {
      const step = cellBorderAt(words, quote, { at, asked }) ?? slipAt(words, quote, { at, asked });
      if (!step) return end();
      if (step.difference && !isToldLast(slips, step.difference)) slips.push(step.difference);
      [at, asked] = [step.at, step.asked];
    }
  }
  end();
  return { to: at, slips };
}

/** Whether the last difference is the same: a row may have lost many borders. */
function isToldLast(slips: readonly Difference[], { quote, document }: Difference): boolean {
  const last = slips.at(-1);
  return last?.quote === quote && last.document === document;
}

/** The border of a cell or row, empty cells, and the line below the head of a table. */
const BORDER = new RegExp(`\\|(?:\\||—{3}(?=\\|)|${PARAGRAPH_END})*`, 'uy');

/**
 * The border between two cells or rows where the quotation has a line end or a tab, as copied tables have. Blanks, as
 * between the words of a cell, are a harmless difference, and so are empty cells left out.
 */
function cellBorderAt(
  document: DocumentWords,
  quote: Quoted,
  { at, asked }: Position,
): (Position & { difference?: Difference }) | undefined {
  const { form, text } = document;
  if (form.text[at] !== '|' || !isInTable(document, at)) return undefined;
  const next = quote.text[asked] === ' ' ? asked + 1 : asked;
  const gap = quote.written.slice(quote.ends[asked - 1], quote.starts[next]);
  if (!/\s/.test(gap)) return undefined;
  BORDER.lastIndex = at;
  const to = at + (BORDER.exec(form.text)?.[0].length ?? 1);
  const border = text.slice(form.ends[at - 1], form.starts[to]).trim();
  if (/[\n\r\t]/.test(gap) && /^\|(?:\s*\n\|)?$/.test(border)) return { at: to, asked: next };
  return { at: to, asked: next, difference: { quote: '', document: border.replace(/\s+/g, ' ') } };
}

/** A superscript number copied on the line of its word: `networks1`. */
function isFlattened(text: string, asked: number, numbers: string): boolean {
  const before = text.slice(Math.max(0, asked - 2), asked);
  const after = text.slice(asked + numbers.length, asked + numbers.length + 2);
  return (
    text.startsWith(numbers, asked) &&
    /\p{L}\p{L}$|\p{L}[.,;:)]$|\)[.,;:]$/u.test(before) &&
    !/^(?:[\p{L}\p{N}%+-]|[.,]\d)/u.test(after)
  );
}

/** A superscript number where the document has the same citation in brackets. */
function isRaisedCitation(text: string, asked: number, numbers: string): boolean {
  if (text[asked] !== '^' || isExponent(text.slice(Math.max(0, asked - 12), asked))) return false;
  const before = text.slice(Math.max(0, asked - 3), asked);
  const rest = text.slice(asked + 1, asked + numbers.length + 3);
  return (
    /\p{L}{3}$|[\p{L}\p{N})\]][.,;:]$|\p{L}\)$/u.test(before) &&
    rest.startsWith(numbers) &&
    !/^[\p{L}\p{N}+\ue002\ue003-]/u.test(rest.slice(numbers.length))
  );
}

/** How a quotation writes a citation of the document here, if otherwise: raised, on the line, in round brackets. */
function citedOtherwise(
  quote: NormalForm,
  asked: number,
  { form, start, end }: Span,
  document: string,
): string | undefined {
  const { text } = quote;
  if (text.startsWith(form, asked) && citationAt(quote, asked)) return form;
  const written = document
    .slice(start, end)
    .normalize('NFKC')
    .replace(/[^\d,;\u2212–-]/g, '');
  // In full, or a range as the document has it.
  const numbers = [form.slice(1, -1), written.replace(/[\u2212–]/g, '-').replace(/;/g, ',')];
  for (const own of numbers.filter((each) => /^\d/.test(each))) {
    const apart = own.replaceAll(',', ', ');
    const raised = [own, own.replaceAll(',', ',^')].find((each) => isRaisedCitation(text, asked, each));
    const onLine = [own, apart].find((each) => isFlattened(text, asked, each));
    if (onLine) return onLine;
    if (raised) return `^${raised}`;
    const inRound = [own, apart].find((each) => text.startsWith(`(${each})`, asked));
    if (inRound) return `(${inRound})`;
  }
  return undefined;
}

/** Whether the quotation has the citation before the mark that it follows in the document. */
function isCitedBefore(quote: NormalForm, asked: number, form: string, mark: string | undefined): boolean {
  const after = quote.text[asked + form.length];
  return (
    quote.text.startsWith(form, asked) &&
    citationAt(quote, asked) !== undefined &&
    (after === undefined || after === mark)
  );
}

const isMark = (letter: string | undefined) => letter !== undefined && /[.,;:]/.test(letter);

/** A harmless difference of signs at this position, and the position after it. */
function slipAt(
  document: DocumentWords,
  quote: Quoted,
  { at, asked }: Position,
): (Position & { difference: Difference }) | undefined {
  const { text } = document.form;
  return (
    slipOfMark(text, quote.text, { at, asked }, document.references.notes) ??
    slipOfCharge(text, quote.text, { at, asked }) ??
    slipOfRaised(text, quote, { at, asked }) ??
    slipOfNote(document.form, quote, { at, asked }) ??
    (isInTable(document, at)
      ? (slipOfTableMark(text, quote, { at, asked }) ?? slipOfLines(text, quote, { at, asked }))
      : undefined) ??
    slipOfHyphen(text, quote.text, { at, asked }, 'document') ??
    slipOfHyphen(quote.text, text, { at: asked, asked: at }, 'quote')
  );
}

/** A superscript number, which may stand apart from its symbol, and one on the line. */
const RAISED = /^ ?\^([\u2212-]?\d{1,3})(?!\d|[.,]\d)/;
const ON_LINE = /^ ?([\u2212-]?\d{1,3})(?!\d|[.,]\d)/;
/** The isotope of an element. */
const ELEMENT = /^\p{Lu}\p{Ll}?(?!\p{Ll})/u;

/**
 * A superscript number on the line, or the reverse, where both read alike: `χ2` for `χ^2`. After a digit the number
 * on the line is another one: 105 is not 10^5.
 */
function slipOfRaised(text: string, quote: Quoted, { at, asked }: Position) {
  const [own, other] = [text.slice(at, at + 8), quote.text.slice(asked, asked + 8)];
  const isOwn = RAISED.test(own);
  const [raised, onLine] = isOwn ? [RAISED.exec(own), ON_LINE.exec(other)] : [RAISED.exec(other), ON_LINE.exec(own)];
  const [number = '', same] = [raised?.[1], onLine?.[1]];
  if (!raised || !onLine || number.replace('\u2212', '-') !== same?.replace('\u2212', '-')) return undefined;
  const step = { at: at + (isOwn ? raised : onLine)[0].length, asked: asked + (isOwn ? onLine : raised)[0].length };
  const before = text.slice(Math.max(0, at - 3), at);
  const isApart = onLine[0].startsWith(' ');
  // Stacked above an index, the number stands on a line of its own: `χ1` and `2` for `χ1^2`.
  const isOnOwnLine =
    isApart && isOwn && /[\n\r]/.test(quote.written.slice(quote.ends[asked - 1], quote.starts[asked + 1]));
  const isIsotope = /(?:^|[\s([-])$/.test(before) && !isApart && ELEMENT.test(text.slice(step.at, step.at + 3));
  const isAfterSymbol = isOnOwnLine
    ? /\p{L}\d?$/u.test(before)
    : (!isApart || raised[0].startsWith(' ')) && /(?:[\p{L})\]%] ?|\p{L}\d )$/u.test(before);
  if (!isAfterSymbol && !isIsotope) return undefined;
  const [marked, plain] = [raised[0].trim(), onLine[0].trim()];
  return { ...step, difference: isOwn ? { quote: plain, document: marked } : { quote: marked, document: plain } };
}

const TABLE_MARK = /^\^([a-cef*†‡§¶#](?:,[a-cef])*)(?![\p{L}\p{N}])/u;
const ADDED_MARK = /^[a-cef*†‡§¶#](?:,[a-cef])*(?![\p{L}\p{N}])/u;

/** The letter or sign of a note of a table on the line: `0.68a` for `0.68^a`; no unit has these letters. */
function slipOfTableMark(text: string, quote: Quoted, { at, asked }: Position) {
  const [mark, letters = ''] = TABLE_MARK.exec(text.slice(at, at + 12)) ?? [];
  const [added = ''] = ADDED_MARK.exec(quote.text.slice(asked, asked + 12)) ?? [];
  if (mark && quote.text.startsWith(letters, asked))
    return { at: at + mark.length, asked: asked + letters.length, difference: { quote: letters, document: mark } };
  // The readers of articles leave out a mark that refers to the notes of the table.
  const isCellEnd = text[at] === '|' && /[\d)%]$/.test(text.slice(at - 1, at));
  const end = asked + added.length;
  const isFree = quote.text[end] === ' ' || quote.starts[end] !== quote.ends[end - 1];
  const isGlued = quote.starts[asked] === quote.ends[asked - 1] && isFree;
  return added && isCellEnd && isGlued ? { at, asked: end, difference: { quote: added, document: '' } } : undefined;
}

/** A cell with two lines copied as one: `1.220.99` for `1.22 0.99`, which no number is. */
function slipOfLines(text: string, { text: quote }: Quoted, { at, asked }: Position) {
  const [before = ''] = /\d{1,9}\.\d{1,9}$/.exec(text.slice(Math.max(0, at - 19), at)) ?? [];
  const [next = ''] = /^ (\u2212?\d{1,9}\.\d{1,9})/.exec(text.slice(at, at + 20)) ?? [];
  if (before === '' || next === '' || text[at + 1] !== quote[asked] || !quote.slice(0, asked).endsWith(before))
    return undefined;
  const difference = { quote: before + next.trim(), document: before + next };
  return { at: at + 1, asked, difference };
}

/** The mark of a note behind the end of a sentence, where the reader of the article left it out: `drugs.2`. */
function slipOfNote({ text, starts, ends }: NormalForm, quote: Quoted, { at, asked }: Position) {
  const [number = ''] = /^\d{1,2}(?= |$)/.exec(quote.text.slice(asked, asked + 3)) ?? [];
  const isEnd = /(?:\p{L}{3}|\))[.!?]$/u.test(text.slice(Math.max(0, at - 5), at));
  const isGlued = quote.starts[asked] === quote.ends[asked - 1];
  const isApart = text[at] === PARAGRAPH_END || starts[at] !== ends[at - 1];
  if (number === '' || !isEnd || !isGlued || !isApart) return undefined;
  // The form has no blank after a mark.
  const end = asked + number.length + (isWordLike(text[at]) && quote.text[asked + number.length] === ' ' ? 1 : 0);
  return { at, asked: end, difference: { quote: number, document: '' } };
}

/** The superscript mark of a footnote after a word, on the line or omitted. */
function slipOfMark(text: string, quote: string, { at, asked }: Position, notes: ReadonlySet<string>) {
  if (text[at] !== '^') return undefined;
  const [mark = '', number = ''] = /^\^(\d{1,3})(?![\p{L}\p{N}+\ue002\ue003-])/u.exec(text.slice(at, at + 6)) ?? [];
  const before = text.slice(Math.max(0, at - 12), at);
  if (mark === '' || !/\p{Ll}{4}[.,;:]?$/u.test(before)) return undefined;
  if (isFlattened(quote, asked, number)) {
    return { at: at + mark.length, asked: asked + number.length, difference: { quote: number, document: mark } };
  }
  const isAfterMark = /[.,;:]$/.test(before);
  if (!isAfterMark && (!notes.has(number) || isExponent(before))) return undefined;
  // The form has no blank after a comma.
  const end = at + mark.length + (isAfterMark && text[at + mark.length] === ' ' ? 1 : 0);
  return { at: end, asked, difference: { quote: '', document: mark } };
}

/** The charge of an ion, superscript or on the line: `Ca^2+` and `Ca2+`. */
function slipOfCharge(text: string, quote: string, { at, asked }: Position) {
  const chargeAt = (from: string, start: number) => /^\^?\d[\ue002\ue003]/.exec(from.slice(start, start + 4))?.[0];
  const [own, other] = [chargeAt(text, at), chargeAt(quote, asked)];
  if (!own || !other || !/\p{L}/u.test(text[at - 1] ?? '') || own.replace('^', '') !== other.replace('^', ''))
    return undefined;
  return { at: at + own.length, asked: asked + other.length, difference: { quote: other, document: own } };
}

/** A hyphen inside a word that only one of the texts has: `re-read` becomes `reread` if it is divided. */
function slipOfHyphen(text: string, other: string, { at, asked }: Position, holder: 'document' | 'quote') {
  if (text[at] !== '-' || text[at + 1] !== other[asked]) return undefined;
  const [before = ''] = /\p{Ll}{2,30}$/u.exec(text.slice(Math.max(0, at - 30), at)) ?? [];
  const [after = ''] = /^\p{Ll}{2,30}/u.exec(text.slice(at + 1, at + 31)) ?? [];
  if (before === '' || after === '' || OTHER_WITHOUT_HYPHEN.has(before + after)) return undefined;
  const [divided, whole] = [`${before}-${after}`, before + after];
  return holder === 'document'
    ? { at: at + 1, asked, difference: { quote: whole, document: divided } }
    : { at: asked, asked: at + 1, difference: { quote: divided, document: whole } };
}

const isWordLike = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}\p{M}^]/u.test(letter);

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
