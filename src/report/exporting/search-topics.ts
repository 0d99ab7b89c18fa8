import type { JobRecord } from '../../jobs/ports/store.ts';
import { STOP_STEMS } from '../../papers/analysis/stop-words.ts';
import { readQueryTokens } from '../../papers/query/terms.ts';

/** Two searches share a topic if they share at least this part of the shorter one's content terms. */
const MIN_SHARED = 1 / 3;

/**
 * Groups searches by topic, from their words: two searches share a topic if at least a third of the shorter one's terms
 * are in the other, or if a third search connects them. Returns the jobs of each topic in the given order. A search
 * without words of its own (created elsewhere) is a topic by itself.
 */
export function groupByTopic(jobs: readonly JobRecord[]): JobRecord[][] {
  let topics: { jobs: JobRecord[]; terms: ReadonlySet<string>[] }[] = [];
  for (const job of jobs) {
    const terms = readTerms(job);
    const same = topics.filter((topic) => topic.terms.some((others) => isSameTopic(terms, others)));
    const rest = topics.filter((topic) => !same.includes(topic));
    const joined = {
      jobs: [...same.flatMap((topic) => topic.jobs), job],
      terms: [...same.flatMap((topic) => topic.terms), terms],
    };
    topics = [...rest, joined];
  }
  const position = new Map(jobs.map((job, index) => [job, index]));
  const first = (group: readonly JobRecord[]) => Math.min(...group.map((job) => position.get(job) ?? 0));
  return topics.map((topic) => topic.jobs).sort((a, b) => first(a) - first(b));
}

function readTerms({ request }: JobRecord): ReadonlySet<string> {
  const { keywords = [], query = '', strategy = '' } = request?.body ?? {};
  const tokens = readQueryTokens([...keywords, query, strategy].join(' '));
  return new Set(tokens.map(({ term }) => term).filter((term) => !STOP_STEMS.has(term)));
}

function isSameTopic(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((term) => b.has(term)).length;
  return shared > 0 && shared >= MIN_SHARED * Math.min(a.size, b.size);
}
