import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { libraryFolder } from '../../helpers/library-folder.ts';
import { runHere, type ServedHere } from '../../helpers/run-here.ts';
import { ARTICLE } from '../../reading/fixtures.ts';
import { axeFindings, openBrowser, openFile } from '../../report/view/browser.ts';
import { serveUiHere } from './visit.ts';

/** The page of a table of evidence, and its file: each cell opens its passage, for everybody. */

const folder = libraryFolder();
const settings = { PAPERQUEUE_DATA_DIR: folder, PAPERQUEUE_SOURCES: 'library' };
const QUOTE = 'Threads did not break in 48 of 50 animals';
let served: ServedHere;
let browser: Browser;
let person: BrowserContext;
let home: string;

beforeAll(async () => {
  const shell = async (...args: string[]) => expect((await runHere(args, settings)).code, args.join(' ')).toBe(0);
  await shell('search', '-k', 'learning', '-k', 'networks', '--limit', '100');
  const [article, cells, others] = ['article.xml', 'cells.json', 'others.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(article, ARTICLE);
  await shell('attach', 'J1-1', article);
  await shell(
    'evidence',
    'new',
    'Do the threads of mussels break? هل تنقطع خيوط بلح البحر؟',
    '--papers',
    'J1',
    '--column',
    'Finding | Do threads break?',
    'Animals | How many held? | number',
    'خيوط | كم خيطا؟',
  );
  const cell = (column: string, value: string, quote = QUOTE) => ({ ref: 'J1-1', column, value, quote });
  writeFileSync(
    cells,
    JSON.stringify([
      cell('Finding', 'They hold.'),
      cell('Animals', '49'),
      { ref: 'J1-2', column: 'خيوط', value: 'خيوط قوية', quote: 'خيوط قوية جدا لا تنقطع' },
    ]),
  );
  writeFileSync(others, JSON.stringify([cell('Finding', 'They break in two.')]));
  await shell('evidence', 'fill', 'T1', cells, '--as', 'ana');
  await shell('evidence', 'fill', 'T1', others, '--as', 'ben');
  served = await serveUiHere(settings);
  browser = await openBrowser();
  person = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await person.newPage();
  await page.goto(served.address);
  await page.getByLabel('Find papers').first().waitFor();
  home = page.url();
  await page.close();
});
afterAll(async () => {
  await browser?.close();
  await served?.end();
});

it.each([
  ['wide and light', 1280, 'light', 'none'],
  ['wide and dark', 1280, 'dark', 'none'],
  ['narrow and light', 360, 'light', 'none'],
  ['narrow and dark', 360, 'dark', 'none'],
  ['narrow, in forced colours', 360, 'light', 'active'],
] as const)('the page is without a fault, %s', async (name, width, colorScheme, forcedColors) => {
  const page = await person.newPage();
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme, forcedColors });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${home}/evidence/T1`);
  const cell = page.locator('summary', { hasText: 'They hold.' });
  await cell.focus();
  await page.keyboard.press('Enter');
  const passage = page.locator('.passage:visible');
  expect(await passage.textContent()).toContain(QUOTE);
  expect(await passage.locator('mark').textContent()).toBe(QUOTE);
  await page.locator('summary', { hasText: '49' }).click();
  expect(await page.locator('.marks:visible').textContent()).toContain('"49"');
  expect(await axeFindings(page)).toEqual([]);
  // The page itself does not scroll sideways, and the papers stay in sight while the table does.
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  const frame = page.locator('.evidence-frame');
  await frame.evaluate((element) => element.scrollBy(300, 0));
  const [head, around] = [await page.locator('tbody th').first().boundingBox(), await frame.boundingBox()];
  expect(Math.abs((head?.x ?? 0) - (around?.x ?? 0))).toBeLessThan(3);
  expect(new Set(asked.map((url) => new URL(url).origin)).size).toBe(1);
  if (process.env.PAPERQUEUE_TEST_PICTURES)
    await page.screenshot({ path: join(process.env.PAPERQUEUE_TEST_PICTURES, `${name}.png`) });
  await page.close();
});

it('the file has the same, requests nothing, and runs no script', async () => {
  const { stdout } = await runHere(['evidence', 'export', 'T1', '--format', 'html'], settings);
  const { page, requests, problems } = await openFile(browser, stdout, { viewport: { width: 360, height: 700 } });
  await page.locator('summary', { hasText: '49' }).click();
  expect(await page.locator('.passage:visible mark').textContent()).toBe(QUOTE);
  expect(await axeFindings(page)).toEqual([]);
  expect({ requests, problems }).toEqual({ requests: [], problems: [] });
  if (process.env.PAPERQUEUE_TEST_PICTURES)
    await page.screenshot({ path: join(process.env.PAPERQUEUE_TEST_PICTURES, 'file.png') });
  await page.close();
});

it.each(['page', 'file'] as const)('the %s is printed with each value and its quotation', async (which) => {
  const { stdout } = await runHere(['evidence', 'export', 'T1', '--format', 'html'], settings);
  const page = which === 'file' ? (await openFile(browser, stdout)).page : await person.newPage();
  if (which === 'page') await page.goto(`${home}/evidence/T1`);
  await page.emulateMedia({ media: 'print' });
  for (const text of ['They hold.', 'They break in two.', '49']) {
    expect(await page.locator('summary', { hasText: text }).isVisible()).toBe(true);
  }
  expect(await page.locator('blockquote', { hasText: QUOTE }).filter({ visible: true }).count()).toBe(3);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  await page.close();
});

it('the desk leads to the table, where a person settles a difference', async () => {
  const page = await person.newPage();
  await page.goto(home);
  await page.locator('#evidence a').click();
  await page.getByRole('button', { name: /Let this stand\s+They hold/ }).click();
  await page.waitForURL('**/evidence/T1#J1-1');
  expect(await page.getByText('J1-1 is settled.').count()).toBe(1);
  expect(await page.locator('summary', { hasText: 'They break in two.' }).count()).toBe(0);
  await page.close();
});
