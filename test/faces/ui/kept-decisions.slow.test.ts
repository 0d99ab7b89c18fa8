import { createServer, type Server } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { realRecords } from '../../helpers/real-papers.ts';
import { runHere, type ServedHere, serveHere } from '../../helpers/run-here.ts';
import { importPapers } from '../../helpers/sources/world.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';
import { openBrowser } from '../../report/view/browser.ts';
import { serveUiHere } from './visit.ts';

/** Another program that takes the port of `ui` when it has ended, while a page of it has decisions that wait. */

const settings = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'library' };
let served: ServedHere | undefined;
let squatter: Server | undefined;
let browser: Browser;
let person: BrowserContext;
let page: Page;
let port: string;
const bodies: string[] = [];

beforeAll(async () => {
  await importPapers(settings, realRecords());
  for (const args of [
    ['search', '-k', 'memory', '-k', 'hippocampus', '-k', 'learning'],
    ['review', 'new', '--question', 'Memory?', '--jobs', 'J1'],
  ])
    expect((await runHere(args, settings)).code).toBe(0);
  served = await serveUiHere(settings);
  port = new URL(served.address).port;
  browser = await openBrowser();
  person = await browser.newContext();
  page = await openReview(served.address);
});
afterAll(async () => {
  await browser?.close();
  await served?.end();
  squatter?.close();
});

/** The page of the review, with the next records at hand. */
async function openReview(address: string): Promise<Page> {
  const opened = await person.newPage();
  await opened.goto(address);
  await opened.locator('#one-box').waitFor();
  await opened.goto(`${opened.url()}/review/R1`);
  await opened.locator('#skip:not([hidden])').waitFor();
  await opened.waitForLoadState('networkidle');
  return opened;
}

const refOf = (opened: Page) => opened.locator('#card article').getAttribute('data-ref');

async function decisions(): Promise<string[]> {
  const { events } = JSON.parse((await runHere(['review', 'audit', 'R1', '--json'], settings)).stdout) as {
    events: { what: string; ref: string; decision: string; note?: string }[];
  };
  return events.flatMap(({ what, ref, decision, note = '' }) =>
    what === 'decide' ? [`${ref} ${decision} ${note}`.trim()] : [],
  );
}

/** Answers every question as if all were well, and serves a page of its own. */
const squat = async () => {
  const answer = {
    refused: [],
    cards: [],
    panel: '<div id="panel">mine</div>',
    flow: '<div id="flow">mine</div>',
    kept: [],
  };
  squatter = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.method === 'POST') bodies.push(`${request.url} ${Buffer.concat(parts).toString()}`);
    const [type, text] =
      request.method === 'POST' ? ['application/json', JSON.stringify(answer)] : ['text/html', '<p>squatter'];
    response.writeHead(200, { 'content-type': type }).end(text);
  });
  await new Promise<void>((resolve) => squatter?.listen(Number(port), '127.0.0.1', resolve));
};

const endSquatter = async () => {
  squatter?.closeAllConnections();
  await new Promise((resolve) => squatter?.close(resolve));
  squatter = undefined;
};

it('a program that has the port while the list of a search is open reads, loses and adds no decision', async () => {
  const list = await person.newPage();
  await list.goto(page.url().replace('/review/R1', '/jobs/J1'));
  const titles = list.locator('table.papers tbody tr .title');
  await titles.first().waitFor();
  await list.waitForLoadState('networkidle');
  await served?.end();
  await squat();
  await titles.first().focus();
  await list.keyboard.press('3');
  await until(() => bodies.length > 0, 'the page to ask the squatter');
  await until(async () => (await list.locator('.urgent').innerText()) !== '', 'the page to say what it could not keep');
  expect(await list.locator('.urgent').innerText()).toContain('1 decision is not kept yet');
  expect(await list.locator('#view').getAttribute('data-key')).toBeNull();
  for (const text of bodies.splice(0)) expect(text).not.toMatch(/include|exclude|"ref"|J1-\d/);
  for (const each of [list, page]) await each.close();
  await endSquatter();
  expect(await decisions()).toEqual([]);
  served = await serveHere(['ui', '--no-open', '--port', port], settings);
  page = await openReview(served.address);
});

it('a program that has the port afterwards reads, loses, changes and adds no decision', async () => {
  const [first] = [await refOf(page)];
  await served?.end();
  await page.keyboard.press('n');
  await page.keyboard.type('secret thought');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  const second = await refOf(page);
  await page.locator('#unsaved').waitFor();
  expect(await page.locator('#unsaved').innerText()).toContain(`paperqueue ui --port ${port}`);

  await squat();
  await page.getByRole('button', { name: 'Send now' }).click();
  await until(() => bodies.length > 0, 'the page to ask the squatter');
  await page.keyboard.press('i');
  await until(() => bodies.length > 1, 'the page to ask the squatter again');
  // It says so at its next attempt, if the last one began before the second decision.
  await page.locator('#unsaved', { hasText: '2 decisions wait' }).waitFor();
  expect(await page.locator('#panel').innerText()).not.toContain('mine');

  // Its own page has the store of the browser for that address, and the key is nowhere in it.
  const theirs = await person.newPage();
  await theirs.goto(`http://127.0.0.1:${port}/`);
  const found = (await theirs.evaluate('JSON.stringify({ ...localStorage })')) as string;
  for (const text of [found, ...bodies]) expect(text).not.toMatch(/secret thought|exclude|include|"ref"/);
  const forged = [{ ref: second, title: 'x', decision: 'exclude', note: 'forged' }];
  await theirs.evaluate(`(() => {
    const key = Object.keys(localStorage)[0];
    const all = JSON.parse(localStorage.getItem(key));
    const [tab] = Object.keys(all);
    const plain = ${JSON.stringify(forged)};
    const sealed = btoa(JSON.stringify({ at: key.slice('paperqueue '.length), decisions: plain }));
    const put = { ...all, plain, sealed: { ...all[tab], sealed } };
    localStorage.setItem(key, JSON.stringify(put));
  })()`);
  await theirs.close();
  await endSquatter();
  expect(await decisions()).toEqual([]);

  served = await serveHere(['ui', '--no-open', '--port', port], settings);
  const later = await openReview(served.address);
  await until(async () => (await decisions()).length > 1, 'what waited to be recorded');
  expect(await decisions()).toEqual([`${first} exclude secret thought`, `${second} include`]);
  expect(await later.locator('#unsealed').innerText()).toContain('was not taken');
  expect(await later.evaluate('localStorage.length')).toBe(0);
});
