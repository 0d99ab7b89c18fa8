import { ACADEMIC_WORDS, FUNCTION_WORDS } from '../../../papers/analysis/stop-words.ts';
import type { Query, QueryText } from '../../../papers/query/query.ts';
import type { QueryToken } from '../../../papers/query/terms.ts';
import { RANKING } from './constants.ts';
import type { CollectionStatistics } from './statistics.ts';

/** A query term with its weight, and the word as the user wrote it. */
export type WeightedTerm = { term: string; word: string; weight: number };

export type WeightedQuery = {
  /** Each term once, by descending weight, ties by term. */
  terms: WeightedTerm[];
  keywords: QueryKeyword[];
  /** Terms of a long text that are lighter than these, by descending weight; they retrieve no papers. */
  minorTerms: WeightedTerm[];
};

type QueryKeyword = {
  keyword: string;
  /** Its content terms. A paper must contain all of them to cover the keyword. */
  terms: string[];
};

/**
 * Weighs the terms of a query. Rare keywords weigh about the same, common ones less; a text contributes its heaviest
 * terms. In a combined search keywords outweigh a title, and a page of text outweighs keywords.
 */
export function weighQuery(query: Pick<Query, 'keywords' | 'text'>, statistics: CollectionStatistics): WeightedQuery {
  const keywords = query.keywords.map((keyword) => ({
    keyword: keyword.text,
    terms: weighTokens(keyword).flatMap(([{ term, isJoined }]) => (isJoined ? [] : [term])),
  }));
  const rarities = rarityFactors(
    keywords.map(({ terms }) => terms),
    statistics,
  );
  const weights = query.keywords.map((keyword, index) =>
    scaled(keywordWeights(keyword, statistics), rarities[index] as number),
  );
  const byKeywords = addUp(weights);
  const textTerms = query.text === undefined ? [] : heaviestFirst(textWeights(query.text, statistics));
  const byText: Weights = new Map(textTerms.slice(0, RANKING.maxTextTerms).map((each) => [each.term, each]));
  const all = addUp([byText, scaled(byKeywords, sumOf(byText) > 0 ? RANKING.keywordsBesideText : 1)]);
  return {
    terms: heaviestFirst(all).filter(({ weight }) => weight > 0),
    keywords,
    minorTerms: textTerms.slice(RANKING.maxTextTerms).filter(({ weight }) => weight > 0),
  };
}

type Weight = { word: string; weight: number };
type Weights = Map<string, Weight>;

function keywordWeights(keyword: QueryText, { find }: CollectionStatistics): Weights {
  const weights: Weights = new Map();
  for (const [{ word, term }, weight] of weighTokens(keyword)) {
    if (!weights.has(term)) weights.set(term, { word, weight: weight * find(term).idf });
  }
  const sum = sumOf(weights);
  return sum === 0 ? weights : scaled(weights, (RANKING.keywordWeight / sum) ** RANKING.keywordEvenness);
}

function textWeights(text: QueryText, { find }: CollectionStatistics): Weights {
  const counts: Weights = new Map();
  for (const [{ word, term }, weight] of weighTokens(text)) {
    const existing = counts.get(term);
    if (existing) existing.weight += weight;
    else counts.set(term, { word, weight });
  }
  const k3 = RANKING.k3;
  const weights: Weights = new Map();
  for (const [term, { word, weight }] of counts) {
    weights.set(term, { word, weight: ((weight * (k3 + 1)) / (weight + k3)) * find(term).idf });
  }
  return weights;
}

/** Tokens with the weight of their kind. If all are function words (`To be or not to be`), all are used. */
function weighTokens({ tokens: words }: QueryText): [QueryToken, number][] {
  const content = words
    .map((word): [QueryToken, number] => [word, kindWeight(word)])
    .filter(([, weight]) => weight > 0);
  return content.length > 0 ? content : words.map((word) => [word, 1]);
}

function kindWeight({ word, isJoined }: QueryToken): number {
  if (FUNCTION_WORDS.has(word)) return 0;
  if (ACADEMIC_WORDS.has(word)) return RANKING.academicWordWeight;
  if (isJoined) return RANKING.joinedFormWeight;
  // A single character of a script without spaces is a word.
  return /^[a-z0-9]$/.test(word) ? RANKING.singleCharacterWeight : 1;
}

function sumOf(weights: Weights): number {
  let sum = 0;
  for (const { weight } of weights.values()) sum += weight;
  return sum;
}

function scaled(weights: Weights, factor: number): Weights {
  return new Map([...weights].map(([term, entry]) => [term, { ...entry, weight: entry.weight * factor }]));
}

function addUp(lists: readonly Weights[]): Weights {
  const sums: Weights = new Map();
  for (const [term, entry] of lists.flatMap((list) => [...list])) {
    const existing = sums.get(term);
    if (existing) existing.weight += entry.weight;
    else sums.set(term, { ...entry });
  }
  return sums;
}

function heaviestFirst(weights: Weights): WeightedTerm[] {
  return [...weights]
    .map(([term, { word, weight }]) => ({ term, word, weight }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
}

/**
 * One factor per keyword, from the joint idf of its terms: 1 for the rarest keyword and those nearly as rare, less for
 * common ones, so that `survival` does not outvote `prophylactic cranial irradiation`. With more keywords the factors
 * approach 1: a common keyword cannot outvote many others, and helps to describe the topic.
 */
function rarityFactors(keywords: readonly (readonly string[])[], statistics: CollectionStatistics): number[] {
  const idfs = keywords.map((terms) => statistics.idfOfAll(terms));
  const rare = RANKING.rareKeywordShare * Math.max(0, ...idfs);
  const power = RANKING.keywordRarity / keywords.length;
  // A keyword whose terms never occur together says nothing about itself or the others.
  return idfs.map((idf) => (idf === 0 || idf >= rare ? 1 : (idf / rare) ** power));
}
