import { STOP_STEMS } from '../analysis/stop-words.ts';
import table from './term-frequencies.json' with { type: 'json' };

/**
 * How rare terms are among papers of all subjects. A single job cannot show this, because every paper of it may contain
 * the topic's own word. bench/relevance/term-frequencies.ts generates the table of the 7,500 most common terms.
 */

/** For terms missing in the table: rare enough to state a question's subject. */
const RAREST = 11.5;
/** Academic boilerplate occurs in papers of every topic. */
export const BOILERPLATE = 1;
/** Numbers and single letters mean little without the words around them. */
const NUMBER_OR_LETTER = 3;

let rarities: Map<string, number> | undefined;

/** Log2 of the number of all papers over those with this stemmed term. */
export function estimateRarity(term: string): number {
  if (STOP_STEMS.has(term)) return BOILERPLATE;
  return isNumberOrLetter(term) ? NUMBER_OR_LETTER : countedRarity(term);
}

/** The share of papers of all subjects with this stemmed term; undefined for uncounted terms. */
export function shareOfAllPapers(term: string): number | undefined {
  return STOP_STEMS.has(term) || isNumberOrLetter(term) ? undefined : 2 ** -countedRarity(term);
}

function isNumberOrLetter(term: string): boolean {
  return /^(?:[\d.]+|[a-z])$/.test(term);
}

/** Whether the table has this stemmed term. */
export function isCountedTerm(term: string): boolean {
  rarities ??= readTable();
  return rarities.has(term);
}

function countedRarity(term: string): number {
  rarities ??= readTable();
  return rarities.get(term) ?? RAREST;
}

function readTable(): Map<string, number> {
  const read = new Map<string, number>();
  for (const [level, terms] of table.levels.entries()) {
    for (const term of terms.split(' ')) read.set(term, level / table.levelsPerOctave);
  }
  return read;
}
