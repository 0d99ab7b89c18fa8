import type { Browser, Page } from 'playwright-core';
import { serveUiHere } from '../../test/faces/ui/visit.ts';

/** How many papers are decided on. */
const PAPERS = 20;
const KEYWORDS = 'memory, hippocampus, recognition';
const CRITERIA =
  'recognition memory | recognition\nrats or mice | rat, rats, mouse, mice\nnot human patients | patients, patient';
const SCREENED = { width: 900, height: 620 };

/** The screening of the local page once a person who reads the marked words has decided on papers by keys. */
export async function screenPapers(browser: Browser, settings: Record<string, string>): Promise<Buffer> {
  const served = await serveUiHere(settings);
  const page = await browser.newPage({ viewport: SCREENED, reducedMotion: 'reduce' });
  await page.goto(served.address);
  await page.locator('#one-box').fill(KEYWORDS);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.locator('table.papers tbody tr').first().waitFor();
  await page.getByText('Begin a review').click();
  await page.getByLabel('Criteria').fill(CRITERIA);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('#skip:not([hidden])').waitFor();
  await page.waitForLoadState('networkidle');
  for (let papers = 1; papers <= PAPERS; papers += 1) {
    for (const key of await readAs(page)) await page.keyboard.press(key);
    await page.getByText(new RegExp(`^${papers} of \\d+ read by you`)).waitFor();
  }
  const png = await page.screenshot();
  await page.close();
  await served.end();
  return png;
}

/** The keys of a reader who goes by the words of the criteria in the title and abstract that are shown. */
async function readAs(page: Page): Promise<string[]> {
  const text = (await page.locator('#card').innerText()).toLowerCase();
  if (/\bpatients?\b/.test(text)) return ['3', 'e'];
  if (!text.includes('recognition')) return ['1', 'e'];
  if (!/\b(?:rats?|mouse|mice)\b/.test(text)) return ['2', 'e'];
  return [text.includes('hippocamp') ? 'i' : 'm'];
}
