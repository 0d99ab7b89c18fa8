import { checkQuote } from './check-quote.ts';
import { readWords } from './document-words.ts';
import { TooMuchWork } from './find-words.ts';

/** Maximum characters compared at once in the thread that answers calls; no abstract is longer. */
const MAX_CHARACTERS = 20_000;

/**
 * Whether an abstract contains a quotation, letter by letter or with a harmless difference, in its first 20,000
 * characters.
 */
export function isInAbstract(abstract: string, quote: string): boolean {
  const block = { kind: 'paragraph', at: 'abstract', text: abstract.slice(0, MAX_CHARACTERS) } as const;
  try {
    const { verdict } = checkQuote(readWords([block]), quote);
    return verdict === 'exact' || verdict === 'near';
  } catch (error) {
    if (error instanceof TooMuchWork) return false;
    throw error;
  }
}
