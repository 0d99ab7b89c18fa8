import type { RequestBody } from '../contract/requests.ts';
import { STOP_WORDS } from './stop-words.ts';
import { isAscii, stem, tokenize } from './tokens.ts';

/** What the index has to rank, as OR-ed words and phrases; each becomes one ranked list. */
export type TermGroup = {
  /** Single words; every one of them counts where it occurs. */
  words: string[];
  /** The words in this order, as a bonus for papers that hold them so. */
  phrase?: string[];
};

export type SearchPlan = {
  /** One group per keyword, so that a keyword with many words cannot drown the others. */
  keywords: TermGroup[];
  /** The best words of the query text. */
  query: TermGroup | undefined;
};

/** How common words are in the collection, for telling which of a long text's words say something. */
export type TermStatistics = {
  papers: number;
  /** In how many papers a stem occurs. */
  papersWith(stem: string): number;
};

/**
 * Words kept of a long text. Measured on screening topics with long queries: 32 words by tf x idf lifted recall@300 from
 * .55 to .62 against all words, at a fifth of the time.
 */
const MOST_QUERY_WORDS = 32;

/** Turns a valid request body into what the index is asked. */
export function planSearch(body: RequestBody, statistics: TermStatistics): SearchPlan {
  const keywords = (body.keywords ?? []).map(keywordGroup).filter((group) => group.words.length > 0);
  const words = body.query === undefined ? [] : bestWords(body.query, statistics);
  return { keywords, query: words.length > 0 ? { words } : undefined };
}

function keywordGroup(keyword: string): TermGroup {
  const all = tokenize(keyword);
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  const words = [...new Set(telling.length > 0 ? telling : all)];
  return all.length > 1 ? { words, phrase: all } : { words };
}

function bestWords(text: string, { papers, papersWith }: TermStatistics): string[] {
  const all = tokenize(text);
  const telling = all.filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || !/^[a-z0-9]$/.test(word)));
  const occurrences = new Map<string, { word: string; count: number }>();
  for (const word of telling.length > 0 ? telling : all) {
    const key = stem(word);
    const seen = occurrences.get(key);
    if (seen) seen.count += 1;
    else occurrences.set(key, { word, count: 1 });
  }
  if (occurrences.size <= MOST_QUERY_WORDS) return [...occurrences.values()].map(({ word }) => word);
  return [...occurrences]
    .map(([key, { word, count }]) => ({ word, weight: count * inverseFrequency(papers, papersWith(key), key) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_QUERY_WORDS)
    .map(({ word }) => word);
}

/**
 * The idf of BM25 (Robertson and Spärck Jones); 0 for a word that no paper holds, which cannot find anything. A word of
 * another script counts as rare: its stem in the index is not known for certain.
 */
function inverseFrequency(papers: number, papersWith: number, key: string): number {
  if (papersWith === 0 && isAscii(key)) return 0;
  return Math.max(Math.log((papers - papersWith + 0.5) / (papersWith + 0.5)), 0.01);
}
