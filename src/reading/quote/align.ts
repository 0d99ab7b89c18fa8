/** Aligns the words of a quotation with those of a passage (edit distance over words, the passage's ends free). */

type Edit = { quote?: number; document?: number };

export type Alignment = {
  /** 1 where every word is found, less for each that is not. */
  score: number;
  /** The first and the last word of the passage that a word of the quotation stands for. */
  from: number;
  to: number;
  /** Pairs of positions that differ, in order; one side is absent for a word left out or put in. */
  edits: Edit[];
};

const MISSING = 1;
/** A word that is spelled a little differently. */
const MISSPELLED = 0.3;

type Step = 'match' | 'replace' | 'skipQuote' | 'skipDocument';

export function alignWords(quote: readonly string[], document: readonly string[]): Alignment | undefined {
  const width = document.length + 1;
  const costs = new Float64Array((quote.length + 1) * width);
  const steps: Step[] = new Array(costs.length);
  for (let row = 1; row <= quote.length; row += 1) costs[row * width] = row * MISSING;
  for (let row = 1; row <= quote.length; row += 1) {
    steps[row * width] = 'skipQuote';
    for (let column = 1; column < width; column += 1) {
      const change = costOf(quote[row - 1] as string, document[column - 1] as string);
      const at = row * width + column;
      const replaced = (costs[at - width - 1] as number) + change;
      const without = (costs[at - width] as number) + MISSING;
      const inserted = (costs[at - 1] as number) + MISSING;
      const best = Math.min(replaced, without, inserted);
      costs[at] = best;
      steps[at] =
        best === replaced ? (change === 0 ? 'match' : 'replace') : best === without ? 'skipQuote' : 'skipDocument';
    }
  }
  let end = 0;
  const last = quote.length * width;
  for (let column = 1; column < width; column += 1) {
    if ((costs[last + column] as number) < (costs[last + end] as number)) end = column;
  }
  const score = 1 - (costs[last + end] as number) / quote.length;
  return traceBack(steps, width, quote.length, end, score);
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

function costOf(one: string, other: string): number {
  if (one === other) return 0;
  return isMisspelling(one, other) ? MISSPELLED : MISSING;
}

/** Words of fewer letters are other words at once. */
const MIN_LETTERS = 4;
const MIN_LONG_WORD = 7;

/** One letter off, or two beside each other in a long word; digits never are. */
function isMisspelling(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  const allowed = longer.length >= MIN_LONG_WORD ? 2 : 1;
  if (longer.length < MIN_LETTERS || longer.length - shorter.length > allowed) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  let end = 0;
  while (end < shorter.length - start && shorter.at(-1 - end) === longer.at(-1 - end)) end += 1;
  return longer.length - start - end <= allowed && !/\d/.test(one + other);
}
