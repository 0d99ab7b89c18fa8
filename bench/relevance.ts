/**
 * Measures how often papers of each match class are relevant, over labelled topics, with the jobs of the embedded
 * service and the classes of its answers; and how many classes change with two synonyms added to keywords.
 * Usage: npm run bench relevance -- [--data DIR] [--topics FILE] [--every N] [--answers FILE]
 * `--every` takes each Nth topic of a collection of more than 300; `--answers` keeps the found papers for the next run.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MATCH_CLASSES } from '../src/papers/relevance/match-classes.ts';
import { searchTopics } from './relevance/answers.ts';
import { countClasses } from './relevance/count-classes.ts';
import { countChanges, SYNONYM_TOPICS } from './relevance/synonyms.ts';
import { readPool, readTopics } from './retrieval/collection.ts';

const MANY_TOPICS = 300;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data', import.meta.url)) },
    topics: { type: 'string' },
    every: { type: 'string', default: '4' },
    answers: { type: 'string' },
  },
});
const topicsFile = values.topics ?? join(values.data, 'topics.jsonl.gz');
if (!existsSync(topicsFile)) {
  console.error(`${topicsFile} is not there: this benchmark needs the labelled collections (docs/benchmarks.md)`);
  process.exit(1);
}

const [papers, all] = await Promise.all([readPool(values.data), readTopics(topicsFile)]);
const isLarge = (name: string) => all.filter(({ collection }) => collection === name).length > MANY_TOPICS;
const large = new Set(all.map(({ collection }) => collection).filter(isLarge));
const topics = all.filter(({ collection }, place) => !large.has(collection) || place % Number(values.every) === 0);
const answers = await searchTopics(papers, [...topics, ...SYNONYM_TOPICS], values.answers);

console.log(
  'Papers that are relevant, of the papers of a class; good or strong of the relevant among the first ten; nDCG@10 of the order by score, and by class and score',
);
for (const [name, { counts, first, byScore, byClass }] of countClasses(papers, topics, answers)) {
  const cells = MATCH_CLASSES.map((match) => {
    const { papers: of, relevant } = counts[match];
    return `${match} ${((100 * relevant) / Math.max(of, 1)).toFixed(1)} % of ${of}`;
  });
  const labelled = `${((100 * first.labelled) / first.relevant).toFixed(0)} % of ${first.relevant}`;
  console.log(
    name.padEnd(22),
    ...cells.map((cell) => cell.padEnd(24)),
    labelled.padEnd(12),
    meanOf(byScore),
    meanOf(byClass),
  );
}
const changes = countChanges(papers, answers);
for (const { keywords, changed, named, of } of changes)
  console.log(`${changed} of ${of} change with two synonyms, ${named} that have one: ${keywords.join('; ')}`);

function meanOf(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
}
