import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** The same engine without windows, at a third of the processor time of the whole browser. */
const HEADLESS = '/usr/bin/chromium-headless-shell';
const CHROMIUM = process.env.PAPERQUEUE_TEST_CHROMIUM ?? (existsSync(HEADLESS) ? HEADLESS : '/usr/bin/chromium');

const OPTIONS = {
  executablePath: CHROMIUM,
  args: [
    ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  ],
};

/**
 * The same letters on every machine, or a kept picture of one would not be that of another: Liberation Sans, which
 * pdf.js brings along, is all that the browser knows.
 */
function environmentWithFonts(): NodeJS.ProcessEnv {
  const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
  const folder = mkdtempSync(join(process.env.PAPERQUEUE_TEST_ROOT ?? tmpdir(), 'fonts-'));
  const path = join(folder, 'fonts.conf');
  writeFileSync(path, `<fontconfig><dir>${fonts}</dir><cachedir>${folder}</cachedir></fontconfig>`);
  return { ...process.env, FONTCONFIG_FILE: path };
}

/** Only there to end what hangs: a busy machine makes no test fail. */
const MAX_WAIT_MS = 600_000;

/** Debian's Chromium, without anything that asks the network by itself. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ ...OPTIONS, env: environmentWithFonts() });
  browser.on('context', (context) => context.setDefaultTimeout(MAX_WAIT_MS));
  return browser;
}

/** The same with a profile in a folder, which a later start finds as it was left. */
export async function openProfile(folder: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, { ...OPTIONS, env: environmentWithFonts() });
  context.setDefaultTimeout(MAX_WAIT_MS);
  return context;
}

export type OpenedPage = { page: Page; requests: string[]; problems: string[] };

/** Opens HTML as a file, and notes every request but the one for the file, and every error. */
export async function openFile(browser: Browser, html: string, options: object = {}): Promise<OpenedPage> {
  const path = join(temporaryFolder(), 'report.html');
  writeFileSync(path, html);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const requests: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => {
    if (request.url() !== `file://${path}`) requests.push(request.url());
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`file://${path}`);
  return { page, requests, problems };
}

/**
 * Runs axe over a page without the middle of its long lists, whose lines are alike: over 30 papers of 300 it takes a
 * third of the time. What is left out is back in its place afterwards.
 */
const RUN_AXE = `(async () => {
  const leftOut = [...document.querySelectorAll('tbody, ul, ol')].flatMap((list) => [...list.children].slice(15, -15));
  const places = leftOut.filter((line) => !line.contains(document.activeElement)).map((line) => {
    const place = document.createComment('');
    line.replaceWith(place);
    return [place, line];
  });
  try {
    return await axe.run({ resultTypes: ['violations'] });
  } finally {
    for (const [place, line] of places) place.replaceWith(line);
  }
})()`;

/** What axe finds, by its rule and the elements. */
export async function axeFindings(page: Page | Frame): Promise<string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(RUN_AXE);
  const { violations } = results as { violations: { id: string; nodes: { html: string }[] }[] };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`);
}

/** The texts of the pages of A4 on which it is printed. */
export async function printPages(page: Page): Promise<string[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const bytes = await page.pdf({ format: 'A4' });
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const numbers = Array.from({ length: document.numPages }, (_, at) => at + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const { items } = await (await document.getPage(number)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }),
  );
}
