import type { LabelField } from '../../../papers/strategy/strategy-tree.ts';
import type { Dialect } from '../translate.ts';

/**
 * Strategies in PubMed's syntax (PubMed Help): tags after terms, `*` at the end of a word or phrase after four letters,
 * distances of two words in title or abstract. It has no tag for the abstract alone.
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
  heading({ text, exploded, major }) {
    const written = tagged(text, `${major ? 'majr' : 'mh'}${exploded ? '' : ':noexp'}`);
    return written === undefined ? undefined : { text: written };
  },
  label: ({ field, text }) => tagged(text, LABELS[field]),
  years: ({ from, to }) => `${from}:${to}[dp]`,
  // Long queries are posted; no limit is documented.
  maxEncodedBytes: 60_000,
};

/** A name or heading as a whole, or by its beginning (`smith j*`); undefined with other wildcards. */
function tagged(text: string, tag: string): string | undefined {
  const plain = text.replace(/["[\]]/g, ' ');
  if (!/[*?]/.test(plain)) return `"${plain}"[${tag}]`;
  return /^[\p{L}\p{N}][\p{L}\p{N} -]{3,}\*$/u.test(plain) ? `${plain}[${tag}]` : undefined;
}
