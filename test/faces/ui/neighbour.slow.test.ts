import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../../helpers/raw-http.ts';
import type { ServedHere } from '../../helpers/run-here.ts';
import { ScriptedService } from '../../helpers/scripted-service.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';
import { openBrowser } from '../../report/view/browser.ts';
import { serveUiHere } from './visit.ts';

/** Another server of this machine, at another port of 127.0.0.1, and the browser that has the local page open. */

type Seen = Pick<IncomingMessage, 'url' | 'rawHeaders'>;

const seen: Seen[] = [];
let neighbour: Server;
let nextDoor: string;
let service: ScriptedService;
let ui: ServedHere;
let uiOrigin: string;
let browser: Browser;
let person: BrowserContext;
/** The page with the form, as the browser of the person names it. */
let home: string;
/** Pages of the local page that the browser has open. */
const open: Page[] = [];

beforeAll(async () => {
  // What it set itself comes back to it: more than Node takes by default.
  neighbour = createServer({ maxHeaderSize: 2 ** 20 }, (request, response) => {
    seen.push({ url: request.url, rawHeaders: request.rawHeaders });
    const part = /^\/flood-(\d+)/.exec(request.url ?? '')?.[1];
    const cookies = part === undefined ? [] : flood(Number(part));
    response
      .writeHead(200, [...cookies, 'content-type', 'text/html'])
      .end(request.url?.startsWith('/lure') ? lure() : 'next door');
  });
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
  nextDoor = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`;
  const papers = [{ title: 'A paper that lies next door', link: `${nextDoor}/paper`, id: 'n' }];
  service = await new ScriptedService({ papers, credits: { basic: 100 } }).start();
  ui = await serveUiHere({
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
  });
  uiOrigin = new URL(ui.address).origin;
  browser = await openBrowser();
  person = await browser.newContext();
  const page = await person.newPage();
  await page.goto(ui.address);
  await page.getByText('All fields', { exact: true }).click();
  await page.getByLabel('Keywords').fill('owls, glasses, night');
  home = page.url();
  await page.getByRole('button', { name: 'Check the cost' }).click();
  await page.waitForURL('**/searches/*');
  open.push(page);
});
afterAll(async () => {
  await browser?.close();
  await ui?.end();
  await service?.stop();
  neighbour?.close();
});

/** A page that tries what a page can to have the browser use its session. */
function lure(): string {
  const targets = ['/', '/searches', '/jobs/J1', '/jobs/J1/view.json', '/assets/page.js'].map(
    (path) => uiOrigin + path,
  );
  return `<!doctype html><title>lure</title>
${targets.map((url) => `<img src="${url}"><iframe src="${url}"></iframe><script src="${url}"></script>`).join('')}
<form method="post" action="${uiOrigin}/searches"><input name="keywords" value="a, stolen, search"></form>
<script>
for (const url of ${JSON.stringify(targets)}) for (const method of ['GET', 'POST'])
  fetch(url, { method, mode: 'no-cors', credentials: 'include' }).catch(() => {});
addEventListener('load', () => setTimeout(() => document.forms[0].submit(), 500));
</script>`;
}

/** Headers that set long cookies for every port and path of this host, as many as a browser takes of one answer. */
function flood(part: number): string[] {
  const value = 'x'.repeat(4_000);
  return Array.from({ length: 50 }, (_, nth) => [
    'set-cookie',
    `f${part}-${nth}=${value}; Path=/; Max-Age=9999`,
  ]).flat();
}

const secretOf = (address: string) => new URL(address).pathname.split('/')[1] ?? '';

/** Sends again to the local page whatever the neighbour was sent, from outside the browser and as a page of ours. */
async function replay(): Promise<number[]> {
  const statuses: number[] = [];
  for (const { url = '/', rawHeaders } of seen) {
    const headers = Object.fromEntries(
      rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? '']] : [])),
    );
    const ours = { ...headers, host: new URL(uiOrigin).host, origin: uiOrigin, 'sec-fetch-site': 'same-origin' };
    for (const path of new Set([url, '/', '/jobs/J1', '/searches']))
      for (const method of ['GET', 'POST']) {
        const body = method === 'POST' ? 'keywords=a,+stolen,+search&limit=100' : undefined;
        statuses.push((await rawRequest(uiOrigin, { method, path, headers: ours, ...(body && { body }) })).status);
      }
  }
  return statuses;
}

describe('a server at another port', () => {
  it('gets nothing of the session when the person visits it, and can neither replay nor search', async () => {
    const page = await person.newPage();
    for (const path of ['/', '/searches', '/jobs/J1', '/?token=x', '/lure']) await page.goto(nextDoor + path);
    // The form of the lure is sent at last.
    await page.waitForURL(`${uiOrigin}/searches`);
    expect(await page.textContent('body')).toContain('takes no requests from other pages');
    expect(seen.length).toBeGreaterThanOrEqual(5);
    const received = JSON.stringify(seen);
    expect(received).not.toContain(secretOf(home));
    expect(received).not.toMatch(/"cookie"/i);
    expect(await person.cookies([home])).toEqual([]);
    expect(new Set(await replay())).toEqual(new Set([401]));
    expect(service.creations).toHaveLength(0);
  });

  it('gets nothing of it by a link of a paper either, and the person still pays once', async () => {
    const [page] = open as [Page];
    await page.getByRole('button', { name: 'Search for 1 credit' }).click();
    const link = page.locator(`a[href="${nextDoor}/paper"]`).first();
    await link.waitFor();
    const opening = person.waitForEvent('page');
    await link.click();
    await (await opening).waitForLoadState();
    await until(() => seen.some(({ url }) => url === '/paper'), 'the link to be followed');
    const received = JSON.stringify(seen.filter(({ url }) => url === '/paper'));
    expect(received).not.toContain(secretOf(home));
    expect(received).not.toMatch(/"(?:cookie|referer)"/i);
    expect(new Set(await replay())).toEqual(new Set([401]));
    expect(service.creations).toHaveLength(1);
  });

  it('has no address of ours where it could ask for more: every one that it can know is locked', async () => {
    const page = await person.newPage();
    for (const path of ['/', '/searches', '/jobs/J1', new URL(ui.address).pathname + new URL(ui.address).search])
      expect((await page.goto(uiOrigin + path))?.status()).toBe(401);
    expect((await page.goto(home))?.status()).toBe(200);
  });
});

describe('a server at another port that fills the jar of the browser with cookies', () => {
  it('takes nothing from the person: open pages, new ones and searches go on', async () => {
    const page = await person.newPage();
    for (let part = 0; part < 8; part += 1) await page.goto(`${nextDoor}/flood-${part}`);
    // The browser has dropped the older ones: it keeps no more for a host.
    const kept = (await person.cookies([home])).length;
    expect([kept > 100, kept < 400]).toEqual([true, true]);
    const before = service.creations.length;
    for (const tab of [open[0] as Page, await person.newPage()]) {
      expect((await tab.goto(home))?.status()).toBe(200);
      expect((await tab.reload())?.status()).toBe(200);
    }
    await page.goto(home);
    await page.getByText('All fields', { exact: true }).click();
    await page.getByLabel('Keywords').fill('owls, cookies, jar');
    await page.getByRole('button', { name: 'Check the cost' }).click();
    await page.getByRole('button', { name: 'Search for 1 credit' }).click();
    await page.waitForURL('**/jobs/J*');
    await page.locator(`a[href="${nextDoor}/paper"]`).first().waitFor();
    expect(service.creations).toHaveLength(before + 1);
  });
});

describe('without scripts', () => {
  it('the forms work as with them', async () => {
    const served = await serveUiHere({
      PAPERQUEUE_BASE_URL: service.baseUrl,
      PAPERQUEUE_TOKEN: service.token,
      PAPERQUEUE_DATA_DIR: temporaryFolder(),
    });
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto(served.address);
    await page.getByText('All fields', { exact: true }).click();
    await page.getByLabel('Keywords').fill('no, script, here');
    await page.getByRole('button', { name: 'Check the cost' }).click();
    await page.getByRole('link', { name: 'Change the search' }).click();
    expect(await page.getByLabel('Keywords').inputValue()).toContain('script');
    await page.getByRole('button', { name: 'Check the cost' }).click();
    const before = service.creations.length;
    await page.getByRole('button', { name: 'Search for 1 credit' }).click();
    await page.waitForURL('**/jobs/J1');
    expect(service.creations).toHaveLength(before + 1);
    await plain.close();
    await served.end();
  });
});
