import type { WirePaper } from '../contract/paper.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { RankedHit } from '../engine/rank/ranker.ts';
import { matchOf } from '../papers/relevance/match.ts';
import { isAtLeast, type MatchClass } from '../papers/relevance/match-classes.ts';
import { readQuestion } from '../papers/relevance/question.ts';

/** A paper without an asked word is similar enough when its score is at least this share of the best one's. */
const MIN_SIMILAR_SCORE = 0.5;

/** The papers that have an asked word, or are much like those that have: feedback finds others, too. Best first. */
export function keepRelevant(hits: readonly RankedHit[]): RankedHit[] {
  const least = MIN_SIMILAR_SCORE * (hits[0]?.score ?? 0);
  return hits.filter(({ hasQueryTerm, score }) => hasQueryTerm || score >= least);
}

/** The papers that fit the request at least so well. */
export function fitting(
  papers: readonly WirePaper[],
  { body }: Pick<JobRequest, 'body'>,
  least: MatchClass,
): WirePaper[] {
  const question = readQuestion(body);
  return question ? papers.filter((paper) => isAtLeast(matchOf(question, paper).match, least)) : [];
}
