import { BELOW_LIMIT, IN_LIBRARY, type SearchFlow, UNFIT } from '../../contract/answers.ts';
import { toFoundWorks } from '../../papers/works/found-work.ts';
import type { StoredHits } from './counting/library-count.ts';
import type { SourcesOutcome } from './query-sources.ts';
import type { RankedOutcome } from './rank-all.ts';

/**
 * What happened to the records that the sources and the library returned. Hits of the library and the collection that
 * ranked below the limit were not retrieved.
 */
export function searchFlow(
  { outcomes, works, duplicates = {} }: SourcesOutcome,
  { papers, fromSources, strategy, stored = NOTHING_STORED }: Omit<RankedOutcome, 'notes'>,
): SearchFlow {
  const recordCount = outcomes.reduce((sum, { records }) => sum + records.length, 0);
  const unusable = outcomes.reduce((sum, { source, records }) => sum + toFoundWorks(source, records).unusable, 0);
  const byRule = Object.values(duplicates).reduce((sum, count) => sum + count, 0);
  // Papers of the collection that contain a word of the search and ranked below those that it returned.
  const beyond = outcomes.reduce(
    (sum, { source, total = 0, records }) => sum + (source === 'collection' ? Math.max(0, total - records.length) : 0),
    0,
  );
  const storedBelow = stored.hits + stored.alike - stored.inSources - stored.returned - stored.unfit;
  const leftOut = {
    'no title and no abstract': unusable,
    'strategy not met': strategy.unmet,
    'not known whether the strategy is met': strategy.unknown,
    'filters not met, or not known to be met': fromSources.works - fromSources.meetFilters,
    [UNFIT]: stored.unfit,
    [BELOW_LIMIT]: fromSources.meetFilters - fromSources.returned,
  };
  const merged = {
    ...duplicates,
    // Looked-up fields, such as a DOI, can show that two works are one.
    'facts looked up afterwards': recordCount - unusable - byRule - works.length,
    'facts of the local library': works.length - strategy.unmet - strategy.unknown - fromSources.works,
    [IN_LIBRARY]: stored.gave - stored.returned,
  };
  return {
    identified: recordCount + stored.gave + stored.unfit,
    duplicates: withoutZeros(merged),
    leftOut: withoutZeros(leftOut),
    returned: papers.length,
    notRetrieved: storedBelow + beyond,
  };
}

const NOTHING_STORED: StoredHits = {
  hits: 0,
  inSources: 0,
  gave: 0,
  returned: 0,
  unfit: 0,
  alike: 0,
  together: [],
  parts: [],
};

function withoutZeros(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}
