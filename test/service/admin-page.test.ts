import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAdminApp } from '../../src/service/admin-page/admin-routes.ts';
import { openServiceFile } from '../../src/service/store/sqlite/open-store.ts';
import { SERVE_FILE } from '../../src/service/store/sqlite/schema.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere, type ServedHere, serveHere } from '../helpers/run-here.ts';
import { fillService, QUERY } from './admin-filled.ts';

const running: ServedHere[] = [];
afterEach(async () => {
  for (const served of running.splice(0)) await served.end();
});

async function serve(dataDir: string, ...args: string[]) {
  const served = await serveHere(['serve', '--port', '0', ...args], { PAPERQUEUE_DATA_DIR: dataDir });
  running.push(served);
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${served.address}${path}`, { headers });
  return { ...served, get };
}

const basic = (token: string, name = 'admin') => ({
  authorization: `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`,
});
/** The text of a page, without its elements. */
const textOf = (page: string) =>
  page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe("the administrator's page", () => {
  it('does not exist without a token, and ends with it', async () => {
    const dataDir = libraryFolder();
    const { get, stderr } = await serve(dataDir);
    expect(stderr).toContain('For a page with accounts, jobs and failures: paperqueue account admin-token\n');
    expect((await get('/admin')).status).toBe(404);
    expect((await get('/admin', basic(''))).status).toBe(404);
    const made = async () => {
      const { stdout } = await runHere(['account', 'admin-token', '--json'], { PAPERQUEUE_DATA_DIR: dataDir });
      return JSON.parse(stdout).token as string;
    };
    const first = await made();
    expect((await get('/admin', basic(first))).status).toBe(200);
    const second = await made();
    expect([(await get('/admin', basic(first))).status, (await get('/admin', basic(second))).status]).toEqual([
      401, 200,
    ]);
    await runHere(['account', 'admin-token', '--end'], { PAPERQUEUE_DATA_DIR: dataDir });
    expect((await get('/admin', basic(second))).status).toBe(404);
  });

  it('opens with the token as the password alone, and not to a member or a web page', async () => {
    const dataDir = libraryFolder();
    const token = await fillService(dataDir, 1);
    const member = await runHere(['account', 'create', 'eve', '--json'], { PAPERQUEUE_DATA_DIR: dataDir });
    const { get, stderr, address } = await serve(dataDir);
    expect(stderr).toContain(`The administrator's page is ${address}/admin\n`);
    expect(stderr).not.toContain(token);
    const asked = await get('/admin');
    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Basic realm=/),
    ]);
    const refused = [
      ...[{}, basic(''), basic(`${token}x`), basic(JSON.parse(member.stdout).token)],
      ...[{ authorization: `Bearer ${token} x` }, { authorization: token }, { authorization: 'Basic %%%' }],
    ];
    for (const path of ['/admin', '/admin/accounts/member-0'])
      for (const headers of refused) expect((await get(path, headers)).status).toBe(401);
    for (const headers of [basic(token), basic(token, ''), { authorization: `Bearer ${token}` }])
      expect((await get('/admin', headers)).status).toBe(200);
    expect((await get('/admin', { ...basic(token), origin: 'https://other.example' })).status).toBe(403);
    // The token of the page searches nothing.
    expect((await get('/v1/user/getCredits', { authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('shows accounts, jobs and failures, and no search, paper, receiver or secret', async () => {
    const dataDir = libraryFolder();
    const token = await fillService(dataDir, 3);
    const { get } = await serve(dataDir);
    const answer = await get('/admin', basic(token));
    const html = await answer.text();
    const page = textOf(html);
    for (const shown of [
      /member-0 99 \(100\/month\) 20 0 \d+ s ago/,
      /member-1 no limit 20 0/,
      /Without any credit: member-2\./,
      /2 callbacks were given up/,
      /failed 1 Basic, refunded 1 \d+ s ago Crossref allows no more requests for now \(retry in 40 seconds\)/,
      /Crossref \d of \d/,
      /lab\.example given up 1 status 410/,
    ])
      expect(page).toMatch(shown);
    const details = await (await get('/admin/accounts/member-0', basic(token))).text();
    // Behind a proxy, under a path of its own.
    const linksOf = (text: string, at: string) =>
      [...text.matchAll(/href="([^"#:]*)"/g)].map(
        ([, link = '']) => new URL(link, `https://lab.example${at}`).pathname,
      );
    const [overview, account] = ['/pq/admin', '/pq/admin/accounts/member-0'];
    expect(linksOf(html, overview)).toEqual(expect.arrayContaining([overview, account]));
    expect(new Set(linksOf(details, account))).toEqual(new Set([account, overview]));
    expect(textOf(details)).toMatch(/Basic −1 search [0-9a-f]{24}.* Basic \+100 granted/);
    for (const text of [html, details]) {
      expect(text).not.toMatch(/secret|tides|mussels|A found paper|api\.example|pq_|whsec_/);
      expect(text).not.toContain(encodeURIComponent(QUERY));
      expect(text).not.toMatch(/<script|https?:\/\/(?!lab\.example)/);
    }
    expect((await get('/admin/accounts/nobody', basic(token))).status).toBe(404);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/),
      'referrer-policy': 'no-referrer',
    });
  });

  it('of a service without accounts says how to make one', async () => {
    const dataDir = libraryFolder();
    const token = await fillService(dataDir, 0);
    const { get } = await serve(dataDir);
    const page = textOf(await (await get('/admin', basic(token))).text());
    expect(page).toContain('paperqueue account create NAME --monthly 100');
    expect(page).toContain('Nothing needs attention.');
  });
});

it("the administrator's page begins with what needs attention: no worker, and since when a job waits", async () => {
  const dataDir = libraryFolder();
  const token = await fillService(dataDir, 2);
  const { store } = openServiceFile(dataDir, SERVE_FILE, () => {});
  const app = createAdminApp(store, { onError: () => {} });
  const read = async () => textOf(await (await app.request('/admin', { headers: basic(token) })).text());
  expect(await read()).toMatch(/Needs attention No worker runs, and \d jobs? waits?\./);
  await store.workers.beat({ id: 'w', name: 'lab-1', jobs: 3 });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 60_000 });
  await store.workers.beat({ id: 'v', name: 'lab-2', jobs: 3 });
  const later = await read();
  expect(later).toMatch(/Needs attention The oldest job has been open for 40 min\./);
  expect(later).toMatch(/lab-2 3 0 s ago runs/);
  vi.useRealTimers();
  await store.close();
});
