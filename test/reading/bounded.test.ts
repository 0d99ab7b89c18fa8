import { afterAll, describe, expect, it } from 'vitest';
import type { Block } from '../../src/reading/document.ts';
import { createProcessReader } from '../../src/reading/process/read-in-process.ts';
import { runTask } from '../../src/reading/process/tasks.ts';
import { some } from '../helpers/runs.ts';

/** A quotation or a query against a text that was made to take long. */

const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
  'one long paragraph': (size) => 'the sea was calm and blue '.repeat(size / 26),
  'words without an end': (size) => 'ab'.repeat(size / 2),
  'a word that repeats itself': (size) => 'ab ab '.repeat(size / 6),
  'blanks that do not break': (size) => 'a\u00a0 '.repeat(size / 3),
  dashes: (size) => '- '.repeat(size / 2),
  points: (size) => '. '.repeat(size / 2),
  'divided words': (size) => 'ab-\n'.repeat(size / 4),
  'raised numbers': (size) => 'word^1 '.repeat(size / 7),
  citations: (size) => 'seen [1], [2] (Lark, 2012) '.repeat(size / 27),
  'quotation marks': (size) => '"'.repeat(size),
};

const QUOTES: Readonly<Record<string, string>> = {
  'a sentence': 'The sea was calm and the crabs of the northern shore walked sideways all night.',
  'one that repeats itself': `${'ab '.repeat(60)}ac`,
  'one in pieces': 'ab ab ab ... the sea was calm ... seen by no one at all',
};

const references = Array.from({ length: 300 }, (_, nth) => ({
  key: String(nth + 1),
  text: `Lark, A. (${1990 + (nth % 30)}). Reading in rain ${nth}.`,
}));
const blockOf = (text: string): Block[] => [{ kind: 'paragraph', at: 'p1', text }];

/** Processor time of this process, the lesser of two tries: other work and garbage only add to it. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

const SIZE = 40_000;

/** Four times the text in at most 2.6 times the time for each doubling, and a little for what any text takes. */
async function expectLinear(order: (text: string) => Parameters<typeof runTask>[0], make: (size: number) => string) {
  const [small, large] = [make(SIZE), make(4 * SIZE)];
  await runTask(order(small));
  const least = await costOf(() => runTask(order(small)));
  const most = await costOf(() => runTask(order(large)));
  expect(most).toBeLessThanOrEqual(2.6 ** 2 * least + 60_000);
}

describe('the time that a text takes grows with its length, not faster', () => {
  it.each(
    some(Object.entries(HOSTILE), { nth: 5 }).flatMap(([text, make], nth) => {
      const [quote, words] = Object.entries(QUOTES)[nth % Object.keys(QUOTES).length] as [string, string];
      return [[text, quote, make, words] as const];
    }),
  )('of %s with %s', async (_text, _quote, make, quote) => {
    await expectLinear((text) => ({ blocks: blockOf(text), references, quote }), make);
  });
});

describe('the thread that answers calls', () => {
  const reader = createProcessReader();
  afterAll(() => reader.close());
  const { signal } = new AbortController();
  const text = 'ab ab '.repeat(1e5);

  it.each([['a quotation is checked', { blocks: blockOf(text), references, quote: `${'ab '.repeat(600)}ac` }]])(
    'goes on while %s',
    async (_what, order) => {
      let isDone = false;
      let turns = 0;
      const result = reader.read(order, signal).finally(() => {
        isDone = true;
      });
      while (!isDone) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        turns += 1;
      }
      expect(await result).toBeDefined();
      expect(turns).toBeGreaterThan(5);
    },
  );
});
