import type { Filters } from '../../src/contract/filters.ts';
import type { RequestBody } from '../../src/contract/requests.ts';
import { fieldBits } from '../../src/library/engine/index/index-columns.ts';
import type { PoolPaper, Topic } from '../retrieval/collection.ts';
import { shuffledPlaces } from './papers.ts';

export const KINDS = ['keywords', '1,000 characters', '5,000 characters', 'keywords and 1,000'] as const;
export type Kind = (typeof KINDS)[number];
/** What the largest sizes are asked. */
export const BRIEF_KINDS: readonly Kind[] = ['keywords', '1,000 characters'];
export type Requests = Record<Kind, RequestBody[]>;

/** Different texts of each length: 200 to measure, and some for warming up. */
const TEXTS = 240;

/** The same filter for all engines. */
export const FILTERS = {
  none: { own: {}, fts5: undefined, lucene: '' },
  'year and open access': {
    own: { year: '2005:2015', openAccessPdf: true },
    fts5: 'p.year BETWEEN 2005 AND 2015 AND p.open_access = 1',
    lucene: 'year 2005 2015;open 1 1',
  },
  'citations and field': {
    own: { minCitationCount: 10, fieldsOfStudy: ['Medicine'] },
    fts5: `p.citations >= 10 AND (p.field_bits & ${fieldBits(['Medicine'])}) <> 0`,
    lucene: 'citations 10 2147483647;field Medicine',
  },
} satisfies Record<string, { own: Partial<Filters>; fts5: string | undefined; lucene: string }>;
export type FilterName = keyof typeof FILTERS;

/**
 * Topics with keywords give the keyword requests. Texts are the topics' own, lengthened to exactly this length by the
 * abstracts of their relevant papers, which keep the subject, and then of others.
 */
export function makeRequests(pool: readonly PoolPaper[], topics: readonly Topic[]): Requests {
  const withKeywords = topics.filter(({ keywords }) => keywords.length > 0);
  const others = topics.filter(({ keywords }) => keywords.length === 0);
  const order = shuffledPlaces(others.length);
  const mixed = Array.from(order, (index) => others[index] as Topic);
  const texts = [...withKeywords, ...mixed].slice(0, TEXTS);
  const abstracts = new Map(pool.map(({ id, abstract }) => [id, abstract]));
  const makeText = (topic: Topic, length: number) => longText(topic, length, abstracts, pool);
  return {
    keywords: withKeywords.map(({ keywords }) => ({ keywords })),
    '1,000 characters': texts.map((topic) => ({ query: makeText(topic, 1_000) })),
    '5,000 characters': texts.map((topic) => ({ query: makeText(topic, 5_000) })),
    'keywords and 1,000': withKeywords.map((topic) => ({ keywords: topic.keywords, query: makeText(topic, 1_000) })),
  };
}

function longText(
  { query, relevant }: Topic,
  length: number,
  abstracts: ReadonlyMap<string, string>,
  pool: readonly PoolPaper[],
): string {
  const parts = [query];
  let characters = query.length;
  const append = (text: string) => {
    if (text === '') return;
    parts.push(text);
    characters += text.length + 1;
  };
  for (const id of relevant) {
    if (characters < length) append(abstracts.get(id) ?? '');
  }
  // Starts at another place for each topic, so that no two get the same abstracts.
  for (let index = query.length * 97; characters < length; index += 1) {
    append(pool[index % pool.length]?.abstract ?? '');
  }
  return parts.join(' ').slice(0, length);
}
