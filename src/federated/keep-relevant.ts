import type { WirePaper } from '../contract/paper.ts';
import type { JobRequest } from '../contract/requests.ts';
import { matchOf } from '../papers/relevance/match.ts';
import { isAtLeast, type MatchClass } from '../papers/relevance/match-classes.ts';
import { readQuestion } from '../papers/relevance/question.ts';

/** A paper without an asked word is similar enough when its score is at least this share of the best one's. */
const MIN_SIMILAR_SCORE = 0.5;

/**
 * The papers of the library that have an asked word, or are much like those that have; their explanations say so.
 * Feedback finds papers that have none.
 */
export function withQueryWords(papers: readonly WirePaper[]): WirePaper[] {
  return papers.filter(({ explanation, score }) => {
    if (typeof explanation !== 'object' || explanation === null) return true;
    const { words = {}, keywords = [] } = explanation as { words?: object; keywords?: unknown[] };
    return Object.keys(words).length > 0 || keywords.length > 0 || (score ?? 0) >= MIN_SIMILAR_SCORE;
  });
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
