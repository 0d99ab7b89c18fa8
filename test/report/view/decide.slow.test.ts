import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../../helpers/library-folder.ts';
import { runHere } from '../../helpers/run-here.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { axeFindings, openBrowser, openFile } from './browser.ts';
import { openReports, THEIR_KEYWORDS, threeHundredPapers } from './reports.ts';

/** Decisions in a report that was mailed as a file. */

const ROWS = 'table.papers tbody tr';
const NO_STORAGE = `Object.defineProperty(globalThis, 'localStorage', {
  get() { throw new DOMException('refused', 'SecurityError'); } })`;

let browser: Browser;
let reports: ReturnType<typeof openReports>;
let html: string;
beforeAll(async () => {
  browser = await openBrowser();
  const sources = [{ source: 'openalex', title: 'OpenAlex', gave: 320 }];
  reports = openReports([
    { papers: threeHundredPapers().slice(0, 40), sources, keywords: THEIR_KEYWORDS },
    { papers: threeHundredPapers().slice(40, 44), sources, keywords: THEIR_KEYWORDS },
  ]);
  html = reports.report();
});
afterAll(async () => {
  reports?.close();
  await browser?.close();
});

/** What is decided on the papers, by their places in the list, as the rows say it. */
const decided = (page: Page) =>
  page
    .locator(ROWS)
    .evaluateAll((rows) =>
      (rows as unknown as { dataset: { decision?: string } }[]).flatMap(({ dataset: { decision } }, at) =>
        decision && decision !== 'undecided' ? [`${at + 1} ${decision}`] : [],
      ),
    );

async function decide(page: Page, keys: string): Promise<void> {
  await page.locator(`${ROWS} .title`).first().focus();
  for (const key of keys) await page.keyboard.press(key);
}

async function open(context: BrowserContext, text = html): Promise<Page> {
  const path = join(temporaryFolder(), 'report.html');
  writeFileSync(path, text);
  const page = await context.newPage();
  await page.goto(`file://${path}`);
  return page;
}

async function saved(page: Page, button: string): Promise<{ name: string; text: string; path: string }> {
  if (!(await page.getByRole('button', { name: button }).isVisible())) await page.locator('.menu > summary').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const path = await download.path();
  return { name: download.suggestedFilename(), text: readFileSync(path, 'utf8'), path };
}

describe('deciding', () => {
  it('by keys goes on to the next paper, is undone, and redraws only its row', async () => {
    const { page, problems } = await openFile(browser, html);
    await page.evaluate(`new MutationObserver((all) => { globalThis.changed = all.length }).observe(
      document.querySelectorAll('${ROWS}')[9], { subtree: true, childList: true, attributes: true })`);
    await decide(page, '123');
    expect(await decided(page)).toEqual(['1 kept', '2 maybe', '3 out']);
    expect(await page.locator(':focus').innerText()).toBe(await page.locator(`${ROWS} .title`).nth(3).innerText());
    await page.keyboard.press('u');
    expect(await decided(page)).toEqual(['1 kept', '2 maybe']);
    await page.keyboard.press('3');
    expect(await page.locator(`${ROWS} .on-paper > b`).allInnerTexts()).toEqual(
      expect.arrayContaining(['✓ kept', '? maybe', '✕ out']),
    );
    expect(await page.evaluate('globalThis.changed')).toBeUndefined();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('by a press, and by another press taken back; a note stands beside it', async () => {
    const { page } = await openFile(browser, html);
    const out = page
      .locator(ROWS)
      .nth(1)
      .getByRole('button', { name: /^Out: / });
    await out.click();
    expect(await out.getAttribute('aria-pressed')).toBe('true');
    await page.locator(`${ROWS} .title`).nth(1).click();
    await page.getByLabel('Note on').fill('animals only');
    await page.getByLabel('Note on').press('Enter');
    expect(await page.locator(`${ROWS} .noted`).nth(1).innerText()).toContain('animals only');
    await out.click();
    expect(await decided(page)).toEqual([]);
    await page.close();
  });

  it('is counted, and a count filters; what no longer passes leaves the list, and the keys go on', async () => {
    const { page } = await openFile(browser, html);
    await decide(page, '1133');
    await page.getByRole('button', { name: '36 undecided' }).click();
    await expect.poll(() => page.locator('.shown').textContent()).toBe('36 of 40 papers');
    await page.locator(`${ROWS}:not([hidden]) .title`).first().focus();
    await page.keyboard.press('1');
    expect(await page.locator('.shown').textContent()).toBe('35 of 40 papers');
    expect(await page.locator(':focus').count()).toBe(1);
    await page.getByRole('button', { name: 'Remove filter: undecided' }).click();
    await page.getByRole('button', { name: '3 kept' }).click();
    expect(await page.locator(ROWS).filter({ visible: true }).count()).toBe(3);
    expect(page.url()).toContain('#decision=kept');
    await page.close();
  });

  it('fills the boxes of PRISMA, which are empty before and after', async () => {
    const { page } = await openFile(browser, html);
    const lines = () => page.locator('.flow [data-fills]').allTextContents();
    const empty = await lines();
    expect(empty.join().match(/\d+/g)).toEqual(['40']);
    await decide(page, '1233');
    const plain = (await lines()).map((text) => text.replaceAll('\u00a0', ' '));
    expect(plain).toEqual(['Records screened (n = 4)', 'not screened yet (n = 36)', 'Records excluded (n = 2)']);
    const words = (await page.locator('.flow desc').textContent())?.replaceAll('\u00a0', ' ') ?? '';
    for (const line of plain) expect(words).toContain(line);
    expect(words).toContain('Reports sought for retrieval (not filled in)');
    for (const _ of plain) await page.keyboard.press('u');
    await page.keyboard.press('u');
    expect(await lines()).toEqual(empty);
    await page.close();
  });

  it('offers, after ten, an order by what was kept', async () => {
    const { page } = await openFile(browser, html);
    await decide(page, '131313131');
    const order = page.getByLabel('Order');
    const ofKept = order.locator('option', { hasText: 'like what I kept' });
    expect(await ofKept.isDisabled()).toBe(true);
    await page.keyboard.press('3');
    await order.selectOption('like what I kept');
    await expect.poll(() => page.locator(ROWS).last().getAttribute('data-decision')).toMatch(/kept|out/);
    const shown = await page
      .locator(ROWS)
      .evaluateAll((rows) =>
        (rows as unknown as { dataset: { decision?: string } }[]).map(({ dataset }) => dataset.decision ?? ''),
      );
    expect(shown.slice(30).every((decision) => ['kept', 'out'].includes(decision))).toBe(true);
    expect(new Set(shown.slice(0, 30))).toEqual(new Set(['']));
    await page.close();
  });

  it.each([
    ['light', 'screen', 1280],
    ['dark', 'screen', 360],
    ['light', 'print', 1000],
  ] as const)('keeps the rules of accessibility: %s, %s, %i', async (colorScheme, media, width) => {
    const { page } = await openFile(browser, html, { colorScheme, viewport: { width, height: 900 } });
    await decide(page, '1231231231');
    await page.locator('.menu > summary').click();
    await page.locator(`${ROWS} .title`).nth(2).click();
    await page.emulateMedia({ media });
    expect(await axeFindings(page)).toEqual([]);
    if (media === 'screen')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    if (media === 'print') {
      expect(await page.locator(`${ROWS} .on-paper > b`).first().isVisible()).toBe(true);
      expect(await page.locator('.decide').filter({ visible: true }).count()).toBe(0);
    }
    await page.close();
  });
});

describe('decisions that stay', () => {
  it('are there again in another copy of the file, and in another window at once', async () => {
    const context = await browser.newContext();
    const page = await open(context);
    const other = await open(context);
    await decide(page, '13');
    await expect.poll(() => decided(other)).toEqual(['1 kept', '2 out']);
    await other
      .locator(ROWS)
      .nth(1)
      .getByRole('button', { name: /^Out: / })
      .click();
    await expect.poll(() => decided(page)).toEqual(['1 kept']);
    await page.reload();
    expect(await decided(page)).toEqual(['1 kept']);
    expect(await page.locator('.urgent').isVisible()).toBe(false);
    // Other results, other decisions.
    expect(await decided(await open(context, reports.report({ jobId: 'J2' })))).toEqual([]);
    await context.close();
  });

  it('are not lost to a window that wrote at the same moment, without having seen them', async () => {
    const context = await browser.newContext();
    const page = await open(context);
    await decide(page, '1');
    const [key, before] = (await page.evaluate('Object.entries(localStorage)[0]')) as [string, string];
    await page.keyboard.press('3');
    // What the other window wrote arrives after this window's own writing, and is what the browser then has.
    await page.evaluate(`((key, newValue) => {
      localStorage.setItem(key, newValue);
      dispatchEvent(new StorageEvent('storage', { key, newValue }));
    })(${JSON.stringify(key)}, ${JSON.stringify(before)})`);
    expect(await decided(page)).toEqual(['1 kept', '2 out']);
    await page.reload();
    await expect.poll(() => decided(page)).toEqual(['1 kept', '2 out']);
    await context.close();
  });

  it('last until the page is closed where the browser keeps nothing, and it says so', async () => {
    const context = await browser.newContext();
    await context.addInitScript(NO_STORAGE);
    const page = await open(context);
    expect(await page.locator('.urgent').innerText()).toContain('keeps nothing');
    await decide(page, '12');
    expect(await decided(page)).toEqual(['1 kept', '2 maybe']);
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).accept();
    await context.close();
  });

  it('go with a copy of the page, which draws itself without an error, and can be copied again', async () => {
    const context = await browser.newContext();
    const page = await open(context);
    await decide(page, '123');
    await page.locator(`${ROWS} .title`).nth(2).click();
    await page.getByLabel('Note on').fill('</script><b>no</b>');
    await page.locator('.menu > summary').click();
    await page.getByLabel('Your name').fill('Ana');
    const copy = await saved(page, 'Save a copy');
    expect(copy.name).toBe('J1-decided.html');
    const { page: opened, requests, problems } = await openFile(browser, copy.text);
    expect(await decided(opened)).toEqual(['1 kept', '2 maybe', '3 out']);
    expect(await opened.locator(`${ROWS} .noted`).nth(2).innerText()).toContain('</script><b>no</b>');
    expect(await opened.locator('.urgent').innerText()).toContain('came with 3 decisions by Ana');
    expect([requests, problems]).toEqual([[], []]);
    await opened.keyboard.press('Escape');
    await decide(opened, '3');
    const again = await saved(opened, 'Save a copy');
    const { page: third, problems: others } = await openFile(browser, again.text);
    expect(await decided(third)).toEqual(['1 out', '2 maybe', '3 out']);
    expect(others).toEqual([]);
    const { page: plain } = await openFile(browser, again.text, { javaScriptEnabled: false });
    expect(await plain.locator('main.plain tbody tr').count()).toBe(40);
    await context.close();
  });

  it('of a copy and of the browser are merged, the newer of each paper, and the person may choose', async () => {
    const ana = await browser.newContext();
    const page = await open(ana);
    await decide(page, '11');
    const copy = await saved(page, 'Save a copy');
    const ben = await browser.newContext();
    const his = await open(ben);
    await decide(his, 'j33');
    const merged = await open(ben, copy.text);
    expect(await decided(merged)).toEqual(['1 kept', '2 out', '3 out']);
    expect(await merged.locator('.urgent').innerText()).toContain('The newer one of each paper counts: 1 of the file.');
    await merged.getByRole('button', { name: 'Only those of the file' }).click();
    expect(await decided(merged)).toEqual(['1 kept', '2 kept']);
    for (const context of [ana, ben]) await context.close();
  });
});

describe('a file of decisions', () => {
  it('that a browser saved from a mailed report is taken into a review', async () => {
    const folder = libraryFolder();
    const settings = { PAPERQUEUE_DATA_DIR: folder, PAPERQUEUE_SOURCES: 'library' };
    await runHere(['search', '-k', 'learning', '-k', 'networks', '--limit', '100', '--json'], settings);
    const report = join(folder, 'mailed.html');
    await runHere(['job', 'J1', '--format', 'html', '-o', report], settings);
    const { stdout } = await runHere(
      ['review', 'new', '--question', 'Which?', '--jobs', 'J1', '--include', 'networks', '--json'],
      settings,
    );
    const review = JSON.parse(stdout);
    const { page } = await openFile(browser, readFileSync(report, 'utf8'));
    const shown = await page.locator(ROWS).count();
    expect(shown).toBeGreaterThanOrEqual(9);
    await decide(page, '123'.repeat(3));
    await page.locator(`${ROWS} .title`).nth(2).click();
    await page.getByLabel('Note on').filter({ visible: true }).fill('only a survey');
    await page.locator('.menu > summary').click();
    await page.getByLabel('Your name').fill('Ana');
    await page.getByLabel('Your name').blur();
    const file = await saved(page, 'Save my decisions');
    expect(file.name).toBe('J1-decisions.csv');
    const path = join(folder, file.name);
    writeFileSync(path, file.text);
    const taken = JSON.parse((await runHere(['review', 'import', review.ref, path, '--json'], settings)).stdout);
    expect(taken).toMatchObject({ records: 0, accepted: 9, refused: [] });
    const csv = join(folder, 'out.csv');
    await runHere(['review', 'export', review.ref, '--format', 'decisions-csv', '-o', csv], settings);
    const written = readFileSync(csv, 'utf8');
    expect(written).toContain('Ana | title-abstract | decision');
    expect(written).toContain('only a survey');
    // Each paper got its own decision.
    const expected = await decided(page);
    const refs = await page
      .locator(ROWS)
      .evaluateAll((rows) => (rows as unknown as { dataset: { ref: string } }[]).map(({ dataset }) => dataset.ref));
    const rows = written.slice(written.indexOf('\n') + 1);
    for (const line of expected) {
      const [place = '', name = ''] = line.split(' ');
      const ref = refs[Number(place) - 1];
      const decision = { kept: 'include', maybe: 'maybe', out: 'exclude' }[name];
      expect(rows).toMatch(new RegExp(`(?:^|\\n)${ref},(?:[^,\\n]*,){5}${decision},`));
    }
    await page.close();
  });
});
