import { MAX_QUOTE_CHARACTERS, type QuoteCheck } from '../full-text.ts';
import { type Alignment, alignWords, type Weighed } from './align.ts';
import { findCitations, takesExponent } from './citations.ts';
import { type Difference, type DocumentWords, locate, PARAGRAPH_END, type Stretch } from './document-words.ts';
import { citationAt, LEADING_MINUS, LINE_HYPHEN, type NormalForm, normalise } from './normal-form.ts';
import { createSlips, type InContext, isIdle, mayExchange, type Slips } from './quote-words.ts';
import { contextOf, mayTurn, partOfSentence, seemsWhole } from './sentence-part.ts';

/** Shorter quotations, and those longer than a call may check, match letter by letter or not at all. */
const MIN_WORDS = 5;
const ALTERED = 0.75;
const LOOSE = 0.6;
/** From this score on, no other position can be better. */
const CERTAIN = 0.9;

/** A word or a punctuation mark; `from` and `to` are positions in the normal form. */
type Token = Weighed & { from: number; to: number; isCitation: boolean; isJoined?: boolean };

/** The position with most words of a quotation that the document does not contain letter by letter. */
export function findSimilar(document: DocumentWords, quote: string): QuoteCheck | undefined {
  // Aligning takes time proportional to the product of both lengths.
  if (quote.length > MAX_QUOTE_CHARACTERS) return undefined;
  const form = normalise(quote, findCitations(quote, document.references));
  const whole = { from: 0, to: form.text.length };
  const sought = tokenise(form, whole);
  if (sought.filter(isWord).length < MIN_WORDS) return undefined;
  const { starts, held } = search(document.form, sought);
  const quoted = { text: quote, form, tokens: tokenise(form, whole, held) };
  const isSlip = createSlips(document, quote, (word) => held.has(word) && document.isInLowerCase(word));
  let best: { alignment: Alignment; tokens: Token[] } | undefined;
  for (const start of starts) {
    const tokens = tokenise(document.form, windowAt(document.form, start, form.text.length));
    const alignment = alignWords(quoted.tokens, tokens, isSlip);
    if (alignment && alignment.score > (best?.alignment.score ?? 0)) best = { alignment, tokens };
    if (alignment && alignment.score > CERTAIN) break;
  }
  if (!best || best.alignment.score < LOOSE) return undefined;
  const { alignment, tokens } = best;
  const passage = { ...document, tokens };
  const pairs = alignment.edits.map((edit) => ({
    quote: tokenAt(quoted, edit.quote),
    document: tokenAt(passage, edit.document),
  }));
  const changed = findChanges(groupAdjacent(pairs), isSlip, tokens.slice(alignment.from, alignment.to + 3));
  const stretch = { from: tokens[alignment.from]?.from ?? 0, to: tokens[alignment.to]?.to ?? 0 };
  const { before, after } = partOfSentence(document, stretch);
  const part = before || after ? { part: { ...(before && { before }), ...(after && { after }) } } : {};
  const different = toDifferences(pairs, quoted, document);
  const differences = different.length > 0 ? different : toDivisions(quoted);
  const answer = { ...locate(document, stretch), ...part, differences };
  const changedWords = changed.filter((pair) => isWord(pair.quote ?? pair.document));
  if (alignment.score < ALTERED && changedWords.length > 2) return { verdict: 'loose', ...answer };
  const words = document.form.text.slice(stretch.from, stretch.to);
  const context = contextOf(document, stretch, { before, after });
  const isTurned =
    changed.length > 0 ||
    isCutPower(words, after, document.references.notes) ||
    seemsWhole(context, quote, words) ||
    mayTurn(context, words);
  return { verdict: isTurned ? 'altered' : 'near', ...answer };
}

type Quoted = { text: string; form: NormalForm; tokens: readonly Token[] };

/** Whether the omitted words begin with the power or charge of the last word: a raised number that marks no note. */
function isCutPower(words: string, after: string, notes: ReadonlySet<string>): boolean {
  const mayHaveNote = /(?:\p{Ll}{4}|[)\]"'.,;:])$/u.test(words) && !takesExponent(words.slice(-12));
  const [raised, number = ''] = /^\^[+−-]?(\d{0,3})(?![\d+−])/.exec(after) ?? [];
  return after.startsWith('^') && !(mayHaveNote && raised !== undefined && notes.has(number));
}

type Placed = Token & InContext;
type Pair = { quote: Placed | undefined; document: Placed | undefined };

/** The token with its neighbours. */
function tokenAt({ tokens, text, form }: Quoted, at = -1): Placed | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  const written = text.slice(form.starts[token.from], form.ends[token.to - 1]);
  return { ...token, written, before: tokens[at - 1]?.word, after: tokens[at + 1]?.word };
}

/** Whether the passage has another citation at this position, before or after the mark that ends the words. */
function isCitedOtherwise({ word, before }: Placed, passage: readonly Token[]): boolean {
  const there = passage.flatMap((token, at) =>
    token.word === before ? passage.slice(at + 1, at + 3).filter(({ isCitation }) => isCitation) : [],
  );
  return there.length > 0 && there.every((citation) => citation.word !== word);
}

/** The differences that change the meaning. */
function findChanges(groups: readonly Pair[][], isSlip: Slips, passage: readonly Token[]): Pair[] {
  const pairs = groups.filter((group) => !isOfFormula(group)).flat();
  const marksOnlyIn = (side: 'quote' | 'document') =>
    pairs.flatMap((pair) => {
      const alone = pair[side === 'quote' ? 'document' : 'quote'] ? undefined : pair[side];
      return alone && !isWord(alone) && !alone.isCitation ? [alone.word] : [];
    });
  const added = new Set(marksOnlyIn('quote'));
  const moved = new Set(marksOnlyIn('document').filter((mark) => added.has(mark)));
  return pairs.filter(({ quote, document }) => {
    if (quote && document) return !isSlip(quote.word, document.word) || !mayExchange(quote, document);
    const alone = quote ?? document;
    if (!alone) return false;
    if (alone.isCitation) return quote !== undefined && isCitedOtherwise(quote, passage);
    return !isIdle(alone) || moved.has(alone.word);
  });
}

const OF_PICTURE = new Set(['[', 'formula', ']']);
/** A sign, a number, a symbol of one or two letters, or the name of a function. */
const OF_FORMULA =
  /^(?:[^\p{L}]+|\p{L}{1,2}|\p{Script=Greek}+|log|exp|sin|cos|tan|max|min|lim|sup|inf|arg|det|mod|sqrt)$/u;

/** Whether the document has a formula as a picture, and the quotation its signs or nothing. */
function isOfFormula(group: readonly Pair[]): boolean {
  const inDocument = group.flatMap(({ document }) => document?.word ?? []);
  return (
    inDocument.includes('formula') &&
    inDocument.every((word) => OF_PICTURE.has(word)) &&
    group.every(({ quote }) => !quote || OF_FORMULA.test(quote.word))
  );
}

/** Groups the differences of adjacent tokens. */
function groupAdjacent(pairs: readonly Pair[]): Pair[][] {
  const groups: Pair[][] = [];
  for (const pair of pairs) {
    const before = groups.at(-1)?.at(-1);
    const isNext = before && isBeside(before.quote, pair.quote) && isBeside(before.document, pair.document);
    if (isNext) groups.at(-1)?.push(pair);
    else groups.push([pair]);
  }
  return groups;
}

const MAX_DIFFERENCES = 12;

/** The differences, with adjacent tokens joined. Omitted citations do not count. */
function toDifferences(pairs: readonly Pair[], quoted: Quoted, words: DocumentWords): Difference[] {
  const shown = groupAdjacent(pairs).filter((group) => group.some((pair) => pair.quote || !pair.document?.isCitation));
  return shown.slice(0, MAX_DIFFERENCES).map((group) => {
    const inQuote = group.map(({ quote }) => quote);
    const inDocument = group.map(({ document }) => document);
    return { quote: textBetween(quoted, inQuote), document: textBetween(words, inDocument) };
  });
}

/** The divided words of a quotation that differs in nothing else: they may read as two. */
function toDivisions(quoted: Quoted): Difference[] {
  const joined = quoted.tokens.filter(({ isJoined }) => isJoined).slice(0, MAX_DIFFERENCES);
  return joined.map((token) => ({ quote: textBetween(quoted, [token]), document: token.word }));
}

function isBeside(one: Token | undefined, other: Token | undefined): boolean {
  return !one || !other || other.from - one.to <= 1;
}

/** The text from the first to the last of these tokens; empty without any. */
function textBetween(
  { text, form: { starts, ends } }: Pick<Quoted, 'text' | 'form'>,
  tokens: readonly (Token | undefined)[],
): string {
  const present = tokens.filter((token) => token !== undefined);
  const [first, last] = [present[0], present.at(-1)];
  return first && last ? text.slice(starts[first.from], ends[last.to - 1]) : '';
}

const TOKEN = new RegExp(
  `[${LEADING_MINUS}\ue004]?\\d+(?:[.,·]\\d+)*(?!\\p{L})|[\\p{L}\\p{N}\\p{M}]+(?:'\\p{L}+)?|[^\\s${PARAGRAPH_END}]`,
  'gu',
);
const MARK_WEIGHT = 0.25;

const isWord = (token: Token | undefined) => token?.weight === 1;

/**
 * The words and marks of a stretch of the normal form; a citation is one token. Joins words divided by a line end; in a
 * quotation only if the document has them whole, as `held` says.
 */
function tokenise(form: NormalForm, { from: start, to: end }: Stretch, held?: ReadonlySet<string>): Token[] {
  const tokens: Token[] = [];
  for (const { index, 0: word } of form.text.slice(start, end).matchAll(TOKEN)) {
    const from = start + index;
    const to = from + word.length;
    const citation = citationAt(form, from);
    const before = tokens.at(-1);
    if (citation && citationAt(form, from - 1) === citation && before) before.to = to;
    else if (citation) tokens.push({ word: citation.form, weight: MARK_WEIGHT, from, to, isCitation: true });
    else if (before && tokens.at(-2) && before.word === LINE_HYPHEN) joinDivided(tokens, word, to, held);
    else {
      const isTimes = word === 'x' && /\d$/.test(before?.word ?? '') && /^ ?\d/.test(form.text.slice(to, to + 2));
      const isWordOrNumber = /^[a-z]/.test(word) || /[\p{L}\p{N}]/u.test(word);
      const weight = isWordOrNumber && !isTimes ? 1 : MARK_WEIGHT;
      tokens.push({ word, weight, from, to, isCitation: false });
    }
  }
  return tokens;
}

/** Maximum length of a word divided at line ends. */
const MAX_DIVIDED_CHARACTERS = 100;

function joinDivided(tokens: Token[], word: string, to: number, held: ReadonlySet<string> | undefined): void {
  const [first, hyphen] = tokens.slice(-2) as [Token, Token];
  const isWhole = first.word.length < MAX_DIVIDED_CHARACTERS && (!held || held.has((first.word + word).toLowerCase()));
  if (isWhole) {
    tokens.pop();
    Object.assign(first, { word: first.word + word, to, isJoined: true });
  } else {
    hyphen.word = '-';
    tokens.push({ word, weight: 1, from: hyphen.to, to, isCitation: false });
  }
}

/** Characters of the normal form processed at a time, because the tokens of a long text would fill the memory. */
const PART_CHARACTERS = 50_000;
const BUCKET = 64;
const MAX_WINDOWS = 4;
/** Positions of a word pair in the quotation: in a repetitive one, each would be compared with each. */
const MAX_SAME_PAIRS = 8;

/**
 * `starts`: of the stretches of the document that share most word pairs with the quotation. `held`: the words of the
 * quotation that the document has, in lower case.
 */
function search(form: NormalForm, quoted: readonly Token[]): { starts: number[]; held: Set<string> } {
  const words = quoted.filter(isWord).map(({ word, from }) => ({ word: word.toLowerCase(), from }));
  const sought = new Set(words.map(({ word }) => word));
  const pairs = new Map<string, number[]>();
  for (const [nth, { word, from }] of words.entries()) {
    const pair = `${word} ${words[nth + 1]?.word}`;
    const positions = pairs.get(pair) ?? [];
    if (positions.length < MAX_SAME_PAIRS) pairs.set(pair, [...positions, from]);
  }
  const votes = new Map<number, number>();
  const held = new Set<string>();
  let before: { word: string; from: number } | undefined;
  for (let from = 0, to = 0; from < form.text.length; from = to) {
    to = blankAfter(form.text, from + PART_CHARACTERS);
    for (const token of tokenise(form, { from, to })) {
      if (!isWord(token)) continue;
      const word = token.word.toLowerCase();
      if (sought.has(word)) held.add(word);
      for (const position of before ? (pairs.get(`${before.word} ${word}`) ?? []) : []) {
        const bucket = Math.floor(((before?.from ?? 0) - position) / BUCKET);
        votes.set(bucket, (votes.get(bucket) ?? 0) + 1);
      }
      before = { word, from: token.from };
    }
  }
  const best = [...votes].sort(([, one], [, other]) => other - one).slice(0, MAX_WINDOWS);
  return { starts: best.map(([bucket]) => Math.max(0, bucket * BUCKET)), held };
}

/** Longer sequences are not words. */
const MAX_WORD = 200;

/** The next word boundary at or after a position, if one is near. */
function blankAfter(text: string, position: number): number {
  if (position >= text.length) return text.length;
  const near = text.slice(position, position + MAX_WORD).search(/[ \ue005]/);
  return near < 0 ? position : position + near;
}

/** Characters of the document beyond the quotation on both sides. */
const MARGIN = 120;

/** A part of the document from this position on that is large enough for the quotation. */
function windowAt({ text }: NormalForm, start: number, length: number): Stretch {
  const from = start <= MARGIN ? 0 : blankAfter(text, start - MARGIN);
  return { from, to: blankAfter(text, start + Math.ceil(1.5 * length) + 2 * MARGIN) };
}
