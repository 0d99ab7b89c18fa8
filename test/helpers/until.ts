import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

const LOOK_MS = 10;
/** What has not come in a tenth of a second takes long: looking often would only keep it waiting. */
const OFTEN = 10;
/** Five minutes at least: a busy machine makes no test fail. */
const MAX_LOOKS = 6_000;

/**
 * Waits for events that nobody announces, such as a request at a peer or a line in a file. Returns the first thing that
 * `look` finds. Looks a bounded number of times, then throws in the words of `what`.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  what = 'what the test waits for',
): Promise<Exclude<T, false | undefined>> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const found = await look();
    if (found) return found as Exclude<T, false | undefined>;
    await sleep(looks < OFTEN ? LOOK_MS : 5 * LOOK_MS);
  }
  throw new Error(`this did not come: ${what}`);
}

const MANY_TURNS = 20;

/**
 * Lets everything happen that does not wait for time or for another process, to show that an event in this process does
 * not come. An event that `until` waits for would come within two or three of these turns of the event loop.
 */
export async function turns(): Promise<void> {
  for (let nth = 0; nth < MANY_TURNS; nth += 1) await turn();
}
