import vm from 'node:vm';

/**
 * How the time of something grows with its input. Processor time of this process, not the clock, and the least of
 * several runs: neither a busy machine nor a collection of garbage makes anything grow.
 */

/** More than linear is growth above this for twice the input. */
const MAX_GROWTH = 2.6;
/** Where even the longest input takes less, nothing is measured. */
const FLOOR_MS = 8;
const RUNS = 3;

/** What has taken as much processor time will not come back: no linear run takes a tenth of it. */
const ENDLESS_MS = 2_000;
const SCRIPT = new vm.Script('globalThis.linearRun()');

/**
 * Runs it in this thread; false if it was ended because it does not come back, as a pattern that backtracks for ever.
 * It is ended by the clock, and begun again with more time where a busy machine had left it little. What it throws is
 * no matter of time.
 */
export function ends(run: () => void): boolean {
  let isOver = false;
  Object.assign(globalThis, {
    linearRun: () => {
      try {
        run();
      } catch {}
      isOver = true;
    },
  });
  for (let timeout = ENDLESS_MS; ; timeout *= 4) {
    const taken = processorMs(() => SCRIPT.runInThisContext({ timeout }));
    if (isOver || taken >= 0.9 * ENDLESS_MS) return isOver;
  }
}

function processorMs(run: () => void): number {
  const before = process.cpuUsage();
  try {
    run();
  } catch {}
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const leastMs = (run: () => void) => Math.min(...Array.from({ length: RUNS }, () => processorMs(run)));

/**
 * What is wrong with the growth of a run over each of three inputs, each twice as long as the one before; undefined if
 * it is linear. A suspicion is measured again before it is a verdict.
 */
export function judgeGrowth(runs: readonly [() => void, () => void, () => void]): string | undefined {
  const [short, middle, long] = runs;
  if (!ends(long)) return 'does not come back';
  const once = [processorMs(short), processorMs(middle), processorMs(long)] as const;
  if (once[2] < FLOOR_MS || Math.sqrt(once[2] / once[0]) <= MAX_GROWTH) return undefined;
  for (let verdict = 0; verdict < 2; verdict += 1) {
    if (processorMs(long) < FLOOR_MS) return undefined;
    const times = [leastMs(short), leastMs(middle), leastMs(long)] as const;
    const growth = Math.sqrt(times[2] / times[0]);
    if (times[2] < FLOOR_MS || growth <= MAX_GROWTH) return undefined;
    if (verdict === 1) return `${times.map((ms) => `${ms.toFixed(1)} ms`).join(', ')}: ${growth.toFixed(1)} a doubling`;
  }
  return undefined;
}
