import type { Frame, Page } from 'playwright-core';
import type { ViewData } from '../../src/report/data/report-data.ts';
import { mapTruth } from '../../test/helpers/map-truth.ts';
import { axeFindings, type OpenedPage, printPages } from '../../test/report/view/browser.ts';

/** Widths at which titles get their share of the list, and nothing stands beyond the page. */
const WIDTHS = [320, 360, 480, 640, 800, 980, 981, 1024, 1280, 1600, 1920];
const SCREENS: readonly (readonly [width: number, height: number])[] = [
  [1280, 900],
  [1024, 800],
  [360, 800],
];
const ROWS = '.papers tbody tr:not([hidden])';
const MAX_HOVERED = 24;
const SETTLED_MS = 120;

export type PageFigures = {
  /** From the top of a page 1280, 1024 and 360 wide to its first title. */
  firstTitles: number[];
  /** Rows wholly seen on 1280 x 900, before anything is scrolled, and once the list is at the top. */
  rows: number;
  scrolledRows: number;
  /** The least share of the list that titles get, in percent, at any width. */
  titleShare: number;
  /** Pixels beyond the page, at any width. */
  overflow: number;
  /** Rows at 1280 and 360 whose line of facts is cut although it has room left. */
  cut: number;
  axe: string[];
  requests: number;
  problems: string[];
};

/** What is measured of the report and of the page of a job alike. */
export async function measurePage({ page, requests, problems }: OpenedPage): Promise<PageFigures> {
  const firstTitles: number[] = [];
  const [rows, scrolledRows, cut] = [[] as number[], [] as number[], [] as number[]];
  for (const [width, height] of SCREENS) {
    await resize(page, width, height);
    firstTitles.push(await read(page, `document.querySelector('${ROWS} .title')?.getBoundingClientRect().top ?? 0`));
    cut.push(await read(page, CUT_LINES));
    rows.push(await read(page, `${WHOLE_ROWS}(0)`));
    await page.evaluate(`document.querySelector('.papers')?.scrollIntoView()`);
    await page.waitForTimeout(SETTLED_MS);
    scrolledRows.push(await read(page, `${WHOLE_ROWS}(document.querySelector('.papers thead')?.offsetHeight ?? 0)`));
    await page.evaluate('scrollTo(0, 0)');
  }
  let [titleShare, overflow] = [100, 0];
  for (const width of WIDTHS) {
    await resize(page, width, 900);
    titleShare = Math.min(titleShare, await read(page, TITLE_SHARE));
    overflow = Math.max(overflow, await read(page, 'document.documentElement.scrollWidth - innerWidth'));
  }
  const axe: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme });
      await resize(page, width, 900);
      axe.push(...(await axeFindings(page)));
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await resize(page, 1280, 900);
  return {
    firstTitles,
    titleShare,
    overflow,
    axe,
    problems,
    cut: cut[0] as number,
    rows: rows[0] as number,
    scrolledRows: scrolledRows[0] as number,
    requests: requests.length,
  };
}

export type ChartFigures = { tip: number; isInside: boolean; truth: number | undefined; paneBottom: number };

/** The tips of each chart, the truth of the map, and where the longest abstract ends beneath it. */
export async function measureCharts(page: Page, { papers }: ViewData): Promise<ChartFigures> {
  let [tip, isInside] = [0, true];
  const map = page.getByRole('button', { name: 'Map', exact: true });
  const hasMap = (await map.count()) > 0;
  if (hasMap) await map.click();
  for (const tab of await page.locator('.overview .tab').all()) {
    await tab.click();
    const points = page.locator('.overview figure:not(.folded) .point:not(.out)');
    const step = Math.max(1, Math.floor((await points.count()) / MAX_HOVERED));
    for (let at = 0; at < (await points.count()); at += step) {
      await points.nth(at).dispatchEvent('mouseenter');
      const [height, inside] = (await page.evaluate(TIP)) as [number, boolean];
      tip = Math.max(tip, height);
      isInside &&= inside;
      await points.nth(at).dispatchEvent('mouseleave');
    }
  }
  const [first] = await page.locator('.overview .tab').all();
  await first?.click();
  if (hasMap) await map.click();
  return { tip, isInside, truth: mapTruth(papers, papers), paneBottom: await openLongest(page, papers) };
}

/** Where the pane of the paper with the longest abstract among the first ends, at 1280 x 900. */
async function openLongest(page: Page, papers: ViewData['papers']): Promise<number> {
  const first = papers.slice(0, 60).map(({ ref, abstract = '' }) => ({ ref, length: abstract.length }));
  const [longest] = first.sort((a, b) => b.length - a.length);
  if (!longest) return 0;
  await page.evaluate(`document.querySelector('[data-ref="${longest.ref}"] .title').click()`);
  await page.waitForTimeout(SETTLED_MS);
  const bottom = await read(page, `document.querySelector('.pane').getBoundingClientRect().bottom`);
  await page.evaluate(`document.querySelector('[data-ref="${longest.ref}"] .title').click()`);
  return bottom;
}

export type PrintFigures = { pages: number; headless: number; lostNames: number };

/** Printed pages, those with papers but without the heads of their columns, and names of topics that are not there. */
export async function measurePrint(page: Page): Promise<PrintFigures> {
  const names = await page.locator('.topic-name').allTextContents();
  const texts = (await printPages(page)).map((text) => text.replace(/\s+/g, ' '));
  const ofList = texts.filter((text) => (text.match(/doi\.org/g) ?? []).length > 5);
  return {
    pages: texts.length,
    headless: ofList.filter((text) => !/Reference Paper/.test(text)).length,
    lostNames: names.filter((name) => !texts.some((text) => squeeze(text).includes(squeeze(name)))).length,
  };
}

/** A PDF's ligatures are texts of their own: "re fl ux". */
function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForTimeout(SETTLED_MS);
}

async function read(page: Page | Frame, expression: string): Promise<number> {
  return Math.round(Number(await page.evaluate(expression)));
}

const WHOLE_ROWS = `((top) => [...document.querySelectorAll('${ROWS}')].slice(0, 60)
  .map((row) => row.getBoundingClientRect())
  .filter((edge) => edge.top >= top - 1 && edge.bottom <= innerHeight + 1).length)`;
const TITLE_SHARE = `Math.min(100, ...[...document.querySelectorAll('${ROWS} th')].slice(0, 20).map((cell) =>
  100 * cell.getBoundingClientRect().width / document.getElementById('papers').getBoundingClientRect().width))`;
/** Lines with a part that ends in dots although there is room behind the last part. */
const CUT_LINES = `[...document.querySelectorAll('${ROWS} .by')].slice(0, 40).filter((line) => {
  const isCut = [...line.children].some((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0);
  const range = document.createRange();
  range.selectNodeContents(line);
  const edges = [...line.children].map((part) => part.getBoundingClientRect().right);
  return isCut && Math.max(...edges) < line.getBoundingClientRect().right - 24;
}).length`;
const TIP = `(() => {
  const tip = document.querySelector('.overview figure:not(.folded) .tip:not([hidden])');
  if (!tip) return [0, false];
  const [edge, box] = [tip, tip.closest('aside')].map((node) => node.getBoundingClientRect());
  return [Math.round(edge.height), edge.left >= box.left - 1 && edge.right <= box.right + 1 && edge.top >= 0 &&
    edge.bottom <= innerHeight];
})()`;
