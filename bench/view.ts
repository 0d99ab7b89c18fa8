/**
 * Measures the time of making a report of 300 papers after their search, and of showing it in a fresh browser and in a
 * new tab, beside an empty page. `--stills` makes the pictures of the README. With `--text-only` the host draws no
 * view, so the report is the first to need one. `npm run bench view [-- --stills|--text-only]`. The papers are real:
 * from a stand-in of the service, and from a library for screening.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { RawServer } from '../test/helpers/built-server.ts';
import { realRecords } from '../test/helpers/real-papers.ts';
import { ScriptedService } from '../test/helpers/scripted-service.ts';
import { envelope } from '../test/helpers/served-mcp.ts';
import { importPapers } from '../test/helpers/sources/world.ts';
import { temporaryFolder } from '../test/helpers/temporary-folder.ts';
import { openBrowser } from '../test/report/view/browser.ts';
import type { Result } from '../test/report/view/host.ts';
import { median, processorTime } from './startup/servers.ts';
import { drawPictures } from './view/pictures.ts';

const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { stills: flag, 'text-only': flag } });
const RUNS = 10;
const KEYWORDS = ['memory', 'hippocampus', values.stills ? 'recognition' : 'learning'];
const DRAWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
const HOST = envelope(values['text-only'] ? {} : DRAWS);
const SIZE = { width: 1280, height: 860 };
/** Records the milliseconds from the start of the page until the work deferred past the first frame is done. */
const NOTE_DRAWN = `addEventListener('load', () => requestAnimationFrame(() =>
  setTimeout(() => setTimeout(() => { globalThis.drawn = performance.now(); }))))`;
/** The first frame with content: for a report, with its list, since the script draws before it. */
const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;

const again = realRecords().map((paper, index) => ({
  ...paper,
  id: `b${index}`,
  doi: undefined,
  title: `${index} again`,
}));
const papers = values.stills ? realRecords() : [...realRecords(), ...again].slice(0, 300);
const service = new ScriptedService({ papers });
await service.start();
const settings = {
  PAPERQUEUE_DATA_DIR: temporaryFolder(),
  PAPERQUEUE_TASKS: 'off',
  PAPERQUEUE_BASE_URL: service.baseUrl,
  PAPERQUEUE_TOKEN: service.token,
};
// As users run it: a separate process that runs only the command.
const server = new RawServer(settings);
const pid = server.child.pid as number;
let asked = 0;
async function ask(method: string, params: Record<string, unknown>): Promise<Result> {
  asked += 1;
  const { result, error } = await server.request(
    asked,
    method,
    { ...params, _meta: { ...Object(params._meta), ...HOST } },
    60_000,
  );
  if (!result) throw new Error(JSON.stringify(error));
  return result as Result;
}
async function read(uri: string): Promise<string> {
  const { contents } = await ask('resources/read', { uri });
  return (contents as { text: string }[])[0]?.text ?? '';
}

const found = await ask('tools/call', { name: 'keyword_search', arguments: { keywords: KEYWORDS, limit: 300 } });
const made: number[] = [];
let report = '';
for (let time = 0; time < 3; time += 1) {
  const before = processorTime(pid);
  report = await read('paperqueue://jobs/J1/papers.html');
  made.push(processorTime(pid) - before);
}
if (values.stills) {
  const card = await read('ui://paperqueue/papers.html');
  const local = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'library' };
  await importPapers(local, realRecords());
  await drawPictures({ report, card, found, ask, settings: local });
} else {
  const after = values['text-only'] ? 'after an answer in text' : 'after an answer that was drawn';
  console.log(`load ${loadavg()[0]?.toFixed(1)}; the report has ${Math.round(report.length / 1000)} kB`);
  console.log(`made ${after} with ${made.join(', ')} ms of processor: the first in this process and two more`);
  if (!values['text-only']) await measureOpening();
}
await server.end();
await service.stop();

type Opening = { painted: number; drawn: number; processor: number };

/** Alternately, so that other load of the machine affects all of them. */
async function measureOpening(): Promise<void> {
  const folder = temporaryFolder();
  const files = { 'an empty page': '<!doctype html><title>empty</title><p>empty', 'report of 300 papers': report };
  const openings = new Map<string, Opening[]>();
  for (const [name, html] of Object.entries(files)) writeFileSync(join(folder, `${name}.html`), html);
  for (let run = 0; run < RUNS; run += 1)
    for (const name of Object.keys(files)) {
      const started = await openBrowser();
      const window = await started.newContext({ viewport: SIZE });
      for (const how of ['in a browser just started', 'in a new tab']) {
        // The browser's own start goes on for a while.
        if (how === 'in a new tab') await new Promise((resolve) => setTimeout(resolve, 1_500));
        const key = `${name}, ${how}`;
        openings.set(key, [...(openings.get(key) ?? []), await openOnce(window, join(folder, `${name}.html`))]);
      }
      await started.close();
    }
  console.log('\n| milliseconds | painted, median and all | all drawn | processor of the page |\n|---|---|---|---|');
  for (const [key, list] of openings) {
    const painted = list.map(({ painted }) => Math.round(painted)).sort((a, b) => a - b);
    const others = [list.map(({ drawn }) => drawn), list.map(({ processor }) => processor)].map(median);
    console.log(`| ${key} | ${median(painted)}: ${painted.join(' ')} | ${others.map(Math.round).join(' | ')} |`);
  }
}

async function openOnce(window: BrowserContext, path: string): Promise<Opening> {
  const page = await window.newPage();
  await page.addInitScript(NOTE_DRAWN);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`file://${path}`);
  const read = async (expression: string) => {
    // The page's policy forbids evaluating a waiting function from a text.
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
  // Left open, so that the next one is a tab of the same window.
  return { painted, drawn, processor };
}
