import { type AnalysedText, BODY, FIRST_TERM, passageEnd, ROW } from './analyse-text.ts';

/** How well whole texts match a question's terms: BM25 with the usual parameters, as a share of its maximum. */

const K1 = 1.2;
const B = 0.5;

/** A posting is n * 256 plus the term's frequency in text n, at most 255. */
const TIMES = 256;
const MAX_TIMES = TIMES - 1;

/** The posting of text `n`. */
export function packPosting(n: number, times: number): number {
  return n * TIMES + Math.min(times, MAX_TIMES);
}

/** Indexed texts: their lengths by number (0 for missing ones), and the postings of a term. */
export type IndexedTexts = { lengths: Uint32Array; postings(term: string): readonly Uint32Array[] };

/**
 * The scores of indexed texts by number, and of other texts in their order, from 0 to about 1. The terms of a concept
 * count as one.
 */
export function weighTexts(
  concepts: readonly (readonly string[])[],
  { lengths, postings }: IndexedTexts,
  others: readonly AnalysedText[],
): { indexed: Float64Array; others: number[] } {
  const counts = others.map(countTerms);
  const total =
    lengths.reduce((sum, length) => sum + length, 0) + others.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const texts = lengths.reduce((sum, length) => sum + (length > 0 ? 1 : 0), 0) + others.length;
  const average = total / Math.max(texts, 1);
  const [indexed, fits] = [new Float64Array(lengths.length), others.map(() => 0)];
  const weight = (times: number, length: number) =>
    (times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / average)) / (K1 + 1);
  let all = 0;
  for (const terms of concepts) {
    const timesOf = new Map<number, number>();
    for (const posting of terms.flatMap(postings).flatMap((list) => [...list])) {
      const n = Math.floor(posting / TIMES);
      if (lengths[n]) timesOf.set(n, (timesOf.get(n) ?? 0) + (posting % TIMES));
    }
    const inOthers = counts.map((times) => terms.reduce((sum, term) => sum + (times.get(term) ?? 0), 0));
    const documentFrequency = inOthers.reduce((sum, times) => sum + Math.min(1, times), timesOf.size);
    const rarity = Math.log(1 + (texts - documentFrequency + 0.5) / (documentFrequency + 0.5));
    all += rarity;
    for (const [n, times] of timesOf)
      indexed[n] = (indexed[n] as number) + rarity * weight(times, lengths[n] as number);
    for (const [nth, times] of inOthers.entries()) {
      const { tokens } = others[nth] as AnalysedText;
      if (times > 0) fits[nth] = (fits[nth] as number) + rarity * weight(times, tokens.length);
    }
  }
  return { indexed: indexed.map((fit) => fit / (all || 1)), others: fits.map((fit) => fit / (all || 1)) };
}

/** The frequency of each term in a text. */
export function countTerms(text: AnalysedText): Map<string, number> {
  const counts = new Uint32Array(text.terms.length);
  for (let nth = 0; nth * ROW < text.rows.length; nth += 1) {
    const end = passageEnd(text, nth);
    for (let at = text.rows[nth * ROW + BODY] as number; at < end; at += 1) {
      const token = text.tokens[at] as number;
      if (token >= FIRST_TERM) counts[token - FIRST_TERM] = (counts[token - FIRST_TERM] as number) + 1;
    }
  }
  return new Map(text.terms.flatMap((term, at) => (counts[at] ? [[term, counts[at] as number]] : [])));
}
