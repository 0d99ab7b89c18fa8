import { readQueryTokens } from '../../papers/analysis/query-tokens.ts';
import { FUNCTION_STEMS } from '../../papers/analysis/stop-words.ts';
import type { PaperInput } from '../../papers/paper.ts';

/**
 * Whether more than half of the words of one keyword occur in a paper's title or abstract, in any form. Crossref joins
 * all words of a query by OR, so that a paper with one word of each keyword comes as well. Without keywords every paper
 * passes.
 */
export function isAboutOneOf(keywords: readonly string[]): (paper: PaperInput) => boolean {
  const termSets = keywords.map(contentTermsOf).filter((terms) => terms.size > 0);
  if (termSets.length === 0) return () => true;
  return ({ title, abstract }) => {
    const textTerms = termsOf(`${title ?? ''} ${abstract ?? ''}`);
    return termSets.some((terms) => terms.size < 2 * [...terms].filter((term) => textTerms.has(term)).length);
  };
}

function termsOf(text: string): Set<string> {
  return new Set(readQueryTokens(text).map(({ term }) => term));
}

/** Without function words such as `of`, unless there are no others. */
function contentTermsOf(keyword: string): Set<string> {
  const terms = termsOf(keyword);
  const contentTerms = new Set([...terms].filter((term) => !FUNCTION_STEMS.has(term)));
  return contentTerms.size > 0 ? contentTerms : terms;
}
