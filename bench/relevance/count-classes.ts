import type { RequestBody } from '../../src/contract/requests.ts';
import { type Match, matchJob } from '../../src/papers/relevance/match.ts';
import { isAtLeast, MATCH_CLASSES, type MatchClass } from '../../src/papers/relevance/match-classes.ts';
import { readQueryTerms } from '../../src/papers/relevance/query-terms.ts';
import { queryOf } from '../../test/helpers/query.ts';
import type { PoolPaper, Topic } from '../retrieval/collection.ts';
import { measure } from '../retrieval/measures.ts';
import { type Answered, toRequests } from './answers.ts';

/** The papers of each class, and the relevant ones among them. */
type ClassCounts = Record<MatchClass, { papers: number; relevant: number }>;

/** The counts, and the nDCG@10 of each topic in the order by score, and by class and score. */
export type Counted = { counts: ClassCounts; first: FirstTen; byScore: number[]; byClass: number[] };

/** Relevant papers among the first ten of each list, and those of them that are good or strong. */
type FirstTen = { relevant: number; labelled: number };

const FIRST = 10;

/** Counts by collection and kind of request. */
export function countClasses(
  papers: readonly PoolPaper[],
  topics: readonly Topic[],
  answers: readonly Answered[],
): Map<string, Counted> {
  const topicOf = new Map(topics.map((topic) => [topic.id, topic]));
  const groups = new Map<string, Counted>();
  for (const { topic: id, kind, places } of answers) {
    const topic = topicOf.get(id);
    const question = topic && readQueryTerms(queryOf(bodyOf(topic, kind)));
    if (!topic || !question) continue;
    const name = `${topic.collection}, ${kind}`;
    const group = groups.get(name) ?? {
      counts: emptyCounts(),
      first: { relevant: 0, labelled: 0 },
      byScore: [],
      byClass: [],
    };
    groups.set(name, group);
    const listed = places.map((place) => papers[place] as PoolPaper);
    const matches = matchJob(
      question,
      listed.map(({ title, abstract }) => ({ title, abstract })),
    );
    const found = listed.map((paper, at) => ({ paper, match: (matches[at] as Match).match }));
    for (const { paper, match } of found) {
      const count = group.counts[match];
      count.papers += 1;
      if (topic.relevant.has(paper.id)) count.relevant += 1;
    }
    for (const { paper, match } of found.slice(0, FIRST)) {
      if (!topic.relevant.has(paper.id)) continue;
      group.first.relevant += 1;
      if (isAtLeast(match, 'good')) group.first.labelled += 1;
    }
    const ndcg = (list: typeof found) => {
      const ids = list.map(({ paper }) => paper.id);
      return measure(ids, topic.relevant).ndcg10;
    };
    group.byScore.push(ndcg(found));
    group.byClass.push(ndcg(MATCH_CLASSES.flatMap((name) => found.filter(({ match }) => match === name))));
  }
  return groups;
}

function bodyOf(topic: Topic, kind: string): RequestBody {
  return toRequests(topic).find((request) => request.kind === kind)?.body ?? {};
}

function emptyCounts(): ClassCounts {
  const entries = MATCH_CLASSES.map((match) => [match, { papers: 0, relevant: 0 }] as const);
  return Object.fromEntries(entries) as ClassCounts;
}
