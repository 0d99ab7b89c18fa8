/**
 * Aligns the tokens of a quotation with those of a passage (edit distance over tokens, with free ends in the passage).
 */

export type Weighed = {
  word: string;
  /** The cost of omitting or inserting the token. */
  weight: number;
};

type Edit = { quote?: number; document?: number };

export type Alignment = {
  /** 1 if every word is found, less for each missing one. */
  score: number;
  /** The first and the last token of the passage with a partner in the quotation. */
  from: number;
  to: number;
  /** Pairs of differing positions, in order; an omitted or inserted token has one side. */
  edits: Edit[];
};

/** The cost of a harmless difference, as a share of the word's weight. */
const SLIP = 0.3;

type Step = 'match' | 'replace' | 'skipQuote' | 'skipDocument';

/** `isSlip`: whether two different tokens have the same meaning. */
export function alignWords(
  quote: readonly Weighed[],
  document: readonly Weighed[],
  isSlip: (quote: string, document: string) => boolean,
): Alignment | undefined {
  const width = document.length + 1;
  const costs = new Float64Array((quote.length + 1) * width);
  const steps: Step[] = new Array(costs.length);
  for (let row = 1; row <= quote.length; row += 1) {
    const quoted = quote[row - 1] as Weighed;
    costs[row * width] = (costs[(row - 1) * width] as number) + quoted.weight;
    steps[row * width] = 'skipQuote';
    for (let column = 1; column < width; column += 1) {
      const written = document[column - 1] as Weighed;
      const change = pairCost(quoted, written, isSlip);
      const at = row * width + column;
      const replaced = (costs[at - width - 1] as number) + change;
      const skipped = (costs[at - width] as number) + quoted.weight;
      const inserted = (costs[at - 1] as number) + written.weight;
      const best = Math.min(replaced, skipped, inserted);
      costs[at] = best;
      steps[at] =
        best === replaced ? (change === 0 ? 'match' : 'replace') : best === skipped ? 'skipQuote' : 'skipDocument';
    }
  }
  let end = 0;
  const last = quote.length * width;
  for (let column = 1; column < width; column += 1) {
    if ((costs[last + column] as number) < (costs[last + end] as number)) end = column;
  }
  const whole = quote.reduce((sum, { weight }) => sum + weight, 0);
  return traceBack(steps, width, quote.length, end, 1 - (costs[last + end] as number) / whole);
}

function traceBack(
  steps: readonly Step[],
  width: number,
  rows: number,
  end: number,
  score: number,
): Alignment | undefined {
  const edits: Edit[] = [];
  const matched: number[] = [];
  let [row, column] = [rows, end];
  while (row > 0) {
    const step = column === 0 ? 'skipQuote' : (steps[row * width + column] as Step);
    if (step === 'match' || step === 'replace') {
      row -= 1;
      column -= 1;
      matched.push(column);
      if (step === 'replace') edits.push({ quote: row, document: column });
    } else if (step === 'skipQuote') {
      row -= 1;
      edits.push({ quote: row });
    } else {
      column -= 1;
      edits.push({ document: column });
    }
  }
  const [to, from] = [matched[0], matched.at(-1)];
  return from === undefined || to === undefined ? undefined : { score, from, to, edits: edits.reverse() };
}

function pairCost(quote: Weighed, document: Weighed, isSlip: (quote: string, document: string) => boolean): number {
  if (quote.word === document.word) return 0;
  // A word never pairs with a punctuation mark.
  if (quote.weight !== document.weight) return quote.weight + document.weight;
  return isSlip(quote.word, document.word) ? SLIP * quote.weight : quote.weight;
}
