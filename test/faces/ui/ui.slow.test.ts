import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServedHere } from '../../helpers/run-here.ts';
import { runHere } from '../../helpers/run-here.ts';
import { ScriptedService } from '../../helpers/scripted-service.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';
import { axeFindings, openBrowser } from '../../report/view/browser.ts';
import { threeHundredPapers } from '../../report/view/reports.ts';
import { serveUiHere } from './visit.ts';

/** `paperqueue ui` in a browser, against a hosted service. */

const ROWS = 'table.papers tbody tr';

let service: ScriptedService;
let settings: Record<string, string>;
let served: ServedHere;
let browser: Browser;
let person: BrowserContext;
/** The page with the form; the others stand below it. */
let home: string;
const problems: string[] = [];
beforeAll(async () => {
  const papers = threeHundredPapers().slice(0, 40);
  service = await new ScriptedService({ papers, pollsUntilDone: 1, credits: { basic: 500 } }).start();
  settings = {
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
  };
  served = await serveUiHere(settings);
  browser = await openBrowser();
  person = await browser.newContext();
  person.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  person.on('weberror', (error) => problems.push(error.error().message));
  const page = await person.newPage();
  await page.goto(served.address);
  await page.getByLabel('Find papers').first().waitFor();
  home = page.url();
  await page.close();
});
afterAll(async () => {
  await browser?.close();
  await served?.end();
  await service?.stop();
});

/** The form with all fields, which is folded at first. */
const unfold = (page: Page) => page.getByText('All fields', { exact: true }).click();

async function open(path = '/', width = 1280): Promise<Page> {
  const page = await person.newPage();
  await page.setViewportSize({ width, height: 800 });
  await page.goto(path === '/' ? home : home + path);
  return page;
}

/** Presses Tab until the focus is on what has this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = `(({ labels, textContent, ariaLabel }) =>
    ariaLabel ?? labels?.[0]?.textContent ?? textContent)(document.activeElement)`;
  for (let presses = 0; presses < 200; presses += 1) {
    if (name.test(String(await page.evaluate(focused)).trim())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

describe('by keyboard alone', () => {
  it('a person gets from the form to a file, and pays once', async () => {
    const page = await open();
    await tabTo(page, /^All fields$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Keywords$/);
    await page.keyboard.type('memory, hippocampus, recognition');
    await tabTo(page, /^Check the cost$/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searches/*');
    expect(await page.locator('.cost').textContent()).toContain('1 credit of the pool basic');
    expect(service.creations).toHaveLength(0);
    await tabTo(page, /^Search for 1 credit$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector(ROWS);
    await expect.poll(() => page.locator(ROWS).count()).toBe(40);

    await tabTo(page, /^Save$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Save as BibTeX$/);
    const saved = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const { stdout } = await runHere(['export', 'J1', '--format', 'bibtex'], settings);
    expect(readFileSync(await (await saved).path(), 'utf8').trim()).toBe(stdout.trim());

    await page.goBack();
    await tabTo(page, /^Search for 1 credit$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector(ROWS);
    await page.reload();
    await page.waitForSelector(ROWS);
    expect(service.creations).toHaveLength(1);
    expect(problems).toEqual([]);
    await page.close();
  });
});

describe('every page', () => {
  const pagesOf = async () => {
    const page = await open();
    await unfold(page);
    await page.getByLabel('Keywords').fill('to, be, looked at');
    await page.getByRole('button', { name: 'Check the cost' }).click();
    await page.waitForURL('**/searches/*');
    const review = page.url().slice(home.length);
    await page.close();
    return ['/', '/jobs/J1', review, '/jobs/J99'];
  };

  it.each(['light', 'dark'] as const)('has nothing that axe finds, %s', async (colorScheme) => {
    for (const path of await pagesOf()) {
      const page = await open(path);
      await page.emulateMedia({ colorScheme });
      if (path === '/jobs/J1') await page.waitForSelector(ROWS);
      // By their own word, since an open menu lies over what stands below it.
      await page.evaluate(`for (const folded of document.querySelectorAll(
        '.all-fields, .search-form details, details.menu')) folded.open = true`);
      expect([path, await axeFindings(page)]).toEqual([path, []]);
      await page.close();
    }
  });

  it('fits a screen of 320 pixels', async () => {
    for (const path of await pagesOf()) {
      const page = await open(path, 320);
      if (path === '/jobs/J1') await page.waitForSelector(ROWS);
      // Charts are drawn when their width is known.
      const widthOf = () => page.evaluate('document.documentElement.scrollWidth');
      await until(async () => (await widthOf()) === 320, `${path} within 320 pixels`);
      await page.close();
    }
  });
});

it('shows the whole menu of a search on a phone, wherever its button stands', async () => {
  const page = await open('/jobs/J1', 360);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await page.getByRole('button', { name: 'Stop watching' }).waitFor();
  await page.locator('.job-actions .menu > summary').click();
  // Where the line of buttons breaks depends on the letters.
  for (const width of [300, 320, 340, 360, 380]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await page.locator('.job-actions .menu > div').boundingBox();
    expect([width, box && box.x >= 0 && box.x + box.width <= width]).toEqual([width, true]);
  }
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await page.getByRole('button', { name: 'Watch', exact: true }).waitFor();
  await page.close();
});

describe('another browser', () => {
  it('gets nothing with the address that was used', async () => {
    const other = await browser.newPage();
    expect((await other.goto(served.address))?.status()).toBe(401);
    expect(await other.textContent('h1')).toBe('Not open here');
    await other.close();
  });
});
