import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseQuery } from '../../src/papers/query/query.ts';
import type { FoundWork } from '../../src/papers/works/found-work.ts';
import { searchIndex } from '../../src/search/federated/library-search.ts';
import type { PoolPaper, Topic } from '../retrieval/collection.ts';
import { addToIndex, openBenchIndex } from '../retrieval/own-index.ts';
import { type Outcome, type Summary, summarize } from '../retrieval/report.ts';
import { KINDS } from '../retrieval/requests.ts';
import type { Original } from './originals.ts';

/** Maximum papers of a job. */
const COUNT = 300;

/**
 * Runs the same searches in the originals and in the merged works: `own` of the summary is the merged set, `baseline`
 * the whole. A work that occurs twice takes two ranks of a list and counts once. Works that only traps have are
 * omitted, because the whole has none.
 */
export async function compareRanking(
  originals: readonly Original[],
  works: readonly FoundWork[],
  idsOf: readonly string[][],
  topics: readonly Topic[],
): Promise<Summary> {
  const folder = await mkdtemp(join(tmpdir(), 'paperqueue-merge-'));
  try {
    const whole = openBenchIndex(join(folder, 'whole'));
    addToIndex(
      whole,
      originals.map(({ paper }) => paper),
    );
    const kept = works.flatMap((work, place) => {
      const ids = (idsOf[place] ?? []).filter((id) => !id.startsWith('trap:'));
      return ids.length > 0 ? [{ work, ids }] : [];
    });
    const merged = openBenchIndex(join(folder, 'merged'));
    addToIndex(merged, kept.map(toPoolPaper));
    const outcomes: Outcome[] = [];
    for (const topic of topics) {
      for (const [kind, requestOf] of Object.entries(KINDS)) {
        const body = requestOf(topic);
        if (!body) continue;
        const found = (index: typeof whole) =>
          searchIndex(index.snapshot(), parseQuery({ body, filters: { limit: COUNT } })).hits;
        const own = found(merged).flatMap(({ id }) => kept[id - 1]?.ids ?? []);
        const baseline = found(whole).map(({ id }) => originals[id - 1]?.id ?? '');
        outcomes.push({ topic, kind, own: [...new Set(own)], baseline });
      }
    }
    whole.close();
    merged.close();
    return summarize(outcomes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toPoolPaper({ work: { record } }: { work: FoundWork }): PoolPaper {
  return {
    id: record.key,
    title: record.title,
    abstract: record.abstract ?? '',
    year: record.year,
    citations: record.citationCount,
    isOpenAccess: record.isOpenAccess,
    publicationType: record.publicationType,
    fields: record.fieldsOfStudy,
  };
}
