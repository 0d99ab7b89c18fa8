import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServedHere } from '../../helpers/run-here.ts';
import { ScriptedService } from '../../helpers/scripted-service.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { openBrowser } from '../../report/view/browser.ts';
import { compareLook } from '../../report/view/picture.ts';
import { oddPapers } from '../../report/view/reports.ts';
import { serveUiHere } from './visit.ts';

/** How the pages of `paperqueue ui` look, in five states. */

let service: ScriptedService;
let served: ServedHere;
let browser: Browser;
let person: BrowserContext;
/** The page with the form; the others stand below it. */
let home: string;
beforeAll(async () => {
  service = await new ScriptedService({ papers: oddPapers(), credits: { basic: 500 } }).start();
  served = await serveUiHere({
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
  });
  browser = await openBrowser();
  person = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await person.newPage();
  await page.goto(served.address);
  await page.getByLabel('Find papers').first().waitFor();
  home = page.url();
  await search(page, 'memory, hippocampus, recognition');
  await page.locator('.pane').waitFor();
  await page.close();
});
afterAll(async () => {
  await browser?.close();
  await served?.end();
  await service?.stop();
});

const address = (path: string) => (path === '/' ? home : home + path);

async function review(page: Page, keywords: string): Promise<void> {
  await page.goto(address('/'));
  await page.getByText('All fields', { exact: true }).click();
  await page.getByLabel('Keywords').fill(keywords);
  await page.getByRole('button', { name: 'Check the cost' }).click();
  await page.waitForURL('**/searches/*');
}

async function search(page: Page, keywords: string): Promise<void> {
  await review(page, keywords);
  await page.getByRole('button', { name: /^Search for/ }).click();
}

type State = { width: number; colorScheme?: 'light' | 'dark'; show: (page: Page) => Promise<unknown> };

it.each<[string, State]>([
  ['ui-home', { width: 1280, show: (page) => page.goto(address('/')) }],
  ['ui-cost', { width: 800, colorScheme: 'dark', show: (page) => review(page, 'owls, glasses, night') }],
  [
    'ui-running',
    {
      width: 1280,
      show: async (page) => {
        service.options.pollsUntilDone = 1_000;
        await search(page, 'kelp, light, depth');
        await page.locator('.state').waitFor();
      },
    },
  ],
  [
    'ui-papers',
    {
      width: 360,
      show: async (page) => {
        await page.goto(address('/jobs/J1'));
        await page.locator('.papers tbody tr').first().waitFor();
      },
    },
  ],
  ['ui-unknown-job', { width: 800, show: (page) => page.goto(address('/jobs/J99')) }],
])('the look of the local page is that of %s', async (name, { width, colorScheme = 'light', show }) => {
  const page = await person.newPage();
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  await show(page);
  expect(await compareLook(browser, page, name)).toBe('');
  await page.close();
});
