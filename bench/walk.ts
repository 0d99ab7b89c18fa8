/**
 * Makes reports, cards and pages of random searches (three words of a random paper's title), and reports of 0 to 4,000
 * papers, and prints what a browser shows of them, beside the goals:
 * `npm run bench walk [-- --file PAPERS --searches 15 --seed 1]`. PAPERS has a paper per line as JSON, gzipped or not;
 * every eighth is used.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import type { WirePaper } from '../src/contract/wire-paper.ts';
import { metadataFromJson } from '../src/formats/json/jsonl.ts';
import { toPaper } from '../src/papers/paper.ts';
import { toWire } from '../src/papers/wire.ts';
import type { ViewData } from '../src/report/data/report-data.ts';
import { serveUiHere } from '../test/faces/ui/visit.ts';
import { envelope } from '../test/helpers/served-mcp.ts';
import { ServerHere } from '../test/helpers/server-here.ts';
import { importPapers } from '../test/helpers/sources/world.ts';
import { temporaryFolder } from '../test/helpers/temporary-folder.ts';
import { type OpenedPage, openBrowser, openFile } from '../test/report/view/browser.ts';
import { bundleHost, openHost, type Result } from '../test/report/view/host.ts';
import { dataOf, oddPapers, openReports, THEIR_KEYWORDS } from '../test/report/view/reports.ts';
import { randomNumbers } from './retrieval/random-numbers.ts';
import { measureCosts, NOTE_TASKS } from './walk/costs.ts';
import { measureCharts, measurePage, measurePrint } from './walk/page-figures.ts';

const DRAWS = envelope({ extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } });
const SIZES = [0, 1, 5, 30, 287, 300];
const ODD = 23;
const MANY = 4000;
/** Sizes of a chat's frame, and the number of titles that must be visible there. */
const FRAMES = [
  { width: 768, height: 600 },
  { width: 768, height: 400 },
  { width: 400, height: 500 },
];
const PER_SEARCH = 300;

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
    '| search | papers, fit | first title at 1280, 1024, 360 | whole rows | least title | map | tips | pane ends | pages | odd |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  const jobs = new Map<string, ViewData>();
  for (const words of wordsOf(papers, searches, seed)) {
    const found = await ask('tools/call', {
      name: 'keyword_search',
      arguments: { keywords: words, limit: PER_SEARCH },
    });
    const { ref } = Object(found.structuredContent).job as { ref: string };
    const html = await read(`paperqueue://jobs/${ref}/papers.html`);
    jobs.set(ref, dataOf(html));
    printLine(`${ref}: ${words.join(', ')}`, await lookAt(await openFile(browser, html), dataOf(html)));
    printLine('  its card', await lookAtCard(browser, host, card, found));
  }
  await lookAtPages(browser, settings, jobs);
  await lookAtSizes(browser, papers.map(toWirePaper));
  await browser.close();
  await server.end();
}

/** Three words from each of some random titles, without rare and very frequent words. */
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

/** The contents of a report or a job's page, as the cells of a row. */
async function lookAt(opened: OpenedPage, data: ViewData): Promise<string[]> {
  const { page } = opened;
  const { firstTitles, rows, titleShare, cut, overflow, axe, requests, problems } = await measurePage(opened);
  const { tip, isInside, truth, paneBottom } = await measureCharts(page, data);
  const { pages, headless, lostNames } = await measurePrint(page);
  await page.close();
  const fit = data.papers.filter(({ match }) => match === 'strong' || match === 'good').length;
  const odd = [
    ...[...axe, ...problems],
    ...(requests > 0 ? [`${requests} requests`] : []),
    ...(overflow > 0 ? [`${overflow} pixels too wide`] : []),
    ...(cut > 0 ? [`${cut} lines cut although there is room`] : []),
    ...(isInside ? [] : ['a tip outside']),
    ...(headless + lostNames > 0 ? [`printed: ${headless} pages without heads, ${lostNames} names lost`] : []),
  ];
  return [
    ...[`${data.papers.length}, ${fit}`, firstTitles.join(', '), String(rows), `${titleShare} %`],
    ...[truth?.toFixed(2) ?? '', String(tip), String(paneBottom), String(pages), odd.join('; ')],
  ];
}

/** The same for this many papers, and for papers that are hard to lay out; and the cost of many. */
async function lookAtSizes(browser: Browser, papers: readonly WirePaper[]): Promise<void> {
  const named = [
    ...SIZES.map((size) => ({ name: `${size} papers`, papers: papers.slice(0, size) })),
    { name: `${ODD} odd papers`, papers: oddPapers().slice(0, ODD) },
    { name: 'many', papers: papers.slice(0, MANY) },
  ];
  const reports = openReports(named.map((one) => ({ ...one, keywords: THEIR_KEYWORDS })));
  for (const [at, { name }] of named.entries()) {
    const html = reports.report({ jobId: `J${at + 1}` });
    if (name !== 'many') printLine(name, await lookAt(await openFile(browser, html), dataOf(html)));
    else console.log(`\n${papers.slice(0, MANY).length} papers: ${await weigh(browser, html)}`);
  }
  reports.close();
}

async function weigh(browser: Browser, html: string): Promise<string> {
  const { page } = await openFile(browser, html.replace('<head>', `<head><script>${NOTE_TASKS}</script>`));
  await page.locator('.papers tbody .title').first().waitFor();
  await page.waitForTimeout(3000);
  const { tick, letter, order, orderBlocks } = await measureCosts(page);
  await page.close();
  const ms = (value: number) => `${Math.round(value)} ms`;
  return (
    `choosing one ${ms(tick)} of processor, a letter ${ms(letter)}, ` +
    `the order by what was kept ${ms(order)}, its longest task ${ms(orderBlocks)} by the clock`
  );
}

/** The pages of the same jobs on the local page, whose requests to its own server do not count. */
async function lookAtPages(browser: Browser, settings: Record<string, string>, jobs: Map<string, ViewData>) {
  const served = await serveUiHere(settings);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const first = await context.newPage();
  await first.goto(served.address);
  await first.locator('#one-box').waitFor();
  const home = first.url().replace(/\/$/, '');
  for (const [ref, data] of jobs) {
    const page = await context.newPage();
    const opened: OpenedPage = { page, requests: [], problems: [] };
    page.on('request', (request) => request.url().startsWith(home) || opened.requests.push(request.url()));
    page.on('pageerror', (error) => opened.problems.push(error.message));
    await page.goto(`${home}/jobs/${ref}`);
    await page.locator('.papers').waitFor({ state: 'attached' });
    printLine(`page of ${ref}`, await lookAt(opened, data));
  }
  await context.close();
  await served.end();
}

function printLine(name: string, cells: readonly string[]): void {
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}

function toWirePaper(line: object): WirePaper {
  const metadata = metadataFromJson(line);
  const paper = typeof metadata === 'string' ? metadata : toPaper(metadata);
  if (typeof paper === 'string') throw new Error(paper);
  return toWire(paper);
}

async function lookAtCard(browser: Browser, script: string, html: string, found: Result): Promise<string[]> {
  const cells: string[] = [];
  for (const { width, height } of FRAMES) {
    const opened = await openHost(browser, script, {
      html,
      width,
      capabilities: { serverTools: {} },
      context: { containerDimensions: { maxHeight: height } },
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
