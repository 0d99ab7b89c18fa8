import { build } from 'esbuild';
import type { Browser, Frame, Page } from 'playwright-core';

/** The policy of the specification for a page that names none of its own. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "media-src 'self' data:; object-src 'none'; connect-src 'none'";
const HOST = 'http://host.test/';
const VIEW = 'http://view.test/papers.html';

export type Result = Record<string, unknown> & { structuredContent?: Record<string, unknown> };
export type HostOptions = {
  html: string;
  /** Absent: a host that answers nothing. */
  capabilities?: Record<string, object>;
  context?: object;
  askServer?: (method: string, params: Record<string, unknown>) => Promise<Result>;
  width?: number;
  /** Pixels of a screenshot for one of the page. */
  scale?: number;
};

export async function bundleHost(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['test/report/view/host-page.mjs'],
    write: false,
    bundle: true,
    format: 'iife',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

/** A host in a browser that has drawn the view; nothing of it reaches a network. */
export async function openHost(browser: Browser, script: string, options: HostOptions) {
  const { html, capabilities, context = {}, askServer, width = 1280, scale = 1 } = options;
  const page = await browser.newPage({ viewport: { width, height: 900 }, deviceScaleFactor: scale });
  const problems: string[] = [];
  const calls: { method: string; params: Record<string, unknown> }[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.clock.install();
  await page.route('**/*', (route) => {
    const address = route.request().url();
    if (address === HOST) return route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' });
    if (address !== VIEW) {
      problems.push(`request for ${address}`);
      return route.abort();
    }
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY };
    return route.fulfill({ headers, body: html });
  });
  await page.exposeFunction('askServer', async (method: string, params: Record<string, unknown>) => {
    calls.push({ method, params });
    if (!askServer) throw new Error('the server has gone');
    return askServer(method, params);
  });
  await page.goto(HOST);
  await page.addScriptTag({ content: script });
  await page.evaluate((given) => (globalThis as unknown as HostPage).openView(given), {
    address: VIEW,
    capabilities,
    context,
  });
  const view = await drawnFrame(page);
  return { page, view, problems, calls, ...talkOf(page) };
}

/** The frame of the view; where the host answers nothing, it may not be there at once. */
async function drawnFrame(page: Page): Promise<Frame> {
  const [frame = await page.waitForEvent('framenavigated', (one) => one.url() === VIEW)] = page
    .frames()
    .filter((one) => one.url() === VIEW);
  return frame;
}

type HostPage = {
  openView: (options: object) => Promise<void>;
  bridge: Record<string, (params: object) => Promise<unknown>>;
  asked: [string, Record<string, unknown>][];
  sent: { method?: string; params?: object; result?: object; id?: number }[];
  height: number;
};

/** What the host does, and what it was asked. */
function talkOf(page: Page) {
  const onPage = <T>(read: (host: HostPage) => T) =>
    page.evaluate(`(${read.toString()})(globalThis)`) as Promise<Awaited<T>>;
  return {
    /** Calls a method of the official bridge, such as `sendToolResult`. */
    host: (method: string, params: object = {}) =>
      page.evaluate(([name, given]) => (globalThis as unknown as HostPage).bridge[name as string]?.(given as object), [
        method,
        params,
      ] as const),
    asked: () => onPage((host) => host.asked),
    sent: () => onPage((host) => host.sent),
    height: () => onPage((host) => host.height),
  };
}
