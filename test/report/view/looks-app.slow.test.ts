import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { viewShell } from '../../../src/report/view-shell.ts';
import { openBrowser } from './browser.ts';
import { bundleHost, openHost } from './host.ts';
import { compareLook } from './picture.ts';
import { dataOf, oddPapers, openReports, THEIR_KEYWORDS, threeHundredPapers } from './reports.ts';

/** How the view looks in a host, in five states. */

const CAPABILITIES = { serverTools: {}, openLinks: {}, downloadFile: {}, message: {} };

let browser: Browser;
let script: string;
let reports: ReturnType<typeof openReports>;
beforeAll(async () => {
  [browser, script] = await Promise.all([openBrowser(), bundleHost()]);
  reports = openReports([
    { papers: threeHundredPapers(), keywords: THEIR_KEYWORDS },
    { papers: oddPapers(), keywords: THEIR_KEYWORDS },
    { papers: [] },
  ]);
});
afterAll(async () => {
  reports?.close();
  await browser?.close();
});

type State = { jobId: string; width: number; theme: 'light' | 'dark'; displayMode?: 'inline' | 'fullscreen' };

it.each<[string, State]>([
  ['app-300-papers-light', { jobId: 'J1', width: 1280, theme: 'light' }],
  ['app-300-papers-dark', { jobId: 'J1', width: 800, theme: 'dark' }],
  ['app-odd-papers-narrow', { jobId: 'J2', width: 360, theme: 'light' }],
  ['app-no-papers', { jobId: 'J3', width: 1280, theme: 'light' }],
  ['app-full-screen', { jobId: 'J1', width: 1280, theme: 'dark', displayMode: 'fullscreen' }],
])('the look in a host is that of %s', async (name, { jobId, width, theme, displayMode = 'inline' }) => {
  const opened = await openHost(browser, script, {
    html: viewShell({ title: 'Papers' }),
    capabilities: CAPABILITIES,
    context: { theme, displayMode, availableDisplayModes: ['inline', 'fullscreen'] },
    width,
  });
  const data = dataOf(reports.report({ jobId }));
  await opened.host('sendToolInput', { arguments: { keywords: ['tide', 'mussel', 'shore'] } });
  await opened.host('sendToolResult', { content: [], _meta: { 'paperqueue/view': data } });
  await opened.view.locator(displayMode === 'fullscreen' ? '.papers' : '.answer').waitFor();
  expect(await compareLook(browser, opened.page, name, opened.view)).toBe('');
  await opened.page.close();
});
