import type { LabelField } from '../../papers/strategy/tree.ts';
import type { Dialect } from '../translate.ts';

/**
 * Strategies in PubMed's syntax (PubMed Help): tags behind terms, `*` at the end of a word or phrase behind four
 * letters, distances of two words in title or abstract. It has no tag for the abstract alone.
 */

const TAGS = { title: 'ti', titleAbstract: 'tiab', topic: 'tw', abstract: undefined };
const LABELS: Record<LabelField, string> = { author: 'au', journal: 'ta', language: 'la', publicationType: 'pt' };

export const PUBMED_DIALECT: Dialect = {
  operators: { and: ' AND ', or: ' OR ', not: ' NOT ' },
  term: (text, field) => (TAGS[field] === undefined ? undefined : `${text}[${TAGS[field]}]`),
  wildcards: 'ending',
  minPrefix: 4,
  hasPhraseEndings: true,
  near(words, { field, between }) {
    if (field !== 'title' && field !== 'titleAbstract') return undefined;
    return { text: `"${words.join(' ')}"[${TAGS[field]}:~${between}]` };
  },
  heading: ({ text, exploded, major }) => ({
    text: `"${withoutQuotes(text)}"[${major ? 'majr' : 'mh'}${exploded ? '' : ':noexp'}]`,
  }),
  label: ({ field, text }) => `"${withoutQuotes(text)}"[${LABELS[field]}]`,
  years: ({ from, to }) => `${from}:${to}[dp]`,
  maxEncodedBytes: 3_500,
};

function withoutQuotes(text: string): string {
  return text.replace(/["[\]]/g, ' ');
}
