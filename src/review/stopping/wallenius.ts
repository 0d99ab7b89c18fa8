import { bisect } from './distributions.ts';

/** Step size of the trapezoidal rule: steps per standard deviation, and a maximum, which give 13 digits. */
const STEPS_PER_DEVIATION = 2;
const MAX_STEP = 0.25;
/** Terms smaller than the peak by this factor (its logarithm) are negligible. */
const NEGLIGIBLE = 40;

/**
 * P(X <= hits) where X counts the relevant among `draws` records drawn one after the other, without replacement, from
 * `population`, of which `relevant` are relevant, and each of these is `bias` times as likely to be the next as an
 * irrelevant one: Wallenius' noncentral hypergeometric distribution. If it is above `enough`, returns some number above
 * `enough`.
 */
export function walleniusCdf(
  hits: number,
  population: number,
  relevant: number,
  draws: number,
  bias: number,
  enough = 1,
): number {
  if (hits >= Math.min(relevant, draws)) return 1;
  const irrelevant = population - relevant;
  // Sums the smaller tail: irrelevant records are drawn 1 / bias times as readily.
  return hits <= roughMean(irrelevant, relevant, draws, bias)
    ? lowerTail(hits, population, relevant, draws, bias, { enough, negligible: 0 })
    : 1 - lowerTail(draws - hits - 1, population, irrelevant, draws, 1 / bias, { enough: 1, negligible: 1e-16 });
}

/**
 * Sums terms from the last to the first, until they are negligible, or less than `negligible`: their ratios only fall.
 */
function lowerTail(
  hits: number,
  population: number,
  relevant: number,
  draws: number,
  bias: number,
  { enough, negligible }: { enough: number; negligible: number },
): number {
  const least = Math.max(0, relevant - (population - draws));
  let sum = 0;
  let before = 0;
  for (let count = hits; count >= least && sum <= enough; count--) {
    const term = walleniusPmf(count, population, relevant, draws, bias);
    sum += term;
    if (term <= negligible || (term <= before && term <= 1e-14 * sum)) break;
    before = term;
  }
  return Math.min(1, sum);
}

/** The approximate mean: the expected number of relevant records among the draws. */
function roughMean(irrelevant: number, relevant: number, draws: number, bias: number): number {
  const drawn = (count: number, rate: number, time: number) => -count * Math.expm1(-rate * time);
  const isEnough = (time: number) => drawn(relevant, bias, time) + drawn(irrelevant, 1, time) >= draws;
  const [end] = bisect([-50, 7], 1e-9, (log) => !isEnough(Math.exp(log)));
  return drawn(relevant, bias, Math.exp(end));
}

/**
 * Each record waits for an exponentially distributed time, relevant ones `bias` times as short: the probability is an
 * integral over the time e^v of the last draw. Its logarithm is concave in v, and the function analytic, so that the
 * trapezoidal rule is exact to the last digits.
 */
function walleniusPmf(hits: number, population: number, relevant: number, draws: number, bias: number): number {
  const others = draws - hits;
  const irrelevant = population - relevant;
  const rest = bias * (relevant - hits) + (irrelevant - others);
  const log = (v: number) => {
    const time = Math.exp(v);
    return v - rest * time + hits * logMet(bias * time) + others * logMet(time);
  };
  const slope = (v: number) => {
    const time = Math.exp(v);
    return 1 - rest * time + hits * slopeMet(bias * time) + others * slopeMet(time);
  };
  const [center] = bisect([-50, 50], 1e-3, (v) => slope(v) > 0);
  const peak = log(center);
  const width = 1e-4;
  const curvature = (slope(center - width) - slope(center + width)) / (2 * width);
  const step = Math.min(MAX_STEP, 1 / Math.sqrt(curvature) / STEPS_PER_DEVIATION);
  let sum = 1;
  for (const direction of [-step, step]) {
    for (let at = 1; ; at++) {
      const below = log(center + at * direction) - peak;
      sum += Math.exp(below);
      if (below < -NEGLIGIBLE) break;
    }
  }
  return Math.exp(logChoose(relevant, hits) + logChoose(irrelevant, others) + Math.log(rest * step * sum) + peak);
}

/** log(1 - e^-t), and its derivative by log t. */
function logMet(time: number): number {
  return time < Math.LN2 ? Math.log(-Math.expm1(-time)) : Math.log1p(-Math.exp(-time));
}

function slopeMet(time: number): number {
  return time > 700 ? 0 : time / Math.expm1(time);
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

const LOG_FACTORIALS = [0, 0];

function logFactorial(n: number): number {
  for (let next = LOG_FACTORIALS.length; next <= Math.min(n, 30); next++)
    LOG_FACTORIALS.push((LOG_FACTORIALS[next - 1] as number) + Math.log(next));
  const small = LOG_FACTORIALS[n];
  if (small !== undefined) return small;
  // Stirling's series, exact to the last digit from 30 on.
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / n ** 2) / n ** 2) / n ** 2) / n;
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + series;
}
