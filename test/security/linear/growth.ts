import vm from 'node:vm';

/**
 * How the time of something grows with its input. Processor time of this process, not the clock, and the least of
 * several runs: neither a busy machine nor a collection of garbage makes anything grow.
 */

/** More than linear is growth above this for twice the input. */
const MAX_GROWTH = 2.6;
/** Where even the longest input takes less, nothing is measured. */
const FLOOR_MS = 12;
const ROUNDS = 4;
const SUSPICIONS = 2;

/** What has taken as much processor time will not come back: no linear run takes a tenth of it. */
const ENDLESS_MS = 1_000;
const SCRIPT = new vm.Script('globalThis.linearRun()');

/** What it gives back may be a promise: then the rest of it is measured too. */
export type Run = () => unknown;

/**
 * Runs it in this thread; false if it was ended because it does not come back, as a pattern that backtracks for ever.
 * It is ended by the clock, and begun again with more time where a busy machine had left it little. What it throws is
 * no matter of time.
 */
export function ends(run: Run): boolean {
  let isOver = false;
  Object.assign(globalThis, {
    linearRun: () => {
      try {
        run();
      } catch {}
      isOver = true;
    },
  });
  for (let timeout = ENDLESS_MS; ; ) {
    const before = process.cpuUsage();
    try {
      SCRIPT.runInThisContext({ timeout });
    } catch {}
    const taken = msSince(before);
    if (isOver || taken >= 0.9 * ENDLESS_MS) return isOver;
    // As long as it needs at this load, and a little more.
    timeout = Math.ceil((1.3 * timeout * ENDLESS_MS) / Math.max(taken, ENDLESS_MS / 10));
  }
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function processorMs(run: Run): Promise<number> {
  const before = process.cpuUsage();
  try {
    const answer = run();
    if (answer instanceof Promise) await answer;
  } catch {}
  return msSince(before);
}

/** Runs over inputs of 1, 2, 4 and 8 times a length. */
export type Runs = readonly [Run, Run, Run, Run];

/**
 * What is wrong with the growth of runs; undefined if it is linear. A suspicion, by the first and the third, is a
 * verdict if time then grows too much from the second to the third and from that to the fourth: a length from which on
 * more is to be done, or from which a text is cut, is one step. Each time is the least of several rounds, in which the
 * runs alternate, so that what slows the machine slows them all.
 */
export async function judgeGrowth([first, second, third, fourth]: Runs): Promise<string | undefined> {
  const long = await processorMs(third);
  if (long < FLOOR_MS) return undefined;
  const short = Math.min(await processorMs(first), await processorMs(first), await processorMs(first));
  if (Math.sqrt(long / short) <= MAX_GROWTH) return undefined;
  let least: number[] = [];
  for (let suspicion = 0; suspicion < SUSPICIONS; suspicion += 1) {
    const times: number[][] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push([await processorMs(second), await processorMs(third), await processorMs(fourth)]);
    least = [0, 1, 2].map((at) => Math.min(...times.map((each) => each[at] as number)));
    if ((least[1] as number) < FLOOR_MS || growthOf(least) <= MAX_GROWTH) return undefined;
  }
  return `${least.map((ms) => `${ms.toFixed(1)} ms`).join(', ')}: ${growthOf(least).toFixed(1)} a doubling`;
}

const growthOf = ([second = 0, third = 0, fourth = 0]: readonly number[]) => Math.min(third / second, fourth / third);
