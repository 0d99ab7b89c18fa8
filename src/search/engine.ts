import type { Paper } from '../contract/paper.ts';
import type { JobRequest } from '../contract/requests.ts';
import { toServicePaper } from '../papers/record.ts';
import { sortPapers } from '../papers/select.ts';
import type { Database } from '../sqlite/database.ts';
import { best, fuse, type RankedList } from './fuse.ts';
import { filterCondition } from './library/filter.ts';
import { rankedList, termStatistics } from './library/ranked-lists.ts';
import { readRecord } from './library/records.ts';
import { planSearch } from './plan.ts';

/** How deep each list is read before the lists are fused. Past the largest limit by some, so that fusion has a choice. */
const LIST_DEPTH = 1_000;

/**
 * Searches the library: filters first and exactly, then the best `limit` papers by relevance, with scores from 1 down to
 * 0; `sort` orders those papers. Keywords weigh the same whatever their length, and in a combined search the keywords
 * together weigh as much as the query.
 */
export function searchLibrary(database: Database, { body, filters }: Omit<JobRequest, 'operation'>): Paper[] {
  const plan = planSearch(body, termStatistics(database));
  const condition = filterCondition(filters);
  const listOf = (group: (typeof plan.keywords)[number]): RankedList =>
    rankedList(database, group, condition, LIST_DEPTH);
  const byKeywords = fuse(plan.keywords.map(listOf));
  const byQuery: RankedList = plan.query ? listOf(plan.query) : new Map();
  const papers = best(fuse([byKeywords, byQuery]), filters.limit).map(({ id, score }) =>
    toServicePaper(readRecord(database, id), score),
  );
  return filters.sort === undefined ? papers : sortPapers(papers, filters.sort, (paper) => paper);
}
