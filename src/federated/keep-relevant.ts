import type { RankedHit } from '../engine/rank/ranker.ts';
import type { FoundPaper } from '../papers/found-paper.ts';
import type { Query } from '../papers/query/query.ts';
import { matchQuery } from '../papers/relevance/match.ts';
import { isAtLeast, type MatchClass } from '../papers/relevance/match-classes.ts';
import { readQueryTerms } from '../papers/relevance/query-terms.ts';

/** A paper without an asked word is similar enough when its score is at least this share of the best one's. */
const MIN_SIMILAR_SCORE = 0.5;

/** The papers that have an asked word, or are much like those that have: feedback finds others, too. Best first. */
export function keepRelevant(hits: readonly RankedHit[]): RankedHit[] {
  const least = MIN_SIMILAR_SCORE * (hits[0]?.score ?? 0);
  return hits.filter(({ hasQueryTerm, score }) => hasQueryTerm || score >= least);
}

/** The papers that fit the query at least so well, and how many others were left out. */
export function fitting(
  papers: readonly FoundPaper[],
  query: Query,
  least: MatchClass,
): { papers: FoundPaper[]; leftOut: number } {
  const question = readQueryTerms(query);
  const fit = question ? papers.filter((paper) => isAtLeast(matchQuery(question, paper).match, least)) : [];
  return { papers: fit, leftOut: papers.length - fit.length };
}
