import { readQueryTokens } from '../../papers/analysis/query-tokens.ts';
import { FUNCTION_STEMS } from '../../papers/analysis/stop-words.ts';
import type { PaperInput } from '../../papers/paper.ts';

/**
 * Whether a paper is about one of the keywords: more than half of the words of one of them occur in its title or
 * abstract, in any form. Crossref joins all words of a question by OR, so that a paper with one word of each keyword
 * comes as well. Without keywords everything is kept: of a long text, the words that occur together are what it ranks
 * by.
 */
export function keepsTo(keywords: readonly string[]): (facts: PaperInput) => boolean {
  const asked = keywords.map(tellingTermsOf).filter((terms) => terms.size > 0);
  if (asked.length === 0) return () => true;
  return ({ title, abstract }) => {
    const said = termsOf(`${title ?? ''} ${abstract ?? ''}`);
    return asked.some((terms) => terms.size < 2 * [...terms].filter((term) => said.has(term)).length);
  };
}

function termsOf(text: string): Set<string> {
  return new Set(readQueryTokens(text).map(({ term }) => term));
}

/** Without words such as `of`, which every title has, unless there are no others. */
function tellingTermsOf(keyword: string): Set<string> {
  const terms = termsOf(keyword);
  const telling = new Set([...terms].filter((term) => !FUNCTION_STEMS.has(term)));
  return telling.size > 0 ? telling : terms;
}
