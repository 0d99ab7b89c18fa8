import { namesSubject } from './deciding.ts';
import type { Match } from './match.ts';
import type { ComparedKeyword, QueryTerms } from './query-terms.ts';

/** With so few keywords people expect papers that contain all of them. */
const FEW_KEYWORDS = 4;

type Having = Pick<Match, 'keywordsInAnyOrder'>;

/**
 * The keywords that people expect to find together; empty for a strategy, whose test was met, and for many keywords.
 */
export function expectedKeywords({ keywords, isStrategy }: QueryTerms): ComparedKeyword[] {
  const subjects = withoutRepeats(keywords.filter(({ keyword }) => namesSubject(keyword)));
  return isStrategy || subjects.length <= 1 || subjects.length > FEW_KEYWORDS ? [] : subjects;
}

/**
 * Removes duplicates, and keywords made up of other keywords: the service requires three keywords, so fewer words are
 * repeated.
 */
function withoutRepeats(keywords: readonly ComparedKeyword[]): ComparedKeyword[] {
  const named = new Map(keywords.map((each) => [each.keyword.toLowerCase(), each]));
  return [...named].flatMap(([name, keyword]) => {
    const words = name.split(/\s+/);
    return words.length > 1 && words.every((word) => named.has(word)) ? [] : keyword;
  });
}

/** How many works contain all of some keywords. */
export function countHaving(works: readonly Having[], keywords: readonly string[]): number {
  return works.filter((work) => keywords.every((keyword) => work.keywordsInAnyOrder.includes(keyword))).length;
}

/**
 * The combinations that no work contains: each keyword that is in none of them; otherwise the two rarest that never
 * occur together; otherwise all. Empty if a work contains all keywords.
 */
export function missingTogether(works: readonly Having[], keywords: readonly ComparedKeyword[]): string[][] {
  const names = [...keywords].sort((a, b) => b.weight - a.weight).map(({ keyword }) => keyword);
  if (names.length === 0 || countHaving(works, names) > 0) return [];
  const absent = names.filter((name) => countHaving(works, [name]) === 0);
  if (absent.length > 0) return absent.map((name) => [name]);
  for (const [index, one] of names.entries())
    for (const other of names.slice(index + 1)) if (countHaving(works, [one, other]) === 0) return [[one, other]];
  return [keywords.map(({ keyword }) => keyword)];
}
