import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

const LOOK_MS = 10;
const MAX_LOOKS = 1_500;

/**
 * Waits for what nobody announces: what a peer has received, what stands in a file. Gives the first thing that `look`
 * finds. It looks a bounded number of times, and throws in the words of `what` when that was not enough.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  what = 'what the test waits for',
): Promise<Exclude<T, false | undefined>> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const found = await look();
    if (found) return found as Exclude<T, false | undefined>;
    await sleep(LOOK_MS);
  }
  throw new Error(`this did not come: ${what}`);
}

const MANY_TURNS = 20;

/**
 * Lets everything happen that does not wait for time or for another process: for showing that something in this process
 * does not come. What is waited for with `until` would have come in two or three of these turns of the event loop.
 */
export async function turns(): Promise<void> {
  for (let nth = 0; nth < MANY_TURNS; nth += 1) await turn();
}
