import { seededNumbers } from '../../src/review/seeded-numbers.ts';
import { findStops } from '../../src/review/stopping/find-stops.ts';

const RECORDS = 400;
const ORDERS = 400;
const RELEVANT = [10, 40, 100];

type StopsByChance = { rule: string; relevant: number; screened: number; below: number };

/**
 * Stopping tests in random orders, applied after each decision (the anytime test at its checks): the mean share read,
 * and the share of orders that stop below their target.
 */
export function ordersByChance(): StopsByChance[] {
  return RELEVANT.flatMap((relevant) => {
    const sums = new Map<string, { screened: number; below: number }>();
    for (let seed = 0; seed < ORDERS; seed++) {
      for (const { rule, kind, target = 0, screened, recall } of findStops(drawOrder(relevant, seed))) {
        if (kind !== 'test') continue;
        const sum = sums.get(rule) ?? { screened: 0, below: 0 };
        sum.screened += screened / RECORDS / ORDERS;
        sum.below += recall < target ? 1 / ORDERS : 0;
        sums.set(rule, sum);
      }
    }
    return [...sums].map(([rule, sum]) => ({ rule, relevant, ...sum }));
  });
}

/** Labels in an order that is drawn at random. */
function drawOrder(relevant: number, seed: number): (0 | 1)[] {
  const random = seededNumbers(seed);
  const keyed = Array.from({ length: RECORDS }, (_, at) => ({
    label: at < relevant ? (1 as const) : (0 as const),
    key: random(),
  }));
  return keyed.sort((a, b) => a.key - b.key).map(({ label }) => label);
}
