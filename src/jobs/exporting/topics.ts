import { STOP_STEMS } from '../../papers/analysis/stop-words.ts';
import { readQueryTokens } from '../../papers/query/terms.ts';
import type { JobRecord } from '../ports/store.ts';

/** Searches share a topic from this part on of the content terms of the one that has fewer. */
const MIN_SHARED = 1 / 3;

/**
 * Groups searches by topic, from the words that they asked for: two searches are on one topic when at least a third of
 * the terms of the shorter one are in the other, or when a third search joins them. Gives the jobs of each topic in the
 * order given; a search without words of its own (one created elsewhere) is a topic of its own.
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
