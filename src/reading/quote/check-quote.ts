import { lastUpTo } from '../../lib/binary-search.ts';
import { stem } from '../../papers/analysis/stem.ts';
import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';
import { STACKED_MARKS } from '../../papers/markup.ts';
import { isCountedTerm } from '../../papers/relevance/rarity.ts';
import type { QuoteCheck } from '../full-text.ts';
import { findCitations } from './citations.ts';
import { type CutWord, findEllipses, withoutCutWords } from './cut-words.ts';
import { type Difference, type DocumentWords, locate, type Stretch, textAt } from './document-words.ts';
import { type Ellipses, findWords, type Quoted, startWork, type Work } from './find-words.ts';
import { normalise } from './normal-form.ts';
import {
  contextOf,
  isMadeEnd,
  mayJoin,
  mayTurn,
  partOfSentence,
  type SentencePart,
  seemsWhole,
} from './sentence-part.ts';
import { findSimilar } from './similar.ts';

/**
 * Whether a document contains a sentence: exact (letter by letter, except for line ends, ligatures, and omitted
 * citations), near (a harmless difference), altered (a word, number or sign differs, or an omission may change the
 * meaning), loose (similar words, or parts that the document does not join) or absent. A word cut by an ellipsis at an
 * end is a harmless difference; if the rest reads as another word, the quotation is loose. Throws TooMuchWork. Takes
 * time in proportion to the document, which can have any length: see process/.
 */
export function checkQuote(words: DocumentWords, quoted: string): QuoteCheck {
  const document: Searched = { ...words, work: startWork(words.form) };
  const quote = withoutMarks(quoted.replace(STACKED_MARKS, '$1').normalize('NFC'));
  const whole = checkParts(document, [quote]);
  if (whole) return whole;
  const parts = quote.split(ELLIPSIS).map((part) => part.trim());
  const worded = parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
  if (worded.length === 0) return { verdict: 'absent' };
  const joined = worded.length > 1 ? checkParts(document, worded) : undefined;
  return (
    joined ??
    checkCut(document, worded, findEllipses(quoted)) ??
    checkCutUnmarked(document, worded) ??
    checkSentences(document, worded) ??
    findSimilar(document, worded.join(' ')) ?? { verdict: 'absent' }
  );
}

/** A document, and the remaining budget for comparing with it. */
type Searched = DocumentWords & { work: Work };

const SENTENCE_END = /(?<=[.!?]["'”’)]?)\s+(?=\p{Lu})/u;

/** Whole sentences that the document contains, but not in this sequence. */
function checkSentences(document: Searched, parts: readonly string[]): QuoteCheck | undefined {
  const sentences = parts.flatMap((part) => part.split(SENTENCE_END));
  if (sentences.length === parts.length) return undefined;
  const inOrder = checkParts(document, sentences);
  if (inOrder) return { ...inOrder, verdict: 'loose' };
  const [first, ...rest] = sentences.map((sentence) => checkParts(document, [sentence]));
  return first && rest.every((check) => check) ? { ...first, verdict: 'loose' } : undefined;
}

const ELLIPSIS = /(?:(?<!\s)\s+)?(?:[[(]\s*(?:\.\s?\.\s?\.|…)\s*[\])]|\.{3,}|…|\. \. \.)\s*/;

/** Removes the quotation's own marks: its quotation marks, ellipses at its ends, and `[T]he` for `the`. */
function withoutMarks(quoted: string): string {
  const trimmed = quoted.trim();
  const [opening = ''] = /^(?:["'“”„‟«»‘’‚`]|\[?(?:\.{3,}|…)\]?|\s)+/u.exec(trimmed) ?? [];
  const begun = trimmed.slice(opening.length);
  const rest = begun.slice(0, closingStart(begun));
  const closing = begun.slice(rest.length);
  // After a number or a symbol this is a prime, unless the quotation started with such a mark.
  const isPrime = /^['"’”]/.test(closing) && !/["'“‘«„‚»]/.test(opening) && /(?:\d|(?<!\p{L})\p{L})$/u.test(rest);
  const primes = isPrime ? (/^['"’”]+/.exec(closing)?.[0] ?? '') : '';
  return `${rest}${primes}`.replace(/^\[(\p{L})\](?=\p{L})/u, '$1').trim();
}

/** A mark that may close a quotation, after its immediate context. */
const LAST_MARK = /(?:["'“”‟«»‘’`\s]|\[?(?:…|(?<!\.)\.{3,})\]?)$/u;
const MAX_MARK = 60;

/** The start of the marks that close a quotation. */
function closingStart(text: string): number {
  for (let end = text.length; ; ) {
    const [mark = ''] = LAST_MARK.exec(text.slice(Math.max(0, end - MAX_MARK), end)) ?? [];
    if (mark === '') return end;
    end -= mark.length;
  }
}

type Part = { form: Quoted; hasWords: boolean; endsSentence: boolean };
const MIN_JOINED_WORDS = 3;
/** Words, including the cut one, of a quotation that may have lost letters at an end without an ellipsis. */
const MIN_WORDS_BESIDE_CUT = 5;

function toPart(text: string, { references }: DocumentWords): Part {
  // The point of `.85` is a part of the number.
  const plain = withoutDivisions(
    text.replace(/^(?:[;:)\]\s]|[.,](?!\d))+/, '').replace(/(?:(?<!\s)\s+)?(?<![.,;:])[.,;:]+$/, ''),
  );
  return {
    form: { ...normalise(plain, findCitations(plain, references)), written: plain },
    hasWords: (plain.match(/[\p{L}\p{N}]+/gu) ?? []).length >= MIN_JOINED_WORDS,
    endsSentence: /[.!?]$/.test(text.trim()),
  };
}

/** `pre- and postoperative`, `short- to long-term`. */
const AFTER_HANGING_HYPHEN = /^(?:and|or|nor|to|but|than|as|versus|vs|through|und|oder|bis|sowie|et|ou)$/;

/**
 * Removes the space after a hyphen that does not divide a word at a line end: `not- able` and `the- rapist` read as
 * two words.
 */
function withoutDivisions(text: string): string {
  return text.replace(
    /(?<![\p{L}-])(\p{L}{1,30})- (?=(\p{Ll}{1,30})(?![\p{L}-]))/gu,
    (found, first: string, second: string) => {
      const isOfTwo = isRealWord(first.toLowerCase()) && (isFunctionWord(first) || isRealWord(second));
      return isOfTwo && !AFTER_HANGING_HYPHEN.test(second) ? `${first}-` : found;
    },
  );
}

const isFunctionWord = (word: string) => FUNCTION_WORDS.has(word.toLowerCase());
const isRealWord = (word: string) => isFunctionWord(word) || isCountedTerm(stem(word));

const RANKS = ['exact', 'near', 'altered', 'loose', 'absent'];

/** The best position with all parts in sequence, letter by letter; undefined if there is none. */
function checkParts(document: Searched, texts: readonly string[]): QuoteCheck | undefined {
  const parts = texts.map((text) => toPart(text, document));
  return pickBest(findPositions(document, parts).map((stretches) => judge(document, parts, stretches)));
}

function pickBest(checks: QuoteCheck[]): QuoteCheck | undefined {
  const weight = ({ verdict, part }: QuoteCheck) => 2 * RANKS.indexOf(verdict) + (part ? 1 : 0);
  return checks.sort((one, other) => weight(one) - weight(other))[0];
}

/** The positions with all parts in sequence; `cuts`: the ends of the whole at which a word may be cut. */
function findPositions(document: Searched, [first, ...rest]: readonly Part[], cuts?: Ellipses): Stretch[][] {
  if (!first) return [];
  const findCuts = (nth: number) => ({
    start: cuts?.start === true && nth === 0,
    end: cuts?.end === true && nth === rest.length,
  });
  const followers = rest.map(({ form }, nth) => findNext(document, form, findCuts(nth + 1)));
  return findWords(document, first.form, document.work, { cuts: findCuts(0) }).flatMap((stretch) => {
    const stretches = [stretch];
    for (const find of followers) {
      const next = find(stretches.at(-1)?.to ?? 0);
      if (!next) return [];
      stretches.push(next);
    }
    return [stretches];
  });
}

/** Finds the first match at or after a position. For ascending positions it searches no part of the document twice. */
function findNext(document: Searched, form: Quoted, cuts: Ellipses): (after: number) => Stretch | undefined {
  let last: { after: number; found: Stretch | undefined } | undefined;
  return (after) => {
    const isValid = last && last.after <= after && (!last.found || last.found.from >= after);
    if (!isValid) last = { after, found: findWords(document, form, document.work, { after, cuts, max: 1 })[0] };
    return last?.found;
  };
}

/** As `checkParts`, if an ellipsis cuts the first or last word; the other words must match as usual. */
function checkCut(document: Searched, texts: readonly string[], cuts: Ellipses): QuoteCheck | undefined {
  if (!cuts.start && !cuts.end) return undefined;
  const parts = texts.map((text) => toPart(text, document));
  const checks = findPositions(document, parts, cuts).flatMap((stretches) => {
    const kept = [...stretches];
    const words: { first?: CutWord; last?: CutWord } = {};
    for (const [at, end] of [
      [0, 'first'],
      [kept.length - 1, 'last'],
    ] as const) {
      const whole = withoutCutWords(document, stretches[at] as Stretch);
      const cut = whole[end];
      if (!cut) continue;
      words[end] = cut;
      const { from, to } = kept[at] as Stretch;
      kept[at] = end === 'first' ? { from: whole.kept.from, to } : { from, to: whole.kept.to };
    }
    const slips = stretches.flatMap((stretch) => stretch.slips ?? []);
    const plain = kept.map(({ from, to }) => ({ from, to }));
    const left = plain.map(({ from, to }, at) => ({
      ...toPart(textAt(document, { from, to }), document),
      endsSentence: !words.last && at === kept.length - 1 && parts[at]?.endsSentence === true,
    }));
    if (left.some(({ hasWords }) => !hasWords)) return [];
    return [withCutWords(judge(document, left, plain), words, slips)];
  });
  return pickBest(checks);
}

/** As `checkCut`, for a selection that misses a letter without an ellipsis: near, or not judged here. */
function checkCutUnmarked(document: Searched, texts: readonly string[]): QuoteCheck | undefined {
  if (texts.join(' ').split(/\s+/).length < MIN_WORDS_BESIDE_CUT) return undefined;
  const check = checkCut(document, texts, { start: true, end: true });
  return check?.verdict === 'near' ? check : undefined;
}

/** Adds the cut words: never exact. A reader sees that words are omitted there, but not at the other end. */
function withCutWords(
  check: QuoteCheck,
  { first, last }: { first?: CutWord; last?: CutWord },
  slips: readonly Difference[],
): QuoteCheck {
  const isBesideCut = ({ quote, document }: Difference) =>
    quote === '' && ((first && document === check.part?.before) || (last && document === check.part?.after));
  const others = (check.differences ?? []).filter((difference) => !isBesideCut(difference));
  const cut = [first, last].filter((word) => word !== undefined);
  const isDoubtful = !/^(?:exact|near)$/.test(check.verdict) || cut.some(({ isOther }) => isOther);
  const verdict = isDoubtful ? ('loose' as const) : ('near' as const);
  return {
    ...check,
    verdict: check.verdict === 'altered' && others.length > 0 ? 'altered' : verdict,
    differences: [...others, ...slips, ...cut.map(({ quote, document }) => ({ quote, document }))],
  };
}

/** Judges whether words that the document contains keep the meaning of their sentences. */
function judge(document: DocumentWords, parts: readonly Part[], stretches: readonly Stretch[]): QuoteCheck {
  const { form } = document;
  const [first, last] = [stretches[0] as Stretch, stretches.at(-1) as Stretch];
  const [{ before }, { after }] = [partOfSentence(document, first), partOfSentence(document, last)];
  const part = before || after ? { part: { ...(before && { before }), ...(after && { after }) } } : {};
  const gaps = stretches.slice(1).map((stretch, at) => readGap(document, stretches[at] as Stretch, stretch));
  const leftOut = gaps.length > 0 ? { leftOut: gaps.map(({ text }) => text) } : {};
  const answer = { ...locate(document, { from: first.from, to: last.to }), ...part, ...leftOut };
  if (parts.length > 1 && (parts.some(({ hasWords }) => !hasWords) || gaps.some(({ isApart }) => isApart)))
    return { verdict: 'loose', ...answer };
  const differences = [
    ...differencesAtEnds(parts, contextOf(document, first, { before, after }), form.text, first, last),
    ...gaps.filter(({ text }) => mayJoin(text)).map(({ text }) => ({ quote: '', document: text })),
  ];
  const slips = stretches.flatMap((stretch) => stretch.slips ?? []);
  if (differences.length > 0) return { verdict: 'altered', ...answer, differences: [...differences, ...slips] };
  return slips.length > 0 ? { verdict: 'near', ...answer, differences: slips } : { verdict: 'exact', ...answer };
}

/** The omissions at the ends, if they change the meaning or make a part look like a whole sentence. */
function differencesAtEnds(
  parts: readonly Part[],
  { before, after }: SentencePart,
  text: string,
  first: Stretch,
  last: Stretch,
): Difference[] {
  const [begin, end] = [text.slice(first.from, first.to), text.slice(last.from, last.to)];
  const isTurnedBefore =
    seemsWhole({ before, after: '' }, parts[0]?.form.text ?? '', begin) || mayTurn({ before, after: '' }, begin);
  const isTurnedAfter =
    (parts.at(-1)?.endsSentence === true && isMadeEnd(after)) || mayTurn({ before: '', after }, end);
  return [
    ...(isTurnedBefore ? [{ quote: '', document: before }] : []),
    ...(isTurnedAfter ? [{ quote: '', document: after }] : []),
  ];
}

/** No writer joins parts of a paragraph across a larger gap. */
const MAX_GAP_CHARACTERS = 5_000;

/** The text between two parts. They are apart if paragraphs separate them, or if they are pieces of two sentences. */
function readGap(document: DocumentWords, one: Stretch, other: Stretch): { text: string; isApart: boolean } {
  const { text, form, sentences } = document;
  const [start, end] = [form.ends[one.to - 1] ?? 0, form.starts[other.from] ?? 0];
  const between = text.slice(start, Math.min(end, start + MAX_GAP_CHARACTERS));
  const isOneSentence = lastUpTo(sentences, start - 1) === lastUpTo(sentences, end);
  const isWhole = partOfSentence(document, one).after === '' && partOfSentence(document, other).before === '';
  return {
    text: between.replace(/\s+/g, ' ').trim(),
    isApart: end - start > MAX_GAP_CHARACTERS || between.includes('\n\n') || !(isOneSentence || isWhole),
  };
}
