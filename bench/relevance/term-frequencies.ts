/**
 * Makes src/papers/relevance/term-frequencies.json: the share of papers with each common term, counted over titles and
 * abstracts of a collection. It keeps only counts of single terms, no text.
 * Usage: npm run bench term-frequencies -- [--data DIR]
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stem } from '../../src/papers/analysis/stem.ts';
import { STOP_STEMS } from '../../src/papers/analysis/stop-words.ts';
import { forEachToken } from '../../src/papers/analysis/tokenizer.ts';
import { readPool } from '../retrieval/collection.ts';

/** Number of the most frequent terms that are kept; the file has less than 60 kB. */
const MAX_TERMS = 7_500;
/** Levels for every factor of two; terms of one level have about the same frequency. */
const LEVELS_PER_OCTAVE = 2;
const FILE = fileURLToPath(new URL('../../src/papers/relevance/term-frequencies.json', import.meta.url));

const { values } = parseArgs({
  options: { data: { type: 'string', default: fileURLToPath(new URL('../../../shared/data', import.meta.url)) } },
});

const papers = await readPool(values.data);
const documentFrequency = new Map<string, number>();
for (const { title, abstract } of papers) {
  const terms = new Set<string>();
  let last = -1;
  forEachToken(`${title}\n${abstract}`, (word, position) => {
    // The joined form of a compound has no position; questions weigh its parts.
    if (position > last) terms.add(stem(word));
    last = Math.max(last, position);
  });
  for (const term of terms) documentFrequency.set(term, (documentFrequency.get(term) ?? 0) + 1);
}
const common = [...documentFrequency]
  .filter(([term]) => term.length > 1 && !STOP_STEMS.has(term) && !/^\d/.test(term))
  .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  .slice(0, MAX_TERMS);
const levels: string[][] = [];
for (const [term, count] of common) {
  const level = Math.round(LEVELS_PER_OCTAVE * Math.log2(papers.length / count));
  levels[level] = [...(levels[level] ?? []), term];
}
const table = {
  levelsPerOctave: LEVELS_PER_OCTAVE,
  levels: Array.from(levels, (terms = []) => terms.sort().join(' ')),
};
writeFileSync(FILE, `${JSON.stringify(table, undefined, 2)}\n`);
const [, rarest = 0] = common.at(-1) ?? [];
console.log(`${papers.length} papers, ${common.length} terms, the rarest in ${rarest} papers: ${FILE}`);
