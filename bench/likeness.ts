/**
 * Chooses the minimum similarity of a similar paper: leaves out each labelled collection in turn, chooses the value on
 * the others, and measures it on the one left out. True ones are the five most similar papers of the question's topic,
 * false ones the five most similar of another collection, which a library without the topic would show.
 * Usage: npm run bench likeness -- [--data DIR] [--seed N]
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { groupBy } from '../src/lib/groups.ts';
import { likeness, MIN_LIKENESS, type TextVector, toVector } from '../src/search/federated/similar-papers.ts';
import { collectionName, type PoolPaper, readPoolRecords, readTopics, toPaper } from './retrieval/collection.ts';
import { similarTopics } from './retrieval/similar-topics.ts';

const COMPARED = 5;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data', import.meta.url)) },
    seed: { type: 'string', default: '1' },
  },
});
const topics = await readTopics(join(values.data, 'topics.jsonl.gz'));
const names = new Set(topics.map(({ collection }) => collection));
const papers: (PoolPaper & { collection: string; vector: TextVector })[] = [];
for await (const record of readPoolRecords(values.data)) {
  const [name = ''] = [record.collection].flat().map(String);
  const paper = toPaper(record);
  // A paper's `scifact` is a topic's `scifact-train`.
  const collection = [...names].find((each) => each.startsWith(collectionName(name)));
  if (collection) papers.push({ ...paper, collection, vector: toVector(paper) });
}
const paperOf = new Map(papers.map((paper) => [paper.id, paper]));
const questions = similarTopics(topics, papers, Number(values.seed)).flatMap((topic) => {
  const question = paperOf.get(topic.questionPaper ?? '');
  if (!question) return [];
  const others = papers.filter(({ collection }) => collection !== question.collection);
  const own = papers.filter(({ id }) => topic.relevant.has(id));
  const best = (among: typeof papers) =>
    among
      .map(({ vector }) => likeness(question.vector, vector))
      .sort((a, b) => b - a)
      .slice(0, COMPARED);
  return [{ collection: question.collection, similar: best(own), other: best(others) }];
});

type Question = (typeof questions)[number];
const share = (scores: readonly number[], least: number) =>
  scores.filter((score) => score >= least).length / scores.length;
const sharesAt = (of: readonly Question[], least: number) => ({
  similar: share(
    of.flatMap(({ similar }) => similar),
    least,
  ),
  other: share(
    of.flatMap(({ other }) => other),
    least,
  ),
});
const collections = [...groupBy(questions, ({ collection }) => collection)];
const steps = Array.from({ length: 100 }, (_, step) => step / 200);
const chosenOn = (of: readonly (readonly Question[])[]) => {
  const gain = (least: number) => {
    const shares = of.map((each) => sharesAt(each, least));
    return shares.reduce((sum, { similar, other }) => sum + similar - other, 0);
  };
  return steps.reduce((best, least) => (gain(least) > gain(best) ? least : best), 0);
};
const inWords = ({ similar, other }: ReturnType<typeof sharesAt>) =>
  `${similar.toFixed(2)} of the similar and ${other.toFixed(2)} of the others are shown`;
for (const [name, own] of collections) {
  const least = chosenOn(collections.filter(([other]) => other !== name).map(([, each]) => each));
  console.log(`${name}: chosen without it ${least}: ${inWords(sharesAt(own, least))}`);
  console.log(`  at ${MIN_LIKENESS}: ${inWords(sharesAt(own, MIN_LIKENESS))}`);
}
