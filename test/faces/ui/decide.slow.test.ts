import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../../helpers/library-folder.ts';
import { runHere, type ServedHere } from '../../helpers/run-here.ts';
import { axeFindings, openBrowser } from '../../report/view/browser.ts';
import { serveUiHere } from './visit.ts';

/** Decisions on the page of a job, which are those of a review. */

const ROWS = 'table.papers tbody tr';
const settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };

let browser: Browser;
let person: BrowserContext;
let served: ServedHere;
let address: string;
const problems: string[] = [];

async function serve(): Promise<void> {
  served = await serveUiHere(settings);
  const page = await person.newPage();
  await page.goto(served.address);
  await page.getByLabel('Find papers').first().waitFor();
  address = page.url().replace(/\/$/, '');
  await page.close();
}
beforeAll(async () => {
  browser = await openBrowser();
  person = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  person.on('weberror', (error) => problems.push(error.error().message));
  await runHere(['search', '-k', 'learning', '-k', 'networks', '--limit', '100', '--json'], settings);
  await serve();
});
afterAll(async () => {
  await browser?.close();
  await served?.end();
});

async function open(): Promise<Page> {
  const page = await person.newPage();
  await page.goto(`${address}/jobs/J1`);
  await page.locator(ROWS).first().waitFor();
  return page;
}

const keep = async (page: Page, keys: string) => {
  await page.locator(`${ROWS} .title`).first().focus();
  for (const key of keys) await page.keyboard.press(key);
};
const state = (page: Page) => page.locator('.menu > div > .says').last().textContent();
const decided = (page: Page) =>
  page
    .locator(ROWS)
    .evaluateAll((rows) =>
      (rows as unknown as { dataset: { decision?: string } }[])
        .map(({ dataset }) => dataset.decision ?? '')
        .slice(0, 4),
    );

/** What the review has, as the command line tells it. */
async function standing(): Promise<Record<string, number>> {
  const { stdout } = await runHere(['review', 'show', 'R1', '--json'], settings);
  const { include, exclude, maybe } = JSON.parse(stdout).progress[0];
  return { include, exclude, maybe };
}

describe('the page of a job', () => {
  it('begins a review with the first decision, and has what was decided when it is opened again', async () => {
    const page = await open();
    await keep(page, '123');
    await expect.poll(() => state(page)).toBe('Kept in the review R1.');
    expect(await standing()).toEqual({ include: 1, exclude: 1, maybe: 1 });
    await page.locator(`${ROWS} .title`).nth(2).click();
    await page.getByLabel('Note on').filter({ visible: true }).fill('only a survey');
    await page.getByLabel('Note on').filter({ visible: true }).blur();
    // Another decision, and one that is undone.
    await page
      .locator(ROWS)
      .nth(0)
      .getByRole('button', { name: /^Out: / })
      .click();
    await keep(page, 'jjj1u');
    await expect.poll(standing).toEqual({ include: 0, exclude: 2, maybe: 1 });
    const again = await open();
    await expect.poll(() => decided(again)).toEqual(['out', 'maybe', 'out', '']);
    expect(await again.locator(`${ROWS} .noted`).nth(2).innerText()).toContain('only a survey');
    expect(await axeFindings(again)).toEqual([]);
    for (const each of [page, again]) await each.close();
  });

  it('says what could not be kept, and keeps it when the page is served again', async () => {
    const page = await open();
    await expect.poll(() => state(page)).toContain('R1');
    await page.route('**/job/J1/turn', (route) => route.abort());
    await keep(page, 'jjj1');
    await expect.poll(() => page.locator('.urgent').innerText()).toContain('1 decision is not kept yet');
    await keep(page, 'jjjj1');
    await expect.poll(() => page.locator('.urgent').innerText()).toContain('2 decisions are not kept yet');
    await page.unroute('**/job/J1/turn');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.locator('.urgent').isVisible()).toBe(false);
    expect(await standing()).toEqual({ include: 2, exclude: 2, maybe: 1 });
    await page.close();
  });

  it('keeps a note and tags of a paper at once that nobody has decided on', async () => {
    const page = await open();
    await page.locator(`${ROWS} .title`).nth(5).click();
    for (const [label, words] of [
      ['Note on', 'ask Bo'],
      ['Tags of', 'mice, =1+1'],
    ] as const) {
      const field = page.getByLabel(label).filter({ visible: true });
      await field.fill(words);
      await field.blur();
    }
    const written = async () =>
      (await runHere(['review', 'export', 'R1', '--format', 'decisions-csv', '-o', '-'], settings)).stdout;
    await expect.poll(written).toContain('ask Bo');
    await expect.poll(written).toMatch(/ask Bo,.*mice;\s?'?=1\+1/);
    const again = await open();
    await again.locator(`${ROWS} .title`).nth(5).click();
    const value = (label: string) => again.getByLabel(label).filter({ visible: true }).inputValue();
    await expect.poll(() => value('Note on')).toBe('ask Bo');
    expect(await value('Tags of')).toBe('mice, =1+1');
    expect(await axeFindings(again)).toEqual([]);
    for (const each of [page, again]) await each.close();
  });

  it('names what a review refuses', async () => {
    const page = await open();
    await expect.poll(() => decided(page)).toEqual(['out', 'maybe', 'out', 'kept']);
    // Meanwhile the same person decided otherwise, elsewhere.
    const ref = (await page.locator(ROWS).nth(5).getAttribute('data-ref')) ?? '';
    await runHere(['review', 'decide', 'R1', ref, 'exclude'], settings);
    await page
      .locator(ROWS)
      .nth(5)
      .getByRole('button', { name: /^Keep: / })
      .click();
    await expect.poll(() => page.locator('.urgent').innerText()).toContain(`Not kept, ${ref}: `);
    expect(problems).toEqual([]);
    await page.close();
  });
});
