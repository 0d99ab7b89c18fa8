import { pathToFileURL } from 'node:url';
import { judgeGrowth, type Run, type Runs } from './growth.ts';
import type { Reader } from './readers.ts';
import { makeValue } from './values.ts';

/** The process that feeds readers, one after the other: see feed-readers.ts. */

export type Order = { reader: Reader; patterns: readonly string[] };
export type Told =
  /** What it begins to read. */
  | { begins: string }
  /** `isRefused`: it threw whatever it was given, and so has not read. Absent: there is no such function. */
  | { fed?: { isRefused: boolean }; wrong: string[] };

const KILOBYTES = [20, 40, 80, 160] as const;
/**
 * A reader that has taken so much processor time is fed a fourth of the length: what does much for every character
 * shows its growth there, too, and all readers together take no more than half an hour.
 */
const LONG_MS = 4_000;
/** A generator may be endless. */
const MAX_ITEMS = 100_000;
/** A promise that waits for something else than its reading. */
const MAX_WAIT_MS = 500;

process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
process.on('message', async ({ reader, patterns }: Order) => {
  tell(await feed(reader, patterns));
});

function tell(told: Told): void {
  process.send?.(told);
}

async function feed(reader: Reader, patterns: readonly string[]): Promise<Told> {
  tell({ begins: '' });
  const module = await import(pathToFileURL(reader.file).href).catch(() => ({}));
  const call = callOf(reader, module);
  if (!call) return { wrong: [] };
  let isWaiting = false;
  let isRefused = true;
  const read = (text: string) => {
    const answer = call(text);
    isRefused = false;
    return answer;
  };
  const begun = process.cpuUsage();
  const isLong = () => process.cpuUsage(begun).user > LONG_MS * 1_000;
  /** Reads to the end: also what comes later, and only as it is asked for. */
  const runs = (repeated: string) => {
    const bytes = isLong() ? 256 : 1_024;
    return KILOBYTES.map((kilobytes): Run => {
      const text = repeated.repeat(Math.ceil((kilobytes * bytes) / repeated.length));
      return () => {
        const rest = drain(read(text));
        if (!(rest instanceof Promise)) return undefined;
        return waitFor(rest, isWaiting ? 0 : MAX_WAIT_MS, () => {
          isWaiting = true;
        });
      };
    }) as unknown as Runs;
  };

  for (const repeated of patterns) {
    const pattern = JSON.stringify(repeated);
    tell({ begins: pattern });
    const verdict = await judgeGrowth(runs(repeated));
    // One is enough, and the others would take as long.
    if (verdict !== undefined) return { fed: { isRefused }, wrong: [`${pattern}: ${verdict}`] };
  }
  return { fed: { isRefused }, wrong: [] };
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a module exports
type Anything = any;

/** Calls the reader of a module with texts; undefined if there is no such function. */
function callOf({ path, takes }: Reader, module: Anything): ((text: string) => unknown) | undefined {
  const find = () => {
    let [holder, found]: [Anything, Anything] = [undefined, module];
    for (const step of path) {
      if (found === undefined || found === null) return { holder, found: undefined };
      if (typeof step === 'string') [holder, found] = [found, found[step]];
      else
        [holder, found] = [
          undefined,
          found.apply(
            holder,
            step.map((shape) => makeValue(shape, 'a')),
          ),
        ];
    }
    return { holder, found };
  };
  try {
    if (typeof find().found !== 'function') return undefined;
  } catch {
    return undefined;
  }
  return (text) => {
    const { holder, found } = find();
    const answer = found.apply(
      holder,
      takes.map((shape) => makeValue(shape, text)),
    );
    // What is read piece by piece has an end.
    return typeof holder?.end === 'function' && holder !== module ? [answer, holder.end()] : answer;
  };
}

function drain(answer: Anything): unknown {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (answer instanceof Promise) return answer.then(drain);
  if (Symbol.asyncIterator in answer) return drainLater(answer);
  if (typeof answer.next !== 'function') return undefined;
  for (let items = 0; items < MAX_ITEMS && !answer.next().done; items += 1);
  return undefined;
}

async function drainLater(items: AsyncIterable<unknown>): Promise<void> {
  let count = 0;
  for await (const _ of items) {
    count += 1;
    if (count === MAX_ITEMS) return;
  }
}

async function waitFor(rest: Promise<unknown>, ms: number, onWaiting: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const given = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onWaiting();
      resolve();
    }, ms);
  });
  await Promise.race([rest.catch(() => {}), given]);
  clearTimeout(timer);
}
