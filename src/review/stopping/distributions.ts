/**
 * P(X <= hits) where X counts the relevant among `draws` records drawn without replacement from `population`, of which
 * `relevant` are relevant. The smallest possible count is computed as a product, the others from it by their ratios,
 * with logarithms against underflow: the relative error stays below 1e-11 for a million records.
 */
export function hypergeometricCdf(hits: number, population: number, relevant: number, draws: number): number {
  const unread = population - draws;
  const least = Math.max(0, relevant - unread);
  const most = Math.min(relevant, draws);
  if (hits >= most) return 1;
  if (hits < least) return 0;
  // The smallest count: either all relevant records are undrawn, or all undrawn records are relevant.
  let logLeast = 0;
  if (least === 0) {
    // Draws and relevant records are interchangeable.
    const [fewer, more] = relevant < draws ? [relevant, draws] : [draws, relevant];
    for (let at = 0; at < fewer; at++) logLeast += Math.log1p(-more / (population - at));
  } else for (let at = 0; at < unread; at++) logLeast += Math.log((relevant - at) / (population - at));
  const ratio = (count: number) =>
    ((relevant - count) * (draws - count)) / ((count + 1) * (unread - relevant + count + 1));
  return sumByRatios(logLeast, least, hits, ratio);
}

/** e^`logFirst` plus the terms after it up to `last`, at most 1; each is `ratio(count)` times term `count`. */
function sumByRatios(logFirst: number, first: number, last: number, ratio: (count: number) => number): number {
  let log = logFirst;
  let [term, sum] = [1, 1];
  for (let count = first; count < last; count++) {
    term *= ratio(count);
    sum += term;
    if (sum > 1e200) {
      term /= 1e200;
      sum /= 1e200;
      log += Math.log(1e200);
    }
  }
  return Math.min(1, Math.exp(log + Math.log(sum)));
}

/** P(X = 0), P(X = 1), ... P(X = relevant) where X counts the relevant among `draws` from `population`. */
export function hypergeometricPmf(population: number, relevant: number, draws: number): Float64Array {
  const pmf = new Float64Array(relevant + 1);
  let before = 0;
  for (let hits = 0; hits <= relevant; hits++) {
    const upTo = hypergeometricCdf(hits, population, relevant, draws);
    pmf[hits] = upTo - before;
    before = upTo;
  }
  return pmf;
}

/** P(X <= hits) where X counts the successes in `trials` independent trials with this probability. */
export function binomialCdf(hits: number, trials: number, probability: number): number {
  if (hits >= trials || probability <= 0) return 1;
  if (hits < 0 || probability >= 1) return 0;
  const odds = probability / (1 - probability);
  return sumByRatios(trials * Math.log1p(-probability), 0, hits, (count) => ((trials - count) / (count + 1)) * odds);
}

/**
 * The largest share consistent with `hits` of `trials` at this confidence: the one-sided upper bound of Clopper and
 * Pearson (1934), the quantile of Beta(hits + 1, trials - hits). By bisection, to 1e-12.
 */
export function clopperPearsonUpper(hits: number, trials: number, confidence: number): number {
  if (hits >= trials) return 1;
  const [, above] = bisect([hits / trials, 1], 1e-12, (share) => binomialCdf(hits, trials, share) > 1 - confidence);
  return above;
}

/** Bisects between a value that meets a condition and one that does not; returns the closest pair of such values. */
export function bisect(
  [low, high]: readonly [number, number],
  tolerance: number,
  holds: (value: number) => boolean,
): [number, number] {
  let [last, next] = [low, high];
  while (next - last > tolerance) {
    const middle = (last + next) / 2;
    if (holds(middle)) last = middle;
    else next = middle;
  }
  return [last, next];
}

/** The first integer above `low` from which a monotonic condition holds; it holds for `high`, and not for `low`. */
export function firstThat(low: number, high: number, holds: (value: number) => boolean): number {
  let [last, first] = [low, high];
  while (first - last > 1) {
    const middle = (last + first) >> 1;
    if (holds(middle)) first = middle;
    else last = middle;
  }
  return first;
}
