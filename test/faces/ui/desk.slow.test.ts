import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realRecords } from '../../helpers/real-papers.ts';
import type { ServedHere } from '../../helpers/run-here.ts';
import { importPapers } from '../../helpers/sources/world.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { axeFindings, openBrowser } from '../../report/view/browser.ts';
import { serveUiHere } from './visit.ts';

/** The local page as a desk, in a browser, over a library of 200 real papers. */

const ROWS = 'table.papers tbody tr';

let served: ServedHere;
let browser: Browser;
let page: Page;
let home: string;
const problems: string[] = [];
beforeAll(async () => {
  const settings = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'library' };
  await importPapers(settings, realRecords());
  served = await serveUiHere(settings);
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(served.address);
  await page.locator('#one-box').waitFor();
  home = page.url();
});
afterAll(async () => {
  await browser?.close();
  await served?.end();
});

/** Words in the one box, and Enter. The script of the page loads it when the box has long been there. */
async function askTheBox(words: string): Promise<void> {
  const box = page.locator('#one-box');
  await expect
    .poll(async () => {
      await box.fill('two\nlines');
      return box.getAttribute('rows');
    })
    .toBe('2');
  await box.fill(words);
  await page.keyboard.press('Enter');
}

describe('at the desk', () => {
  it('words and Enter are a search, and a search costs no question', async () => {
    await askTheBox('memory, hippocampus, learning');
    await page.locator(ROWS).first().waitFor();
    expect(page.url()).toMatch(/\/jobs\/J1$/);
  });

  it('a paper beside the list has its text, its citations and notes, and keeps its tab for the next paper', async () => {
    await page.locator(`${ROWS} .title`).first().click();
    const tab = (name: string) => page.locator('.pane .tabs button', { hasText: name });
    await page.locator('.pane .tabs button', { hasText: 'Notes' }).click();
    await page.getByLabel('Add a tag').first().fill('to read');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Take the tag away: to read' }).waitFor();
    await page.locator(`${ROWS} .title`).nth(1).click();
    await page.getByText(/In your library|Not in your library/).waitFor();
    expect(await page.getByRole('button', { name: 'Take the tag away: to read' }).count()).toBe(0);
    await page.locator(`${ROWS} .title`).first().click();
    await page.getByRole('button', { name: 'Take the tag away: to read' }).waitFor();

    await tab('Text').click();
    await page.getByLabel('Words or a sentence').fill('memory');
    await page.getByRole('button', { name: 'Find passages' }).click();
    await page.locator('.passage, .pane .warn, .pane .says').first().waitFor();
    for (const [at, name] of ['Abstract', 'Text', 'Cites', 'Cited by', 'Notes'].entries()) {
      await tab(name).first().click();
      await page.emulateMedia({ colorScheme: at % 2 === 0 ? 'light' : 'dark' });
      expect([name, await axeFindings(page)]).toEqual([name, []]);
    }
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.closest("tr") !== null')).toBe(true);
    expect(problems).toEqual([]);
  });

  it('files that are dropped are taken at once', async () => {
    await page.goto(home);
    await page.emulateMedia({ colorScheme: 'dark' });
    const bib = '@article{kauz, title={Little owls of the vineyards}, author={Kauz, Eva}, year={2020}}';
    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(bib)}], 'owls.bib'));
      return data;
    })()`);
    await page.dispatchEvent('body', 'dragover', { dataTransfer: dropped });
    expect(await page.locator('body.dropping').count()).toBe(1);
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
    await page.getByText('1 paper added to the library (bibtex).').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Little owls of the vineyards' }).click();
    await page.getByRole('heading', { name: 'Little owls of the vineyards' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Look up its 1 reference' }).click();
    await page.locator('.looked-up li').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it.each([
    [0, 'qwzxv blorptag', 1280],
    [1, '"Little owls of the vineyards"', 1280],
    [1, '"Little owls of the vineyards"', 360],
  ])('%i papers: %s, %i pixels wide, have nothing that axe finds', async (papers, text, width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(home);
    await askTheBox(text);
    await page.waitForURL('**/jobs/J*');
    await page.locator('.head').waitFor();
    expect(await page.locator(ROWS).count()).toBe(papers);
    if (papers > 0) await page.locator(`${ROWS} .title`).first().click();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  it('a phone shows the first title early, and filters, where hardly a paper fits', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(home);
    await askTheBox('amygdala, navigation, sleep');
    await page.waitForURL('**/jobs/J*');
    await page.locator('.poor').waitFor();
    expect(await page.locator(ROWS).count()).toBeGreaterThanOrEqual(10);
    const top = (selector: string): Promise<number> =>
      page.evaluate(`document.querySelector('${selector}').getBoundingClientRect().top`);
    expect(await top(`${ROWS}:not([hidden]) .title`)).toBeLessThanOrEqual(500);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    expect(await top('#papers .bar')).toBeGreaterThan(await top('.controls'));
    expect(await axeFindings(page)).toEqual([]);
  });
});
