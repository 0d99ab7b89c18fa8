import { parseYear } from '../../../contract/filter-table.ts';
import type { Filters } from '../../../contract/filters.ts';
import { omitUndefined } from '../../../lib/omit-undefined.ts';
import { queryPhrases } from '../query-phrases.ts';
import type { SourceSearch } from '../source.ts';
import type { Dialect } from '../translate.ts';

/**
 * The two searches of Semantic Scholar: one ranks, but accepts only plain words; the other accepts phrases and `|`, but
 * does not rank. Keywords go to the second, words of a text to the first.
 */

/** No limits are documented. Queries of this length work. */
const LIMITS = {
  maxPhrases: 32,
  maxPhraseLength: 200,
  maxCharacters: 1_500,
  separatorLength: '"" | '.length,
  maxEncodedBytes: 4_000,
};
/** All words must occur, so more words find less. */
const MAX_QUERY_WORDS = 10;
const MIN_QUERY_WORDS = 2;

/** Strategies in the syntax of the bulk search, over title and abstract. */
export const BULK_DIALECT: Dialect = {
  operators: { and: ' + ', or: ' | ', not: ' -' },
  term: (text, field) => (field === 'titleAbstract' ? text : undefined),
  wildcards: 'ending',
  minPrefix: 3,
  near: (words, { between }) => ({ text: `"${words.join(' ')}"~${between + 2}`, isWider: true }),
  maxEncodedBytes: 4_000,
  caveat: 'other-forms',
};

/** According to the documentation, hyphenated words find nothing. */
function phrasesOf(question: SourceSearch): string[] {
  return queryPhrases(question, LIMITS, (phrase) => phrase.replace(/[^\p{L}\p{M}\p{N}'’]+/gu, ' '));
}

/** Any of the keywords, in bulk search syntax; undefined without keywords. */
export function anyKeyword(question: SourceSearch): string | undefined {
  const phrases = listKeywords(question);
  return phrases.length === 0 ? undefined : phrases.map((phrase) => `"${phrase}"`).join(' | ');
}

/** The keywords as sent. */
export function listKeywords(question: SourceSearch): string[] {
  return phrasesOf({ ...question, terms: [] });
}

/** The best words of the text; undefined if there are none. */
export function chooseWords(question: SourceSearch): string | undefined {
  const words = new Map<string, string>();
  for (const phrase of phrasesOf(question)) {
    const added = phrase.split(' ').filter((word) => !words.has(word.toLowerCase()));
    if (words.size > 0 && words.size + added.length > MAX_QUERY_WORDS) continue;
    for (const word of added.slice(0, MAX_QUERY_WORDS)) words.set(word.toLowerCase(), word);
  }
  return words.size === 0 ? undefined : [...words.values()].join(' ');
}

/** The better half of words that found nothing; undefined for two words or fewer. */
export function dropWords(query: string): string | undefined {
  const words = query.split(' ');
  return words.length <= MIN_QUERY_WORDS
    ? undefined
    : words.slice(0, Math.max(MIN_QUERY_WORDS, words.length >> 1)).join(' ');
}

/** The filters of both searches, as parameters. Types are not sent, because many papers have none. */
export function filterParameters(filters: Filters): Record<string, string | number> {
  const { year, minCitationCount, openAccessPdf, downloadable, fieldsOfStudy } = filters;
  const years = year === undefined ? undefined : parseYear(year);
  return {
    ...(years && { year: years.from === years.to ? String(years.from) : `${years.from}-${years.to}` }),
    ...omitUndefined({ minCitationCount }),
    // A flag without a value.
    ...((openAccessPdf === true || downloadable === true) && { openAccessPdf: '' }),
    ...(fieldsOfStudy && { fieldsOfStudy: fieldsOfStudy.join(',') }),
  };
}
