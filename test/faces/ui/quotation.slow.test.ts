import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServedHere } from '../../helpers/run-here.ts';
import { importPapers } from '../../helpers/sources/world.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { axeFindings, openBrowser } from '../../report/view/browser.ts';
import { serveUiHere } from './visit.ts';

/** A quotation that is checked in the pane: both sentences, with what differs. */

const SENTENCE = 'Of the 142 owls, 42 (29.6%) caught no mouse in the first of 42 nights.';
const PAPER = {
  title: 'Barn owls and mice, counted at night',
  doi: '10.1234/counted',
  year: 2019,
  abstract: `Owls were watched at night. ${SENTENCE} The owls did not sleep before dawn.`,
};

let served: ServedHere;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  const settings = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'library' };
  await importPapers(settings, [PAPER]);
  served = await serveUiHere(settings);
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(served.address);
  await page.locator('#one-box').fill(PAPER.doi);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.locator('table.papers .title').first().click();
  await page.locator('.pane .tabs button', { hasText: 'Text' }).click();
});
afterAll(async () => {
  await browser?.close();
  await served?.end();
});

async function check(quotation: string): Promise<{ says: string; asked: string[]; text: string[] }> {
  await page.getByLabel('Words or a sentence').fill(quotation);
  await page.getByRole('button', { name: 'Check as a quotation' }).click();
  await page.locator('.pane-text strong').waitFor();
  const marksOf = (selector: string) => page.locator(`${selector} mark`).allInnerTexts();
  return {
    says: await page.locator('.pane-text strong').innerText(),
    asked: await marksOf('.asked-quote'),
    text: await marksOf('.passage:not(.asked-quote)'),
  };
}

it.each<[string, string, { says: string; asked: string[]; text: string[] }]>([
  [
    'a changed number',
    SENTENCE.replace(', 42 (', ', 43 ('),
    { says: 'The text has another number.', asked: ['43'], text: ['42'] },
  ],
  [
    'a changed share',
    SENTENCE.replace('29.6', '26.9'),
    { says: 'The text has another number.', asked: ['26.9'], text: ['29.6'] },
  ],
  [
    'another word',
    SENTENCE.replace('caught', 'ate'),
    { says: 'The text says something else.', asked: ['ate'], text: ['caught'] },
  ],
  [
    'a word less',
    'The owls did sleep before dawn.',
    { says: 'What the quotation leaves out may change its meaning.', asked: [], text: ['not'] },
  ],
  ['the very sentence', SENTENCE, { says: 'The text has this sentence.', asked: [], text: [] }],
])('%s is shown in both sentences', async (_, quotation, shown) => {
  expect(await check(quotation)).toEqual(shown);
  expect(await axeFindings(page)).toEqual([]);
});
