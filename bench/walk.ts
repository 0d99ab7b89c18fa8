/**
 * Makes reports and cards of searches that nobody chose (three words of the title of a random paper each) and prints
 * what a browser shows of them, beside what they are to meet: `npm run bench walk [-- --file PAPERS --searches 15
 * --seed 1]`. PAPERS has a paper a line as JSON, gzipped or not, of which each eighth is taken.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { mapTruth } from '../test/helpers/map-truth.ts';
import { envelope } from '../test/helpers/served-mcp.ts';
import { ServerHere } from '../test/helpers/server-here.ts';
import { importPapers } from '../test/helpers/sources/world.ts';
import { temporaryFolder } from '../test/helpers/temporary-folder.ts';
import { axeFindings, openBrowser, openFile } from '../test/view/browser.ts';
import { bundleHost, openHost, type Result } from '../test/view/host.ts';
import { dataOf } from '../test/view/reports.ts';
import { randomNumbers } from './retrieval/random-numbers.ts';

const DRAWS = envelope({ extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } });
const SCREENS = [
  { width: 1280, height: 900 },
  { width: 1024, height: 768 },
  { width: 360, height: 740 },
];
const WIDTHS = [320, 360, 600, 800, 980, 981, 1024, 1280, 1600, 1920];
/** Frames of a chat, and how many titles have to be in view there. */
const FRAMES = [
  { width: 768, height: 600 },
  { width: 768, height: 400 },
  { width: 400, height: 500 },
];
const PER_SEARCH = 300;

const FIRST_TITLE = `Math.round(document.querySelector('.title')?.getBoundingClientRect().top ?? -1)`;
const IN_SIGHT = `[...document.querySelectorAll('.title')].filter((title) => {
  const { top, bottom, height } = title.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight;
}).length`;
/** The least share of the list's width that a title may use. */
const TITLE_SHARE = `(() => {
  const list = document.querySelector('#papers')?.clientWidth ?? 0;
  const titles = [...document.querySelectorAll('.title')].filter((title) => title.offsetParent);
  return Math.min(1, ...titles.slice(0, 50).map((title) => (title.parentElement?.clientWidth ?? 0) / list));
})()`;

const { values } = parseArgs({
  options: {
    file: { type: 'string', default: '../shared/data/corpus.jsonl.gz' },
    searches: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '8' },
  },
});

await walkThroughViews(values.file, Number(values.every), Number(values.searches), Number(values.seed));

async function walkThroughViews(file: string, every: number, searches: number, seed: number): Promise<void> {
  const bytes = readFileSync(file);
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trim().split('\n');
  const papers = lines.filter((_, at) => at % every === 0).map((line) => JSON.parse(line) as { title?: string });
  const settings = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'library', PAPERQUEUE_TASKS: 'off' };
  await importPapers(settings, papers);
  const server = new ServerHere(settings);
  let asked = 0;
  const ask = async (method: string, params: Record<string, unknown>): Promise<Result> => {
    asked += 1;
    const whole = { ...params, _meta: { ...Object(params._meta), ...DRAWS } };
    const { result, error } = await server.request(asked, method, whole, 120_000);
    if (!result) throw new Error(JSON.stringify(error));
    return result as Result;
  };
  const read = async (uri: string) =>
    ((await ask('resources/read', { uri })).contents as { text: string }[])[0]?.text ?? '';
  const card = await read('ui://paperqueue/papers.html');
  const browser = await openBrowser();
  const host = await bundleHost();

  console.log(
    '| search | papers, fit | first title at 1280, 1024, 360 | in sight | least title | map | tips | pages | odd |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const words of wordsOf(papers, searches, seed)) {
    const found = await ask('tools/call', {
      name: 'keyword_search',
      arguments: { keywords: words, limit: PER_SEARCH },
    });
    const { ref } = Object(found.structuredContent).job as { ref: string };
    const html = await read(`paperqueue://jobs/${ref}/papers.html`);
    console.log(`| ${words.join(', ')} | ${(await lookAtReport(browser, html)).join(' | ')} |`);
    console.log(`|   its card | ${(await lookAtCard(browser, host, card, found)).join(' | ')} |`);
  }
  await browser.close();
  await server.end();
}

/** Three words each of the titles of papers drawn at random; words of few and of very many papers ask for nothing. */
function wordsOf(papers: readonly { title?: string }[], count: number, seed: number): string[][] {
  const random = randomNumbers(seed);
  const titles = papers.map(({ title = '' }) => new Set(title.toLowerCase().match(/\p{L}{5,}/gu) ?? []));
  const having = new Map<string, number>();
  for (const words of titles) for (const word of words) having.set(word, (having.get(word) ?? 0) + 1);
  const found: string[][] = [];
  while (found.length < count) {
    const words = [...(titles[Math.floor(random() * titles.length)] ?? [])].filter((word) => {
      const share = (having.get(word) ?? 0) / papers.length;
      return share >= 0.0015 && share <= 0.05;
    });
    if (words.length >= 3) found.push(words.slice(0, 3));
  }
  return found;
}

/** What a report shows, as the cells of a line. */
async function lookAtReport(browser: Browser, html: string): Promise<string[]> {
  const { page, requests, problems } = await openFile(browser, html);
  const data = dataOf(html);
  const odd = [...problems, ...requests.map((request) => `asks for ${request}`)];
  const tops: string[] = [];
  for (const size of SCREENS) {
    await page.setViewportSize(size);
    tops.push(String(await page.evaluate(FIRST_TITLE)));
  }
  await page.setViewportSize(SCREENS[0] as { width: number; height: number });
  const inSight = await page.evaluate(IN_SIGHT);
  const tips = await lookAtTips(page);
  let least = 1;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    least = Math.min(least, Number(await page.evaluate(TITLE_SHARE)));
    const wide = Number(await page.evaluate('document.documentElement.scrollWidth'));
    if (wide > width) odd.push(`${wide} wide at ${width}`);
  }
  await page.setViewportSize(SCREENS[0] as { width: number; height: number });
  odd.push(...(await axeFindings(page)));
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  await page.close();
  const fit = data.papers.filter(({ match }) => match === 'strong' || match === 'good').length;
  const truth = mapTruth(data.papers, data.papers);
  return [
    `${data.papers.length}, ${fit}`,
    tops.join(', '),
    String(inSight),
    `${Math.round(100 * least)} %`,
    truth === undefined ? '' : truth.toFixed(2),
    tips,
    String(pages),
    odd.join('; '),
  ];
}

/** The highest of the tips over the points of the chart, and whether one leaves the page's frame. */
async function lookAtTips(page: Page): Promise<string> {
  const points = page.locator('.point:not(.out)');
  const count = await points.count();
  let [highest, outside] = [0, 0];
  for (let at = 0; at < count; at += Math.max(1, Math.floor(count / 12))) {
    await points.nth(at).dispatchEvent('mouseenter');
    const box = await page.locator('.tip').first().boundingBox();
    if (!box) continue;
    highest = Math.max(highest, box.height);
    if (box.x < 0 || box.x + box.width > 1280) outside += 1;
  }
  return count === 0 ? '' : `${Math.round(highest)}${outside > 0 ? `, ${outside} outside` : ''}`;
}

async function lookAtCard(browser: Browser, script: string, html: string, found: Result): Promise<string[]> {
  const cells: string[] = [];
  for (const { width, height } of FRAMES) {
    const opened = await openHost(browser, script, {
      ...{ html, width, capabilities: { serverTools: {} }, context: { containerDimensions: { maxHeight: height } } },
    });
    await opened.host('sendToolResult', found);
    await opened.view.locator('h1').waitFor();
    const inView = await opened.view.evaluate(`[...document.querySelectorAll('.item .title')].filter(
      (title) => title.getBoundingClientRect().bottom <= ${height}).length`);
    const wide = Number(await opened.view.evaluate('document.documentElement.scrollWidth'));
    cells.push(`${inView} at ${width} x ${height}${wide > width ? `, ${wide} wide` : ''}`);
    cells.push(...opened.problems);
    await opened.page.close();
  }
  return cells;
}
