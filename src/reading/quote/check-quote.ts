import type { QuoteCheck } from '../../jobs/ports/full-text.ts';
import type { Block } from '../document.ts';
import { type Alignment, alignWords } from './align.ts';
import { joinWords, type Token, tokensOf } from './tokens.ts';
import { turnsMeaning } from './words.ts';

/**
 * Whether a document holds a sentence: exact (its words in its order), near (a slip or a word left out), altered (as
 * near, but a number, a "not" or another word that turns the meaning differs), loose (similar words) or absent.
 * Citations may be left out or put in; where both have one, it has to be the same.
 */
export function checkQuote(document: DocumentWords, quote: string): QuoteCheck {
  const parts = quote
    .split(/\s*(?:\[\s*(?:\.{3}|…)\s*\]|\.{3,}|…)\s*/)
    .map(tokensOf)
    .filter((part) => part.length > 0);
  if (parts.length === 0) return { verdict: 'absent' };
  return findExact(document, parts) ?? findSimilar(document, quote) ?? { verdict: 'absent' };
}

/** A word of the document, with the block that it stands in. */
type Word = Token & { block: number };

/** The words of a document, to check any number of quotations. */
export type DocumentWords = { blocks: readonly Block[]; all: Line; plain: Line };

/** Words of the document, with or without citations, and the same as one text. */
type Line = { words: Word[]; text: string; starts: Map<number, number>; ends: Map<number, number> };

export function wordsOfDocument(blocks: readonly Block[]): DocumentWords {
  const all = blocks.flatMap((block, at) => tokensOf(block.text).map((token) => ({ ...token, block: at })));
  return { blocks, all: lineOf(all), plain: lineOf(all.filter(({ inCitation }) => !inCitation)) };
}

function lineOf(words: Word[]): Line {
  const { text, startsAt } = joinWords(wordsOf(words));
  const starts = new Map(startsAt.map((at, position) => [at, position]));
  const ends = new Map(startsAt.map((at, position) => [at + (words[position]?.word.length ?? 0), position]));
  return { words, text, starts, ends };
}

const wordsOf = (tokens: readonly Token[]) => tokens.map(({ word }) => word);

/** Both with their citations, then both without. */
function findExact(document: DocumentWords, parts: readonly Token[][]): QuoteCheck | undefined {
  const whole = spanOf(document.all, parts);
  if (whole)
    return { verdict: 'exact', ...placeOf(document.blocks, document.all.words.slice(whole.from, whole.to + 1)) };
  const plainParts = parts
    .map((part) => part.filter(({ inCitation }) => !inCitation))
    .filter((part) => part.length > 0);
  const span = plainParts.length > 0 ? spanOf(document.plain, plainParts) : undefined;
  if (!span) return undefined;
  const passage = withCitations(
    document,
    document.plain.words[span.from] as Word,
    document.plain.words[span.to] as Word,
  );
  const place = placeOf(document.blocks, passage);
  const inCitations = (tokens: readonly Token[]) => wordsOf(tokens.filter(({ inCitation }) => inCitation));
  const [quoted, printed] = [inCitations(parts.flat()), inCitations(passage)];
  // Putting citations in or leaving some out is no change of what is said.
  const isOther = quoted.some((word) => !printed.includes(word)) && printed.some((word) => !quoted.includes(word));
  if (!isOther) return { verdict: 'exact', ...place };
  return { verdict: 'altered', ...place, differences: [{ quote: quoted.join(' '), document: printed.join(' ') }] };
}

/** The first place that holds all parts one after the other, as positions of words. */
function spanOf({ text, starts, ends }: Line, parts: readonly Token[][]): { from: number; to: number } | undefined {
  /** Part after part; a place that does not fit words of the document is passed over. */
  const find = (part: number, from: number): number[] | undefined => {
    const quotedPart = joinWords(wordsOf(parts[part] ?? [])).text;
    for (let at = text.indexOf(quotedPart, from); at >= 0; at = text.indexOf(quotedPart, at + 1)) {
      const [start, end] = [starts.get(at), ends.get(at + quotedPart.length)];
      if (start === undefined || end === undefined) continue;
      if (part === parts.length - 1) return [start, end];
      const rest = find(part + 1, at + quotedPart.length);
      return rest && [start, ...rest.slice(-1)];
    }
    return undefined;
  };
  const [from, to] = find(0, 0) ?? [];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Shorter quotations are found exactly or not at all. */
const MIN_WORDS = 5;
const NEAR = 0.85;
const LOOSE = 0.6;

function findSimilar(document: DocumentWords, quote: string): QuoteCheck | undefined {
  const plain = tokensOf(quote).filter(({ inCitation }) => !inCitation);
  if (plain.length < MIN_WORDS) return undefined;
  const words = wordsOf(plain);
  const documentWords = wordsOf(document.plain.words);
  let best: { alignment: Alignment; offset: number } | undefined;
  for (const offset of windowsFor(words, documentWords)) {
    const alignment = alignWords(words, documentWords.slice(offset, offset + words.length + 2 * MARGIN));
    if (alignment && alignment.score > (best?.alignment.score ?? 0)) best = { alignment, offset };
  }
  if (!best || best.alignment.score < LOOSE) return undefined;
  const { alignment, offset } = best;
  const [first, last] = [alignment.from, alignment.to].map((at) => document.plain.words[offset + at] as Word) as [
    Word,
    Word,
  ];
  const place = placeOf(document.blocks, withCitations(document, first, last));
  const pairs = alignment.edits.map(({ quote: at, document: to }) => ({
    quote: at === undefined ? undefined : plain[at],
    document: to === undefined ? undefined : document.plain.words[offset + to],
  }));
  const textOf = (token: Token | undefined, text: string) => (token ? text.slice(token.start, token.end) : '');
  const differences = pairs.slice(0, MAX_DIFFERENCES).map((pair) => ({
    quote: textOf(pair.quote, quote),
    document: textOf(pair.document, document.blocks[pair.document?.block ?? 0]?.text ?? ''),
  }));
  if (alignment.score < NEAR) return { verdict: 'loose', ...place, differences };
  const isAltered = pairs.some((pair) => turnsMeaning(pair.quote?.word, pair.document?.word));
  return { verdict: isAltered ? 'altered' : 'near', ...place, differences };
}

const MAX_DIFFERENCES = 12;
/** Words of the document beyond the quotation on both sides. */
const MARGIN = 12;
const MAX_WINDOWS = 4;
const BUCKET = 4;

/** The beginnings of the stretches of the document that share most runs of three words with the quotation. */
function windowsFor(words: readonly string[], document: readonly string[]): number[] {
  const positions = new Map<string, number[]>();
  for (let at = 0; at + 2 < document.length; at += 1) {
    const key = `${document[at]} ${document[at + 1]} ${document[at + 2]}`;
    const list = positions.get(key);
    if (list) list.push(at);
    else positions.set(key, [at]);
  }
  const votes = new Map<number, number>();
  for (let at = 0; at + 2 < words.length; at += 1) {
    for (const position of positions.get(`${words[at]} ${words[at + 1]} ${words[at + 2]}`) ?? []) {
      const bucket = Math.floor((position - at) / BUCKET);
      votes.set(bucket, (votes.get(bucket) ?? 0) + 1);
    }
  }
  const best = [...votes].sort(([, one], [, other]) => other - one).slice(0, MAX_WINDOWS);
  return best.map(([bucket]) => Math.max(0, bucket * BUCKET - MARGIN));
}

/** The words from one to another, citations between them included. */
function withCitations({ all: { words: all } }: DocumentWords, first: Word, last: Word): Word[] {
  const from = all.findIndex(({ block, start }) => block === first.block && start === first.start);
  const to = all.findIndex(({ block, start }) => block === last.block && start === last.start);
  let end = to;
  while (all[end + 1]?.inCitation && all[end + 1]?.block === last.block) end += 1;
  return all.slice(from, end + 1);
}

const MAX_TEXT_CHARACTERS = 2_000;

/** Where words stand, and the document's own text from the first to the last of them. */
function placeOf(blocks: readonly Block[], words: readonly Word[]): { at: string; text: string } {
  const [first, last] = [words[0] as Word, words.at(-1) as Word];
  const parts = blocks.slice(first.block, last.block + 1).map(({ text }, nth) => {
    const start = nth === 0 ? first.start : 0;
    return text.slice(start, first.block + nth === last.block ? closingOf(text, last.end) : text.length);
  });
  return { at: blocks[first.block]?.at ?? '', text: parts.join(' [...] ').slice(0, MAX_TEXT_CHARACTERS) };
}

/** The marks that end the sentence belong to it. */
function closingOf(text: string, end: number): number {
  return end + (/^[^\s\p{L}\p{N}([]{0,3}/u.exec(text.slice(end))?.[0].length ?? 0);
}
