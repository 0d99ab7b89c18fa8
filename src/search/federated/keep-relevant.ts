import type { RankedHit } from '../../library/engine/rank/ranker.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { Query } from '../../papers/query/query.ts';
import { matchJob } from '../../papers/relevance/match.ts';
import { isAtLeast, type MatchClass } from '../../papers/relevance/match-classes.ts';
import { readQueryTerms } from '../../papers/relevance/query-terms.ts';

/** A paper without any query word must have at least this share of the best score. */
const MIN_SIMILAR_SCORE = 0.5;

/**
 * Papers that contain a query word or are very similar to those that do, because feedback also finds others. Best
 * first.
 */
export function keepRelevant(hits: readonly RankedHit[]): RankedHit[] {
  const minScore = MIN_SIMILAR_SCORE * (hits[0]?.score ?? 0);
  return hits.filter(({ hasQueryTerm, score }) => hasQueryTerm || score >= minScore);
}

/** Papers that match the query at least this well, and the number of others, which are excluded. */
export function keepMatching(
  papers: readonly FoundPaper[],
  query: Query,
  minMatch: MatchClass,
): { papers: FoundPaper[]; leftOut: number } {
  const terms = readQueryTerms(query);
  // Papers of a strategy without words have the names and years that it asks for.
  if (!terms && query.strategy) return { papers: [...papers], leftOut: 0 };
  const matches = terms ? matchJob(terms, papers) : [];
  const fit = papers.filter((_, at) => matches[at] !== undefined && isAtLeast(matches[at].match, minMatch));
  return { papers: fit, leftOut: papers.length - fit.length };
}
