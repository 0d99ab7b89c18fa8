/**
 * Measures how soon the browser shows a report of 300 papers, just started and in a new tab, beside an empty page; and
 * makes the pictures of the README: `npm run bench view [-- --stills]`. The papers are real: from a stand-in of the
 * service for the times, from a library for the pictures.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { realRecords } from '../test/helpers/real-papers.ts';
import { ScriptedService } from '../test/helpers/scripted-service.ts';
import { envelope } from '../test/helpers/served-mcp.ts';
import { ServerHere } from '../test/helpers/server-here.ts';
import { importPapers } from '../test/helpers/sources/world.ts';
import { temporaryFolder } from '../test/helpers/temporary-folder.ts';
import { openBrowser, openFile } from '../test/view/browser.ts';
import { bundleHost, openHost, type Result } from '../test/view/host.ts';
import { median } from './startup/servers.ts';

const { values } = parseArgs({ options: { stills: { type: 'boolean', default: false } } });
const RUNS = 10;
const FOLDER = 'docs/images';
const KEYWORDS = ['memory', 'hippocampus', 'learning'];
const DRAWS = envelope({
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
});
const SIZE = { width: 1280, height: 860 };
/** Notes the milliseconds from the start of the page until all is drawn that waits for the first frame. */
const NOTE_DRAWN = `addEventListener('load', () => requestAnimationFrame(() =>
  setTimeout(() => setTimeout(() => { globalThis.drawn = performance.now(); }))))`;
/** The first frame with content: for a report, with its list, since the script draws before it. */
const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;
/** A picture as WebP, a third of the PNG. */
const TO_WEBP = `async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.85);
}`;

const again = realRecords().map((paper, index) => ({
  ...paper,
  id: `b${index}`,
  doi: undefined,
  title: `${index} again`,
}));
const service = new ScriptedService({ papers: [...realRecords(), ...again].slice(0, 300) });
await service.start();
const settings = {
  PAPERQUEUE_DATA_DIR: temporaryFolder(),
  PAPERQUEUE_TASKS: 'off',
  ...(values.stills
    ? { PAPERQUEUE_SOURCES: 'library' }
    : { PAPERQUEUE_BASE_URL: service.baseUrl, PAPERQUEUE_TOKEN: service.token }),
};
if (values.stills) await importPapers(settings, realRecords());
const server = new ServerHere(settings);
let asked = 0;
async function ask(method: string, params: Record<string, unknown>): Promise<Result> {
  asked += 1;
  const { result, error } = await server.request(asked, method, { ...params, _meta: DRAWS }, 60_000);
  if (!result) throw new Error(JSON.stringify(error));
  return result as Result;
}
async function read(uri: string): Promise<string> {
  const { contents } = await ask('resources/read', { uri });
  return (contents as { text: string }[])[0]?.text ?? '';
}

const found = await ask('tools/call', { name: 'keyword_search', arguments: { keywords: KEYWORDS, limit: 300 } });
const browser = await openBrowser();
const report = await read('paperqueue://jobs/J1/papers.html');
if (values.stills) await drawStills(browser);
else await measure();
await browser.close();
await server.end();
await service.stop();

type Opening = { painted: number; drawn: number; processor: number };

/** In turns, so that whatever else the machine does falls on all of them. */
async function measure(): Promise<void> {
  const folder = temporaryFolder();
  const files = { 'an empty page': '<!doctype html><title>empty</title><p>empty', 'report of 300 papers': report };
  const openings = new Map<string, Opening[]>();
  for (const [name, html] of Object.entries(files)) writeFileSync(join(folder, `${name}.html`), html);
  for (let run = 0; run < RUNS; run += 1)
    for (const name of Object.keys(files)) {
      const started = await openBrowser();
      for (const how of ['in a browser just started', 'in a new tab']) {
        const key = `${name}, ${how}`;
        openings.set(key, [...(openings.get(key) ?? []), await openOnce(started, join(folder, `${name}.html`))]);
      }
      await started.close();
    }
  console.log(`load ${loadavg()[0]?.toFixed(1)}; the report has ${Math.round(report.length / 1000)} kB`);
  console.log('\n| milliseconds | painted, median and all | all drawn | processor of the page |\n|---|---|---|---|');
  for (const [key, list] of openings) {
    const painted = list.map(({ painted }) => Math.round(painted)).sort((a, b) => a - b);
    const others = [list.map(({ drawn }) => drawn), list.map(({ processor }) => processor)].map(median);
    console.log(`| ${key} | ${median(painted)}: ${painted.join(' ')} | ${others.map(Math.round).join(' | ')} |`);
  }
}

async function openOnce(opened: Browser, path: string): Promise<Opening> {
  const page = await opened.newPage({ viewport: SIZE });
  await page.addInitScript(NOTE_DRAWN);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`file://${path}`);
  const read = async (expression: string) => {
    // The page's policy lets nothing evaluate a text in it that waits.
    for (;;) {
      const value = await page.evaluate(expression);
      if (value !== undefined) return Number(value);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const drawn = await read('globalThis.drawn');
  const painted = await read(FIRST_PAINT);
  const { metrics } = await session.send('Performance.getMetrics');
  const processor = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  await page.close();
  return { painted, drawn, processor };
}

async function drawStills(opened: Browser): Promise<void> {
  const { page } = await openFile(opened, report, { viewport: SIZE });
  await page.locator('.overview svg').nth(1).waitFor();
  await save(opened, 'report', await page.screenshot());
  const host = await openHost(opened, await bundleHost(), {
    html: await read('ui://paperqueue/papers.html'),
    capabilities: { serverTools: {}, openLinks: {}, downloadFile: {}, message: {}, updateModelContext: {} },
    context: { theme: 'dark', displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] },
    askServer: ask,
  });
  await host.host('sendToolResult', found);
  await host.view.locator('.overview svg').nth(1).waitFor();
  await save(opened, 'app', await host.page.screenshot({ clip: { x: 0, y: 0, width: SIZE.width, height: 800 } }));
}

async function save(opened: Browser, name: string, png: Buffer): Promise<void> {
  const page = await opened.newPage();
  const address = JSON.stringify(`data:image/png;base64,${png.toString('base64')}`);
  const webp = String(await page.evaluate(`(${TO_WEBP})(${address})`));
  const picture = Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64');
  writeFileSync(join(FOLDER, `${name}.webp`), picture);
  console.log(`${name}.webp: ${Math.round(picture.length / 1000)} kB`);
  await page.close();
}
