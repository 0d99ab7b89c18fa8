import type { PaperTexts } from './abbreviations.ts';
import { readPaperTerms, testPresence } from './paper-terms.ts';
import type { QueryTerms } from './query-terms.ts';

const MAX_WORDS = 10;

/**
 * The words of a question that occur in a paper's title, summary and abstract, each with its share of the question's
 * weight in percent, heaviest first. They show why the paper fits, and what it lacks.
 */
export function countAskedWords(question: QueryTerms, paper: PaperTexts): Record<string, number> {
  const asked = [...question.keywords.flatMap(({ terms }) => terms), ...question.text];
  const terms = [...new Map(asked.map((each) => [each.term, each])).values()];
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0);
  const has = testPresence(readPaperTerms(paper, question.terms).places, question.compounds);
  const shares = terms
    .filter(({ term }) => has(term))
    .map(({ word, weight }) => [word, Math.round((100 * weight) / whole)] as const)
    .filter(([, percent]) => percent > 0)
    .sort(([, a], [, b]) => b - a);
  return Object.fromEntries(shares.slice(0, MAX_WORDS));
}
