import { STOP_STEMS } from '../analysis/stop-words.ts';
import { foldTerm } from './fold-term.ts';
import table from './term-frequencies.json' with { type: 'json' };

/**
 * How rare terms are among papers of all subjects. Within one job this cannot be counted: there the topic's own word
 * may be in every paper. bench/relevance/term-frequencies.ts makes the table of the 7,500 most common terms.
 */

/** Of a term that the table does not have: so rare that it says what a question is about. */
const RAREST = 11.5;
/** Boilerplate of academic prose is in papers of every topic. */
const BOILERPLATE = 1;
/** Numbers and single letters mean little without the words around them. */
const NUMBER_OR_LETTER = 3;

const STOP_TERMS = new Set([...STOP_STEMS].map(foldTerm));

let rarities: Map<string, number> | undefined;

/** How many times the number of papers has to be halved to come to those that have this stemmed and folded term. */
export function rarityOf(term: string): number {
  if (STOP_TERMS.has(term)) return BOILERPLATE;
  if (/^(?:[\d.]+|[a-z])$/.test(term)) return NUMBER_OR_LETTER;
  rarities ??= readTable();
  return rarities.get(term) ?? RAREST;
}

function readTable(): Map<string, number> {
  const read = new Map<string, number>();
  for (const [level, terms] of table.levels.entries()) {
    for (const term of terms.split(' ').map(foldTerm)) {
      // The more common of two stems that fold into one comes first.
      if (!read.has(term)) read.set(term, level / table.levelsPerOctave);
    }
  }
  return read;
}
