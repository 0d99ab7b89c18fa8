import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedHere, serveHere } from '../helpers/run-here.ts';
import { some } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { axeFindings, openBrowser } from '../report/view/browser.ts';
import { fillService } from './admin-filled.ts';

/** The administrator's page in a browser. With PAPERQUEUE_TEST_PICTURES, a folder, it is drawn there. */

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const STATES = [
  [1280, 'light'],
  [1280, 'dark'],
  [360, 'light'],
  [360, 'dark'],
] as const;

it.each([0, 3, 200])(
  'with %i accounts fits a wide and a narrow screen, light and dark, and asks for nothing else',
  async (accounts) => {
    const dataDir = temporaryFolder();
    const token = await fillService(dataDir, accounts);
    const served: ServedHere = await serveHere(['serve', '--port', '0'], { PAPERQUEUE_DATA_DIR: dataDir });
    const paths = ['/admin', ...(accounts > 0 ? ['/admin/accounts/member-0'] : [])];
    for (const [width, colorScheme] of accounts === 3 ? STATES : some(STATES, { nth: 3 })) {
      const person = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        javaScriptEnabled: true,
        httpCredentials: { username: 'admin', password: token },
      });
      const page = await person.newPage();
      const requests: string[] = [];
      const problems: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      page.on('console', (message) => problems.push(message.text()));
      for (const path of paths) {
        await page.goto(`${served.address}${path}`);
        const state = `${path} ${accounts} ${width} ${colorScheme}`;
        expect([state, await axeFindings(page)]).toEqual([state, []]);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([state, overflow]).toEqual([state, 0]);
        const folder = process.env.PAPERQUEUE_TEST_PICTURES;
        const name = state.replace(/\W+/g, '-');
        if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: accounts < 200 });
      }
      expect(requests.filter((url) => !url.startsWith('data:')).length).toBe(paths.length);
      expect(problems).toEqual([]);
      await person.close();
    }
    await served.end();
  },
);
