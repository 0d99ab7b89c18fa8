import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { someAttackedPapers } from '../security/hostile-corpus.ts';
import { axeFindings, openBrowser, openFile } from './browser.ts';
import { openReports, threeHundredPapers } from './reports.ts';

/** The report in a browser, opened as the file that somebody was sent. */

const ROWS = 'table.papers tbody tr';
const SOURCES = [
  { source: 'openalex', title: 'OpenAlex', gave: 320, total: 4000 },
  { source: 'crossref', title: 'Crossref', gave: 0, failed: { failure: 'too slow' } as const },
];

/** Only there to end what hangs. */
const PATIENT = { timeout: 30_000 };
/** Notes whether the list in the HTML is laid out when the script takes its place. */
const NOTE_FORMER = `{
  const { replaceChildren } = Element.prototype;
  Element.prototype.replaceChildren = function (...nodes) {
    if (this.id === 'view') globalThis.former = this.firstElementChild.checkVisibility();
    replaceChildren.apply(this, nodes);
  };
}`;
/** Opens every paper; gives how many are open. */
const OPEN_ALL = `{
  for (const title of document.querySelectorAll('${ROWS} .title')) title.click();
  document.querySelectorAll('${ROWS} .more').length;
}`;
const LAID_OUT = `[former, ...['J1-1', 'J1-300'].map((ref) =>
  document.querySelector('[data-ref="' + ref + '"] .title').checkVisibility({ contentVisibilityAuto: true }))]`;

let browser: Browser;
let reports: ReturnType<typeof openReports>;
let html: string;
beforeAll(async () => {
  browser = await openBrowser();
  reports = openReports([{ papers: threeHundredPapers(), sources: SOURCES }, { papers: [] }]);
  html = reports.report();
});
afterAll(async () => {
  reports?.close();
  await browser?.close();
});

const visibleRefs = (page: Page) =>
  page.locator(ROWS).evaluateAll((rows) => {
    const shown = (rows as unknown as { hidden: boolean; dataset: { ref: string } }[]).filter((row) => !row.hidden);
    return shown.map(({ dataset }) => dataset.ref);
  });

describe('a report of 300 papers, opened from a file', () => {
  it('draws all of them, asks for nothing, and makes no error', async () => {
    const { page, requests, problems } = await openFile(browser, html);
    expect(await page.locator(ROWS).count()).toBe(300);
    expect(await page.locator('figure svg').count()).toBeGreaterThan(2);
    expect(requests).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('has all of them without JavaScript', async () => {
    const { page } = await openFile(browser, html, { javaScriptEnabled: false });
    expect(await page.locator('tbody tr').count()).toBe(300);
    expect(await page.locator('tbody tr a[href^="https://doi.org/"]').count()).toBeGreaterThan(150);
    await page.close();
  });

  it('has all of them where the script fails', async () => {
    const { page, problems } = await openFile(browser, html.replace('id="data">{', 'id="data">'));
    expect(await page.locator('tbody tr').filter({ visible: true }).count()).toBe(300);
    expect(problems).toHaveLength(1);
    await page.close();
  });

  it('lays out only what is near the screen, and nothing twice', async () => {
    const { page } = await openFile(browser, html.replace('<head>', `<head><script>${NOTE_FORMER}</script>`));
    await page.locator('.overview svg').nth(1).waitFor();
    expect(await page.evaluate(LAID_OUT)).toEqual([false, true, false]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(LAID_OUT)).toEqual([false, true, true]);
    await page.close();
  });

  it.each([1280, 360])('goes to its parts and papers, %i pixels wide', async (width) => {
    const { page } = await openFile(browser, html, { viewport: { width, height: 800 } });
    const top = async (node: string) => Number(await page.evaluate(`${node}.getBoundingClientRect().top`));
    await page.getByRole('link', { name: 'Flow of records' }).click();
    await expect.poll(async () => Math.abs(await top('document.getElementById("flow")')), PATIENT).toBeLessThan(3);
    await page.locator('.overview .point').nth(250).dispatchEvent('click');
    await expect.poll(() => top('document.activeElement'), PATIENT).toBeGreaterThan(200);
    expect(await top('document.activeElement')).toBeLessThan(600);
    await page.close();
  });

  it('has a head whose cells stand on one line', async () => {
    const { page } = await openFile(browser, html);
    const lines =
      await page.evaluate(`[...document.querySelectorAll('table.papers thead tr, table.papers thead tr > *')]
      .filter((node) => parseFloat(getComputedStyle(node).borderBottomWidth) > 0)
      .map((node) => node.getBoundingClientRect().bottom)`);
    expect(new Set(lines as number[]).size).toBe(1);
    await page.close();
  });

  it('is not let out by its own policy', async () => {
    const { page } = await openFile(browser, html);
    const refused = await page.evaluate("fetch('data:text/plain,x').then(() => 'let out', () => 'refused')");
    expect(refused).toBe('refused');
    await page.close();
  });

  it('fits a narrow screen', async () => {
    const { page } = await openFile(browser, html, { viewport: { width: 320, height: 700 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await page.close();
  });

  it('prints all of them', async () => {
    const { page } = await openFile(browser, html);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator(ROWS).filter({ visible: true }).count()).toBe(300);
    expect(await page.locator('.controls').isVisible()).toBe(false);
    const pdf = await page.pdf();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await page.close();
  });
});

describe('the rules of accessibility', () => {
  let some: ReturnType<typeof openReports>;
  beforeAll(() => {
    const retracted = { title: 'Withdrawn', isRetracted: true, year: 2020 };
    some = openReports([{ papers: [...threeHundredPapers().slice(0, 8), retracted], sources: SOURCES }]);
  });
  afterAll(() => some.close());

  it.each([
    ['light', 'screen'],
    ['dark', 'screen'],
    ['dark', 'print'],
  ] as const)('are kept: %s, %s', async (colorScheme, media) => {
    const { page } = await openFile(browser, some.report(), { colorScheme });
    await page.locator(`${ROWS} .title`).first().click();
    await page.locator('details.data summary').first().click();
    await page.emulateMedia({ media });
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });
});

describe('filters and order', () => {
  const papers = threeHundredPapers();
  const refsOf = (passes: (paper: WirePaper) => boolean) =>
    papers.flatMap((paper, index) => (passes(paper) ? [`J1-${index + 1}`] : []));

  it('by words, years and open access show the papers that pass all', async () => {
    const { page } = await openFile(browser, html);
    const text = ({ title, abstract }: WirePaper) => `${title} ${abstract}`.toLowerCase();
    await page.getByLabel('Search', { exact: true }).fill('cancer');
    const withWord = await visibleRefs(page);
    expect(withWord.length).toBeGreaterThan(5);
    expect(withWord).toEqual(expect.arrayContaining(refsOf((paper) => text(paper).includes('cancer'))));
    await page.getByLabel('From', { exact: true }).fill('2015');
    await page.getByLabel('From', { exact: true }).blur();
    await page.getByLabel('Open access only').check();
    const passing = new Set(refsOf(({ year, isOpenAccess }) => (year ?? 0) >= 2015 && isOpenAccess !== false));
    const left = await visibleRefs(page);
    expect(left.length).toBeGreaterThan(0);
    expect(left.every((ref) => passing.has(ref) && withWord.includes(ref))).toBe(true);
    expect(await page.locator('.shown').textContent()).toBe(`${left.length} of 300 papers`);
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    expect(await visibleRefs(page)).toHaveLength(300);
    await page.close();
  });

  it('a bar filters everything, and pressed again nothing', async () => {
    const { page } = await openFile(browser, html);
    const bar = page.getByRole('region').or(page.locator('.facet')).locator('[data-value="Medicine"]');
    const number = Number(await bar.locator('.n').textContent());
    const medicine = refsOf(({ fieldsOfStudy }) => fieldsOfStudy?.includes('Medicine') ?? false);
    expect(number).toBe(medicine.length);
    await bar.focus();
    await page.keyboard.press('Enter');
    expect(await visibleRefs(page)).toEqual(medicine);
    expect(await bar.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Enter');
    expect(await visibleRefs(page)).toHaveLength(300);
    await page.close();
  });

  it('a head sorts, and says so', async () => {
    const { page } = await openFile(browser, html);
    await page.getByRole('button', { name: 'Citations', exact: true }).click();
    const counts = (await visibleRefs(page)).map(
      (ref) => papers[Number(ref.slice(3)) - 1]?.impactFactor?.citationCount ?? -1,
    );
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    const head = page.getByRole('columnheader', { name: 'Citations' });
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await page.close();
  });

  it('a point on a chart is reached and opened by keyboard', async () => {
    const { page } = await openFile(browser, html);
    const first = page.locator('.overview .point[tabindex="0"]').first();
    await first.focus();
    const named = 'document.activeElement.getAttribute("aria-label")';
    const former = await page.evaluate(named);
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
    const label = await page.evaluate(named);
    expect(label).not.toBe(former);
    await page.keyboard.press('Enter');
    const opened = await page.evaluate('document.activeElement.textContent');
    expect(String(label)).toContain(String(opened));
    expect(await page.evaluate('document.activeElement.getAttribute("aria-expanded")')).toBe('true');
    await page.close();
  });
});

describe('saving', () => {
  it.each([
    ['BibTeX', 'bibtex', 'bib', ''],
    ['RIS', 'ris', 'ris', ''],
    ['CSV', 'csv', 'csv', '\ufeff'],
  ] as const)('the chosen papers as %s gives what an export gives', async (name, format, ending, mark) => {
    const { page } = await openFile(browser, html);
    for (const ref of ['J1-7', 'J1-2']) await page.locator(`[data-ref="${ref}"] input`).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Save as ${name}` }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`J1.${ending}`);
    const saved = readFileSync(await download.path(), 'utf8');
    expect(saved).toBe(mark + reports.exported(format, { refs: ['J1-2', 'J1-7'] }));
    await page.close();
  });
});

describe('texts of strangers', () => {
  it('are drawn as texts: no element of theirs, no link but to the web', async () => {
    const hostile = openReports([{ papers: someAttackedPapers() as WirePaper[] }]);
    const { page, requests, problems } = await openFile(browser, hostile.report());
    const opened = await page.evaluate(OPEN_ALL);
    expect(opened).toBe(await page.locator(ROWS).count());
    const tags = await page.evaluate(
      '[...new Set([...document.querySelectorAll("#view *")].map((node) => node.localName))]',
    );
    const ours =
      'a aside b blockquote button caption circle dd details div dl dt figcaption figure form g h1 h2 h3 header input label';
    const others =
      'li line main nav ol option p path rect section select span strong summary svg table tbody td text th thead title tr ul';
    expect(`${ours} ${others}`.split(' ')).toEqual(expect.arrayContaining(tags as string[]));
    const links = (await page.evaluate('[...document.links].map((link) => link.protocol)')) as string[];
    expect([...new Set(links)].filter((scheme) => !['http:', 'https:', 'file:'].includes(scheme))).toEqual([]);
    expect([requests, problems]).toEqual([[], []]);
    await page.close();
    hostile.close();
  });
});

describe('little to show', () => {
  it('no papers: says so, and shows how was searched', async () => {
    const { page, problems } = await openFile(browser, reports.report({ jobId: 'J2' }));
    expect(await page.getByText('The search found no papers.').isVisible()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Record of the search' }).isVisible()).toBe(true);
    expect(problems).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });

  it('one paper of which only the title is known', async () => {
    const one = openReports([{ papers: [{ title: 'Alone' }] }]);
    const { page, problems } = await openFile(browser, one.report());
    expect(await page.getByRole('button', { name: 'Alone', exact: true }).isVisible()).toBe(true);
    expect(problems).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
    one.close();
  });
});
