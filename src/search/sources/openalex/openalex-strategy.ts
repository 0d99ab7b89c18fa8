import type { Dialect } from '../translate.ts';

/**
 * Strategies in the syntax of OpenAlex's unstemmed searches, the only ones that allow wildcards (the others answer 400
 * and say so). Titles alone, names, years and headings cannot be combined with words there.
 */
export const OPENALEX_DIALECT: Dialect = {
  operators: { and: ' AND ', or: ' OR ', not: ' NOT ' },
  term: (text, field) => (field === 'titleAbstract' ? text : undefined),
  wildcards: 'anywhere',
  minPrefix: 3,
  hasPhraseEndings: true,
  // A sloppy phrase in Lucene needs two more steps if the words are reversed.
  near: (words, { between }) => ({ text: `"${words.join(' ')}"~${between + 2}`, isWider: true }),
  // Longer ones are for paying users only.
  maxCharacters: 1_500,
  maxEncodedBytes: 3_000,
};
