import { describe, expect, it } from 'vitest';
import { seededNumbers } from '../../src/review/seeded-numbers.ts';
import { binomialCdf, clopperPearsonUpper, hypergeometricPmf } from '../../src/review/stopping/distributions.ts';
import { neededOfRandomTail } from '../../src/review/stopping/random-tail.ts';
import { stopStatements } from '../../src/review/stopping/stop-rules.ts';

const decisionsOf = (text: string) => [...text].map((digit): 0 | 1 => (digit === '1' ? 1 : 0));
const statementsOf = (question: Parameters<typeof stopStatements>[0]) =>
  Object.fromEntries(stopStatements(question).map((statement) => [statement.rule, statement]));

describe('distributions', () => {
  it('are those of scipy 1.17.1', () => {
    expect(binomialCdf(2, 10, 0.3)).toBeCloseTo(0.3827827863999998, 14);
    expect(binomialCdf(1900, 5000, 0.4)).toBeCloseTo(0.001990265963010451, 12);
    expect(hypergeometricPmf(100, 5, 20)[2]).toBeCloseTo(0.2073437934999054, 13);
    // beta.ppf(.95, e + 1, m - e)
    expect(clopperPearsonUpper(0, 59, 0.95)).toBeCloseTo(0.04950760988822693, 10);
    expect(clopperPearsonUpper(3, 100, 0.95)).toBeCloseTo(0.07571079374983004, 10);
  });
});

describe('what the rules say', () => {
  it('counts runs, and lets no heuristic promise', () => {
    const says = statementsOf({ records: 200, decisions: decisionsOf(`1${'0'.repeat(60)}`) });
    expect(says['irrelevant-50']).toEqual({ rule: 'irrelevant-50', kind: 'heuristic', run: 60, holds: true });
    expect(says['irrelevant-100']).toMatchObject({ holds: false });
    expect(says.safe).toMatchObject({ holds: true, share: 61 / 200 });
    expect(statementsOf({ records: 200, decisions: [1], keyPapers: { found: 1, of: 2 } }).safe).toMatchObject({
      holds: false,
      keyPapers: { found: 1, of: 2 },
    });
  });

  it('needs 59 relevant controls for 95 % at 95 %', () => {
    const of = (relevant: number, reached: number) =>
      statementsOf({ records: 900, decisions: [1], controlSet: { relevant, reached } })['control-set'];
    expect(of(58, 58)).toMatchObject({ holds: false });
    expect(of(58, 58)).not.toHaveProperty('needed');
    expect(of(59, 58)).toMatchObject({ needed: 59, holds: false });
    expect(of(59, 59)).toMatchObject({ needed: 59, holds: true });
    // binom.cdf(91, 93, .95) is .950024.
    expect(of(93, 92)).toMatchObject({ needed: 92, holds: true });
  });

  it('bounds the recall of a sample of what is left', () => {
    const decisions = decisionsOf('1'.repeat(40) + '0'.repeat(160));
    const says = statementsOf({ records: 300, decisions, elusionSample: { size: 59, relevant: 0 } })['elusion-sample'];
    expect(says).toMatchObject({ holds: false, recall: expect.closeTo(40 / (40 + 4.950760988822693), 9) });
  });
});

describe('a random tail', () => {
  it('needs what a single look needs while nothing was found, and never less afterwards', () => {
    // 40 relevant before: three missed are too many. .05 ** (1 / 3) of a large tail may stay unread.
    const needed = neededOfRandomTail({ records: 100_000, relevantBefore: 40 }, 0.95, 0.95, 6);
    expect((needed[0] as number) / 100_000).toBeCloseTo(1 - 0.05 ** (1 / 3), 4);
    expect(needed).toEqual([...needed].sort((a, b) => a - b));
  });

  it('is read to its end where one more would be too many, and not at all where none can be', () => {
    expect(neededOfRandomTail({ records: 30, relevantBefore: 5 }, 0.95, 0.95, 0)).toEqual([29]);
    expect(neededOfRandomTail({ records: 2, relevantBefore: 60 }, 0.95, 0.95, 0)).toEqual([0]);
  });
});

const RECORDS = 12;
const PLACES = Array.from({ length: RECORDS }, (_, at) => at);
/** All sets of places among the records, by their size. */
const SETS: number[][][] = [...PLACES, RECORDS].map(() => []);
for (let bits = 0; bits < 2 ** RECORDS; bits++) {
  const places = PLACES.filter((at) => ((bits >> at) & 1) === 1);
  SETS[places.length]?.push(places);
}

/** The share of orders in which screening would stop below the target, over all places of the hidden records. */
function shareOfWrongStops(relevantBefore: number, hidden: number, isReadBefore: (at: number) => boolean) {
  const needed = neededOfRandomTail({ records: RECORDS, relevantBefore }, 0.9, 0.8, hidden);
  const all = SETS[hidden] ?? [];
  const wrong = all.filter((places) => {
    // Some are read by the ranking at once, and are found wherever they stand in the random order.
    let read = 0;
    const found = () => places.filter((at) => at < read || isReadBefore(at)).length;
    while (read < RECORDS && read < (needed[found()] as number)) read++;
    return relevantBefore + found() < 0.9 * (relevantBefore + hidden);
  });
  return wrong.length / all.length;
}

describe('the promise of a random tail', () => {
  it('holds exactly, for each count of hidden records, whatever the ranking reads in between', () => {
    let largest = 0;
    for (const relevantBefore of [0, 1, 4, 9, 13, 25])
      for (let hidden = 1; hidden <= 12; hidden++)
        for (const isReadBefore of [() => false, (at: number) => at % 3 === 0, (at: number) => at > 7]) {
          const share = shareOfWrongStops(relevantBefore, hidden, isReadBefore);
          expect(share).toBeLessThanOrEqual(0.2);
          largest = Math.max(largest, share);
        }
    // It is used up where it can be: reading less would break it.
    expect(largest).toBeGreaterThan(0.15);
  });

  it('holds in large tails, in 4,000 random orders of each', () => {
    for (const [records, relevantBefore, hidden] of [
      [2000, 40, 3],
      [2000, 40, 5],
      [1500, 200, 14],
      [800, 9, 1],
      [3000, 0, 25],
    ] as const) {
      const needed = neededOfRandomTail({ records, relevantBefore }, 0.95, 0.95, hidden);
      const random = seededNumbers(records + hidden);
      let wrong = 0;
      for (let run = 0; run < 4000; run++) {
        const places = new Set<number>();
        while (places.size < hidden) places.add(Math.floor(random() * records));
        const sorted = [...places].sort((a, b) => a - b);
        // With k found, reading stops at needed[k] if the next relevant record stands behind it.
        const found = sorted.findIndex((place, count) => place >= (needed[count] as number));
        if (found >= 0 && relevantBefore + found < 0.95 * (relevantBefore + hidden)) wrong++;
      }
      // Three standard errors above 5 %.
      expect(wrong / 4000).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / 4000));
    }
  });
});
