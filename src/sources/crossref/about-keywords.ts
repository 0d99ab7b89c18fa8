import { FUNCTION_STEMS } from '../../papers/analysis/stop-words.ts';
import type { PaperInput } from '../../papers/paper.ts';
import type { QueryText } from '../../papers/query/query.ts';
import { type QueryToken, readQueryTokens } from '../../papers/query/terms.ts';

/**
 * Whether more than half of the words of one keyword occur in a paper's title or abstract, in any form. Crossref joins
 * all words of a query by OR, so that a paper with one word of each keyword comes as well. Without keywords every paper
 * passes.
 */
export function isAboutOneOf(keywords: readonly QueryText[]): (paper: PaperInput) => boolean {
  const termSets = keywords.map(contentTermsOf).filter((terms) => terms.size > 0);
  if (termSets.length === 0) return () => true;
  return ({ title, abstract }) => {
    const textTerms = termsOf(readQueryTokens(`${title ?? ''} ${abstract ?? ''}`));
    return termSets.some((terms) => terms.size < 2 * [...terms].filter((term) => textTerms.has(term)).length);
  };
}

function termsOf(tokens: readonly QueryToken[]): Set<string> {
  return new Set(tokens.map(({ term }) => term));
}

/** Without function words such as `of`, unless there are no others. */
function contentTermsOf({ tokens }: QueryText): Set<string> {
  const terms = termsOf(tokens);
  const contentTerms = new Set([...terms].filter((term) => !FUNCTION_STEMS.has(term)));
  return contentTerms.size > 0 ? contentTerms : terms;
}
