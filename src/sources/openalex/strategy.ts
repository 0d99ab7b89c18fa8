import type { Dialect } from '../translate.ts';

/**
 * Strategies in the syntax of OpenAlex's searches without stemming, the only ones that take wildcards (an answer 400
 * of the others says so). Titles alone, names, years and headings cannot be joined with words there.
 */
export const OPENALEX_DIALECT: Dialect = {
  operators: { and: ' AND ', or: ' OR ', not: ' NOT ' },
  term: (text, field) => (field === 'titleAbstract' ? text : undefined),
  wildcards: 'anywhere',
  minPrefix: 3,
  hasPhraseEndings: true,
  // A sloppy phrase of Lucene needs two more steps where the words are the other way round.
  near: (words, { between }) => ({ text: `"${words.join(' ')}"~${between + 2}`, isWider: true }),
  // Longer ones are refused but for paying users.
  maxCharacters: 1_500,
  maxEncodedBytes: 3_000,
};
