import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { someAttackedPapers } from '../../security/hostile-corpus.ts';
import { axeFindings, openBrowser, openFile, printPages } from './browser.ts';
import { openReports, THEIR_KEYWORDS, threeHundredPapers } from './reports.ts';

/** The report in a browser, opened as the file that somebody was sent. */

const ROWS = 'table.papers tbody tr';
const SOURCES = [
  { source: 'openalex', title: 'OpenAlex', gave: 320, total: 4000 },
  { source: 'crossref', title: 'Crossref', gave: 0, failed: { failure: 'too slow' } as const },
];

/** Only there to end what hangs. */
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
const LAID_OUT = `[former, ...[0, -1].map((at) =>
  [...document.querySelectorAll('${ROWS} .title')].at(at).checkVisibility({ contentVisibilityAuto: true }))]`;

let browser: Browser;
let reports: ReturnType<typeof openReports>;
let html: string;
/** A report of fewer papers, for what does not depend on their number: a browser lays 300 out in seconds. */
const FEW = 60;
let few: ReturnType<typeof openReports>;
let short: string;
beforeAll(async () => {
  browser = await openBrowser();
  reports = openReports([
    { papers: threeHundredPapers(), sources: SOURCES, keywords: THEIR_KEYWORDS },
    { papers: [] },
    { papers: threeHundredPapers(), keywords: ['zebrafish', 'volcano'] },
  ]);
  html = reports.report();
  few = openReports([{ papers: threeHundredPapers().slice(0, FEW), sources: SOURCES, keywords: THEIR_KEYWORDS }]);
  short = few.report();
});
afterAll(async () => {
  reports?.close();
  few?.close();
  await browser?.close();
});

/** Opens the panel with the charts. */
async function openMap(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.locator('.overview svg').first().waitFor();
}

/** A saved file as an export writes it, without the decisions that its keywords and columns have. */
const withoutDecisions = (text: string) =>
  text
    .replace(/^ {2}keywords = \{decision: include\},\n/gm, '')
    .replace(/[,;] decision: include(?=\})/g, '')
    .replace(/^KW {2}- decision: include\r\n/gm, '')
    .replace(/,decisionNote(?=\r\n)/, '')
    .replace(/,include(,,,),(?:"")?(?=\r\n)/g, ',$1');

const visibleRefs = (page: Page) =>
  page.locator(ROWS).evaluateAll((rows) => {
    const shown = (rows as unknown as { hidden: boolean; dataset: { ref: string } }[]).filter((row) => !row.hidden);
    return shown.map(({ dataset }) => dataset.ref);
  });

describe('a report, opened from a file', () => {
  it('draws all of them, asks for nothing, and makes no error', async () => {
    const { page, requests, problems } = await openFile(browser, html);
    // Most of them, and the chart, come after the first frame.
    await expect.poll(() => page.locator(ROWS).count()).toBe(300);
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await expect.poll(() => page.locator('.overview svg').count()).toBe(1);
    for (const name of ['Papers by year', 'Citations over time', 'Topics'])
      await page.getByRole('button', { name, exact: true }).click();
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
    const { page, problems } = await openFile(browser, short.replace('id="data">{', 'id="data">'));
    expect(await page.locator('tbody tr').filter({ visible: true }).count()).toBe(FEW);
    expect(problems).toHaveLength(1);
    await page.close();
  });

  it('lays out only what is near the screen, and nothing twice', async () => {
    const { page } = await openFile(browser, html.replace('<head>', `<head><script>${NOTE_FORMER}</script>`));
    await expect.poll(() => page.locator(ROWS).count()).toBe(300);
    expect(await page.evaluate(LAID_OUT)).toEqual([false, true, false]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(LAID_OUT)).toEqual([false, true, true]);
    await page.close();
  });

  it.each([1280, 360])('goes to its parts and papers, %i pixels wide', async (width) => {
    const { page } = await openFile(browser, short, { viewport: { width, height: 800 } });
    const top = async (node: string) => Number(await page.evaluate(`${node}.getBoundingClientRect().top`));
    await page.getByRole('link', { name: 'Flow of records' }).click();
    await expect.poll(async () => Math.abs(await top('document.getElementById("flow")'))).toBeLessThan(3);
    // A point shows its paper beneath the chart, and throws nobody into the list; from there its row is one press away.
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.locator('.overview .point').nth(50).dispatchEvent('click');
    expect(await page.evaluate('scrollY')).toBe(0);
    if (width > 980) {
      expect(await page.evaluate('document.querySelector(".pane").contains(document.activeElement)')).toBe(true);
      await page.locator('.pane .title').click();
    }
    const isInView = (at: number) => at > 200 && at < 700;
    await expect.poll(() => top('document.activeElement')).toSatisfy(isInView);
    await page.close();
  });

  it.each([
    [1280, 900, 160],
    [1024, 800, 200],
    [360, 800, 300],
  ])(
    'shows its first title early, and titles over at least half of the list, %i pixels wide',
    async (width, height, most) => {
      const { page } = await openFile(browser, short, { viewport: { width, height } });
      const [first, share] = (await page.evaluate(`[
      document.querySelector('${ROWS} .title').getBoundingClientRect().top,
      document.querySelector('${ROWS} th').getBoundingClientRect().width /
        document.getElementById('papers').getBoundingClientRect().width,
    ]`)) as [number, number];
      expect(first).toBeLessThanOrEqual(most);
      expect(share).toBeGreaterThan(0.5);
      await page.close();
    },
  );

  it('shows its first title early on a phone where no paper fits, too', async () => {
    const poor = openReports([{ papers: threeHundredPapers(), keywords: ['glacier', 'monsoon', 'lichen'] }]);
    const { page } = await openFile(browser, poor.report(), { viewport: { width: 360, height: 800 } });
    poor.close();
    expect(await page.locator('.poor').isVisible()).toBe(true);
    const top = await page.evaluate(`document.querySelector('${ROWS} .title').getBoundingClientRect().top`);
    expect(top).toBeLessThanOrEqual(420);
    await page.close();
  });

  it('names important papers on the map by author and year, and covers no text with another', async () => {
    const { page } = await openFile(browser, html);
    await openMap(page);
    const named = await page.locator('.overview figure:not(.folded) .label').allTextContents();
    expect(named.length).toBeGreaterThanOrEqual(3);
    for (const name of named) expect(name).toMatch(/\p{L}.* \d{4}$/u);
    const boxes = (await page.evaluate(`[
      ...document.querySelectorAll('.overview figure:not(.folded) :is(.label, .topic-name)')
    ].map((node) => { const { left, right, top, bottom } = node.getBoundingClientRect();
      return { left, right, top, bottom }; })`)) as { left: number; right: number; top: number; bottom: number }[];
    const covered = boxes.filter((one, at) =>
      boxes.some(
        (two, other) =>
          other < at &&
          one.left < two.right &&
          two.left < one.right &&
          one.top + 3 < two.bottom &&
          two.top + 3 < one.bottom,
      ),
    );
    expect(covered).toEqual([]);
    await page.close();
  });

  it.each([1280, 360])(
    'has nine papers on a screen, their years and citations never cut, %i pixels wide',
    async (width) => {
      const { page } = await openFile(browser, short, { viewport: { width, height: 900 } });
      const rows = (await page.evaluate(`[...document.querySelectorAll('${ROWS}')].map((row) => {
      const by = row.querySelector('.by'), edge = (node) => node.getBoundingClientRect();
      const whole = [...by.querySelectorAll('.names, .num')].every((part) =>
        edge(part).right <= edge(by).right + 1 && edge(part).bottom <= edge(by).bottom + 1 &&
        part.scrollWidth <= part.clientWidth + 1);
      return [edge(row).bottom, whole];
    }).slice(0, 60)`)) as [number, boolean][];
      if (width === 1280) expect(rows.filter(([bottom]) => bottom <= 900).length).toBeGreaterThanOrEqual(8);
      expect(rows.every(([, isWhole]) => isWhole)).toBe(true);
      await page.close();
    },
  );

  it('shows tips of at most 90 pixels within the chart', async () => {
    const { page } = await openFile(browser, short);
    await openMap(page);
    for (const at of [0, 20, 40, FEW - 1]) {
      await page.locator('.overview .point').nth(at).dispatchEvent('mouseenter');
      const { height, isInside } = (await page.evaluate(`(() => {
        const tip = document.querySelector('.tip').getBoundingClientRect();
        const box = document.querySelector('.overview').getBoundingClientRect();
        return { height: tip.height, isInside: tip.left >= box.left - 1 && tip.right <= box.right + 1 };
      })()`)) as { height: number; isInside: boolean };
      expect([at, height > 10 && height <= 90, isInside]).toEqual([at, true, true]);
      await page.locator('.overview .point').nth(at).dispatchEvent('mouseleave');
    }
    await page.close();
  });

  it('lights a paper on the map when its row is under the pointer, and the other way round', async () => {
    const { page } = await openFile(browser, short);
    await openMap(page);
    await page.locator(ROWS).nth(2).hover();
    expect(await page.locator('.point.lit').count()).toBe(1);
    const label = await page.locator('.point.lit').getAttribute('aria-label');
    expect(label).toContain(await page.locator(`${ROWS} .title`).nth(2).innerText());
    await page.locator('.overview .point').nth(10).dispatchEvent('mouseenter');
    expect(await page.locator(`${ROWS}.lit`).count()).toBe(1);
    await page.close();
  });

  it('is addressable: filters and papers are in its address, and Back undoes them', async () => {
    const { page } = await openFile(browser, short);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.locator('.facet [data-value="Medicine"]').click();
    await expect.poll(() => page.url()).toMatch(/#field=Medicine$/);
    const filtered = await visibleRefs(page);
    await page.locator(`[data-ref="${filtered[3]}"] .title`).click();
    await page.getByRole('button', { name: 'Remove filter: Medicine' }).click();
    expect(await visibleRefs(page)).toHaveLength(FEW);
    await page.goBack();
    await expect.poll(async () => (await visibleRefs(page)).length).toBe(filtered.length);
    const address = page.url().replace(/#.*/, '');
    await page.goto(`${address}#J1-40`);
    await page.reload();
    expect(await page.evaluate('document.activeElement.closest("tr").dataset.ref')).toBe('J1-40');
    // An address with a stray percent sign has neither.
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.goto(`${address}#100%`);
    await page.reload();
    await expect.poll(async () => (await visibleRefs(page)).length).toBe(FEW);
    expect(errors).toEqual([]);
    await page.close();
  });

  it('is opened at a section, and with the years of its address in their fields', async () => {
    const { page } = await openFile(browser, short);
    const address = page.url();
    await page.goto(`${address}#record`);
    await page.reload();
    const top = 'document.getElementById("record")?.getBoundingClientRect().top < innerHeight';
    await expect.poll(() => page.evaluate(top)).toBe(true);
    await page.goto(`${address}#from=2001&to=2015`);
    await page.reload();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await expect.poll(() => page.locator('#yearFrom').inputValue()).toBe('2001');
    expect(await page.locator('#yearTo').inputValue()).toBe('2015');
    await page.close();
  });

  it('shows a paper beside the list, the next one by key, and under the map until it is closed', async () => {
    const { page } = await openFile(browser, short);
    const titles = await page.locator(`${ROWS} .title`).allInnerTexts();
    const shown = () => page.locator('.pane h2').innerText();
    await expect.poll(shown).toBe(titles[0]);
    await page.locator(`${ROWS} .title`).nth(1).click();
    expect(await shown()).toBe(titles[1]);
    expect(await page.locator('.pane .ref').innerText()).toMatch(/^J1-\d+ · 2 of 60$/);
    expect(await page.locator('.pane .abstract mark').count()).toBeGreaterThan(0);
    expect(await page.locator(`${ROWS} .title[aria-expanded="true"]`).allInnerTexts()).toEqual([titles[1]]);
    await page.keyboard.press('j');
    expect(await shown()).toBe(titles[2]);
    await openMap(page);
    const bottom = (selector: string) =>
      page.evaluate(`document.querySelector('${selector}').getBoundingClientRect().bottom`) as Promise<number>;
    expect(await bottom('.overview svg')).toBeLessThan(await bottom('.pane h2'));
    await page.getByRole('button', { name: 'Close the paper' }).click();
    expect(await page.locator('.pane').isVisible()).toBe(false);
    expect(await page.locator(`${ROWS} .title[aria-expanded="true"]`).count()).toBe(0);
    // Where there is no room beside the list, the abstract opens in it.
    await page.setViewportSize({ width: 800, height: 800 });
    await page.locator(`${ROWS} .title`).nth(1).click();
    expect(await page.locator(`${ROWS} .more:not([hidden])`).count()).toBe(1);
    expect(await page.locator('.pane').isVisible()).toBe(false);
    await page.close();
  });

  it('names each paper by its reference in row, pane and filter', async () => {
    const { page } = await openFile(browser, short);
    const refs = (await visibleRefs(page)) as string[];
    expect(await page.locator(`${ROWS} td.ref`).nth(6).innerText()).toContain(refs[6]);
    await page.getByLabel('Filter these papers').fill(refs[6] ?? '');
    await expect.poll(() => visibleRefs(page)).toEqual([refs[6]]);
    await page.close();
  });

  it('is read with the keys', async () => {
    const { page } = await openFile(browser, short);
    const current = () => page.evaluate('document.activeElement.closest("tr")?.dataset.ref');
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
    // The first is shown from the beginning.
    expect(await current()).toBe((await visibleRefs(page))[2]);
    await page.keyboard.press('c');
    await expect.poll(() => page.locator('.pane [role="status"]').innerText()).toMatch(/copied/);
    await page.keyboard.press('/');
    await page.keyboard.type('jk x');
    expect(await page.getByLabel('Filter these papers').inputValue()).toBe('jk x');
    await page.close();
  });

  it('selects years with a drag over their bars', async () => {
    const { page } = await openFile(browser, short);
    await openMap(page);
    await page.getByRole('button', { name: 'Papers by year' }).click();
    const box = await page.locator('.overview figure:not(.folded) .chart').boundingBox();
    if (!box) throw new Error('no chart');
    await page.mouse.move(box.x + box.width * 0.5, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, box.y + 40);
    await page.mouse.up();
    const [from, to] = (await page.evaluate(
      "['yearFrom', 'yearTo'].map((id) => Number(document.getElementById(id).value))",
    )) as [number, number];
    expect(to).toBeGreaterThan(from);
    const years = new Map(threeHundredPapers().map(({ year }, index) => [`J1-${index + 1}`, Number(year)]));
    const shown = await visibleRefs(page);
    expect(shown.length).toBeGreaterThan(0);
    for (const ref of shown) expect(years.get(ref as string)).toSatisfy((year: number) => year >= from && year <= to);
    await page.close();
  });

  it('is not let out by its own policy', async () => {
    const { page } = await openFile(browser, short);
    const refused = await page.evaluate("fetch('data:text/plain,x').then(() => 'let out', () => 'refused')");
    expect(refused).toBe('refused');
    await page.close();
  });

  it('fits a narrow screen', async () => {
    const { page } = await openFile(browser, short, { viewport: { width: 320, height: 700 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await page.close();
  });

  it('prints all of them', async () => {
    const { page } = await openFile(browser, html);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator(ROWS).filter({ visible: true }).count()).toBe(300);
    expect(await page.locator('.controls').isVisible()).toBe(false);
    expect(await page.locator('g.bar rect:not(.hit)').first().isVisible()).toBe(true);
    const pages = await printPages(page);
    expect(pages.length).toBeLessThanOrEqual(20);
    const first = pages.findIndex((text) => /J1-\d+/.test(text));
    expect(first).toBe(0);
    // Each page of the list has the head of its table.
    const ofList = pages.filter((text) => (text.match(/doi\.org/g) ?? []).length > 5);
    expect(ofList.length).toBeGreaterThan(5);
    for (const text of ofList) expect(text).toMatch(/Reference +Paper/);
    const names = await page.locator('.topic-name').allTextContents();
    expect(names.length).toBeGreaterThan(3);
    // Also of charts that are folded on the screen there is a drawing.
    expect(pages.join(' ')).toMatch(/Papers by year +Most papers are from/);
    for (const name of names) expect(pages.join(' ').replace(/\s+/g, ' ')).toContain(name);
    await page.close();
  });
});

describe('the rules of accessibility', () => {
  let some: ReturnType<typeof openReports>;
  beforeAll(() => {
    const retracted = { title: 'Withdrawn', isRetracted: true, year: 2020 };
    const papers = [...threeHundredPapers().slice(0, 28), retracted];
    some = openReports([{ papers, sources: SOURCES, keywords: THEIR_KEYWORDS }, { papers: [] }]);
  });
  afterAll(() => some.close());

  it.each(['J1', 'J2'])('are kept on a phone: %s', async (jobId) => {
    const { page } = await openFile(browser, some.report({ jobId }), { viewport: { width: 360, height: 800 } });
    await page.locator('.head').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });

  it('hold for the menu on a phone: nothing cuts it', async () => {
    const { page } = await openFile(browser, some.report(), { viewport: { width: 360, height: 800 } });
    const menu = page.locator('.menu > div');
    await page.locator('.menu > summary').click();
    const box = await menu.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 360)).toBeLessThanOrEqual(360);
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 6];
    expect(await page.evaluate(`document.elementFromPoint(${x}, ${y}).closest('.menu') !== null`)).toBe(true);
    await page.close();
  });

  it.each([
    ['light', 'screen'],
    ['dark', 'screen'],
    ['dark', 'print'],
  ] as const)('are kept: %s, %s', async (colorScheme, media) => {
    const { page } = await openFile(browser, some.report(), { colorScheme });
    await openMap(page);
    await page.locator('.overview details.data summary').first().click();
    await page.emulateMedia({ media });
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
    await page.locator(`${ROWS} .title`).first().click();
    await page.locator('.pane .abstract').waitFor();
    await page.emulateMedia({ media });
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });
});

describe('filters and order', () => {
  const papers = threeHundredPapers().slice(0, FEW);
  const refsOf = (passes: (paper: WirePaper) => boolean) =>
    papers.flatMap((paper, index) => (passes(paper) ? [`J1-${index + 1}`] : []));

  it('by words, years and open access show the papers that pass all', async () => {
    const { page } = await openFile(browser, short);
    const text = ({ title, abstract }: WirePaper) => `${title} ${abstract}`.toLowerCase();
    await page.getByLabel('Filter these papers').fill('cortex');
    // Letters are waited for, so that a word is searched once.
    await page.getByRole('button', { name: 'Remove filter: “cortex”' }).waitFor();
    const withWord = await visibleRefs(page);
    expect(withWord.length).toBeGreaterThan(5);
    expect(withWord).toEqual(expect.arrayContaining(refsOf((paper) => text(paper).includes('cortex'))));
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByLabel('From', { exact: true }).fill('2015');
    await page.getByLabel('From', { exact: true }).blur();
    await page.getByLabel('Open access only').check();
    const passing = new Set(refsOf(({ year, isOpenAccess }) => (year ?? 0) >= 2015 && isOpenAccess !== false));
    const left = await visibleRefs(page);
    expect(left.length).toBeGreaterThan(0);
    expect(left.every((ref) => passing.has(ref) && withWord.includes(ref))).toBe(true);
    await expect.poll(() => page.locator('.shown').textContent()).toBe(`${left.length} of ${FEW} papers`);
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    expect(await visibleRefs(page)).toHaveLength(FEW);
    await page.close();
  });

  it('a bar filters everything, and pressed again nothing', async () => {
    const { page } = await openFile(browser, short);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const bar = page.getByRole('region').or(page.locator('.facet')).locator('[data-value="Medicine"]');
    const number = Number(await bar.locator('.n').textContent());
    const medicine = refsOf(({ fieldsOfStudy }) => fieldsOfStudy?.includes('Medicine') ?? false);
    expect(number).toBe(medicine.length);
    await bar.focus();
    await page.keyboard.press('Enter');
    expect((await visibleRefs(page)).sort()).toEqual(medicine.sort());
    expect(await bar.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Enter');
    expect(await visibleRefs(page)).toHaveLength(FEW);
    await page.close();
  });

  it('of an address leave the bars as they are, so that each can be cleared', async () => {
    const { page } = await openFile(browser, short);
    const bars = page.locator('.facet [data-value]');
    const valuesOf = async () => {
      await bars.first().waitFor({ state: 'attached' });
      return bars.evaluateAll((nodes) =>
        nodes.map((node) => (node as unknown as { dataset: { value: string } }).dataset.value),
      );
    };
    const values = await valuesOf();
    await page.goto(`${page.url()}#from=2018&field=Medicine`);
    await page.reload();
    expect(await valuesOf()).toEqual(values);
    await page.close();
  });

  it('an order is chosen', async () => {
    const { page } = await openFile(browser, short);
    await page.getByLabel('Order').selectOption('most cited');
    const counts = (await visibleRefs(page)).map(
      (ref) => papers[Number(ref.slice(3)) - 1]?.impactFactor?.citationCount ?? -1,
    );
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    await page.close();
  });

  it('what opens beside a long list has the focus, and Escape gives it back', async () => {
    const { page } = await openFile(browser, short);
    const focused = () =>
      page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');
    for (const [name, panel] of [
      ['Filters', 'Filters'],
      ['Map', 'Charts'],
    ] as const) {
      const opens = page.getByRole('button', { name, exact: true });
      await opens.press('Enter');
      expect(await focused()).toBe(panel);
      await page.keyboard.press('Escape');
      expect(await focused()).toBe(name);
      expect(await opens.getAttribute('aria-expanded')).toBe('false');
    }
    await page.keyboard.press('j');
    const paper = await focused();
    const isInPane = () => page.evaluate('document.activeElement.closest(".pane") !== null');
    expect(await isInPane()).toBe(false);
    await page.keyboard.press('Enter');
    expect([await focused(), await isInPane()]).toEqual([paper, true]);
    await page.keyboard.press('Escape');
    expect([await focused(), await isInPane()]).toEqual([paper, false]);
    await page.close();
  });

  it('copying a citation leaves the focus, by the older method, too', async () => {
    const { page } = await openFile(browser, short);
    await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await page.keyboard.press('j');
    const focused = () => page.evaluate('document.activeElement.textContent');
    const paper = await focused();
    await page.keyboard.press('c');
    await page.getByText('copied').waitFor();
    expect(await focused()).toBe(paper);
    await page.close();
  });

  it('a point on a chart is reached and opened by keyboard', async () => {
    const { page } = await openFile(browser, short);
    await openMap(page);
    const first = page.locator('.overview .point[tabindex="0"]').first();
    await first.focus();
    const name = 'document.activeElement.getAttribute("aria-label")';
    const former = await page.evaluate(name);
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
    const label = await page.evaluate(name);
    expect(label).not.toBe(former);
    await page.keyboard.press('Enter');
    const named = await page.evaluate('document.activeElement.textContent');
    expect(String(label)).toContain(String(named));
    await page.keyboard.press('Escape');
    expect(await page.evaluate(name)).toBe(label);
    expect(await page.locator('.pane').isVisible()).toBe(false);
    await page.close();
  });
});

describe('saving', () => {
  it.each([
    ['BibTeX', 'bibtex', 'bib', ''],
    ['RIS', 'ris', 'ris', ''],
    ['CSV', 'csv', 'csv', '\ufeff'],
  ] as const)('the chosen papers as %s gives what an export gives', async (name, format, ending, mark) => {
    const { page } = await openFile(browser, short);
    const [first = '', second = ''] = (await visibleRefs(page)).slice(3, 5) as string[];
    for (const ref of [second, first]) await page.getByRole('button', { name: `Keep: ${ref}`, exact: true }).click();
    await page.locator('.menu > summary').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Save as ${name}` }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`J1.${ending}`);
    const saved = readFileSync(await download.path(), 'utf8');
    expect(withoutDecisions(saved)).toBe(mark + few.exported(format, { refs: [first, second] }));
    await page.close();
  });
});

describe('texts of strangers', () => {
  it('are drawn as texts: no element of theirs, no link but to the web', async () => {
    const hostile = openReports([{ papers: someAttackedPapers() as WirePaper[], keywords: THEIR_KEYWORDS }]);
    const { page, requests, problems } = await openFile(browser, hostile.report());
    const opened = await page.evaluate(OPEN_ALL);
    expect(opened).toBe(await page.locator(ROWS).count());
    const tags = await page.evaluate(
      '[...new Set([...document.querySelectorAll("#view *")].map((node) => node.localName))]',
    );
    const ours =
      'a aside b bdi blockquote button caption circle dd desc details dialog div dl dt figcaption figure form g h1 h2 h3 header i input kbd label';
    const others =
      'li line main mark nav ol option p path polygon polyline rect section select span strong summary svg table tbody td text th thead title tr ul';
    expect(`${ours} ${others}`.split(' ')).toEqual(expect.arrayContaining(tags as string[]));
    const links = (await page.evaluate('[...document.links].map((link) => link.protocol)')) as string[];
    expect([...new Set(links)].filter((scheme) => !['http:', 'https:', 'file:'].includes(scheme))).toEqual([]);
    expect([requests, problems]).toEqual([[], []]);
    await page.close();
    hostile.close();
  });
});

describe('little to show', () => {
  it('hardly a paper that fits: says so first, shows the nearest ten and no map, and the others on demand', async () => {
    const { page, problems } = await openFile(browser, reports.report({ jobId: 'J3' }));
    expect(await page.locator('.glance.poor').innerText()).toMatch(/^None of the job's \d+ papers has/);
    expect(await visibleRefs(page)).toHaveLength(10);
    expect(await page.locator('.overview').count()).toBe(0);
    await page.getByRole('button', { name: 'Show the 290 papers that fit less well' }).click();
    expect(await visibleRefs(page)).toHaveLength(300);
    expect(problems).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });

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
    expect(await page.getByRole('button', { name: 'Alone', exact: true }).first().isVisible()).toBe(true);
    expect(problems).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
    one.close();
  });
});
