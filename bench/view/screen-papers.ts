import type { Browser, Page } from 'playwright-core';
import { serveUiHere } from '../../test/ui/visit.ts';

/** How many papers are decided on. */
const PAPERS = 20;
const KEYWORDS = 'memory, hippocampus, recognition';
const MUST = 'recognition memory | recognition\nrats or mice | rat, rats, mouse, mice';
const MUST_NOT = 'human patients | patients, patient';
export const SCREENED = { width: 900, height: 620 };

/** What is seen after each decision: first the page as it is opened, then after one paper more. */
export type Seen = { png: Buffer; papers: number };

/** Decides on papers by keys in the screening of the local page, as a person does who reads the marked words. */
export async function screenPapers(browser: Browser, settings: Record<string, string>): Promise<Seen[]> {
  const served = await serveUiHere(settings);
  const page = await browser.newPage({ viewport: SCREENED, reducedMotion: 'reduce' });
  await page.goto(served.address);
  await page.locator('#one-box').fill(KEYWORDS);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.locator('table.papers tbody tr').first().waitFor();
  await page.getByText('Screen these papers').click();
  await page.getByLabel('A paper must have').fill(MUST);
  await page.getByLabel('A paper must not have').fill(MUST_NOT);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('#skip:not([hidden])').waitFor();
  await page.waitForLoadState('networkidle');
  const seen = [{ png: await page.screenshot(), papers: 0 }];
  for (let papers = 1; papers <= PAPERS; papers += 1) {
    for (const key of await readAs(page)) await page.keyboard.press(key);
    await page.getByText(new RegExp(`^${papers} of \\d+ read by you`)).waitFor();
    seen.push({ png: await page.screenshot(), papers });
  }
  await page.close();
  await served.end();
  return seen;
}

/** The keys of a reader who goes by the words of the criteria in the title and abstract that are shown. */
async function readAs(page: Page): Promise<string[]> {
  const text = (await page.locator('#card').innerText()).toLowerCase();
  if (/\bpatients?\b/.test(text)) return ['3', 'e'];
  if (!text.includes('recognition')) return ['1', 'e'];
  if (!/\b(?:rats?|mouse|mice)\b/.test(text)) return ['2', 'e'];
  return [text.includes('hippocamp') ? 'i' : 'm'];
}
