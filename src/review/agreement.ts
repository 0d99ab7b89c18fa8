/** The decisions of two readers on the records that both read. */
export type AgreementTable = {
  bothInclude: number;
  onlyFirstIncludes: number;
  onlySecondIncludes: number;
  bothExclude: number;
};

/** The agreement of two readers. A measure that is undefined for the table is absent. */
export type Agreement = {
  /** Records that both read, and records that only one of them read. */
  both: number;
  onlyOne: number;
  /** The percentage of equal decisions. */
  percent?: number;
  /**
   * Cohen's kappa (1960); undefined if each reader decided the same on all records, because chance then explains
   * everything.
   */
  kappa?: number;
  /**
   * Kappa's 95 % interval, within -1 to 1, by the large-sample standard error of Fleiss, Cohen and Everitt (1969).
   * Absent if the error is computed as 0.
   */
  interval?: [low: number, high: number];
  /**
   * Kappa adjusted for prevalence and bias (Byrt, Bishop and Carlin 1993): twice the share of equal decisions, minus 1.
   */
  pabak?: number;
  /** Gwet's AC1 (2008), which stays close to the share of agreement if one decision is rare. */
  ac1?: number;
};

/** The 97.5 % quantile of the standard normal distribution. */
const Z = 1.959963984540054;

/** The agreement of two readers; `onlyOne` counts the records that only one of them read. */
export function agreementOf(table: AgreementTable, onlyOne: number): Agreement {
  const { bothInclude, onlyFirstIncludes, onlySecondIncludes, bothExclude } = table;
  const both = bothInclude + onlyFirstIncludes + onlySecondIncludes + bothExclude;
  if (both === 0) return { both, onlyOne };
  const equal = (bothInclude + bothExclude) / both;
  const first = (bothInclude + onlyFirstIncludes) / both;
  const second = (bothInclude + onlySecondIncludes) / both;
  const middle = (first + second) / 2;
  const byChance = 2 * middle * (1 - middle);
  return {
    both,
    onlyOne,
    percent: 100 * equal,
    ...kappaOf(table, both),
    pabak: 2 * equal - 1,
    ac1: (equal - byChance) / (1 - byChance),
  };
}

function kappaOf(table: AgreementTable, both: number): Pick<Agreement, 'kappa' | 'interval'> {
  const [a, b, c, d] = [table.bothInclude, table.onlyFirstIncludes, table.onlySecondIncludes, table.bothExclude].map(
    (count) => count / both,
  ) as [number, number, number, number];
  const [first, second] = [a + b, a + c];
  const byChance = first * second + (1 - first) * (1 - second);
  // Uses counts, because rounding must not decide whether both readers gave all records the same decision.
  if (table.bothInclude === both || table.bothExclude === both) return {};
  const kappa = (a + d - byChance) / (1 - byChance);
  const rest = 1 - kappa;
  const equal = a * (1 - (first + second) * rest) ** 2 + d * (1 - (2 - first - second) * rest) ** 2;
  const unequal = rest ** 2 * (b * (second + 1 - first) ** 2 + c * (first + 1 - second) ** 2);
  const variance = (equal + unequal - (kappa - byChance * rest) ** 2) / (both * (1 - byChance) ** 2);
  const margin = Z * Math.sqrt(Math.max(0, variance));
  // If all agree, or one reader decided the same on all, the formula gives no error, however few the records.
  if (margin < 1e-6) return { kappa };
  return { kappa, interval: [Math.max(-1, kappa - margin), Math.min(1, kappa + margin)] };
}
