import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realRecords } from '../../helpers/real-papers.ts';
import type { ServedHere } from '../../helpers/run-here.ts';
import { importPapers } from '../../helpers/sources/world.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { axeFindings, openBrowser } from '../../report/view/browser.ts';
import { serveUiHere } from './visit.ts';

/** The desk in a browser: focus, keys, lines that fill, Ctrl-K and undo. */

let served: ServedHere;
let browser: Browser;
let page: Page;
let home: string;
const problems: string[] = [];
const foreign: string[] = [];
beforeAll(async () => {
  const settings = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'library' };
  await importPapers(settings, realRecords());
  served = await serveUiHere(settings);
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:)/.test(request.url())) foreign.push(request.url());
  });
  await page.goto(served.address);
  await page.locator('#one-box').waitFor();
  home = page.url();
});
afterAll(async () => {
  await browser?.close();
  await served?.end();
});

async function search(words: string): Promise<void> {
  await page.goto(home);
  await page.locator('#one-box').fill(words);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.waitForURL('**/jobs/J*');
  await page.locator('table.papers .title, .empty, .poor').first().waitFor();
}

const focused = () => page.evaluate('document.activeElement.id');

describe('the desk', () => {
  it('begins with the focus in the box, before there is a search', async () => {
    await page.goto(home);
    expect(await focused()).toBe('one-box');
    expect(await page.locator('#searches').innerText()).toContain('No search yet');
    expect(await page.locator('#searches a[href$="/review/new"]').innerText()).toBe('review');
    expect(await page.locator('.cards').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('fills the lines of its searches with what fits, once that is counted', async () => {
    await search('memory, hippocampus, learning');
    await search('sleep, memory, consolidation');
    await page.goto(home);
    await page.locator('#line-J1 .spark').waitFor();
    expect(await page.locator('#line-J1').innerText()).toMatch(/\d+ of \d+ fits? well/);
    expect(await page.locator('[data-line]').count()).toBe(0);
    await page.reload();
    // Known now: nothing is to be filled.
    expect(await page.locator('#line-J1 .spark').count()).toBe(1);
  });

  it('has / for the box, unless somebody types', async () => {
    await page.locator('#searches').click({ position: { x: 5, y: 5 } });
    await page.evaluate('document.activeElement.blur()');
    await page.locator('#go-to:not([hidden])').waitFor();
    await expect
      .poll(async () => {
        await page.keyboard.press('/');
        return focused();
      })
      .toBe('one-box');
    await page.locator('#one-box').fill('and');
    await page.keyboard.press('/');
    expect(await page.locator('#one-box').inputValue()).toBe('and/');
    await page.locator('#one-box').fill('');
  });

  it.each([
    ['sleep', /\/jobs\/J2$/],
    ['J1', /\/jobs\/J1$/],
    ['j1-2', /\/jobs\/J1#J1-2$/],
    ['L3', /\/library\/L3$/],
    ['begin a rev', /\/review\/new$/],
  ])('goes by Ctrl-K and %j to its place', async (words, place) => {
    await page.goto(home);
    await page.locator('#go-to:not([hidden])').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(words);
    await page.locator('.go-to [aria-selected="true"]', { hasText: /./ }).waitFor();
    await expect.poll(() => page.locator('.go-to li').first().innerText()).toMatch(new RegExp(words, 'i'));
    await page.keyboard.press('Enter');
    await page.waitForURL(place);
  });

  it('closes the menu of a search by Escape, which leaves the focus on its name', async () => {
    await page.goto(`${home}/jobs/J1`);
    await page.locator('#view tr .title').first().waitFor();
    const more = page.locator('summary', { hasText: /^More$/ });
    await more.press('Enter');
    await page.getByRole('link', { name: 'Change this search' }).press('Escape');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('More');
    expect(await page.locator('details.menu').first().getAttribute('open')).toBe(null);
  });

  it('stars by a click, and takes it back by Undo', async () => {
    await page.goto(home);
    await page.locator('#line-J1').hover();
    await page.getByRole('button', { name: 'Star J1' }).click();
    await page.getByText('J1 is starred').waitFor();
    expect(await page.locator('.line').first().getAttribute('id')).toBe('line-J1');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('J1 is no longer starred').waitFor();
    expect(await page.locator('#searches .line').first().getAttribute('id')).toBe('line-J2');
  });

  it.each(
    [1280, 1024, 800, 360].flatMap((width) => (['light', 'dark'] as const).map((scheme) => [width, scheme] as const)),
  )('%i pixels wide and %s has nothing that axe finds, and no target below 24 pixels', async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.goto(home);
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const small =
      await page.evaluate(`[...document.querySelectorAll('a, button, summary, textarea, .pick, label.files')]
      .map((node) => [node.textContent.trim(), node.getBoundingClientRect(), node.closest('details:not([open]) > :not(summary)')])
      .filter(([, { width, height }, folded]) => !folded && width > 0 && Math.min(width, height) < 24)
      .filter(([text]) => text !== '')
      .map(([text, { width, height }]) => [text, Math.round(width), Math.round(height)])`);
    // A title's whole line is its target.
    const titles = await page.locator('.whole').allInnerTexts();
    expect((small as [string][]).filter(([text]) => !titles.includes(text))).toEqual([]);
  });

  it('asks nobody else, and has no error', () => {
    expect(foreign).toEqual([]);
    expect(problems).toEqual([]);
  });
});
