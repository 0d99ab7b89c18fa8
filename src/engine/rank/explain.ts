import { type IndexSnapshot, ONLY_IN_FULL_TEXT, type SegmentReader } from '../index/index-reader.ts';
import type { ParsedQuery } from './parsed-query.ts';
import type { Ranking } from './ranker.ts';
import { FULL_TEXT_IMPACT, impactOf } from './score.ts';
import type { CollectionStatistics } from './statistics.ts';
import { createTermOrdinals, type TermOrdinals } from './term-ordinals.ts';
import type { Hit } from './top-k.ts';

/** Why a paper has its score. Shares are percentages of the score; those below one are omitted. */
export type Explanation = {
  /** Query words that the paper contains. */
  words: Record<string, number>;
  /** Keywords whose content terms it contains all. */
  keywords: string[];
  /** Stems of words outside the query that this paper shares with the top papers. */
  related: Record<string, number>;
  /** The share that came from likeness to the best papers. */
  similarPapers?: number;
};

const MAX_EXPLAINED_WORDS = 8;
const MAX_RELATED_TERMS = 5;

/** A term, indexed by ordinal, with its weight in the first and the second score. */
type ScoredTerm = { word: string; isQueryTerm: boolean; first: number; second: number };

/** Splits the scores of hits into the contributions of their terms. */
export function explain(
  { segments }: IndexSnapshot,
  query: ParsedQuery,
  ranking: Ranking,
  statistics: CollectionStatistics,
  hits: readonly Hit[],
): Explanation[] {
  const numbering = createTermOrdinals(segments, statistics);
  const terms = numberTerms(query, ranking, numbering);
  const keywords = query.keywords
    .filter(({ terms }) => terms.length > 0)
    .map(({ keyword, terms }) => ({ keyword, ordinals: terms.map(numbering.ordinalOfTerm) }));
  const values = new Float64Array(numbering.terms.length);
  const isPresent = new Uint8Array(numbering.terms.length);
  const explanations = hits.map((hit): Explanation => {
    const matches = readValues(segments, hit, terms, numbering, statistics, values);
    for (const ordinal of matches) isPresent[ordinal] = 1;
    const explanation = {
      ...shareOut(matches, terms, values, hit.score),
      keywords: keywords
        .filter(({ ordinals }) => ordinals.every((ordinal) => isPresent[ordinal] === 1))
        .map(({ keyword }) => keyword),
    };
    let own = 0;
    for (const ordinal of matches) {
      own += values[ordinal] as number;
      isPresent[ordinal] = 0;
    }
    const similarPapers = Math.round(100 * (1 - own / hit.score));
    return similarPapers >= 1 ? { ...explanation, similarPapers } : explanation;
  });
  numbering.clear();
  return explanations;
}

function numberTerms(
  { terms: queryTerms, keywords }: ParsedQuery,
  { related, scales }: Ranking,
  numbering: TermOrdinals,
): ScoredTerm[] {
  const terms: ScoredTerm[] = [];
  const at = (term: string, word: string, isQueryTerm: boolean): ScoredTerm => {
    const ordinal = numbering.ordinalOfTerm(term);
    terms[ordinal] ??= { word, isQueryTerm, first: 0, second: 0 };
    return terms[ordinal];
  };
  for (const { term, word, weight } of queryTerms) at(term, word, true).first = weight * scales.first;
  for (const { term, word, weight } of related) at(term, word, false).second = weight * scales.second;
  // A term of a keyword counts for its coverage even if its weight is 0.
  for (const { terms } of keywords) for (const term of terms) at(term, term, true);
  return terms;
}

/** Writes what each term adds to the score of the hit into `values`; returns the ordinals of the terms in the paper. */
function readValues(
  segments: readonly SegmentReader[],
  { segmentIndex, docId }: Hit,
  terms: readonly ScoredTerm[],
  numbering: TermOrdinals,
  statistics: CollectionStatistics,
  values: Float64Array,
): number[] {
  const segment = segments[segmentIndex] as SegmentReader;
  const norm = statistics.inverseNorms(segmentIndex)[docId] as number;
  const { count, terms: termIds, frequencies } = segment.termVector(docId);
  const matches: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const term = numbering.findOrdinal(segmentIndex, termIds[at] as number);
    if (term < 0) continue;
    const { first, second } = terms[term] as ScoredTerm;
    const packed = frequencies[at] as number;
    values[term] =
      packed === ONLY_IN_FULL_TEXT
        ? first * FULL_TEXT_IMPACT
        : (first + second * norm) * impactOf(packed, docId, segment, statistics.lengthFactors);
    matches.push(term);
  }
  return matches;
}

/** The terms that contribute at least half a percent, those of the query apart from the others. */
function shareOut(
  matches: readonly number[],
  terms: readonly ScoredTerm[],
  values: Float64Array,
  score: number,
): Pick<Explanation, 'words' | 'related'> {
  const queryTerms: Share[] = [];
  const related: Share[] = [];
  for (const ordinal of matches) {
    const percent = Math.round((100 * (values[ordinal] as number)) / score);
    if (percent < 1) continue;
    const { word, isQueryTerm } = terms[ordinal] as ScoredTerm;
    (isQueryTerm ? queryTerms : related).push({ word, percent });
  }
  return { words: largestShares(queryTerms, MAX_EXPLAINED_WORDS), related: largestShares(related, MAX_RELATED_TERMS) };
}

type Share = { word: string; percent: number };

function largestShares(shares: Share[], max: number): Record<string, number> {
  const percentages: Record<string, number> = {};
  shares.sort((a, b) => b.percent - a.percent || (a.word < b.word ? -1 : 1));
  for (const { word, percent } of shares.slice(0, max)) percentages[word] = percent;
  return percentages;
}
