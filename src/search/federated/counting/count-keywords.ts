import { addTo } from '../../../lib/groups.ts';
import type { Library } from '../../../library/library.ts';
import type { Query } from '../../../papers/query/query.ts';
import { matchQuery } from '../../../papers/relevance/match.ts';
import { readQueryTerms } from '../../../papers/relevance/query-terms.ts';
import { keywordCandidates } from './keyword-candidates.ts';
import { readCandidates } from './read-candidates.ts';

/** `read` of `of` papers with a word of a keyword: if they differ, the counts are those among the papers read. */
type KeywordCounts = { keywords: Record<string, number>; read: number; of: number };

/**
 * How many of the library's `hits` contain each keyword, counted as in the search's answer: its words together, or
 * another of its names. Undefined without keywords. Stops counting early when `isOver` returns true. Excludes the
 * bundled starter papers unless the search includes them.
 */
export async function countKeywords(
  library: Library,
  query: Query,
  hits: ReadonlySet<number>,
  { isOver, withStarter }: { isOver: () => boolean; withStarter: boolean },
): Promise<KeywordCounts | undefined> {
  const question = readQueryTerms(query);
  if (query.keywords.length === 0 || !question) return undefined;
  const candidates = new Set(
    question.keywords
      .flatMap((keyword) => [...keywordCandidates(library, keyword, query.filters, { withStarter })])
      .filter((id) => hits.has(id)),
  );
  const counts = new Map(question.keywords.map(({ keyword }) => [keyword, 0]));
  const read = await readCandidates(library, candidates, isOver, (paper) => {
    for (const keyword of matchQuery(question, paper).keywords) addTo(counts, keyword);
  });
  return { keywords: Object.fromEntries(counts), read, of: candidates.size };
}
