import { oncePer } from '../../lib/once.ts';
import { inflectedForm } from '../analysis/inflection.ts';
import { type QueryToken, readQueryTokens } from '../query/terms.ts';
import { isPattern, type WordTest, wordTests } from '../strategy/strategy-words.ts';

/** Words with wildcards (`hippocamp*`), which occur in strategies. A paper contains one if any of its words matches. */

/** The tokens of a phrase. A word with a wildcard is kept unchanged. */
export function readPhraseTokens(phrase: string): QueryToken[] {
  if (!isPattern(phrase)) return readQueryTokens(phrase);
  return phrase
    .split(' ')
    .flatMap((word) => (isPattern(word) ? [{ word, term: word, isJoined: false }] : readQueryTokens(word)));
}

/** The form to look for: that of all inflections of a word, or a word with a wildcard itself. */
export function formOf(word: string): string {
  return isPattern(word) ? word : inflectedForm(word);
}

/** The fixed prefix of a word with wildcards. */
export function literalPart(word: string): string {
  return word.replace(/[*?].*/su, '');
}

type PatternFinder = (word: string) => readonly string[];

const NONE: readonly string[] = [];
/** Size limit of the cache: papers of one job share most of their words. */
const MAX_REMEMBERED = 20_000;

/** Finds the query forms with wildcards that a word matches. Undefined if no form has one. */
export const patternsOf = oncePer((forms: ReadonlySet<string>): PatternFinder | undefined => {
  const patterns = [...forms].filter(isPattern).map((form): [string, readonly WordTest[]] => [form, wordTests([form])]);
  return patterns.length > 0 ? remember(patterns) : undefined;
});

function remember(patterns: readonly [string, readonly WordTest[]][]): PatternFinder {
  const known = new Map<string, readonly string[]>();
  return (word) => {
    const cached = known.get(word);
    if (cached !== undefined) return cached;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const met = patterns.filter(([, tests]) => tests.every((test) => test(word))).map(([form]) => form);
    const found = met.length > 0 ? met : NONE;
    known.set(word, found);
    return found;
  };
}
