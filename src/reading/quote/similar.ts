import type { QuoteCheck } from '../../jobs/ports/full-text.ts';
import { oncePer } from '../../lib/once.ts';
import { type Alignment, alignWords, type Weighed } from './align.ts';
import { findCitations } from './citations.ts';
import { type DocumentWords, PARAGRAPH_END } from './document-words.ts';
import { LEADING_MINUS, LINE_HYPHEN, type NormalForm, normalise } from './normal-form.ts';
import { findPlace } from './place.ts';
import { isIdle, isSlip } from './quote-words.ts';
import { mayTurn, partOfSentence } from './sentence-part.ts';

/** Shorter quotations match letter by letter or not at all. */
const MIN_WORDS = 5;
const ALTERED = 0.75;
const LOOSE = 0.6;
/** From this score on, no other place can be better. */
const CERTAIN = 0.9;

/** A word or a mark; `from` and `to` are positions in the form. */
type Token = Weighed & { from: number; to: number; isCitation: boolean };

/** The place with most words of a quotation that the document does not contain letter by letter. */
export function findSimilar(document: DocumentWords, quote: string): QuoteCheck | undefined {
  const form = normalise(quote, findCitations(quote, document.references));
  const own = tokensOfDocument(document);
  const asked = tokenise(form, own.words);
  if (asked.filter(isWord).length < MIN_WORDS) return undefined;
  let best: { alignment: Alignment; offset: number } | undefined;
  for (const offset of windowsFor(asked, own)) {
    const alignment = alignWords(
      asked,
      own.tokens.slice(offset, offset + Math.ceil(1.5 * asked.length) + 2 * MARGIN),
      isSlip,
    );
    if (alignment && alignment.score > (best?.alignment.score ?? 0)) best = { alignment, offset };
    if (alignment && alignment.score > CERTAIN) break;
  }
  if (!best) return undefined;
  const { alignment, offset } = best;
  const pairs = alignment.edits.map(({ quote: at, document: to }) => ({
    asked: at === undefined ? undefined : asked[at],
    own: to === undefined ? undefined : own.tokens[offset + to],
  }));
  const changed = pairs.filter(turns);
  const isAltered = alignment.score >= ALTERED || changed.filter((pair) => isWord(pair.asked ?? pair.own)).length <= 2;
  if (alignment.score < LOOSE) return undefined;
  const stretch = {
    from: own.tokens[offset + alignment.from]?.from ?? 0,
    to: own.tokens[offset + alignment.to]?.to ?? 0,
  };
  const { before, after } = partOfSentence(document, stretch);
  const part = before || after ? { part: { ...(before && { before }), ...(after && { after }) } } : {};
  const differences = toDifferences(pairs, { text: quote, form }, document);
  const answer = { ...findPlace(document, stretch), ...part, differences };
  if (!isAltered) return { verdict: 'loose', ...answer };
  const isTurned = changed.length > 0 || mayTurn({ before, after }, '', '');
  return { verdict: isTurned ? 'altered' : 'near', ...answer };
}

const MAX_DIFFERENCES = 12;

type Pair = { asked: Token | undefined; own: Token | undefined };

/** Whether a difference changes the meaning. Omitted citations, or another reference of the list, do not. */
function turns({ asked, own }: Pair): boolean {
  if (asked && own) return !isSlip(asked.word, own.word);
  return !(asked ?? own)?.isCitation && !isIdle((asked ?? own)?.word ?? '');
}

/** The differences, with adjacent tokens joined. Omitted citations do not count. */
function toDifferences(
  pairs: readonly Pair[],
  quote: { text: string; form: NormalForm },
  document: DocumentWords,
): { quote: string; document: string }[] {
  const groups: Pair[][] = [];
  for (const pair of pairs) {
    const before = groups.at(-1)?.at(-1);
    const isNext = before && isBeside(before.asked, pair.asked) && isBeside(before.own, pair.own);
    if (isNext) groups.at(-1)?.push(pair);
    else groups.push([pair]);
  }
  const told = groups.filter((group) => group.some(({ asked, own }) => asked || !own?.isCitation));
  return told.slice(0, MAX_DIFFERENCES).map((group) => ({
    quote: textBetween(
      quote.text,
      quote.form,
      group.map(({ asked }) => asked),
    ),
    document: textBetween(
      document.text,
      document.form,
      group.map(({ own }) => own),
    ),
  }));
}

function isBeside(one: Token | undefined, other: Token | undefined): boolean {
  return !one || !other || other.from - one.to <= 1;
}

function textBetween(text: string, { starts, ends }: NormalForm, tokens: readonly (Token | undefined)[]): string {
  const own = tokens.filter((token) => token !== undefined);
  const [first, last] = [own[0], own.at(-1)];
  return first && last ? text.slice(starts[first.from], ends[last.to - 1]) : '';
}

const TOKEN = new RegExp(
  `[${LEADING_MINUS}\ue004]?\\d+(?:[.,·]\\d+)*(?!\\p{L})|[\\p{L}\\p{N}\\p{M}]+(?:'\\p{L}+)?|[^\\s${PARAGRAPH_END}]`,
  'gu',
);
const MARK_WEIGHT = 0.25;

const isWord = (token: Token | undefined) => token?.weight === 1;

/** Words and marks; a citation is one token. Joins words divided by a line end if the document also has them whole. */
function tokenise(form: NormalForm, known?: ReadonlySet<string>): Token[] {
  const tokens: Token[] = [];
  for (const { index: from, 0: word } of form.text.matchAll(TOKEN)) {
    const to = from + word.length;
    const citation = form.citations[from];
    const before = tokens.at(-1);
    if (citation && form.citations[from - 1] === citation && before) before.to = to;
    else if (citation) tokens.push({ word: citation.form, weight: MARK_WEIGHT, from, to, isCitation: true });
    else if (before && tokens.at(-2) && before.word === LINE_HYPHEN) joinDivided(tokens, word, to, known);
    else {
      const weight = /[\p{L}\p{N}]/u.test(word) ? 1 : MARK_WEIGHT;
      tokens.push({ word, weight, from, to, isCitation: false });
    }
  }
  return tokens;
}

function joinDivided(tokens: Token[], word: string, to: number, known: ReadonlySet<string> | undefined): void {
  const [first, hyphen] = tokens.slice(-2) as [Token, Token];
  if (!known || known.has(first.word + word)) {
    tokens.pop();
    Object.assign(first, { word: first.word + word, to });
  } else {
    hyphen.word = '-';
    tokens.push({ word, weight: 1, from: hyphen.to, to, isCitation: false });
  }
}

type DocumentTokens = {
  tokens: Token[];
  words: ReadonlySet<string>;
  /** The tokens that begin runs of two words. */
  pairs: ReadonlyMap<string, number[]>;
};

const tokensOfDocument = oncePer(({ form }: DocumentWords): DocumentTokens => {
  const tokens = tokenise(form);
  return { tokens, words: new Set(tokens.map(({ word }) => word)), pairs: toPairs(plainWords(tokens)) };
});

function plainWords(tokens: readonly Token[]): { word: string; at: number }[] {
  return tokens.flatMap((token, at) => (isWord(token) ? [{ word: token.word.toLowerCase(), at }] : []));
}

function toPairs(words: readonly { word: string; at: number }[]): Map<string, number[]> {
  const pairs = new Map<string, number[]>();
  for (const [nth, { word, at }] of words.entries()) {
    const key = `${word} ${words[nth + 1]?.word}`;
    const list = pairs.get(key);
    if (list) list.push(at);
    else pairs.set(key, [at]);
  }
  return pairs;
}

/** Tokens of the document beyond the quotation on both sides. */
const MARGIN = 16;
const MAX_WINDOWS = 4;
const BUCKET = 8;

/** The beginnings of the stretches of the document that share most runs of two words with the quotation. */
function windowsFor(asked: readonly Token[], { pairs }: DocumentTokens): number[] {
  const votes = new Map<number, number>();
  const words = plainWords(asked);
  for (const [nth, { word, at }] of words.entries()) {
    for (const position of pairs.get(`${word} ${words[nth + 1]?.word}`) ?? []) {
      const bucket = Math.floor((position - at) / BUCKET);
      votes.set(bucket, (votes.get(bucket) ?? 0) + 1);
    }
  }
  const best = [...votes].sort(([, one], [, other]) => other - one).slice(0, MAX_WINDOWS);
  return best.map(([bucket]) => Math.max(0, bucket * BUCKET - MARGIN));
}
