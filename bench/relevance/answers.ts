import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestBody } from '../../src/contract/requests.ts';
import { parseQuery } from '../../src/papers/query/query.ts';
import { searchIndex } from '../../src/search/federated/library-search.ts';
import type { PoolPaper, Topic } from '../retrieval/collection.ts';
import { addToIndex, openBenchIndex } from '../retrieval/own-index.ts';
import { KINDS } from '../retrieval/requests.ts';

/** The result of a job of the embedded service for one request: positions in the pool, best first. */
export type Answered = { topic: string; kind: string; places: number[] };

const JOB_PAPERS = 300;

/** Searches the pool with each kind of request for each topic. `file` keeps the answers for the next run. */
export async function searchTopics(
  papers: readonly PoolPaper[],
  topics: readonly Topic[],
  file: string | undefined,
): Promise<Answered[]> {
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Answered[];
  const folder = await mkdtemp(join(tmpdir(), 'paperqueue-relevance-'));
  const index = openBenchIndex(folder);
  try {
    addToIndex(index, papers);
    const answers = topics.flatMap((topic) =>
      toRequests(topic).map(({ kind, body }) => {
        const { hits } = searchIndex(index.snapshot(), parseQuery({ body, filters: { limit: JOB_PAPERS } }));
        return { topic: topic.id, kind, places: hits.map(({ id }) => id - 1) };
      }),
    );
    if (file) writeFileSync(file, JSON.stringify(answers));
    return answers;
  } finally {
    index.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The requests for a topic: its keywords, its text, or both, if it has them. */
export function toRequests(topic: Topic): { kind: string; body: RequestBody }[] {
  return Object.entries(KINDS).flatMap(([kind, bodyOf]) => {
    const body = bodyOf(topic);
    return body ? [{ kind, body }] : [];
  });
}
