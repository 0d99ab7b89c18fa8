import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 10;
const MAX_LOOKS = 1_500;

/**
 * Waits until something is so that nobody announces: what a peer has received, what stands in a file. It looks a
 * bounded number of times, and throws in the words of `what` when that was not enough.
 */
export async function until(isSo: () => boolean, what = 'what the test waits for'): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    if (isSo()) return;
    await sleep(LOOK_MS);
  }
  throw new Error(`this did not come: ${what}`);
}
