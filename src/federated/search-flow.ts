import { BELOW_LIMIT, type SearchFlow } from '../contract/answers.ts';
import { toFoundWorks } from '../works/found-work.ts';
import type { SourcesOutcome } from './query-sources.ts';
import type { RankedOutcome } from './rank-all.ts';

/** What became of the records that the sources gave, and of those of the library that are in the answer. */
export function searchFlow(
  { outcomes, works, duplicates = {} }: SourcesOutcome,
  { papers, fromLibrary, fromSources, strategy }: Omit<RankedOutcome, 'notes'>,
): SearchFlow {
  const recordCount = outcomes.reduce((sum, { records }) => sum + records.length, 0);
  const unusable = outcomes.reduce((sum, { source, records }) => sum + toFoundWorks(source, records).unusable, 0);
  const byRule = Object.values(duplicates).reduce((sum, count) => sum + count, 0);
  const leftOut = {
    'no title and no abstract': unusable,
    'strategy not met': strategy.unmet,
    'not known whether the strategy is met': strategy.unknown,
    'filters not met, or not known to be met': fromSources.works - fromSources.meetFilters,
    [BELOW_LIMIT]: fromSources.meetFilters - fromSources.returned,
  };
  const merged = {
    ...duplicates,
    // Facts that were looked up, such as a DOI, can show that works are one.
    'facts looked up afterwards': recordCount - unusable - byRule - works.length,
    'facts of the local library': works.length - strategy.unmet - strategy.unknown - fromSources.works,
    'also in the local library': fromSources.inLibrary,
  };
  return {
    identified: recordCount + fromLibrary,
    duplicates: withoutZeros(merged),
    leftOut: withoutZeros(leftOut),
    returned: papers.length,
  };
}

function withoutZeros(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}
