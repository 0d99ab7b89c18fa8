import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openFile } from './browser.ts';
import { compareLook, differingParts, differingShare } from './picture.ts';
import { oddPapers, openReports, THEIR_KEYWORDS, threeHundredPapers } from './reports.ts';

/** How the report looks, in five states. */

const SOURCES = [
  { source: 'openalex', title: 'OpenAlex', gave: 320, total: 4000 },
  { source: 'crossref', title: 'Crossref', gave: 0, failed: { failure: 'too slow' } as const },
];

let browser: Browser;
let reports: ReturnType<typeof openReports>;
beforeAll(async () => {
  browser = await openBrowser();
  reports = openReports([
    { papers: threeHundredPapers(), keywords: THEIR_KEYWORDS, sources: SOURCES },
    { papers: oddPapers(), sources: SOURCES, keywords: THEIR_KEYWORDS },
    { papers: [], sources: SOURCES },
  ]);
});
afterAll(async () => {
  reports?.close();
  await browser?.close();
});

type State = { jobId: string; width: number; colorScheme?: 'light' | 'dark'; media?: 'print'; at?: string };

async function openState({ jobId, width, colorScheme = 'light', media, at }: State): Promise<Page> {
  const options = { viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' };
  const { page } = await openFile(browser, reports.report({ jobId }), options);
  if (media) await page.emulateMedia({ media });
  if (jobId !== 'J3') await page.locator('.papers').waitFor();
  if (at) await page.evaluate(`document.querySelector('${at}').scrollIntoView()`);
  return page;
}

describe('the look of the report', () => {
  it.each<[string, State]>([
    ['300-papers-light', { jobId: 'J1', width: 1280 }],
    ['300-papers-dark', { jobId: 'J1', width: 800, colorScheme: 'dark' }],
    ['odd-papers-narrow', { jobId: 'J2', width: 360, at: '#papers' }],
    ['no-papers', { jobId: 'J3', width: 1280 }],
    ['print', { jobId: 'J1', width: 1000, media: 'print' }],
  ])('is that of %s', async (name, state) => {
    const page = await openState(state);
    expect(await compareLook(browser, page, name)).toBe('');
    await page.close();
  });

  it.each([320, 800, 1280])('leaves no text outside of a page of %i pixels, whatever the papers', async (width) => {
    const page = await openState({ jobId: 'J2', width });
    expect(await page.evaluate(TOO_WIDE)).toEqual([]);
    await page.close();
  });
});

describe('the flow of records', () => {
  it.each(['light', 'dark'] as const)('has black words on its coloured boxes, %s', async (colorScheme) => {
    const page = await openState({ jobId: 'J1', width: 1280, colorScheme });
    const colours = `[...document.querySelectorAll('.flow text')]
      .filter((node) => /^(Identification|Screening|Included)/.test(node.textContent))
      .map((node) => getComputedStyle(node).fill)`;
    expect(await page.evaluate(colours)).toEqual(Array(4).fill('rgb(0, 0, 0)'));
    await page.close();
  });
});

describe('the comparison', () => {
  it('finds what is darker, and not what is a little so', () => {
    const grey = (value: number) => Array.from({ length: 20 }, () => [value, value, value]);
    expect(differingShare(grey(200), grey(180))).toBe(0);
    expect(differingShare(grey(200), [...grey(200).slice(2), ...grey(20).slice(18)])).toBe(0.1);
    expect(differingShare(grey(200), grey(200).slice(1))).toBe(1);
  });

  it('finds parts that are missing or have moved', () => {
    expect(differingParts([['nav', 10, 100]], [['nav', 12, 98]])).toEqual([]);
    expect(differingParts([['nav', 10, 100]], [['nav', 10, 90]])).toHaveLength(1);
    expect(differingParts([['nav', 10, 100]], [])).toHaveLength(1);
  });
});

/** What is seen of texts and ends beyond the page, but for lines that scroll in themselves. */
const TOO_WIDE = `[...document.querySelectorAll('h1, h2, h3, p, li, td, th, dd, button')]
  .filter((node) => node.checkVisibility() && node.getBoundingClientRect().width > 1)
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
  .filter((node) => getComputedStyle(node.closest('.found') ?? node).overflowX !== 'auto')
  .map((node) => node.localName + ': ' + node.textContent.slice(0, 60))`;
