import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, compose } from '../../../src/app/compose.ts';
import { PAGES } from '../../../src/app/ui-pages.ts';
import { serveUi, type UiServing } from '../../../src/faces/ui/ui-server.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { createLog } from '../../../src/platform/log.ts';
import { environment } from '../../helpers/built-server.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { openProfile } from '../../report/view/browser.ts';

/** The local page where the system does not tell whose connection it is, as on macOS and Windows. */

const log = createLog({ level: 'error', write: () => {}, secrets: [] });
const profile = temporaryFolder();
const served: UiServing[] = [];
const seen: IncomingHttpHeaders[] = [];
let app: App;
let person: BrowserContext;
/** The form, as the browser of the person names it. */
let home: string;

/** Another server of this machine, which sets as many cookies as a browser takes. */
const neighbour = createServer({ maxHeaderSize: 2 ** 20 }, ({ headers, url }, response) => {
  seen.push(headers);
  const flood = Array.from({ length: 50 }, (_, nth) => `f${seen.length}-${nth}=x; Path=/; Max-Age=9999`);
  response.writeHead(200, { 'set-cookie': url === '/flood' ? flood : [] }).end('next door');
});

async function serveOne(): Promise<string> {
  const parts = { features: app, asreviewFiles: app.asreviewFiles, folderKey: await app.folderKey(), log };
  const one = await serveUi(parts, PAGES, 0, async () => 'unknown');
  served.push(one);
  return one.address;
}

/** The status of an address in a new tab. */
async function statusOf(address: string): Promise<number | undefined> {
  const page = await person.newPage();
  const status = (await page.goto(address))?.status();
  await page.close();
  return status;
}

beforeAll(async () => {
  app = compose(readConfig(environment({ PAPERQUEUE_DATA_DIR: temporaryFolder() })), log);
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
  person = await openProfile(profile);
  const page = await person.newPage();
  await page.goto(await serveOne());
  await page.getByText('All fields', { exact: true }).waitFor();
  home = page.url();
});
afterAll(async () => {
  await person?.close();
  await Promise.all(served.map((one) => one.close()));
  await app?.stop();
  neighbour.close();
});

it('opens in the browser that was let in: again, in new tabs, by its forms, and when it was closed between', async () => {
  const page = await person.newPage();
  expect((await page.goto(home))?.status()).toBe(200);
  expect((await page.reload())?.status()).toBe(200);
  await page.getByText('All fields', { exact: true }).click();
  await page.getByLabel('Keywords').fill('owls, glasses, night');
  await page.getByRole('button', { name: /^Search/ }).click();
  await page.waitForURL('**/jobs/J1*');
  expect(await statusOf(home)).toBe(200);
  await person.close();
  person = await openProfile(profile);
  expect(await statusOf(home)).toBe(200);
});

it('opens nowhere else for who sees the address, and no script of a page can read the cookie', async () => {
  expect((await fetch(home)).status).toBe(401);
  const other = await openProfile(temporaryFolder());
  const page = await other.newPage();
  expect((await page.goto(home))?.status()).toBe(401);
  await other.close();
  const own = await person.newPage();
  await own.goto(home);
  expect(await own.evaluate('document.cookie')).toBe('');
});

it('gives no cookie to a server at another port, which cannot have the browser drop it either', async () => {
  const { port } = neighbour.address() as AddressInfo;
  for (const path of ['/', '/jobs/J1', ...Array.from({ length: 8 }, () => '/flood')])
    expect(await statusOf(`http://127.0.0.1:${port}${path}`)).toBe(200);
  expect(seen.filter(({ cookie = '' }) => cookie.includes('session='))).toEqual([]);
  // The browser has dropped older ones: it keeps no more for a host.
  const kept = (await person.cookies([home])).length;
  expect([kept > 100, kept < 400]).toEqual([true, true]);
  expect(await statusOf(home)).toBe(200);
});

it('keeps two commands apart, and the old pages stay closed when a command has ended', async () => {
  const page = await person.newPage();
  await page.goto(await serveOne());
  await page.getByText('All fields', { exact: true }).waitFor();
  const second = page.url();
  expect([await statusOf(home), await statusOf(second)]).toEqual([200, 200]);
  const swapped = new URL(second).origin + new URL(home).pathname;
  expect(await statusOf(swapped)).toBe(401);
});
