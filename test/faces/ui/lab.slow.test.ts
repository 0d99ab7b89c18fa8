import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServedHere } from '../../helpers/run-here.ts';
import { runHere } from '../../helpers/run-here.ts';
import { createAccount, Served } from '../../helpers/served.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { openBrowser } from '../../report/view/browser.ts';
import { serveUiHere } from './visit.ts';

/** `paperqueue ui` of a lab's member, against the lab's own `paperqueue serve`. */

const ROWS = 'table.papers tbody tr';
const PAPERS = ['Coral reefs recover after bleaching', 'Bleaching of corals in warm water', 'Tides of the North Sea'];

let lab: Served;
let labFolder: string;
let member: ServedHere;
let settings: Record<string, string>;
let browser: Browser;
beforeAll(async () => {
  labFolder = temporaryFolder();
  const file = join(temporaryFolder(), 'papers.jsonl');
  writeFileSync(file, PAPERS.map((title, at) => JSON.stringify({ title, year: 2020 + at })).join('\n'));
  await runHere(['import', file], { PAPERQUEUE_DATA_DIR: labFolder });
  const { token } = await createAccount(labFolder, 'ada', { basic: 3 });
  lab = await Served.start({ dataDir: labFolder, settings: { PAPERQUEUE_SOURCES: 'library' } });
  settings = { PAPERQUEUE_BASE_URL: lab.address, PAPERQUEUE_TOKEN: token, PAPERQUEUE_DATA_DIR: temporaryFolder() };
  member = await serveUiHere(settings);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await member?.end();
  await lab?.end();
});

const balance = async () => {
  const { stdout } = await runHere(['account', 'list', '--json'], { PAPERQUEUE_DATA_DIR: labFolder });
  return JSON.parse(stdout).accounts[0].balances.basic as number;
};

it('a member searches for one credit, and sees and saves the papers of the lab', async () => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(member.address);
  await page.getByText('All fields', { exact: true }).click();
  await page.getByLabel('Keywords', { exact: true }).fill('corals, bleaching, reefs');
  await page.getByRole('button', { name: 'Check the cost' }).click();
  await page.waitForURL('**/searches/*');
  expect(await page.locator('.cost').textContent()).toContain('1 credit of the pool basic');
  expect(await balance()).toBe(3);

  await page.getByRole('button', { name: 'Search for 1 credit' }).click();
  await page.waitForSelector(ROWS);
  expect(await balance()).toBe(2);
  const rows = await page.locator(ROWS).allTextContents();
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain('Coral reefs recover after bleaching');
  expect(rows[1]).toContain('Bleaching of corals in warm water');

  const download = page.waitForEvent('download');
  await page.locator('.head .menu > summary').click();
  await page.getByRole('button', { name: 'Save as BibTeX' }).click();
  const { stdout } = await runHere(['export', 'J1', '--format', 'bibtex'], settings);
  expect(readFileSync(await (await download).path(), 'utf8').trim()).toBe(stdout.trim());
  expect(problems).toEqual([]);
});
