/**
 * Measures how soon the browser draws a report of 300 papers, and makes the pictures of the README: `npm run bench view
 * [-- --stills]`. The papers are real: from a stand-in of the service for the times, from a library for the pictures.
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
const RUNS = 9;
const FOLDER = 'docs/images';
const KEYWORDS = ['memory', 'hippocampus', 'learning'];
const DRAWS = envelope({
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
});
const SIZE = { width: 1280, height: 860 };
/** Notes the milliseconds from the start of the page to the end of the first frame after all is drawn. */
const NOTE_DRAWN = `addEventListener('load', () => requestAnimationFrame(() =>
  setTimeout(() => { globalThis.drawn = performance.now(); })))`;
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
else await measure(browser);
await browser.close();
await server.end();
await service.stop();

async function measure(opened: Browser): Promise<void> {
  const path = join(temporaryFolder(), 'report.html');
  writeFileSync(path, report);
  const times: number[] = [];
  const busy: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const page = await opened.newPage({ viewport: SIZE });
    await page.addInitScript(NOTE_DRAWN);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(`file://${path}`);
    await page.waitForFunction('globalThis.drawn');
    times.push(Number(await page.evaluate('globalThis.drawn')));
    const { metrics } = await session.send('Performance.getMetrics');
    busy.push(1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN));
    await page.close();
  }
  const rounded = times.map(Math.round).sort((a, b) => a - b);
  console.log(`report of 300 papers: ${Math.round(report.length / 1000)} kB, drawn in ${median(rounded)} ms`);
  // Independent of other load on the machine.
  console.log(`processor time of the page: ${Math.round(median(busy))} ms`);
  console.log(`${rounded.join(' ')}; load ${loadavg()[0]?.toFixed(1)}`);
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
