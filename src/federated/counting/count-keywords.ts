import { acceptBy } from '../../engine/rank/filters.ts';
import { statisticsOf } from '../../engine/rank/statistics.ts';
import { weighQuery } from '../../engine/rank/weighted-query.ts';
import { addTo } from '../../lib/groups.ts';
import type { Library } from '../../library/library.ts';
import type { Query } from '../../papers/query/query.ts';
import { matchOf } from '../../papers/relevance/match.ts';
import { readQueryTerms } from '../../papers/relevance/query-terms.ts';
import { hasAnyOf } from '../library-search.ts';
import { readCandidates } from './read-candidates.ts';

/** `read` of `of` papers that have a word of a keyword: where they differ, the counts are those of the ones read. */
export type KeywordCounts = { keywords: Record<string, number>; read: number; of: number };

/**
 * In how many papers of the library that meet the filters each keyword is, as the answer of the search would count it:
 * its words together, or another of its names. Undefined without keywords.
 */
export async function countKeywords(
  library: Library,
  query: Query,
  isOver: () => boolean,
): Promise<KeywordCounts | undefined> {
  const { keywords, filters } = query;
  const compared = readQueryTerms(query);
  if (keywords.length === 0 || !compared) return undefined;
  const candidates = library.search((snapshot) => {
    const { terms } = weighQuery({ keywords }, statisticsOf(snapshot));
    return snapshot.segments.flatMap((segment) => {
      const [accept, isFound] = [acceptBy(filters, segment), hasAnyOf(terms, segment)];
      const docs = Array.from({ length: segment.maxDoc }, (_, docId) => docId);
      return docs
        .filter((docId) => !segment.isDeleted(docId) && (!accept || accept(docId)) && isFound(docId))
        .map((docId) => segment.ids[docId] as number);
    });
  });
  const counts = new Map(compared.keywords.map(({ keyword }) => [keyword, 0]));
  const read = await readCandidates(library, candidates, isOver, (paper) => {
    for (const keyword of matchOf(compared, paper).keywords) addTo(counts, keyword);
  });
  return { keywords: Object.fromEntries(counts), read, of: candidates.length };
}
