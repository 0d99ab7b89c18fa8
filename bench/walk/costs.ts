import type { CDPSession, Page } from 'playwright-core';

const RUNS = 5;
/** Longer than the pause that typing waits for, and what is drawn after it. */
const SETTLED_MS = 600;
const ORDER = `document.querySelector('select[aria-label="Order"]')`;
/** Notes the longest task that blocks the page, by the clock. */
export const NOTE_TASKS = `globalThis.longest = 0; new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
}).observe({ type: 'longtask' })`;

export type Costs = { tick: number; letter: number; order: number; orderBlocks: number };

/**
 * Milliseconds of processor, the median of some runs, less those of a page where nothing happens: for choosing a paper,
 * for a letter in the search, and for ordering by what was kept; and how long that blocks by the clock, at best.
 */
export async function measureCosts(page: Page): Promise<Costs> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const idle = await spend(page, session, async () => {});
  const tick = await spend(page, session, (run) => page.evaluate(`${nth('.to-decide button', run)}.click()`));
  const search = page.locator('#text');
  await search.focus();
  const letter = await spend(page, session, (run) => page.keyboard.press('memor'.charAt(run)));
  await search.fill('');
  await page.waitForTimeout(SETTLED_MS);
  for (let at = 0; at < 10; at += 1) {
    await page.evaluate(`${nth('.title', at)}.focus()`);
    await page.keyboard.press(at % 3 === 2 ? '3' : '1');
  }
  await page.waitForTimeout(SETTLED_MS);
  const blocks: number[] = [];
  const order = await spend(page, session, async () => {
    await page.evaluate('globalThis.longest = 0');
    await orderBy(page, 'kept');
    await page.waitForTimeout(SETTLED_MS * 4);
    blocks.push(Number(await page.evaluate('globalThis.longest')));
    await orderBy(page, 'rank');
    await page.waitForTimeout(SETTLED_MS);
  });
  return { tick: tick - idle, letter: letter - idle, order: order - idle, orderBlocks: Math.min(...blocks) };
}

async function orderBy(page: Page, order: 'kept' | 'rank'): Promise<void> {
  await page.evaluate(`${ORDER}.value = '${order}'; ${ORDER}.dispatchEvent(new Event('change'))`);
}

/** In the page, because a locator looks through all rows, and that would be measured, too. */
function nth(selector: string, at: number): string {
  return `document.querySelector('.papers tbody tr:nth-child(${at + 1}) ${selector}')`;
}

async function spend(page: Page, session: CDPSession, act: (run: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const before = await readProcessor(session);
    await act(run);
    await page.waitForTimeout(SETTLED_MS);
    taken.push((await readProcessor(session)) - before);
  }
  return taken.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

async function readProcessor(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}
