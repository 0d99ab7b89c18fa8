import type { RequestBody } from '../../src/contract/requests.ts';
import { eachNth, type PoolPaper, type Topic } from '../retrieval/collection.ts';
import { KINDS } from '../retrieval/requests.ts';
import { similarTopics } from '../retrieval/similar-topics.ts';

/** A request with the collection that its topic is from, and the row of the tables that it belongs to. */
export type CollectionRequest = { key: string; collection: string; row: string; topic: Topic; body: RequestBody };

/** Two sets of reviews have two topics each. */
const TOGETHER: Record<string, string> = { asr: 'asr, wallace', wallace: 'asr, wallace' };

/**
 * Every kind of request for every topic, and papers like one of its papers. The latter belong to the collection of
 * their topic, so that leaving it out leaves them out, too.
 */
export function collectionRequests(
  topics: readonly Topic[],
  papers: readonly PoolPaper[],
  { seed, every }: { seed: number; every: number },
): CollectionRequest[] {
  const asked = eachNth([...topics, ...similarTopics(topics, papers, seed)], every);
  return asked.flatMap((topic) =>
    Object.entries(KINDS).flatMap(([kind, bodyOf]) => {
      const body = bodyOf(topic);
      if (!body) return [];
      const source = topic.id.split('/')[0] as string;
      const collection = TOGETHER[source] ?? source;
      const form = topic.questionPaper ? 'paper' : kind;
      return [{ key: `${topic.id}\t${kind}`, collection, row: `${collection}, ${form}`, topic, body }];
    }),
  );
}
