import type { RequestBody } from '../../src/contract/requests.ts';
import { matchOf } from '../../src/papers/relevance/match.ts';
import { MATCH_CLASSES, type MatchClass } from '../../src/papers/relevance/match-classes.ts';
import { readQuestion } from '../../src/papers/relevance/question.ts';
import type { PoolPaper, Topic } from '../retrieval/collection.ts';
import { type Answered, requestsOf } from './answers.ts';

/** How many papers are of each class, and how many of them are relevant. */
export type ClassCounts = Record<MatchClass, { papers: number; relevant: number }>;

/** By collection and kind of request. */
export function countClasses(
  papers: readonly PoolPaper[],
  topics: readonly Topic[],
  answers: readonly Answered[],
): Map<string, ClassCounts> {
  const topicOf = new Map(topics.map((topic) => [topic.id, topic]));
  const groups = new Map<string, ClassCounts>();
  for (const { topic: id, kind, places } of answers) {
    const topic = topicOf.get(id);
    const question = topic && readQuestion(bodyOf(topic, kind));
    if (!topic || !question) continue;
    const name = `${topic.collection}, ${kind}`;
    const counts = groups.get(name) ?? emptyCounts();
    groups.set(name, counts);
    for (const place of places) {
      const paper = papers[place] as PoolPaper;
      const count = counts[matchOf(question, { title: paper.title, abstract: paper.abstract }).match];
      count.papers += 1;
      if (topic.relevant.has(paper.id)) count.relevant += 1;
    }
  }
  return groups;
}

function bodyOf(topic: Topic, kind: string): RequestBody {
  return requestsOf(topic).find((request) => request.kind === kind)?.body ?? {};
}

function emptyCounts(): ClassCounts {
  const entries = MATCH_CLASSES.map((match) => [match, { papers: 0, relevant: 0 }] as const);
  return Object.fromEntries(entries) as ClassCounts;
}
