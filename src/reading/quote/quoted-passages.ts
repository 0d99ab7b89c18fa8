import { stem } from '../../papers/analysis/stem.ts';
import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';
import { forEachToken } from '../../papers/analysis/tokenizer.ts';
import { readQueryTokens } from '../../papers/query/terms.ts';
import type { Block } from '../document.ts';
import { withoutPlaces } from '../places.ts';
import { joinWords, tokenise } from './phrase-tokens.ts';

/** BM25 (Robertson and Zaragoza 2009) with the usual parameters; blocks are short, so their length counts less. */
const K1 = 1.2;
const B = 0.5;

/** Counts of a query's words in a text: enough to rank its blocks among those of other texts. */
export type CountedText = {
  /**
   * The number of its blocks to which the query's phrases apply, their words, and the number of blocks with each term.
   */
  blocks: number;
  length: number;
  holders: number[];
  /** The number of matching blocks; `best` has the best of them. */
  all: number;
  best: CountedBlock[];
};

/** A matching block: the count of each term, and the position of the first match in it. */
type CountedBlock = { at: number; counts: number[]; length: number; first: number };

const MAX_BEST = 200;

/**
 * The blocks that contain words of a query, or its phrases in quotation marks if it has any. Skips formulas. Takes
 * linear time, but the text may have any length: see process/.
 */
export function countWords(blocks: readonly Pick<Block, 'kind' | 'text'>[], query: string): CountedText {
  const phrases = phrasesIn(query);
  const terms = new Map([...new Set(termsOfQuery(query))].map((term, nth) => [term, nth]));
  const matching: CountedBlock[] = [];
  const counted: CountedText = { blocks: 0, length: 0, holders: [...terms].map(() => 0), all: 0, best: [] };
  if (terms.size === 0 && phrases.length === 0) return counted;
  for (const [at, { kind, text }] of blocks.entries()) {
    if (kind === 'formula' || !hasPhrases(text, phrases)) continue;
    const { counts, length } = countTerms(text, terms);
    counted.blocks += 1;
    counted.length += length;
    for (const [nth, count] of counts.entries()) if (count > 0) counted.holders[nth] = (counted.holders[nth] ?? 0) + 1;
    if (phrases.length > 0 || counts.some((count) => count > 0)) matching.push({ at, counts, length, first: 0 });
  }
  counted.all = matching.length;
  const { score } = weigh([counted]);
  counted.best = matching
    .map((block) => ({ block, score: score(block) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_BEST)
    .map(({ block }) => ({ ...block, first: firstTerm(blocks[block.at]?.text ?? '', terms) }));
  return counted;
}

/** The best blocks of several texts, best first; `text` is the index of the text. */
export function rankBlocks(texts: readonly CountedText[]): { text: number; at: number; first: number }[] {
  const { score } = weigh(texts);
  return texts
    .flatMap(({ best }, text) => best.map((block) => ({ text, at: block.at, first: block.first, score: score(block) })))
    .sort((one, other) => other.score - one.score)
    .map(({ text, at, first }) => ({ text, at, first }));
}

function weigh(texts: readonly CountedText[]): { score: (block: CountedBlock) => number } {
  const sum = (numberOf: (text: CountedText) => number) => texts.reduce((total, text) => total + numberOf(text), 0);
  const blocks = sum((text) => text.blocks);
  const averageLength = sum((text) => text.length) / Math.max(blocks, 1);
  const weights = (texts[0]?.holders ?? []).map((_, nth) => {
    const holders = sum((text) => text.holders[nth] ?? 0);
    return Math.log(1 + (blocks - holders + 0.5) / (holders + 0.5));
  });
  return {
    score({ counts, length }) {
      if (counts.length === 0) return 1;
      const norm = K1 * (1 - B + (B * length) / Math.max(averageLength, 1));
      const score = counts.reduce(
        (total, count, nth) => total + ((weights[nth] ?? 0) * count * (K1 + 1)) / (count + norm),
        0,
      );
      return score * (counts.filter((count) => count > 0).length / counts.length);
    },
  };
}

/** The phrases in quotation marks, as `hasPhrases` takes them. */
export function phrasesIn(query: string): string[] {
  return [...query.matchAll(/["“]([^"“”]+)["”]/g)].map(([, phrase = '']) => joined(phrase)).filter(Boolean);
}

/** Whether a text has all phrases, word by word. */
export function hasPhrases(text: string, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return true;
  const own = joined(text);
  return phrases.every((phrase) => own.includes(phrase));
}

function joined(text: string): string {
  return joinWords(Array.from(tokenise(text), ({ word }) => word));
}

function termsOfQuery(query: string): string[] {
  const tokens = readQueryTokens(query).filter(({ isJoined }) => !isJoined);
  const content = tokens.filter(({ word }) => !FUNCTION_WORDS.has(word));
  return (content.length > 0 ? content : tokens).map(({ term }) => term);
}

function countTerms(text: string, terms: ReadonlyMap<string, number>): { counts: number[]; length: number } {
  const counts = Array.from({ length: terms.size }, () => 0);
  const length = forEachToken(text, (word) => {
    const nth = terms.get(stem(word));
    if (nth !== undefined) counts[nth] = (counts[nth] ?? 0) + 1;
  });
  return { counts, length };
}

const MAX_PASSAGE_CHARACTERS = 1_200;

/** The position of the first term in a text that is too long to be shown whole. */
function firstTerm(text: string, terms: ReadonlyMap<string, number>): number {
  if (text.length <= MAX_PASSAGE_CHARACTERS) return 0;
  for (const { word, start } of tokenise(text)) if (terms.has(stem(word))) return start;
  return 0;
}

/** The block's text; of a long block only the part around `first`. */
export function cutPassage(text: string, first: number): string {
  if (text.length <= MAX_PASSAGE_CHARACTERS) return withoutPlaces(text);
  const from = Math.floor(
    Math.max(0, Math.min(first - MAX_PASSAGE_CHARACTERS / 3, text.length - MAX_PASSAGE_CHARACTERS)),
  );
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const rest = text.slice(start, start + MAX_PASSAGE_CHARACTERS);
  const isWhole = start + rest.length >= text.length;
  const end = isWhole || !rest.includes(' ') ? rest.length : rest.lastIndexOf(' ');
  const isCut = start + end < text.length;
  return `${start > 0 ? '… ' : ''}${withoutPlaces(rest.slice(0, end))}${isCut ? ' …' : ''}`;
}
